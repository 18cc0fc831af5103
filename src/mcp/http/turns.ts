/**
 * Fair scheduling of callers. This process does one thing at a time, so one caller's burst of calls would block everybody
 * else's. Therefore each active caller begins one call per round of the event loop, and has a share of this process's time.
 * Whose call takes that time can't be measured, so it counts for all callers with calls in progress, by their number.
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
/** Calls wait this long at most, as calls that only wait for something count as work, too, … */
const LONGEST_WAIT_MS = 500;
/** … but of a backlog, one begins at a time: all at once, they would be a heavy call before each step of everybody else. */
const APART_MS = 100;

interface CallerState {
  readonly waiting: { readonly since: number; readonly begin: () => void }[];
  /** Calls in progress. */
  running: number;
  /** Milliseconds of work ahead of its share. */
  aheadMs: number;
  /** The time at which its last call began. */
  begunAt: number;
}

/** One per server. */
export class Turns {
  readonly #callers = new Map<string, CallerState>();
  readonly #clock: Clock;
  /** The callers whose calls began in this round of the event loop. */
  readonly #begun = new Set<CallerState>();
  #settledAt = 0;
  #settledBusy = 0;
  /** Set while all waiting callers are too far ahead. */
  #timer: NodeJS.Timeout | undefined;

  constructor(clock = CLOCK) {
    this.#clock = clock;
  }

  /** Waits for this caller's turn. @returns a function to call when the call has ended; later calls do nothing */
  async take(caller: string): Promise<() => void> {
    const now = this.#clock.now();
    const state = this.#callers.get(caller) ?? { waiting: [], running: 0, aheadMs: 0, begunAt: now };
    this.#callers.set(caller, state);
    // No other caller is active.
    if (this.#callers.size === 1) {
      // Before it settles, which forgets callers who have had no call for a while.
      state.begunAt = now;
      this.#settle();
      state.running++;
    } else
      await new Promise<void>((begin) => {
        state.waiting.push({ since: now, begin });
        if (this.#begun.size === 0) this.#next();
        else if (!this.#begun.has(state)) this.#begin([state]);
      });
    let isOver = false;
    return () => {
      if (isOver) return;
      isOver = true;
      this.#settle();
      state.running--;
    };
  }

  /** Begins one call of each waiting caller who is not too far ahead. */
  readonly #next = (): void => {
    clearTimeout(this.#timer);
    this.#begun.clear();
    this.#settle();
    const waiting = [...this.#callers.values()].filter((state) => state.waiting.length > 0);
    this.#begin(waiting);
    if (this.#begun.size > 0 || waiting.length === 0) return;
    this.#timer = setTimeout(this.#next, Math.min(...waiting.map((state) => this.#waitMs(state))));
  };

  #begin(states: readonly CallerState[]): void {
    const begun = states.filter((state) => this.#waitMs(state) <= 0);
    if (begun.length === 0) return;
    if (this.#begun.size === 0) setImmediate(this.#next);
    for (const state of begun) {
      this.#begun.add(state);
      state.begunAt = this.#clock.now();
      state.running++;
      state.waiting.shift()?.begin();
    }
  }

  /** Milliseconds until the first waiting call of a caller may begin. */
  #waitMs({ aheadMs, begunAt, waiting: [first] }: CallerState): number {
    const now = this.#clock.now();
    const waited = first === undefined ? 0 : now - first.since;
    const longest = Math.max(LONGEST_WAIT_MS - waited, APART_MS - (now - begunAt));
    return Math.min((aheadMs - AHEAD_MS) * this.#shares, longest);
  }

  get #shares(): number {
    return Math.min(MAX_SHARES, this.#callers.size);
  }

  /** Charges the work since the last time to the callers with calls in progress, and credits each caller's share of that time. */
  #settle(): void {
    const [now, busy] = [this.#clock.now(), this.#clock.busy()];
    const callers = [...this.#callers];
    const running = callers.reduce((sum, [, state]) => sum + state.running, 0);
    const workMs = running === 0 ? 0 : (busy - this.#settledBusy) / running;
    const shareMs = (now - this.#settledAt) / this.#shares;
    for (const [caller, state] of callers) {
      state.aheadMs = Math.min(MAX_AHEAD_MS, Math.max(0, state.aheadMs + workMs * state.running - shareMs));
      const isActive = state.waiting.length > 0 || state.running > 0 || now - state.begunAt <= ACTIVE_MS;
      if (!isActive) this.#callers.delete(caller);
    }
    this.#settledAt = now;
    this.#settledBusy = busy;
  }
}
