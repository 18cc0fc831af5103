/**
 * One request at a time on a connection. Node emits each pipelined request as soon as it is parsed; here it waits until the
 * one before it is answered. A few wait parsed, the rest unread in the socket.
 */
import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';

/** With this many waiting, reading pauses. Below it, reading goes on, since only a reader notices the connection's end. */
const MAX_WAITING = 16;
/**
 * Node parses everything that it has read, up to 64 KB at once. A POST to MCP has more than 128 bytes, so more requests than
 * this are something else, and each takes 5 KB of memory.
 */
const MAX_PARSED = MAX_WAITING + 512;

interface Queue {
  readonly waiting: (readonly [IncomingMessage, ServerResponse])[];
  isPaused: boolean;
}

/**
 * Calls `serve` for a request once the connection's previous answer is over. Requests behind an answer that closes the
 * connection are not served (RFC 9112, section 9.6). Calls `onFlood` when it closes a connection with too many requests.
 */
export function oneAtATime(serve: RequestListener, onFlood: () => void): RequestListener {
  const queues = new WeakMap<Socket, Queue>();
  const begin = (socket: Socket, request: IncomingMessage, response: ServerResponse): void => {
    response.once('close', () => next(socket));
    serve(request, response);
  };
  const next = (socket: Socket): void => {
    const queue = queues.get(socket);
    const following = queue?.waiting.shift();
    if (!socket.writable || queue === undefined || following === undefined) {
      queues.delete(socket);
      return;
    }
    if (queue.isPaused && queue.waiting.length < MAX_WAITING) {
      queue.isPaused = false;
      socket.off('resume', pause);
      socket.resume();
    }
    begin(socket, ...following);
  };
  return (request, response) => {
    const { socket } = request;
    if (!socket.writable) return;
    const queue = queues.get(socket);
    if (queue === undefined) {
      queues.set(socket, { waiting: [], isPaused: false });
      begin(socket, request, response);
      return;
    }
    queue.waiting.push([request, response]);
    if (queue.waiting.length >= MAX_WAITING && !queue.isPaused) {
      queue.isPaused = true;
      socket.pause();
      // Node resumes the socket by itself after each message that it has parsed.
      socket.on('resume', pause);
    }
    if (queue.waiting.length <= MAX_PARSED) return;
    queue.waiting.length = 0;
    onFlood();
    socket.destroy();
  };
}

function pause(this: Socket): void {
  this.pause();
}
