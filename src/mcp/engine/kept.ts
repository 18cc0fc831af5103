/**
 * A short-lived cache of the platform's answers: one bounded table for the process, with a principal in each key. One
 * person's entries are never shown to another, and many callers take no more memory.
 */
import type { Memory } from '../contract/memory.ts';
import type { Principal } from '../contract/principal.ts';
import type { Caches } from './caches.ts';

/** Most entries: some twenty for each of a hundred people. */
const MOST = 2_000;

/** Evicts expired values and, at {@link MOST}, the oldest. */
export class Kept {
  readonly #entries = new Map<string, { readonly value: unknown; readonly until: number }>();

  get(key: string): unknown {
    const found = this.#entries.get(key);
    return found !== undefined && found.until > performance.now() ? found.value : undefined;
  }

  /** @param ms time to live */
  set(key: string, value: unknown, ms: number): void {
    const now = performance.now();
    this.#entries.delete(key);
    for (const [known, { until }] of this.#entries) {
      if (until <= now || this.#entries.size >= MOST) this.#entries.delete(known);
    }
    this.#entries.set(key, { value, until: now + ms });
  }

  delete(key: string): void {
    this.#entries.delete(key);
  }
}

/** The parts of the app that the cache needs. */
interface Keeper {
  readonly caches: Pick<Caches, 'scope'>;
  readonly kept: Kept;
}

/** A section of the cache. As JSON, different keys never collide, whatever their characters. */
export type KeptPart = 'memory' | 'completion' | 'list';
export const keptKey = ({ caches }: Keeper, { key }: Principal, part: KeptPart, words: string): string =>
  JSON.stringify([caches.scope, key, part, words]);

/** The handlers' memory for a principal, under the app's settings. */
export const memoryFor = (app: Keeper, principal: Principal): Memory => ({
  get: (key) => app.kept.get(keptKey(app, principal, 'memory', key)),
  set: (key, value, ms) => app.kept.set(keptKey(app, principal, 'memory', key), value, ms),
});
