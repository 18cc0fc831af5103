/** What the client at the other end can do, in both eras. */
import { CLIENT_CAPABILITIES_META_KEY, type Server, type ServerContext } from '@modelcontextprotocol/server';

/**
 * The client's capabilities: carried by each request (2026-07-28), or declared once in the handshake (2025-11-25 and
 * older). On modern stdio the handshake's are undefined, so the request is asked first.
 */
export function clientCapabilities(server: Server, context: ServerContext): unknown {
  const envelope: Readonly<Record<string, unknown>> = context.mcpReq.envelope ?? {};
  return envelope[CLIENT_CAPABILITIES_META_KEY] ?? server.getClientCapabilities();
}
