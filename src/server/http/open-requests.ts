/** The requests under way: how many, how long each may take, and when the last one is over. */
import type { ServerResponse } from 'node:http';
import { refuse } from './reply.ts';

export class OpenRequests {
  readonly #open = new Set<ServerResponse>();
  readonly #waiting = new Set<() => void>();
  readonly #limitMs: number;

  /** @param limitMs a request that takes longer is answered with 504, or broken off where its answer has begun */
  constructor(limitMs: number) {
    this.#limitMs = limitMs;
  }

  get size(): number {
    return this.#open.size;
  }

  /** Counts a request until its answer ends. */
  add(response: ServerResponse): void {
    this.#open.add(response);
    const timer = setTimeout(() => {
      // Ending the answer aborts the work behind it.
      if (response.headersSent) response.destroy();
      else
        refuse(
          response,
          504,
          'The request took longer than this server allows (AGENT_PLATFORM_HTTP_REQUEST_TIMEOUT_SECONDS). A write may have happened: look before you repeat it.',
        );
    }, this.#limitMs);
    timer.unref();
    response.once('close', () => {
      clearTimeout(timer);
      this.#open.delete(response);
      if (this.#open.size === 0) for (const done of this.#waiting) done();
    });
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
