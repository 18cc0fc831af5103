/** What replicas must agree on: which answers were used, and which decisions were claimed. */

/** A store of keys that expire, in memory or shared by replicas. */
export interface SharedStore {
  /**
   * Takes a key for `ttlMs` milliseconds.
   * @returns whether nobody had it; of several at once, one alone gets true. @throws if that can't be known
   */
  take(key: string, ttlMs: number): Promise<boolean>;
  /** Gives a key back. */
  release(key: string): Promise<void>;
}

/** The memory of this process. Every key expires, so it is bounded by the number of decisions in that time. */
export function memoryStore(): SharedStore {
  // Monotonic: a wall clock that jumps back must not keep a thread from being decided on.
  const expires = new Map<string, number>();
  return {
    async take(key, ttlMs) {
      const now = performance.now();
      for (const [known, until] of expires) if (until <= now) expires.delete(known);
      if (expires.has(key)) return false;
      expires.set(key, now + ttlMs);
      return true;
    },
    async release(key) {
      expires.delete(key);
    },
  };
}
