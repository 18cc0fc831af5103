/**
 * Refuses `subscriptions/listen` (2026-07-28): this server offers no subscriptions. The SDK's entries respond to that request
 * without asking the server: they would acknowledge an empty subscription, and over HTTP keep its stream open.
 */
import { isJSONRPCRequest, type JSONRPCErrorResponse, ProtocolErrorCode } from '@modelcontextprotocol/server';

/** The refusal (-32601) of a request to listen; undefined for any other message. */
export function refusalOfListen(message: unknown): JSONRPCErrorResponse | undefined {
  if (!isJSONRPCRequest(message) || message.method !== 'subscriptions/listen') return undefined;
  return {
    jsonrpc: '2.0',
    id: message.id,
    error: { code: ProtocolErrorCode.MethodNotFound, message: 'Method not found' },
  };
}
