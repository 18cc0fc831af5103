/** The requests under way: how many, how long each may take, and when the last one is over. */
import type { ServerResponse } from 'node:http';
import { json } from './reply.ts';

/**
 * What a drain waits for: requests from their head on, also while the body arrives or the token is checked. One that takes
 * too long is answered with 504, or with an error event in its stream; one that outlasts a drain, with 503.
 */
export class OpenRequests {
  /** Each with the id of its JSON-RPC request, null until that is known. */
  readonly #open = new Map<ServerResponse, unknown>();
  readonly #waiting = new Set<() => void>();
  readonly #limitMs: number;

  /** @param limitMs a request that takes longer is answered with an error */
  constructor(limitMs: number) {
    this.#limitMs = limitMs;
  }

  get size(): number {
    return this.#open.size;
  }

  /** Counts a request until its answer ends. Call it at once: a response that has closed emits nothing more. */
  begin(response: ServerResponse): void {
    this.#open.set(response, null);
    response.once('close', () => {
      this.#open.delete(response);
      if (this.#open.size === 0) for (const done of this.#waiting) done();
    });
  }

  /** Begins the time that it may take. `id` is the JSON-RPC request's. */
  limit(response: ServerResponse, id: unknown = null): void {
    if (response.destroyed) return;
    this.#open.set(response, id);
    const timer = setTimeout(() => breakOff(response, id, 504, TOO_LONG), this.#limitMs);
    timer.unref();
    response.once('close', () => clearTimeout(timer));
  }

  /** Settles when no request is open, or after `ms` milliseconds. @returns how many are still open */
  async drained(ms: number): Promise<number> {
    if (this.#open.size > 0) {
      await new Promise<void>((resolve) => {
        const timer = setTimeout(resolve, ms);
        this.#waiting.add(() => {
          clearTimeout(timer);
          resolve();
        });
      });
    }
    return this.#open.size;
  }

  /** A drain begins: answers that have not begun tell their clients that the connection is closed after them. */
  closeConnections(): void {
    for (const response of this.#open.keys()) if (!response.headersSent) response.setHeader('connection', 'close');
  }

  /** Answers with an error each request that has no complete answer yet. */
  breakOff(): void {
    for (const [response, id] of this.#open) if (!response.writableEnded) breakOff(response, id, 503, ENDING);
  }
}

const CHECK = 'A write may have happened: check before you repeat it.';
const TOO_LONG = `The request took longer than this server allows (AGENT_PLATFORM_HTTP_REQUEST_TIMEOUT_SECONDS). ${CHECK}`;
const ENDING = `This server is shutting down, and the request did not finish in time. ${CHECK}`;

/** Ends an answer with an error, which aborts the work behind it. */
function breakOff(response: ServerResponse, id: unknown, status: number, message: string): void {
  const error = { jsonrpc: '2.0', error: { code: -32000, message }, id: id ?? null };
  // A stream that has begun takes one more event; anything else can only be broken off.
  const isStream = String(response.getHeader('content-type') ?? '').startsWith('text/event-stream');
  if (!response.headersSent) json(response, status, error);
  else if (isStream && !response.writableEnded) response.end(`event: message\ndata: ${JSON.stringify(error)}\n\n`);
  else response.destroy();
}
