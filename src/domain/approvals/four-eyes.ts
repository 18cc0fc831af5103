/** Four eyes: nobody decides on a thread that they started. Checked where decisions are read and sent. */
import { Refusal } from '../../mcp/contract/errors.ts';
import type { Thread } from '../../platform/parse/records.ts';
import { type People, starterOf } from '../threads/starter.ts';

/** Who started the thread of a request, for its question, its card and the audit log. */
export interface StartedBy {
  /** One sentence. */
  readonly line: string;
  /** For the audit log; absent if not known for certain. */
  readonly name?: string;
}

/** Undefined if four eyes are off. */
export function startedBy(thread: Thread, people: People): StartedBy | undefined {
  if (people.settings.fourEyes === 'off') return undefined;
  const starter = starterOf(thread, people);
  if (starter === undefined) return { line: UNKNOWN };
  const { name, isCertain, isUnreadable } = starter;
  if (isUnreadable) return { line: `Who started this thread can’t be read: ${unreadable(people)}.` };
  if (isCertain) return { line: `Started by ${name.line(100)}.`, name: name.visible };
  return {
    line: `Probably started by ${name.line(100)}: its agent or first messages differ from what this server sent.`,
  };
}

const unreadable = ({ settings }: People): string =>
  `the field ${settings.fourEyesField} of its metadata holds something other than names`;

const UNKNOWN = 'The starter of this thread is unknown, so this decision may not be by a second person.';

/** Why this caller must not decide on the thread; undefined if they may. */
export function fourEyesObjection(thread: Thread, people: People): string | undefined {
  const { fourEyes } = people.settings;
  if (fourEyes === 'off') return undefined;
  const starter = starterOf(thread, people);
  const isCertain = starter?.isCertain === true;
  const nobodyHere = fourEyes === 'always' && !isCertain;
  if (starter?.isUnreadable) {
    return `${unreadable(people)}, so you might have started this thread. Decide in the platform itself`;
  }
  if (starter?.isCaller === true) {
    return `you ${isCertain ? '' : 'probably '}started this thread, and nobody may decide on a thread that they started. Somebody else has to decide${nobodyHere ? ', in the platform itself' : ''}`;
  }
  if (nobodyHere) {
    return `the starter of this thread is ${starter === undefined ? 'unknown' : 'not known for certain'}, and this server decides only on threads that it started. Decide in the platform itself`;
  }
  return starter !== undefined && people.caller.subject === undefined
    ? 'your token does not identify you, so you might have started this thread. Decide with a personal token'
    : undefined;
}

/** @throws Refusal if four eyes bar the caller from deciding on the thread */
export function enforceFourEyes(thread: Thread, people: People): void {
  const why = fourEyesObjection(thread, people);
  if (why !== undefined) throw new Refusal(`Refused: thread ${thread.id}: ${why}. Nothing was sent.`, 'four_eyes');
}
