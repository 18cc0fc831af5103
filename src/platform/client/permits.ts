/** Permits that are handed out in order: who waits for one is served first. */
import { CancelledError, PlatformError } from './errors.ts';

/** A fixed number of permits. */
export class Permits {
  readonly #count: number;
  #free: number;
  readonly #waiting = new Set<() => void>();

  constructor(count: number) {
    this.#count = count;
    this.#free = count;
  }

  /**
   * Waits for a permit, at most `timeoutMs`. @returns gives it back
   * @throws CancelledError; PlatformError if the time is up
   */
  async take(signal: AbortSignal, timeoutMs: number): Promise<() => void> {
    if (signal.aborted) throw new CancelledError('none');
    if (this.#free > 0) this.#free--;
    else await this.#turn(signal, timeoutMs);
    return () => this.#giveBack();
  }

  #turn(signal: AbortSignal, timeoutMs: number): Promise<void> {
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
        reject(noneFree(this.#count, timeoutMs));
      }, timeoutMs);
      signal.addEventListener('abort', cancel, { once: true });
      this.#waiting.add(begin);
    });
  }

  #giveBack(): void {
    const [next] = this.#waiting;
    if (next === undefined) this.#free++;
    else next();
  }
}

/** No setting makes the connections kept for decisions more. */
const noneFree = (count: number, timeoutMs: number): PlatformError =>
  new PlatformError({
    fixer: 'network',
    kind: 'no-connection',
    what: `Nothing was sent: for ${timeoutMs / 1000} s, all ${count} connections kept for decisions were in use.`,
    advice: 'Call again once other decisions are done.',
    effect: 'none',
  });
