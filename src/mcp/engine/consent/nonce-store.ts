/** What replicas have to know of each other's decisions: answers that were used, what was sent, and who is deciding now. */

/** A store of short texts that expire, in memory or shared by replicas. */
export interface SharedStore {
  /**
   * Notes a nonce for `ttlMs` milliseconds.
   * @returns whether it was the first time; of several at once, one alone gets true. @throws where it can't be known
   */
  take(nonce: string, ttlMs: number): Promise<boolean>;
  /** A value that was put. @throws where it can't be known */
  get(key: string): Promise<string | undefined>;
  /** Keeps a value for `ttlMs` milliseconds. @throws where it can't be kept */
  put(key: string, value: string, ttlMs: number): Promise<void>;
  remove(key: string): Promise<void>;
  /** Gives the lock to that owner unless another one has it; it ends by itself after `ttlMs`. @returns whether it was given */
  lock(key: string, owner: string, ttlMs: number): Promise<boolean>;
  /** Prolongs a lock. @returns whether it still was the owner's */
  extend(key: string, owner: string, ttlMs: number): Promise<boolean>;
  /** Gives up a lock, if it still is the owner's. */
  unlock(key: string, owner: string): Promise<void>;
}

/**
 * The memory of this process. Whatever it keeps has an end, so it is bounded by how many decisions are made in a day.
 * Within a process nobody else takes a lock: {@link createTurns} lets one at a time come here.
 */
export function memoryStore(): SharedStore {
  const kept = new Map<string, { readonly value: string; readonly until: number }>();
  const get = (key: string): string | undefined => {
    const now = Date.now();
    const found = kept.get(key);
    return found !== undefined && found.until >= now ? found.value : undefined;
  };
  const put = (key: string, value: string, ttlMs: number): void => {
    const now = Date.now();
    for (const [known, { until }] of kept) if (until < now) kept.delete(known);
    kept.set(key, { value, until: now + ttlMs });
  };
  return {
    take: async (nonce, ttlMs) => {
      const key = `used:${nonce}`;
      if (get(key) !== undefined) return false;
      put(key, '1', ttlMs);
      return true;
    },
    get: async (key) => get(key),
    put: async (key, value, ttlMs) => put(key, value, ttlMs),
    remove: async (key) => {
      kept.delete(key);
    },
    lock: async () => true,
    extend: async () => true,
    unlock: async () => undefined,
  };
}
