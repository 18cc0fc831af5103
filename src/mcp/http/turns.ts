/**
 * Whose call is begun next. While several callers call, each begins one in a round of the event loop, and has a share of this
 * process's time. It does one thing at a time, so what one caller sends at once would otherwise be in the way of everybody.
 */
import { performance } from 'node:perf_hooks';

/** Both in milliseconds: the time, and for how much of it this process was busy. */
interface Clock {
  now(): number;
  busy(): number;
}

const CLOCK: Clock = {
  now: () => performance.now(),
  busy: () => performance.eventLoopUtilization().active,
};

/** Milliseconds of work that a caller gets beyond its share before it waits: some thirty calls at once. */
const AHEAD_MS = 100;
/** More is not counted: a machine that stood still looks like work, and nobody waits longer than three seconds for it. */
const MOST_AHEAD_MS = 500;
/** However many call, one of them has an eighth. */
const MOST_SHARES = 8;
/** Who began nothing for so long has no share. */
const ACTIVE_MS = 5_000;

interface CallerState {
  readonly waiting: (() => void)[];
  /** Milliseconds of work beyond its share. */
  aheadMs: number;
  /** When it began a call last. */
  begunAt: number;
}

/** One for a server. */
export class Turns {
  readonly #callers = new Map<string, CallerState>();
  readonly #clock: Clock;
  /** Who began last: what this process does until others begin is taken for their work. */
  #begun: ReadonlySet<CallerState> = new Set();
  #settledAt = 0;
  #settledBusy = 0;
  /** Somebody began in this round. */
  #isRound = false;
  /** Everybody who waits has taken too much, until then. */
  #timer: NodeJS.Timeout | undefined;

  constructor(clock = CLOCK) {
    this.#clock = clock;
  }

  /** Settles when it is this caller's turn. */
  take(caller: string): Promise<void> {
    const state = this.#callers.get(caller) ?? { waiting: [], aheadMs: 0, begunAt: this.#clock.now() };
    this.#callers.set(caller, state);
    // Nobody is in the way.
    if (this.#callers.size === 1) {
      state.begunAt = this.#clock.now();
      this.#settle();
      return Promise.resolve();
    }
    const turn = new Promise<void>((begin) => {
      state.waiting.push(begin);
    });
    if (!this.#isRound) this.#next();
    else if (!this.#begun.has(state)) this.#begin([state]);
    return turn;
  }

  /** Begins one call of everybody who waits and may. */
  readonly #next = (): void => {
    clearTimeout(this.#timer);
    this.#isRound = false;
    this.#settle();
    const waiting = [...this.#callers.values()].filter((state) => state.waiting.length > 0);
    this.#begin(waiting);
    if (this.#isRound || waiting.length === 0) return;
    const ahead = Math.min(...waiting.map(({ aheadMs }) => aheadMs)) - AHEAD_MS;
    this.#timer = setTimeout(this.#next, ahead * this.#shares);
  };

  #begin(states: readonly CallerState[]): void {
    const now = this.#clock.now();
    const begun = states.filter(({ aheadMs }) => aheadMs <= AHEAD_MS);
    if (begun.length === 0) return;
    this.#begun = new Set(this.#isRound ? [...this.#begun, ...begun] : begun);
    if (!this.#isRound) setImmediate(this.#next);
    this.#isRound = true;
    for (const state of begun) {
      state.begunAt = now;
      state.waiting.shift()?.();
    }
  }

  get #shares(): number {
    return Math.min(MOST_SHARES, this.#callers.size);
  }

  /** Charges what was done to those who began last, and gives everybody a share of the time that has passed. */
  #settle(): void {
    const [now, busy] = [this.#clock.now(), this.#clock.busy()];
    for (const state of this.#begun) state.aheadMs += (busy - this.#settledBusy) / this.#begun.size;
    const shareMs = (now - this.#settledAt) / this.#shares;
    for (const [caller, state] of this.#callers) {
      state.aheadMs = Math.min(MOST_AHEAD_MS, Math.max(0, state.aheadMs - shareMs));
      if (state.waiting.length === 0 && now - state.begunAt > ACTIVE_MS) this.#callers.delete(caller);
    }
    this.#settledAt = now;
    this.#settledBusy = busy;
  }
}
