/**
 * Requests to listen, which 2026-07-28 has for subscriptions. The SDK's entries answer them without telling the server
 * behind them, so that which resources are listened to is read from the message.
 */
import type { RequestId } from '@modelcontextprotocol/server';
import { array, object } from '../../platform/parse/coerce.ts';

/** By the method alone: its parameters may be malformed. */
export const isListen = (message: unknown): boolean => object(message).method === 'subscriptions/listen';

/** The resources that a request listens to, each once; anything else in it is the entry's business. */
export function listenedResources(message: unknown): string[] {
  const filter = object(object(object(message).params).notifications);
  return [...new Set(array(filter.resourceSubscriptions).filter((uri) => typeof uri === 'string'))];
}

/** The request that a notification cancels; undefined for other messages. */
export function cancelledId(message: unknown): RequestId | undefined {
  const { method, params } = object(message);
  if (method !== 'notifications/cancelled') return undefined;
  const { requestId: id } = object(params);
  return typeof id === 'string' || typeof id === 'number' ? id : undefined;
}
