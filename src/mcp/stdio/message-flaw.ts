/** What a line of JSON must be to be a message of the protocol (JSON-RPC 2.0, as MCP narrows it). */
import { isJSONRPCRequest } from '@modelcontextprotocol/server';
import { isObject } from '../../platform/parse/coerce.ts';

/** An id that may be answered to. The protocol has no null and no fractions. */
export const isId = (id: unknown): id is string | number => typeof id === 'string' || Number.isSafeInteger(id);

/** What keeps a value from being a message; undefined where nothing does. */
export function flawOf(message: unknown): string | undefined {
  if (!isObject(message)) return 'not an object';
  if (message.jsonrpc !== '2.0') return 'jsonrpc must be "2.0"';
  if ('id' in message && !isId(message.id)) return 'id must be a string or an integer';
  if (!('method' in message)) {
    const isAnswer = 'id' in message && isObject(message.result ?? message.error);
    return isAnswer ? undefined : 'method is missing';
  }
  if (typeof message.method !== 'string') return 'method must be a string';
  if (message.params !== undefined && !isObject(message.params)) return 'params must be an object';
  if (!('id' in message) || isJSONRPCRequest(message)) return undefined;
  return 'not a request of this protocol';
}
