/** What is said of a decision: that it is on its way, that nothing came of it, or who takes it from here. */
import { marked } from './dom.ts';
import { banner, say, tellAssistant } from './shell.ts';

/** A question of the host's: what is pressed is its answer. */
export interface Asked {
  readonly choices: readonly string[];
  readonly comment: string;
  /** Digest of what the question is about. */
  readonly digest: string | undefined;
  /** The question as text: all there is, where the request can't be read. */
  readonly words: HTMLElement;
  answer(choice: string, comment: string): void;
}

export type Decision = 'APPROVED' | 'REJECTED';

export const DONE = { APPROVED: 'Approved', REJECTED: 'Rejected' } as const;
export const DOING = { APPROVED: 'Approving…', REJECTED: 'Rejecting…' } as const;

/** The order of the buttons: the one that lets an agent go on is last, where dialogs have it. */
export const RANK = ['Leave it waiting', 'Reject', 'Approve'];

/** What the server says where nothing, or nothing sure, came of a decision. */
export function notDone(words: string): HTMLElement {
  const isRefused = /Nothing was sent/.test(words);
  const title = isRefused ? 'Not sent.' : 'Check before you decide again.';
  return banner(isRefused ? 'warning' : 'danger', title, ' ', ...marked(words.replace(/^Refused: /, '')));
}

/**
 * Where the host can show questions, the assistant is told what is wanted, and puts the question.
 * @returns what is said of it
 */
export async function askInstead(threadId: string, decision: Decision, comment: string): Promise<HTMLElement> {
  const why = comment === '' ? '' : ` My comment: ${comment}`;
  const line = `I want to decide on thread ${threadId}. Ask me with approve_thread, status ${decision}.${why}`;
  const note = (await tellAssistant(line))
    ? banner('info', 'The assistant was told.', ' You decide when it asks you.')
    : banner('info', 'This host doesn’t accept messages from cards.', ` Tell the assistant: “${line}”`);
  say(note.textContent ?? '');
  return note;
}
