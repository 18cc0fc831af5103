/**
 * Completion values of an argument, read from the platform at most twice a minute per caller: people type letter by letter.
 */
import type { AuthInfo } from '@modelcontextprotocol/server';
import type { Completer, CompletionValue, Variables } from '../contract/resource.ts';
import type { App } from './app.ts';
import { principalOf } from './caller.ts';
import { cacheKey } from './platform-cache.ts';
import { isUnavailable, tryRead } from './read.ts';

const CACHE_MS = 30_000;

class CachedValues {
  readonly values: Promise<readonly CompletionValue[]>;
  constructor(values: Promise<readonly CompletionValue[]>) {
    this.values = values;
  }
}

/**
 * The completer's values for an argument; none if the platform can't be read.
 * @param of the prompt or resource whose argument it is; `chosen` are its other arguments
 */
export function completionValues(
  app: App,
  { name, of, chosen }: { readonly name: string; readonly of: string; readonly chosen: Variables },
  completer: Completer,
  auth: AuthInfo | undefined,
): Promise<readonly CompletionValue[]> {
  const key = cacheKey(app, principalOf(auth), 'completion', JSON.stringify([of, name, chosen]));
  const found = app.platformCache.get(key);
  if (found instanceof CachedValues) return found.values;
  // Not bound to one request: the request for the next letter shares it.
  const { signal } = new AbortController();
  const subject = { kind: 'completion', name } as const;
  const values = tryRead(app, subject, { auth, signal }, (context) => completer(context, chosen)).then((ended) => {
    if (ended.kind === 'value') return ended.value;
    app.platformCache.delete(key);
    // Only the kind of error: log lines have no marks around the platform's text.
    if (ended.kind === 'error' && !isUnavailable(ended.error)) {
      app.log.warn(`No values to complete ${name} with: ${ended.outcome.detail ?? ended.outcome.kind}.`);
    }
    return [];
  });
  app.platformCache.set(key, new CachedValues(values), CACHE_MS);
  return values;
}
