/** Checks whether JSON is a message of the protocol (JSON-RPC 2.0 with MCP's restrictions). */
import { isJSONRPCRequest } from '@modelcontextprotocol/server';
import { isObject } from '../../platform/parse/coerce.ts';

/** Whether an id is valid. The protocol allows neither null nor fractions. */
export const isId = (id: unknown): id is string | number => typeof id === 'string' || Number.isSafeInteger(id);

/** Why a value isn't a message; undefined if it is one. */
export function invalidReason(message: unknown): string | undefined {
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
