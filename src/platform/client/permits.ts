/** Permits, granted in the order of the requests. */
import { noConnection } from './call-errors.ts';
import { CancelledError } from './errors.ts';

/** A fixed number of permits. */
export class Permits {
  #free: number;
  readonly #waiting = new Set<() => void>();

  constructor(count: number) {
    this.#free = count;
  }

  /**
   * Waits for a permit, at most `timeoutMs`. @returns a function that releases it
   * @throws CancelledError; PlatformError if the time is up
   */
  async take(signal: AbortSignal, timeoutMs: number): Promise<() => void> {
    if (signal.aborted) throw new CancelledError('none');
    if (this.#free > 0) this.#free--;
    else await this.#wait(signal, timeoutMs);
    return () => this.#release();
  }

  #wait(signal: AbortSignal, timeoutMs: number): Promise<void> {
    return new Promise((resolve, reject) => {
      const end = (): void => {
        clearTimeout(timer);
        signal.removeEventListener('abort', cancel);
        this.#waiting.delete(begin);
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
        reject(noConnection(timeoutMs));
      }, timeoutMs);
      signal.addEventListener('abort', cancel, { once: true });
      this.#waiting.add(begin);
    });
  }

  #release(): void {
    const [next] = this.#waiting;
    if (next === undefined) this.#free++;
    else next();
  }
}
