/**
 * What a decision is bound to: a token over the thread as it was shown, and when. It begins with the number of messages,
 * so that a refusal can say what came since: `12-9f3ac1...-1hqx2k9a3b4`. It counts once: whatever was read before a
 * decision was sent decides nothing more, and reading the thread again gives the next token.
 */

import { instant } from '../../mcp/contract/turns.ts';
import { jsonText } from '../../platform/parse/json-text.ts';
import type { Thread } from '../../platform/parse/records.ts';
import { digest } from '../../platform/text.ts';

/** Hex digits of the digest in a token: 96 bits. */
const LENGTH = 24;

/**
 * Digest of what a decision is about: the thread, its status and all that the platform sent for it, understood or not, in
 * whatever order. The thread's own times and costs may move on.
 */
export function reviewDigest({ id, agentId, status, source }: Thread): string {
  return digest([id, agentId, status, jsonText(source, true)]);
}

/** @param asOf when the thread was read, as {@link instant} counts: taken before the request left */
export function reviewToken(thread: Thread, asOf: number): string {
  return tokenOf(thread, asOf.toString(36));
}

/** The digest covers the time, too: a token whose time was altered, to pass for a later reading, fits no thread. */
const tokenOf = (thread: Thread, time: string): string =>
  `${thread.messages.length}-${digest([reviewDigest(thread), time]).slice(0, LENGTH)}-${time}`;

const TOKEN = /^(\d{1,9})-([0-9a-f]{24})-([0-9a-z]{8,11})$/;
/** Clocks of replicas differ; a token from further ahead was not made by one of them. */
const AHEAD_MICROSECONDS = 10 * 60 * 1_000_000;

/** When the thread that a token is about was read; undefined for text that is not a token. */
export function tokenTime(token: string): number | undefined {
  const [, , , time] = TOKEN.exec(token) ?? [];
  const asOf = time === undefined ? Number.NaN : Number.parseInt(time, 36);
  return asOf <= instant() + AHEAD_MICROSECONDS ? asOf : undefined;
}

/** What changed since a token was made, in words; undefined when nothing did. The token has a time, see {@link tokenTime}. */
export function changedSince(token: string, thread: Thread): string | undefined {
  const [, before, , time = ''] = TOKEN.exec(token) ?? [];
  if (token === tokenOf(thread, time)) return undefined;
  const then = Number(before);
  const now = thread.messages.length;
  if (now > then)
    return `${now - then} message${now - then === 1 ? ' was' : 's were'} added since then (${then} then, ${now} now)`;
  if (now < then) return `it now has ${now} messages; it had ${then}`;
  return `its status or a message changed, or the token was not copied exactly; it is ${thread.status} now, with ${now} messages as before`;
}
