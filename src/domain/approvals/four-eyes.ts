/** Four eyes: nobody decides on a thread that they started. Checked where decisions are read and sent. */
import { Refusal } from '../../mcp/contract/errors.ts';
import type { ToolContext } from '../../mcp/contract/tool.ts';
import type { Thread } from '../../platform/parse/records.ts';
import { starterOf } from '../threads/starter.ts';

type People = Parameters<typeof starterOf>[1];

/** Who started the thread of a request, for its question, its card and the audit log. */
export interface StartedBy {
  /** One sentence. */
  readonly line: string;
  /** For the audit log; absent if unknown. */
  readonly name?: string;
}

/** Undefined if four eyes are off. */
export function startedBy(thread: Thread, people: People): StartedBy | undefined {
  if (people.fourEyes === 'off') return undefined;
  const starter = starterOf(thread, people);
  if (starter === undefined) return { line: UNKNOWN };
  return { line: `Started by ${starter.name.line(100)}.`, name: starter.name.visible };
}

const UNKNOWN = 'Who started this thread is not known here, so it is not certain that somebody else decides.';

/** Why this caller must not decide on the thread; undefined if they may. */
export function fourEyesObjection(thread: Thread, people: People): string | undefined {
  const { fourEyes, caller } = people;
  if (fourEyes === 'off') return undefined;
  const starter = starterOf(thread, people);
  if (starter?.isCaller === true) {
    return 'you started this thread, and nobody decides here on what they started. Somebody else has to decide';
  }
  if (starter === undefined) {
    return fourEyes === 'always'
      ? 'who started this thread is not known here, and only threads that were started here are decided on here. Decide in the platform itself'
      : undefined;
  }
  return caller.subject === undefined
    ? 'your token names nobody, so you might be the one who started this thread. Decide with a token of your own'
    : undefined;
}

/** @throws Refusal if four eyes bar the caller from deciding on the thread */
export function enforceFourEyes(thread: Thread, people: Pick<ToolContext, keyof People>): void {
  const why = fourEyesObjection(thread, people);
  if (why !== undefined) throw new Refusal(`Refused: thread ${thread.id}: ${why}. Nothing was sent.`);
}
