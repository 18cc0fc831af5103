/**
 * Binds a decision to the thread as it was shown. The token begins with the number of messages, so that a refusal can say
 * how many were added: `12-9f3ac1...`. It is valid until the thread changes or is decided on; reading an unchanged thread
 * again gives the same token. If callers are identified, it is valid only for the caller to whom it was shown.
 *
 * A text that shows a part of the request gives another token, with which nobody approves who can't ask a human.
 */
import type { ToolContext } from '../../mcp/contract/tool.ts';
import type { Request } from './request.ts';

/** Hex digits of the digest in a token: 96 bits. */
const LENGTH = 24;

type Reader = Pick<ToolContext, 'caller' | 'decisions'>;

/** @param isPart whether only a part of the request is shown with it */
export function reviewToken(
  { thread, digest }: Pick<Request, 'thread' | 'digest'>,
  { caller, decisions }: Reader,
  isPart = false,
): string {
  // Keyed, or one caller could forge another's.
  const hash = caller.subject === undefined ? digest : decisions.seal('review', JSON.stringify([caller.key, digest]));
  return `${thread.messages.length}-${isPart ? hash.slice(LENGTH, 2 * LENGTH) : hash.slice(0, LENGTH)}`;
}

/** Whether a token came with a part of the request. */
export const isOfPart = (token: string, request: Pick<Request, 'thread' | 'digest'>, reader: Reader): boolean =>
  token === reviewToken(request, reader, true);

const TOKEN = /^(\d{1,9})-[0-9a-f]{24}$/;

/** What changed since a token was made, as a clause; undefined if nothing did. */
export function changedSince(
  token: string,
  request: Pick<Request, 'thread' | 'digest'>,
  reader: Reader,
): string | undefined {
  if (token === reviewToken(request, reader) || isOfPart(token, request, reader)) return undefined;
  const [, before] = TOKEN.exec(token) ?? [];
  if (before === undefined) return 'this server did not issue that reviewToken';
  const then = Number(before);
  const { messages, status } = request.thread;
  const now = messages.length;
  if (now > then) {
    return `${now - then} message${now - then === 1 ? ' was' : 's were'} added since then (${then} then, ${now} now)`;
  }
  if (now < then) return `it now has ${now} messages; it had ${then}`;
  return `its status or a message changed, or the token was not copied exactly${reader.caller.subject === undefined ? '' : ', or was made for another caller'}; it is ${status} now, with ${now} messages as before`;
}
