/** Filters over chats (specification, ChatHistoryFilter). All given ones must hold. */
import { isDeepStrictEqual } from 'node:util';
import { isoDay } from '../clock.ts';
import { badRequest } from '../http/errors.ts';
import type { Chat } from './chat.ts';

export interface ChatFilter {
  readonly assistantIdentifier?: string | undefined;
  /** First and last UTC day of creation, `YYYY-MM-DD`, both inclusive. */
  readonly fromDate?: string | undefined;
  readonly toDate?: string | undefined;
  /** Epoch ms, both inclusive. */
  readonly from?: number | undefined;
  readonly to?: number | undefined;
  /** Each field must be equal; other fields of the chat's metadata do not matter. */
  readonly metadata?: Readonly<Record<string, unknown>> | undefined;
}

/** Matching chats, newest first. @throws HttpError 400 where toDate is before fromDate. */
export function searchChats(chats: Iterable<Chat>, filter: ChatFilter): Chat[] {
  const { assistantIdentifier, fromDate, toDate, from, to, metadata = {} } = filter;
  if (fromDate !== undefined && toDate !== undefined && toDate < fromDate) {
    throw badRequest('toDate must not be before fromDate', 'toDate');
  }
  const fits = (chat: Chat): boolean => {
    const day = isoDay(chat.createdAt);
    if (assistantIdentifier !== undefined && chat.assistantIdentifier !== assistantIdentifier) return false;
    if (fromDate !== undefined && day < fromDate) return false;
    if (toDate !== undefined && day > toDate) return false;
    if ((from !== undefined && chat.createdAt < from) || (to !== undefined && chat.createdAt > to)) return false;
    return Object.entries(metadata).every(([key, value]) => isDeepStrictEqual(chat.metadata[key], value));
  };
  return [...chats].filter(fits).sort((a, b) => b.createdAt - a.createdAt);
}
