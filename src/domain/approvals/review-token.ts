/**
 * What a decision is bound to: a token over the thread as it was shown. It begins with the number of messages, so that a
 * refusal can say what came since: `12-9f3ac1...` (docs/architecture.md, "A human's decision stays a human's").
 */
import type { Thread } from '../../platform/parse/records.ts';
import { digest } from '../../platform/text.ts';

/** Hex digits of the digest in a token: 96 bits. */
const LENGTH = 24;

/** Digest of what a decision is about: the thread, its status and everything said in it. Times and costs may move on. */
export function reviewDigest(thread: Thread): string {
  return digest([thread.id, thread.status, thread.messages]);
}

export function reviewToken(thread: Thread): string {
  return `${thread.messages.length}-${reviewDigest(thread).slice(0, LENGTH)}`;
}

/** What changed since a token was made, in words; undefined when nothing did. */
export function changedSince(token: string, thread: Thread): string | undefined {
  if (token === reviewToken(thread)) return undefined;
  const before = Number(/^(\d+)-/.exec(token)?.[1] ?? Number.NaN);
  const now = thread.messages.length;
  if (Number.isNaN(before)) return 'the token is not one that this server made';
  if (now > before)
    return `${now - before} message${now - before === 1 ? '' : 's'} came since (${before} then, ${now} now)`;
  if (now < before) return `it has ${now} messages now, and had ${before}`;
  return `its status or a message changed; it is ${thread.status} now, with ${now} messages as before`;
}
