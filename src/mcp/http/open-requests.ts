/** The requests under way: how many, how long each may take, and when the last one is over. */
import type { ServerResponse } from 'node:http';
import { json } from './reply.ts';

/**
 * What a drain waits for: requests from their head on, since one whose body is on its way, or whose caller is being found
 * out, was taken as well. One that takes too long is answered with 504, or with an error event in its stream; so is, with
 * 503, one that outlasts a drain.
 */
export class OpenRequests {
  /** Each with the id of its JSON-RPC request, as far as that is known. */
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

  /** Counts a request until its answer ends. To be told at once: the end of one that is over is told to nobody. */
  begin(response: ServerResponse): void {
    this.#open.set(response, null);
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
    this.#open.set(response, id);
    const timer = setTimeout(() => breakOff(response, id, 504, TOO_LONG), this.#limitMs);
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

  /** A drain begins: clients are told that the connections of their answers are closed, where it can be said yet. */
  closeConnections(): void {
    for (const response of this.#open.keys()) if (!response.headersSent) response.setHeader('connection', 'close');
  }

  /** Answers with an error what has no answer yet; what has one is on its way to its client. */
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
