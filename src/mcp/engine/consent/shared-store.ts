/** State that replicas share: used replies and claimed decisions. */

/** A store of keys that expire, in memory or shared by replicas. */
export interface SharedStore {
  /** @throws unless a key can be taken now */
  ready(): Promise<void>;
  /** Only where replicas share it. @throws Refusal while another one signs with another key */
  checkKey?(): Promise<void>;
  /**
   * Takes a key for `ttlMs` milliseconds.
   * @returns whether it was free; of several concurrent calls, only one gets true
   * @throws if the store can't tell; the key is then not kept
   */
  take(key: string, ttlMs: number): Promise<boolean>;
  /** @returns how long somebody still holds the key; 0 if nobody does @throws if the store can't tell */
  leftMs(key: string): Promise<number>;
  /** Releases a key that this process took; if the store doesn't respond, as soon as it does. */
  release(key: string): Promise<void>;
}

/** In the memory of this process. Keys expire, so its size is bounded by the decisions within that time. */
export function memoryStore(): SharedStore {
  // Monotonic: a wall clock that jumps back must not block decisions.
  const expires = new Map<string, number>();
  return {
    ready: async () => undefined,
    async take(key, ttlMs) {
      const now = performance.now();
      for (const [known, until] of expires) if (until <= now) expires.delete(known);
      if (expires.has(key)) return false;
      expires.set(key, now + ttlMs);
      return true;
    },
    leftMs: async (key) => Math.max(0, (expires.get(key) ?? 0) - performance.now()),
    async release(key) {
      expires.delete(key);
    },
  };
}
