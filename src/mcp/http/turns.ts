/**
 * Fair scheduling of callers. This process does one thing at a time, so one caller's burst of calls would block everybody
 * else's. Therefore each active caller begins one call per round of the event loop, and has a share of this process's time.
 */
import { performance } from 'node:perf_hooks';

/** In milliseconds: the time, and how long this process has been busy. */
interface Clock {
  now(): number;
  busy(): number;
}

const CLOCK: Clock = {
  now: () => performance.now(),
  busy: () => performance.eventLoopUtilization().active,
};

/** Milliseconds of work that a caller may be ahead of its share before it waits: some thirty calls at once. */
const AHEAD_MS = 100;
/** Further work is not counted, which bounds a caller's wait: a machine that stood still looks busy. */
const MAX_AHEAD_MS = 250;
/** No caller's share is less than a twentieth. */
const MAX_SHARES = 20;
/** After this long without a call, a caller has no share. */
const ACTIVE_MS = 5_000;

interface CallerState {
  readonly waiting: (() => void)[];
  /** Milliseconds of work ahead of its share. */
  aheadMs: number;
  /** The time at which its last call began. */
  begunAt: number;
}

/** One per server. */
export class Turns {
  readonly #callers = new Map<string, CallerState>();
  readonly #clock: Clock;
  /** The callers whose calls began last: all work until others begin counts as theirs. */
  #begun: ReadonlySet<CallerState> = new Set();
  #settledAt = 0;
  #settledBusy = 0;
  /** Whether calls began in this round of the event loop. */
  #isRound = false;
  /** Set while all waiting callers are too far ahead. */
  #timer: NodeJS.Timeout | undefined;

  constructor(clock = CLOCK) {
    this.#clock = clock;
  }

  /** Settles when it is this caller's turn. */
  take(caller: string): Promise<void> {
    const state = this.#callers.get(caller) ?? { waiting: [], aheadMs: 0, begunAt: this.#clock.now() };
    this.#callers.set(caller, state);
    // No other caller is active.
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

  /** Begins one call of each waiting caller who is not too far ahead. */
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
    return Math.min(MAX_SHARES, this.#callers.size);
  }

  /** Charges the work since the last time to the callers who began last, and credits each caller's share of that time. */
  #settle(): void {
    const [now, busy] = [this.#clock.now(), this.#clock.busy()];
    for (const state of this.#begun) state.aheadMs += (busy - this.#settledBusy) / this.#begun.size;
    const shareMs = (now - this.#settledAt) / this.#shares;
    for (const [caller, state] of this.#callers) {
      state.aheadMs = Math.min(MAX_AHEAD_MS, Math.max(0, state.aheadMs - shareMs));
      if (state.waiting.length === 0 && now - state.begunAt > ACTIVE_MS) this.#callers.delete(caller);
    }
    this.#settledAt = now;
    this.#settledBusy = busy;
  }
}
