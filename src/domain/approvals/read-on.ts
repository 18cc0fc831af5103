/**
 * What of a request is still to be read after a part of it was shown: the way from get_thread's first page through all
 * that the turn holds, call by call, before a decision is the next step. It is found from the thread alone, so that no
 * replica has to remember what another one has shown.
 */
import type { Thread, ToolCall } from '../../platform/parse/records.ts';
import { EXCERPT, type MessageView, unreadFrom } from '../threads/conversation.ts';
import { shownArguments } from './brief/brief.ts';
import { askedBy } from './brief/calls.ts';
import { THREAD_FIELDS } from './message-calls.ts';
import { requestOf } from './request.ts';

/** Characters of the messages that ask, together: as many as a question to the human has room for. */
const REQUEST = 6_000;
/** Messages that a page has unless another number is asked for. */
const PAGE = 10;

/** What was shown: the newest page or an older one, from an index on, or one message. */
export type Place =
  | { readonly kind: 'first'; readonly start: number }
  | { readonly kind: 'older'; readonly start: number }
  | { readonly kind: 'message'; readonly number: number };

/** How a page of a waiting thread is shown: as much of its request as there is room for, and no call twice. */
export function requestView(thread: Thread): MessageView {
  const { from, to } = requestOf(thread);
  const rooms = new Map<number, number>();
  let left = REQUEST;
  for (let index = to - 1; index >= from; index--) {
    const room = Math.max(EXCERPT, left);
    rooms.set(index, room);
    left -= Math.min(room, thread.messages[index]?.content.length ?? 0);
  }
  const shown = shownArguments(askedBy(thread).calls.filter(({ kind }) => kind === 'open'));
  return {
    room: (index) => rooms.get(index) ?? EXCERPT,
    isAbove: ({ name, arguments: given }: ToolCall) => shown.has(`${name.raw} ${given.raw}`),
  };
}

/** The arguments of get_thread that read on; undefined where all of the turn was shown. */
export function readingOn(thread: Thread, view: MessageView, place: Place): Record<string, number> | undefined {
  const { from, turnFrom } = requestOf(thread);
  // With the human's words that began the turn: what was asked for.
  const first = Math.max(0, turnFrom - 1);
  const cut = thread.messages.flatMap((message, index) => {
    const unread = index < first ? undefined : unreadFrom(message, index, view);
    return unread === undefined ? [] : [{ message: index + 1, from: unread }];
  });
  const newest = [...cut].reverse();
  const asking = newest.filter(({ message }) => message > from);
  const others = newest.filter(({ message }) => message <= from);
  const older = (start: number): Record<string, number> | undefined =>
    start > first ? { before: start + 1 } : others[0];
  if (place.kind === 'first') return asking[0] ?? older(place.start);
  if (place.kind === 'older') return older(place.start);
  const isAsking = place.number > from;
  const next = (isAsking ? asking : others).find(({ message }) => message < place.number);
  if (next !== undefined || !isAsking || place.number === THREAD_FIELDS) return next;
  return older(Math.max(0, thread.messages.length - PAGE));
}
