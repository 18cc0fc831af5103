/** The values that an argument can take, asked of the platform at most twice a minute: a person types letter by letter. */
import type { Completer, CompletionValue, Variables } from '../contract/resource.ts';
import type { App } from './app.ts';
import { remembered } from './caches.ts';
import { isUnavailable, tryRead } from './read.ts';

const CACHE_MS = 30_000;
/** Kept lists of a completer, one for each choice of other arguments; beyond it all are forgotten. */
const MAX_KEPT = 100;

/** The completer's values for the argument of that name; none while the platform can't be asked. */
export function completionValues(
  app: App,
  name: string,
  completer: Completer,
  chosen: Variables,
): Promise<readonly CompletionValue[]> {
  const kept = remembered(app.caches.completions, completer, () => new Map());
  const key = JSON.stringify(chosen);
  const found = kept.get(key);
  if (found !== undefined && found.until > performance.now()) return found.values;
  // Not bound to one request: the next letter's request shares it.
  const { signal } = new AbortController();
  const subject = { kind: 'completion', name } as const;
  const values = tryRead(app, subject, signal, (context) => completer(context, chosen)).then((ended) => {
    if (ended.kind === 'value') return ended.value;
    kept.delete(key);
    // By its kind alone: a line of the log has no marks that would keep the platform's words apart.
    if (ended.kind === 'error' && !isUnavailable(ended.error)) {
      app.log.warn(`No values to complete ${name} with: ${ended.outcome.detail ?? ended.outcome.kind}.`);
    }
    return [];
  });
  if (kept.size >= MAX_KEPT) kept.clear();
  kept.set(key, { until: performance.now() + CACHE_MS, values });
  return values;
}
