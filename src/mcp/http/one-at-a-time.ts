/**
 * One request at a time on a connection. Node hands over each that a client has pipelined as soon as it is parsed; here they
 * wait for the answer before theirs, a few of them read, the rest unread in the socket.
 */
import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';

/** While so many wait, nothing more is read. Below it the connection is read on, and so its end is noticed. */
const MAX_AHEAD = 16;
/**
 * Node parses all that it has read, 64 KB at once. A POST of MCP has more than 128 bytes, so more of them than this are
 * something else, and each takes 5 KB here.
 */
const MAX_PARSED = MAX_AHEAD + 512;

interface Line {
  readonly waiting: (readonly [IncomingMessage, ServerResponse])[];
  isPaused: boolean;
}

/**
 * Calls `serve` for a request once the connection's previous answer is over. A request whose turn never comes, since the
 * connection ended, is not served. `flooded` is told of a connection that is closed for what it sent ahead.
 */
export function oneAtATime(serve: RequestListener, flooded: () => void): RequestListener {
  const lines = new WeakMap<Socket, Line>();
  const begin = (socket: Socket, request: IncomingMessage, response: ServerResponse): void => {
    response.once('close', () => next(socket));
    serve(request, response);
  };
  const next = (socket: Socket): void => {
    const line = lines.get(socket);
    const following = line?.waiting.shift();
    if (socket.destroyed || line === undefined || following === undefined) {
      lines.delete(socket);
      return;
    }
    if (line.isPaused && line.waiting.length < MAX_AHEAD) {
      line.isPaused = false;
      socket.off('resume', pause);
      socket.resume();
    }
    begin(socket, ...following);
  };
  return (request, response) => {
    const { socket } = request;
    const line = lines.get(socket);
    if (line === undefined) {
      lines.set(socket, { waiting: [], isPaused: false });
      begin(socket, request, response);
      return;
    }
    if (socket.destroyed) return;
    line.waiting.push([request, response]);
    if (line.waiting.length >= MAX_AHEAD && !line.isPaused) {
      line.isPaused = true;
      socket.pause();
      // Node reads on by itself behind each message that it has parsed.
      socket.on('resume', pause);
    }
    if (line.waiting.length <= MAX_PARSED) return;
    line.waiting.length = 0;
    flooded();
    socket.destroy();
  };
}

function pause(this: Socket): void {
  this.pause();
}
