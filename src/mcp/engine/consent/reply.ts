/**
 * What came back for a question, read with suspicion: hosts answer with errors of their own, with actions that no
 * protocol has, with null for a field left open, and at once, without a human.
 */
import { isObject } from '../../../platform/parse/coerce.ts';
import { clean, cut } from '../../../platform/text.ts';
import { Refusal } from '../../contract/errors.ts';

/** An answer as it was read; `what` completes "the host answered the question with". */
export type Reply =
  | { readonly kind: 'none' }
  | { readonly kind: 'filled in'; readonly content: Readonly<Record<string, unknown>> }
  | { readonly kind: 'declined' | 'closed' }
  | { readonly kind: 'unusable'; readonly what: string };

/**
 * Milliseconds below which nobody has read a question: between a signal and a finger's movement alone a human needs about
 * 200 ms, and several hosts decline what they can't show within some 10 ms.
 */
const UNREAD_MS = 1_000;

const ACTIONS = { decline: 'declined', cancel: 'closed' } as const;

/** Reads the answer under a key of the client's answers. */
export function replyIn(answers: unknown, key: string): Reply {
  const answer = isObject(answers) && Object.hasOwn(answers, key) ? answers[key] : undefined;
  if (answer === undefined || answer === null) return { kind: 'none' };
  if (!isObject(answer)) return { kind: 'unusable', what: 'something other than an answer to the form' };
  const { action, content } = answer;
  if (action === 'accept') {
    if (isObject(content)) return { kind: 'filled in', content };
    return { kind: 'unusable', what: 'a form without any content' };
  }
  if (action === 'decline' || action === 'cancel') return { kind: ACTIONS[action] };
  if (typeof action === 'string') {
    const name = clean(cut(action, 40));
    return {
      kind: 'unusable',
      what: `the action "${name}", which the protocol does not have (accept, decline, cancel)`,
    };
  }
  if ('error' in answer || 'code' in answer) {
    const code = answer.error ?? answer.code;
    const number = Number.isSafeInteger(code) ? ` (${String(code)})` : '';
    return { kind: 'unusable', what: `an error of its own${number} instead of the human's answer` };
  }
  return { kind: 'unusable', what: 'something other than an answer to the form' };
}

/** Who can help, and what to do next, when the host's answer was not a human's. */
const NEXT =
  'Nothing was sent. Call again to ask once more. If it keeps happening, the human can decide in the platform itself; the vendor of the host has to fix it.';

/** The refusal of an answer that no human can have given. */
export const unusable = (what: string): Refusal => new Refusal(`The host answered the question with ${what}. ${NEXT}`);

const ENDED = { declined: 'Declined', closed: 'Closed' } as const;

/** @param afterMs milliseconds from the question to the answer */
export function refuseUnlessHuman(kind: 'declined' | 'closed', afterMs: number): void {
  // Another replica's clock may run behind: less than nothing is not known.
  if (afterMs < 0 || afterMs >= UNREAD_MS) return;
  throw new Refusal(
    `${ENDED[kind]}, or never shown: the host's answer came ${afterMs} ms after the question. Nothing was sent. Call again to ask once more. If the human saw no question, they can decide in a host that shows questions, in a card, or in the platform itself.`,
  );
}
