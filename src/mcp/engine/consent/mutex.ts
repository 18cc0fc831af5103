/** One at a time for each key, first come, first served. */
export class Mutex {
  /** The end of the queue of each key; a key that nobody uses is not kept. */
  readonly #tails = new Map<string, Promise<void>>();

  /**
   * Waits for all that came before.
   * @returns what lets the next one in; undefined where `waitMs` were over first. Rejects with the signal's reason
   */
  async enter(key: string, signal: AbortSignal, waitMs: number): Promise<(() => void) | undefined> {
    const before = this.#tails.get(key) ?? Promise.resolve();
    let leave: () => void = () => undefined;
    const mine = new Promise<void>((resolve) => {
      leave = resolve;
    });
    const tail = before.then(() => mine);
    this.#tails.set(key, tail);
    void tail.then(() => {
      if (this.#tails.get(key) === tail) this.#tails.delete(key);
    });
    try {
      const cameIn = await first(before, signal, waitMs);
      if (cameIn) return leave;
      leave();
      return undefined;
    } catch (error) {
      leave();
      throw error;
    }
  }
}

/** Whether it came before the time was over. */
function first(event: Promise<void>, signal: AbortSignal, waitMs: number): Promise<boolean> {
  return new Promise((resolve, reject) => {
    if (signal.aborted) return reject(signal.reason);
    const end = (): void => {
      clearTimeout(timer);
      signal.removeEventListener('abort', abort);
    };
    const abort = (): void => {
      end();
      reject(signal.reason);
    };
    const timer = setTimeout(() => {
      end();
      resolve(false);
    }, waitMs);
    signal.addEventListener('abort', abort, { once: true });
    void event.then(() => {
      end();
      resolve(true);
    });
  });
}
