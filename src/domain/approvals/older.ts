/**
 * Older requests for the same in the same task: the question about the newest offers to reject them, too. They are never
 * approved with it, and each is read, checked, claimed and sent by itself.
 */
import { groupBy } from '../../basics/maps.ts';
import { Refusal } from '../../mcp/contract/errors.ts';
import { present } from '../../mcp/contract/result.ts';
import { digest } from '../../platform/text.ts';
import { count, firstOf } from '../../present/units.ts';
import { byWait } from './alike.ts';
import type { Sheet } from './sheet.ts';

/** Requests that an agent asked again for the same task: the newest stands for all of them. */
export function repeatsIn(sheets: readonly Sheet[]) {
  const equal = groupBy(sheets, ({ ask, thread }) => (ask === undefined ? thread.id : digest([thread.agentId, ask])));
  const older = new Map<string, readonly Sheet[]>();
  for (const all of equal.values()) {
    const sorted = [...all].sort(byWait);
    const newest = sorted.pop();
    if (newest !== undefined) older.set(newest.thread.id, sorted);
  }
  return {
    /** Without those that a newer one repeats, in the order given. */
    sheets: sheets.filter(({ thread }) => older.has(thread.id)),
    /** The older ones of a newest, longest wait first. */
    olderOf: ({ thread }: Pick<Sheet, 'thread'>): readonly Sheet[] => older.get(thread.id) ?? [],
    /** The newest one of an older one. */
    newestOf: (sheet: Sheet): Sheet | undefined => sheets.find(({ thread }) => older.get(thread.id)?.includes(sheet)),
  };
}

/** Requests that one question rejects with the newest; more are for another call. */
const MOST_OLDER = 50;
/** Ids that are named of those that nothing here rejects. */
const NAMED = 5;

/** The older requests of these that the reader may reject, as far as one question takes them. @param named threads that the caller named by themselves */
export const olderOf = (sheets: readonly Sheet[], named: readonly string[] = []): readonly string[] =>
  sheets
    .flatMap(({ repeated }) => repeated.older.filter((id) => !repeated.barred.includes(id)))
    .filter((id) => !named.some((other) => other.toLowerCase() === id.toLowerCase()))
    .slice(0, MOST_OLDER);

/** The lines of a question about older requests, or none. @param older those that it rejects @param sheets the newest ones */
export function olderLines(older: readonly string[], sheets: readonly Sheet[]): string[] {
  const barred = sheets.flatMap(({ repeated }) => repeated.barred);
  const what = (ids: readonly string[]): string =>
    `ALSO ASKED BEFORE: ${count(ids.length, 'older request')} of the same task`;
  return present(
    older.length > 0 &&
      `${what(older)}: ${older.join(', ')}. A field below rejects ${themIn(older)}; nothing here approves ${themIn(older)}.`,
    barred.length > 0 &&
      `${what(barred)}, on which four eyes let only somebody else decide: ${firstOf(barred, NAMED)}.`,
  );
}

/** The line about older requests where nobody is asked, or none. @param wait how long the first of them waits */
export function askedBefore(older: readonly string[], wait?: string): string[] {
  if (older.length === 0) return [];
  const [first, itself] = older.length === 1 ? ['', 'itself'] : ['the first ', 'themselves'];
  const what = `${count(older.length, 'older request')} of the same task, ${wait === undefined ? 'still waiting' : `${first}${wait}`}`;
  return [`also asked before: ${what}, and not listed by ${itself}: ${firstOf(older, NAMED)}`];
}

/** `it` or `them`. */
export const themIn = (ids: readonly string[]): string => (ids.length === 1 ? 'it' : 'them');

/** The line of a question about a newer request, or none. */
export const newerLines = (newest: string | undefined): string[] =>
  newest === undefined ? [] : [`ASKED AGAIN: thread ${newest}, which is newer, asked for the same in the same task.`];

/** The comment of their rejection. */
export const olderReason = ({ thread }: Sheet): string => `Thread ${thread.id} asked for the same again.`;

/** @throws Refusal if an older one asks for something else by now: the human saw only the newest */
export function refuseOther(older: Sheet, newest: Sheet): void {
  if (older.ask !== undefined && older.ask === newest.ask && older.thread.agentId === newest.thread.agentId) return;
  throw new Refusal(
    `Refused: thread ${older.thread.id} no longer asks for the same as thread ${newest.thread.id}. Nothing was sent for it.`,
    'changed',
  );
}
