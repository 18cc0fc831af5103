/**
 * Reads a host's reply to a question. Hosts were seen to answer with errors, with actions that the protocol doesn't have,
 * with null for an empty field, and at once, without a human.
 */
import { isObject, ownField } from '../../../platform/parse/coerce.ts';
import { clean, cut } from '../../../platform/text.ts';
import { Refusal } from '../../contract/errors.ts';

/** A parsed answer; `what` completes "the host answered the question with". */
export type Reply =
  | { readonly kind: 'none' }
  | { readonly kind: 'filled in'; readonly content: Readonly<Record<string, unknown>> }
  | { readonly kind: 'declined' | 'closed' }
  | { readonly kind: 'unusable'; readonly what: string };

/** A human needs about 200 ms just to react; several hosts decline what they can't show within some 10 ms. */
const FASTEST_HUMAN_MS = 1_000;

const ACTIONS = { decline: 'declined', cancel: 'closed' } as const;

/** Reads the reply with this key. */
export function replyIn(responses: unknown, key: string): Reply {
  const response = ownField(responses, key);
  if (response === undefined || response === null) return { kind: 'none' };
  if (!isObject(response)) return { kind: 'unusable', what: 'something other than an answer to the form' };
  const { action, content } = response;
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
  if ('error' in response || 'code' in response) {
    const code = response.error ?? response.code;
    const number = Number.isSafeInteger(code) ? ` (${String(code)})` : '';
    return { kind: 'unusable', what: `an error of its own${number} instead of the human's answer` };
  }
  return { kind: 'unusable', what: 'something other than an answer to the form' };
}

/** Who can help and what to do next if the host's reply was not a human's. */
const NEXT =
  'Nothing was sent. Call again to ask once more. If it keeps happening, the human can decide in the platform itself; the vendor of the host has to fix it.';

/** Refuses a reply that can't be a human's. */
export const unusableReply = (what: string): Refusal =>
  new Refusal(`The host answered the question with ${what}. ${NEXT}`, 'answer');

const ENDED = { declined: 'Declined', closed: 'Closed' } as const;

/** @param afterMs milliseconds from the question to the reply, by one clock */
export function refuseUnlessHuman(kind: 'declined' | 'closed', afterMs: number): void {
  if (afterMs >= FASTEST_HUMAN_MS) return;
  throw new Refusal(
    `${ENDED[kind]}, or never shown: the host's answer came ${afterMs} ms after the question. Nothing was sent. Call again to ask once more. If the human saw no question, they can decide in a host that shows questions, in a card, or in the platform itself.`,
    'answer',
  );
}
