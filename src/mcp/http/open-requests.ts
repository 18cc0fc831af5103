/** The open requests: their number, the time limit of each, and the end of the last one. */
import type { ServerResponse } from 'node:http';
import { envName } from '../../settings/table.ts';
import { json, noteReason } from './reply.ts';
import type { RequestContext } from './request-context.ts';

/**
 * The requests that a drain waits for, from their head on: a body may still arrive, or a token be checked. A request that
 * takes too long gets a 504, or with an error event in its stream; one that outlasts a drain, with 503.
 */
export class OpenRequests {
  /** By response, the id of the JSON-RPC request; null until it is known. */
  readonly #open = new Map<ServerResponse, unknown>();
  readonly #waiting = new Set<() => void>();
  readonly #limitMs: number;

  constructor(limitMs: number) {
    this.#limitMs = limitMs;
  }

  get size(): number {
    return this.#open.size;
  }

  /**
   * Counts a request until its response and its calls have ended: a client may leave before them. Call it at once: a response
   * that has closed emits nothing more.
   */
  begin({ response, ends }: RequestContext): void {
    this.#open.set(response, null);
    response.once('close', async () => {
      await Promise.all(ends);
      this.#open.delete(response);
      if (this.#open.size === 0) for (const done of this.#waiting) done();
    });
  }

  /** Starts the time limit of a request. `id` is that of the JSON-RPC request. */
  limit({ response }: RequestContext, id: unknown = null): void {
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

  /** At the start of a drain: responses that have not begun will close their connections. */
  closeConnections(): void {
    for (const response of this.#open.keys()) if (!response.headersSent) response.setHeader('connection', 'close');
  }

  /** Ends each request without a complete response with an error. */
  breakOff(): void {
    for (const [response, id] of this.#open)
      if (!response.writableEnded && !response.destroyed) breakOff(response, id, 503, ENDING);
  }
}

const CHECK = 'If it was a write, it may have taken effect: check before you repeat it.';
const TOO_LONG = `The request took longer than this server allows (${envName('httpRequestTimeoutSeconds')}). ${CHECK}`;
const ENDING = `This server is shutting down, and the request did not finish in time. ${CHECK}`;

/** Ends a response with an error, which aborts the work behind it. */
function breakOff(response: ServerResponse, id: unknown, status: number, message: string): void {
  noteReason(response, message);
  const error = { jsonrpc: '2.0', error: { code: -32000, message }, id };
  // A stream that has begun can take one more event; any other response that has begun can only be cut off.
  const isStream = String(response.getHeader('content-type') ?? '').startsWith('text/event-stream');
  if (!response.headersSent) json(response, status, error);
  else if (isStream && !response.writableEnded) response.end(`event: message\ndata: ${JSON.stringify(error)}\n\n`);
  else response.destroy();
}
