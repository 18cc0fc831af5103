/** Permits, granted to callers in turn, and to the calls of one caller in order. */
import { CancelledError, type PlatformError } from './errors.ts';

/** A fixed number of permits. */
export class Permits {
  #free: number;
  readonly #exhausted: (callMs: number) => PlatformError;
  /** Waiting calls by caller; the first caller is next. */
  readonly #waiting = new Map<string, Set<() => void>>();

  /** @param exhausted the error of a call that got no permit within its time, in milliseconds */
  constructor(count: number, exhausted: (callMs: number) => PlatformError) {
    this.#free = count;
    this.#exhausted = exhausted;
  }

  /**
   * Waits for a permit until the time is up.
   * @param callMs the whole time of the call, for its error
   * @returns a function that releases the permit
   * @throws CancelledError; PlatformError if the time is up
   */
  async take(signal: AbortSignal, timeoutMs: number, caller = '', callMs = timeoutMs): Promise<() => void> {
    if (signal.aborted) throw new CancelledError('none');
    if (this.#free > 0) this.#free--;
    else await this.#wait(signal, { timeoutMs, caller, callMs });
    return () => this.#release();
  }

  #wait(signal: AbortSignal, { timeoutMs, caller, callMs }: Turn): Promise<void> {
    return new Promise((resolve, reject) => {
      const line = this.#waiting.get(caller) ?? new Set();
      const end = (): void => {
        clearTimeout(timer);
        signal.removeEventListener('abort', cancel);
        line.delete(begin);
        if (line.size === 0) this.#waiting.delete(caller);
      };
      const begin = (): void => {
        end();
        resolve();
      };
      const cancel = (): void => {
        end();
        reject(new CancelledError('none'));
      };
      const timer = setTimeout(() => {
        end();
        reject(this.#exhausted(callMs));
      }, timeoutMs);
      signal.addEventListener('abort', cancel, { once: true });
      line.add(begin);
      this.#waiting.set(caller, line);
    });
  }

  #release(): void {
    const [next] = this.#waiting;
    if (next === undefined) {
      this.#free++;
      return;
    }
    const [caller, line] = next;
    const [begin] = line;
    // The caller goes to the end of the queue.
    this.#waiting.delete(caller);
    if (line.size > 1) this.#waiting.set(caller, line);
    begin?.();
  }
}

interface Turn {
  readonly timeoutMs: number;
  readonly caller: string;
  readonly callMs: number;
}
