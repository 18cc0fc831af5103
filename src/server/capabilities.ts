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

/** Sends progress while the client asked for it; a lost notification is no reason to fail a call. */
export function progressSender(
  context: ServerContext,
): (done: number, total: number | undefined, message: string) => void {
  const token = context.mcpReq._meta?.progressToken;
  if (token === undefined) return () => undefined;
  let last = -1;
  return (done, total, message) => {
    // The protocol wants it to grow with each notification.
    const progress = done > last ? done : last + 0.01;
    last = progress;
    const params = { progressToken: token, progress, message, ...(total === undefined ? {} : { total }) };
    context.mcpReq.notify({ method: 'notifications/progress', params }).catch(() => undefined);
  };
}
