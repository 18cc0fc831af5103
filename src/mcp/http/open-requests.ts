/** The requests under way: how many, how long each may take, and when the last one is over. */
import type { ServerResponse } from 'node:http';
import { json } from './reply.ts';

/**
 * What a drain waits for: requests from their head on, since one whose body is on its way, or whose caller is being found
 * out, was taken as well. One that takes too long is answered with 504, or with an error event in its stream.
 */
export class OpenRequests {
  readonly #open = new Set<ServerResponse>();
  readonly #waiting = new Set<() => void>();
  readonly #limitMs: number;

  /** @param limitMs a request that takes longer is answered with an error */
  constructor(limitMs: number) {
    this.#limitMs = limitMs;
  }

  get size(): number {
    return this.#open.size;
  }

  /** Counts a request until its answer ends. To be told at once: the end of one that is over is told to nobody. */
  begin(response: ServerResponse): void {
    this.#open.add(response);
    response.once('close', () => this.leave(response));
  }

  /** Counts it no longer, though it goes on: a stream of changes ends with its listener or this server. */
  leave(response: ServerResponse): void {
    const isLast = this.#open.delete(response) && this.#open.size === 0;
    if (isLast) for (const done of this.#waiting) done();
  }

  /** Begins the time that it may take. `id` is the JSON-RPC request's. */
  limit(response: ServerResponse, id: unknown = null): void {
    if (response.destroyed) return;
    const timer = setTimeout(() => tooLong(response, id), this.#limitMs);
    timer.unref();
    response.once('close', () => clearTimeout(timer));
  }

  /** Settles when no request is open, or after `ms` milliseconds. @returns how many are open still */
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
}

const TOO_LONG =
  'The request took longer than this server allows (AGENT_PLATFORM_HTTP_REQUEST_TIMEOUT_SECONDS). A write may have happened: check before you repeat it.';

/** Ends an answer that takes too long with an error, which aborts the work behind it. */
function tooLong(response: ServerResponse, id: unknown): void {
  const error = { jsonrpc: '2.0', error: { code: -32000, message: TOO_LONG }, id: id ?? null };
  // A stream that has begun takes one more event; anything else can only be broken off.
  const isStream = String(response.getHeader('content-type') ?? '').startsWith('text/event-stream');
  if (!response.headersSent) json(response, 504, error);
  else if (isStream && !response.writableEnded) response.end(`event: message\ndata: ${JSON.stringify(error)}\n\n`);
  else response.destroy();
}
