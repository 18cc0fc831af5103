/** Asks for one resource's digest again and again, and tells when it differs. Never more than one request series at once. */
import { setTimeout as sleep } from 'node:timers/promises';

/** Pauses in milliseconds. */
export interface Timing {
  /** From one answer to the next question. */
  readonly intervalMs: number;
  /** The longest pause after failures, each of which doubles it. */
  readonly longestMs: number;
}

const TIMING: Timing = { intervalMs: 5_000, longestMs: 60_000 };
/** A slow question is asked less often: the pause is at least so many times as long as the answer took. */
const REST = 9;

/**
 * `read` gives the digest, undefined where the resource does not exist; `failed` hears of every failure but the first
 * read's.
 */
export interface WatchOptions {
  read(signal: AbortSignal): Promise<string | undefined>;
  changed(): void;
  failed(error: unknown): void;
  readonly timing?: Partial<Timing> | undefined;
}

/** Begins to read when it is made, and goes on until it is stopped. */
export class Watch {
  /** The first digest. Rejects where it can't be read, and then nothing is asked again. */
  readonly first: Promise<string | undefined>;
  readonly #options: WatchOptions;
  readonly #timing: Timing;
  readonly #ended = new AbortController();
  #digest: string | undefined;
  #pauseMs: number;

  constructor(options: WatchOptions) {
    this.#options = options;
    this.#timing = { ...TIMING, ...options.timing };
    this.#pauseMs = this.#timing.intervalMs;
    this.first = this.#begin();
    // Subscribers await it; a watch that is stopped before that is no failure.
    this.first.catch(() => undefined);
  }

  /** Ends the pause or the request that is under way. */
  stop(): void {
    this.#ended.abort();
  }

  async #begin(): Promise<string | undefined> {
    this.#digest = await this.#read();
    void this.#follow();
    return this.#digest;
  }

  async #read(): Promise<string | undefined> {
    const started = performance.now();
    const digest = await this.#options.read(this.#ended.signal);
    this.#pauseMs = Math.max(this.#timing.intervalMs, REST * (performance.now() - started));
    return digest;
  }

  async #follow(): Promise<void> {
    while (await this.#pause()) await this.#poll();
  }

  /** @returns false once it was stopped */
  #pause(): Promise<boolean> {
    // A subscription is no reason for the process to live on.
    return sleep(this.#pauseMs, true, { ref: false, signal: this.#ended.signal }).catch(() => false);
  }

  async #poll(): Promise<void> {
    const { signal } = this.#ended;
    try {
      const digest = await this.#read();
      if (signal.aborted) return;
      const isChanged = digest !== this.#digest;
      this.#digest = digest;
      if (isChanged) this.#options.changed();
    } catch (error) {
      if (signal.aborted) return;
      this.#pauseMs = Math.min(this.#timing.longestMs, this.#pauseMs * 2);
      this.#options.failed(error);
    }
  }
}
