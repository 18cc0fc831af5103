/**
 * One request at a time on a connection. Node emits each pipelined request as soon as it is parsed; here a few wait until the
 * one before them has its response. No client of MCP sends ahead, so one that sends more loses its connection.
 */
import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';

/** Requests of a connection that may wait for the response before theirs. */
const MAX_WAITING = 16;

/**
 * Calls `serve` for a request once the connection's previous response is over. Requests behind a response that closes the
 * connection are not served (RFC 9112, section 9.6). Calls `onFlood` when it closes a connection with too many requests.
 */
export function oneAtATime(serve: RequestListener, onFlood: () => void): RequestListener {
  const queues = new WeakMap<Socket, (readonly [IncomingMessage, ServerResponse])[]>();
  const begin = (socket: Socket, request: IncomingMessage, response: ServerResponse): void => {
    response.once('close', () => next(socket));
    serve(request, response);
  };
  const next = (socket: Socket): void => {
    const following = queues.get(socket)?.shift();
    if (!socket.writable || following === undefined) queues.delete(socket);
    else begin(socket, ...following);
  };
  return (request, response) => {
    const { socket } = request;
    if (!socket.writable) return;
    const queue = queues.get(socket);
    if (queue === undefined) {
      queues.set(socket, []);
      begin(socket, request, response);
    } else if (queue.push([request, response]) > MAX_WAITING) {
      queue.length = 0;
      onFlood();
      socket.destroy();
    }
  };
}
