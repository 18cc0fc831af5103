/** Counts a server's connections as its client sees them. */
import type { Server } from 'node:http';
import type { Socket } from 'node:net';

export interface ConnectionCount {
  /** Opened so far. */
  readonly opened: number;
  /** Open now. */
  readonly open: number;
  /** Open at once at most. */
  readonly peak: number;
  /** Number of a connection, from 1. */
  numberOf(socket: Socket): number;
}

/**
 * A client that closes one connection and opens the next has never had two, but this process may be told of the new one
 * first. The end of the old one has reached the machine by then, so it is seen before the event loop has gone round twice:
 * only then is the new one counted. A connection is over with its client's end of it.
 */
export function countConnections(server: Server): ConnectionCount {
  const numbers = new WeakMap<Socket, number>();
  const open = new Set<Socket>();
  let opened = 0;
  let peak = 0;
  server.on('connection', (socket) => {
    numbers.set(socket, ++opened);
    open.add(socket);
    for (const end of ['end', 'close', 'error']) socket.once(end, () => open.delete(socket));
    setImmediate(() =>
      setImmediate(() => {
        peak = Math.max(peak, open.size);
      }),
    );
  });
  return {
    get opened() {
      return opened;
    },
    get open() {
      return open.size;
    },
    get peak() {
      return peak;
    },
    numberOf: (socket) => numbers.get(socket) ?? 0,
  };
}
