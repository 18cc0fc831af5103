/**
 * What the platform answered, kept for a short time: one bounded table for the whole process, each entry under the
 * principal that it was read for. What one person was shown is never another's, and many callers take no more memory.
 */
import type { Memory } from '../contract/memory.ts';
import type { Principal } from '../contract/principal.ts';
import type { Caches } from './caches.ts';

/** Values that are kept, the last ones: some twenty for each of a hundred people. */
const MOST = 2_000;

/** Keeps the values that were set last; those whose time is up go first. */
export class Kept {
  readonly #entries = new Map<string, { readonly value: unknown; readonly until: number }>();

  get(key: string): unknown {
    const found = this.#entries.get(key);
    return found !== undefined && found.until > performance.now() ? found.value : undefined;
  }

  /** @param ms how long it is kept */
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

/** The app, as far as the table is concerned. */
interface Keeper {
  readonly caches: Pick<Caches, 'scope'>;
  readonly kept: Kept;
}

/** A part of the table. As JSON, no two lists of words look alike, whatever characters are in them. */
export type KeptPart = 'memory' | 'completion' | 'list';
export const keptKey = ({ caches }: Keeper, { key }: Principal, part: KeptPart, words: string): string =>
  JSON.stringify([caches.scope, key, part, words]);

/** What handlers remember for a principal, under the app's settings. */
export const memoryFor = (app: Keeper, principal: Principal): Memory => ({
  get: (key) => app.kept.get(keptKey(app, principal, 'memory', key)),
  set: (key, value, ms) => app.kept.set(keptKey(app, principal, 'memory', key), value, ms),
});
