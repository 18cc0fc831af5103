/** Filters by metadata: whether a record matches one, and which metadata exists if none does. */
import { isDeepStrictEqual } from 'node:util';
import type { Json } from '../platform/parse/coerce.ts';
import { jsonText } from '../platform/parse/json-text.ts';
import { foreign } from '../platform/text.ts';

/** Whether every requested field exists and is equal. */
export const hasMetadata = (values: Json, wanted: Json): boolean =>
  Object.entries(wanted).every(([key, value]) => Object.hasOwn(values, key) && isDeepStrictEqual(values[key], value));

/** Keys named, values of each, and characters of a value: enough to correct a filter. */
const KEYS = 12;
const VALUES = 5;
const LENGTH = 40;

/** Collects a bounded number of metadata keys and values, for a filter that found nothing. */
export class SeenMetadata {
  readonly #seen = new Map<string, Set<string>>();

  add(values: Json): void {
    for (const [key, value] of Object.entries(values)) {
      let known = this.#seen.get(key);
      if (known === undefined) {
        if (this.#seen.size >= KEYS) continue;
        known = new Set();
        this.#seen.set(key, known);
      }
      if (known.size <= VALUES) known.add(jsonText(value));
    }
  }

  /** A note for a filter that found nothing. */
  notes(records: string): string[] {
    if (this.#seen.size === 0) return [`None of the ${records} searched has metadata.`];
    const named = [...this.#seen].map(([key, values]) => {
      const shown = [...values].slice(0, VALUES).map((value) => String(foreign(value).line(LENGTH)));
      return `${foreign(key).line(LENGTH)}: ${shown.join(', ')}${values.size > VALUES ? ', …' : ''}`;
    });
    return [`Metadata of the ${records} searched: ${named.join('; ')}.`];
  }
}
