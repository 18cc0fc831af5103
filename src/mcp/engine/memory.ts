/** The memory of handlers: bounded in number and time. */
import type { Memory } from '../contract/memory.ts';

/** Values that are kept, the last ones. */
const MOST = 500;

/** Keeps the last 500 values that were set; those whose time is up go first. */
export function createMemory(): Memory {
  const kept = new Map<string, { readonly value: unknown; readonly until: number }>();
  return {
    get(key) {
      const found = kept.get(key);
      return found !== undefined && found.until > performance.now() ? found.value : undefined;
    },
    set(key, value, ms) {
      const now = performance.now();
      kept.delete(key);
      for (const [known, { until }] of kept) {
        if (until <= now || kept.size >= MOST) kept.delete(known);
      }
      kept.set(key, { value, until: now + ms });
    },
  };
}
