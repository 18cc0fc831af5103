/** Requests that an agent asked again for the same task: the newest stands for all of them. */
import { groupBy } from '../../basics/group-by.ts';
import { digest } from '../../platform/text.ts';
import { byWait } from './alike.ts';
import type { Sheet } from './sheet.ts';

export interface Repeats {
  /** Without those that a newer one repeats, in the order given. */
  readonly sheets: readonly Sheet[];
  /** The older ones of a newest, longest wait first. */
  olderOf(sheet: Pick<Sheet, 'thread'>): readonly Sheet[];
  /** The newest one of an older one. */
  newestOf(sheet: Sheet): Sheet | undefined;
}

/** Finds equal requests of the same agent and task. */
export function repeatsIn(sheets: readonly Sheet[]): Repeats {
  const equal = groupBy(sheets, ({ ask, thread }) => (ask === undefined ? thread.id : digest([thread.agentId, ask])));
  const older = new Map<string, readonly Sheet[]>();
  for (const all of equal.values()) {
    const sorted = [...all].sort(byWait);
    const newest = sorted.pop();
    if (newest !== undefined) older.set(newest.thread.id, sorted);
  }
  return {
    sheets: sheets.filter(({ thread }) => older.has(thread.id)),
    olderOf: ({ thread }) => older.get(thread.id) ?? [],
    newestOf: (sheet) => sheets.find(({ thread }) => older.get(thread.id)?.includes(sheet)),
  };
}
