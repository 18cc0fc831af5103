/**
 * Who may hold a connection. Anyone can open sockets, say nothing, ask a probe or send wrong tokens, and callers may all
 * come from one address (a proxy's), so connections are told apart by one thing: whether a request on them was let in.
 * The others, strangers, hold at most half of the room. What comes new is always taken; the stranger idle longest goes.
 */
import type { Server } from 'node:http';
import type { Socket } from 'node:net';

/** A stranger's connection is closed after this long idle, even before its first request. */
export const STRANGER_IDLE_MS = 10_000;
const SWEEP_MS = 1_000;

interface Held {
  /** Requests under way. */
  busy: number;
  /** Since when it waits for a request. */
  idleSince: number;
}

/** Sockets, longest idle first. */
type Kind = Map<Socket, Held>;

/** Must be told of every request, since a socket does not show whether its caller was let in. */
export interface Connections {
  /** A request begins; the result ends it. */
  begin(socket: Socket): () => void;
  /**
   * The request under way was let in: from now on the connection is a caller's. It stays one whatever comes next, since a
   * balancer gives it to others in turn, and one wrong token must not cost them the connection.
   */
  letIn(socket: Socket): void;
  /** Whether no request on it was let in so far. */
  isStranger(socket: Socket): boolean;
}

/** Watches the connections of a server; `max` are open at once. */
export function watchConnections(server: Server, max: number): Connections {
  const strangers: Kind = new Map();
  const callers: Kind = new Map();
  const maxStrangers = Math.max(1, Math.floor(max / 2));
  const kindOf = (socket: Socket): Kind => (callers.has(socket) ? callers : strangers);
  const close = (socket: Socket): void => {
    kindOf(socket).delete(socket);
    socket.destroy();
  };

  function makeRoom(newest: Socket, isFull: boolean): void {
    const found =
      first(strangers, ([socket, { busy }]) => socket !== newest && busy === 0) ??
      first(strangers, ([socket]) => socket !== newest) ??
      (isFull ? first(callers, ([, { busy }]) => busy === 0) : undefined);
    // Where all are callers at work there is no room.
    close(found ?? newest);
  }

  server.on('connection', (socket: Socket) => {
    strangers.set(socket, { busy: 0, idleSince: performance.now() });
    socket.once('close', () => kindOf(socket).delete(socket));
    const isFull = strangers.size + callers.size > max;
    if (isFull || strangers.size > maxStrangers) makeRoom(socket, isFull);
  });
  const sweep = setInterval(() => {
    const before = performance.now() - STRANGER_IDLE_MS;
    for (const [socket, { busy, idleSince }] of strangers) if (busy === 0 && idleSince < before) close(socket);
  }, SWEEP_MS);
  sweep.unref();
  server.once('close', () => clearInterval(sweep));

  return {
    begin(socket) {
      const state = kindOf(socket).get(socket);
      if (state === undefined) return () => undefined;
      state.busy++;
      return () => {
        state.busy--;
        state.idleSince = performance.now();
        const kind = kindOf(socket);
        // To the end of the order, unless it was closed meanwhile.
        if (kind.delete(socket)) kind.set(socket, state);
      };
    },
    letIn(socket) {
      const state = kindOf(socket).get(socket);
      if (state === undefined) return;
      kindOf(socket).delete(socket);
      callers.set(socket, state);
    },
    isStranger: (socket) => !callers.has(socket),
  };
}

function first(kind: Kind, fits: (entry: [Socket, Held]) => boolean): Socket | undefined {
  for (const entry of kind) if (fits(entry)) return entry[0];
  return undefined;
}
