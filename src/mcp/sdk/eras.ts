/** Which kind of connection a server has: with a handshake (2025-11-25 and older), or with none. */
import type { Server } from '@modelcontextprotocol/server';

/** The first revision without a handshake, in which each request declares what its client can do. */
const PER_REQUEST = '2026-07-28';

/** Whether the connection has no handshake: an `_meta` in a request does not make it one of the newer kind. */
export const declaresPerRequest = (server: Pick<Server, 'getNegotiatedProtocolVersion'>): boolean =>
  (server.getNegotiatedProtocolVersion() ?? '') >= PER_REQUEST;
