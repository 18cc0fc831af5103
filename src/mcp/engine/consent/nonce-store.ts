/** Where the states of answered questions are noted, so that each counts once. */

export interface UsedStore {
  /**
   * Notes a nonce for `ttlMs` milliseconds.
   * @returns whether it was the first time; of several at once, one alone gets true. @throws where it can't be known
   */
  take(nonce: string, ttlMs: number): Promise<boolean>;
  close?(): Promise<void>;
}

/**
 * The memory of this process. Nonces are kept until their state has expired, so it is bounded by how many questions are
 * answered in ten minutes.
 */
export function memoryStore(): UsedStore {
  const used = new Map<string, number>();
  return {
    take(nonce, ttlMs) {
      const now = Date.now();
      for (const [known, until] of used) if (until < now) used.delete(known);
      if (used.has(nonce)) return Promise.resolve(false);
      used.set(nonce, now + ttlMs);
      return Promise.resolve(true);
    },
  };
}
