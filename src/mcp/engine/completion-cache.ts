/** The values that an argument can take, asked of the platform at most twice a minute: a person types letter by letter. */

import type { Candidate, Completer, Variables } from '../contract/resource.ts';
import type { App } from './app.ts';
import { isAbsent, readContext } from './read-resource.ts';

const CACHE_MS = 30_000;
/** Kept lists, one for each completer and choice of other arguments; beyond it all are forgotten. */
const MAX_KEPT = 100;

interface Kept {
  readonly until: number;
  readonly values: Promise<readonly Candidate[]>;
}

const caches = new WeakMap<App, Map<Completer, Map<string, Kept>>>();

/** The completer's values; none while the platform can't be asked. */
export function candidates(app: App, completer: Completer, chosen: Variables): Promise<readonly Candidate[]> {
  const ofApp = caches.get(app) ?? new Map<Completer, Map<string, Kept>>();
  caches.set(app, ofApp);
  const kept = ofApp.get(completer) ?? new Map<string, Kept>();
  ofApp.set(completer, kept);
  const key = JSON.stringify(chosen);
  const found = kept.get(key);
  if (found !== undefined && found.until > Date.now()) return found.values;
  // Not bound to one request: the next letter's request shares it.
  const values = completer(readContext(app, 'completion', new AbortController().signal), chosen).catch(
    (error: unknown) => {
      kept.delete(key);
      if (!isAbsent(error))
        app.log.warn(`Completion failed: ${error instanceof Error ? error.message : String(error)}`);
      return [];
    },
  );
  if (kept.size >= MAX_KEPT) kept.clear();
  kept.set(key, { until: Date.now() + CACHE_MS, values });
  return values;
}
