/** Permits that are handed round by caller: each in turn, and the calls of one caller in order. */
import { CancelledError, type PlatformError } from './errors.ts';

/** A fixed number of permits. */
export class Permits {
  #free: number;
  readonly #exhausted: (givenMs: number) => PlatformError;
  /** Who waits, by caller; the first caller is next. */
  readonly #waiting = new Map<string, Set<() => void>>();

  /** @param exhausted the error of a call that got none in the milliseconds that it had */
  constructor(count: number, exhausted: (givenMs: number) => PlatformError) {
    this.#free = count;
    this.#exhausted = exhausted;
  }

  /**
   * Waits for a permit until the time is up. @param givenMs what the call had in all, as its error says
   * @returns gives it back
   * @throws CancelledError; PlatformError if the time is up
   */
  async take(signal: AbortSignal, timeoutMs: number, caller = '', givenMs = timeoutMs): Promise<() => void> {
    if (signal.aborted) throw new CancelledError('none');
    if (this.#free > 0) this.#free--;
    else await this.#turn(signal, { timeoutMs, caller, givenMs });
    return () => this.#giveBack();
  }

  #turn(signal: AbortSignal, { timeoutMs, caller, givenMs }: Turn): Promise<void> {
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
        reject(this.#exhausted(givenMs));
      }, timeoutMs);
      signal.addEventListener('abort', cancel, { once: true });
      line.add(begin);
      this.#waiting.set(caller, line);
    });
  }

  #giveBack(): void {
    const [next] = this.#waiting;
    if (next === undefined) {
      this.#free++;
      return;
    }
    const [caller, line] = next;
    const [begin] = line;
    // The caller goes behind the others.
    this.#waiting.delete(caller);
    if (line.size > 1) this.#waiting.set(caller, line);
    begin?.();
  }
}

interface Turn {
  readonly timeoutMs: number;
  readonly caller: string;
  readonly givenMs: number;
}
