/** Parsing takes several times a response's size: large ones share a budget, and wait in turn for a while. */
import { setImmediate as giveWay } from 'node:timers/promises';
import { manyLarge } from './call-errors.ts';
import { Permits } from './permits.ts';

const MB = 1024 * 1024;

/** Bytes of large responses that are read at a time. */
const BUDGET_BYTES = 32 * MB;

/** Responses up to this size need no share: nearly all are smaller. */
export const SMALL_BYTES = MB;

/** How long a response waits for its turn at most, in milliseconds; less if its call has less time left. */
const WAIT_MS = 10_000;
/** Left of a call's time, so that it ends with the reason and not with a timeout. */
const REST_MS = 200;

/** In units of a megabyte, for the whole process: several clients may be in it. */
const budget = new Permits(BUDGET_BYTES / MB, (ms) => manyLarge(BUDGET_BYTES, SMALL_BYTES, ms));

interface Taker {
  readonly signal: AbortSignal;
  readonly deadline: number;
  readonly caller?: string | undefined;
}

/** The share of one call. */
export class Share {
  readonly #taker: Taker;
  #release: (() => void) | undefined;
  #taking: Promise<void> | undefined;
  /** Counts the attempts: a share that is granted after its attempt has ended goes back at once. */
  #attempt = 0;

  constructor(taker: Taker) {
    this.#taker = taker;
  }

  get isTaken(): boolean {
    return this.#release !== undefined;
  }

  /** Waits for a share of this size; a call has one at most. @throws PlatformError if others take too long; CancelledError */
  take(bytes: number): Promise<void> {
    if (this.isTaken) return Promise.resolve();
    this.#taking ??= this.#wait(bytes);
    return this.#taking;
  }

  async #wait(bytes: number): Promise<void> {
    const attempt = this.#attempt;
    const { signal, deadline, caller } = this.#taker;
    const timeoutMs = Math.max(1, Math.min(WAIT_MS, deadline - performance.now() - REST_MS));
    const release = await budget.take(signal, { timeoutMs, caller, count: Math.ceil(bytes / MB) });
    // undici reads a part again that is paused and resumed within one turn.
    await giveWay();
    if (attempt === this.#attempt) this.#release = release;
    else release();
  }

  /** Returns it. Whoever waits goes on after what this call does with its response at once. */
  release(): void {
    const release = this.#release;
    this.#attempt++;
    this.#taking = undefined;
    this.#release = undefined;
    if (release !== undefined) setImmediate(release);
  }
}

/** Lets others run between two steps of reading a large response. */
export async function betweenSteps(share: Share): Promise<void> {
  if (share.isTaken) await giveWay();
}
