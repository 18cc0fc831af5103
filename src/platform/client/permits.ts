/** Permits, granted to callers in turn, and to the calls of one caller in order. */
import { CancelledError, type PlatformError } from './errors.ts';

/** A fixed number of permits. */
export class Permits {
  readonly #all: number;
  #free: number;
  readonly #exhausted: (callMs: number) => PlatformError;
  /** Waiting calls by caller; the first caller is next. */
  readonly #waiting = new Map<string, Set<Waiting>>();

  /** @param exhausted the error of a call that got no permit within its time, in milliseconds */
  constructor(count: number, exhausted: (callMs: number) => PlatformError) {
    this.#all = count;
    this.#free = count;
    this.#exhausted = exhausted;
  }

  /**
   * Waits for permits until the time is up: one, or as many as `count` says, but never more than there are. Whoever waits for
   * many is not overtaken by those who want few.
   * @param callMs the whole time of the call, for its error
   * @returns a function that releases them
   * @throws CancelledError; PlatformError if the time is up
   */
  async take(signal: AbortSignal, turn: Turn): Promise<() => void> {
    if (signal.aborted) throw new CancelledError('none');
    const wanted = Math.min(turn.count ?? 1, this.#all);
    if (this.#free >= wanted && this.#waiting.size === 0) this.#free -= wanted;
    else await this.#wait(signal, turn, wanted);
    return () => {
      this.#free += wanted;
      this.#grant();
    };
  }

  #wait(signal: AbortSignal, { timeoutMs, caller = '', callMs = timeoutMs }: Turn, count: number): Promise<void> {
    return new Promise((resolve, reject) => {
      const line = this.#waiting.get(caller) ?? new Set();
      const end = (): void => {
        clearTimeout(timer);
        signal.removeEventListener('abort', cancel);
        line.delete(one);
        if (line.size === 0) this.#waiting.delete(caller);
      };
      const one: Waiting = {
        count,
        begin: () => {
          end();
          resolve();
        },
      };
      const giveUp = (error: Error): void => {
        end();
        reject(error);
        // Those behind it may need less.
        this.#grant();
      };
      const cancel = (): void => giveUp(new CancelledError('none'));
      const timer = setTimeout(() => giveUp(this.#exhausted(callMs)), timeoutMs);
      signal.addEventListener('abort', cancel, { once: true });
      line.add(one);
      this.#waiting.set(caller, line);
    });
  }

  #grant(): void {
    for (;;) {
      const [next] = this.#waiting;
      if (next === undefined) return;
      const [caller, line] = next;
      const [first] = line;
      if (first === undefined || first.count > this.#free) return;
      this.#free -= first.count;
      // The caller goes to the end of the queue.
      this.#waiting.delete(caller);
      if (line.size > 1) this.#waiting.set(caller, line);
      first.begin();
    }
  }
}

interface Waiting {
  readonly count: number;
  begin(): void;
}

/** Who takes permits, how many, and how long it may wait, in milliseconds. */
interface Turn {
  readonly timeoutMs: number;
  readonly caller?: string | undefined;
  readonly callMs?: number;
  readonly count?: number;
}
