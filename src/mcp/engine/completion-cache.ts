/**
 * The values that an argument can take, asked of the platform at most twice a minute for each caller: a person types letter
 * by letter.
 */
import type { AuthInfo } from '@modelcontextprotocol/server';
import type { Completer, CompletionValue, Variables } from '../contract/resource.ts';
import type { App } from './app.ts';
import { remembered } from './caches.ts';
import { principalOf } from './caller.ts';
import { keptKey } from './kept.ts';
import { isUnavailable, tryRead } from './read.ts';

const CACHE_MS = 30_000;

/** Values as they are kept. */
class KeptValues {
  readonly values: Promise<readonly CompletionValue[]>;
  constructor(values: Promise<readonly CompletionValue[]>) {
    this.values = values;
  }
}

/** The completer's values for the argument of that name; none while the platform can't be asked. */
export function completionValues(
  app: App,
  name: string,
  completer: Completer,
  chosen: Variables,
  auth: AuthInfo | undefined,
): Promise<readonly CompletionValue[]> {
  const { completers } = app.caches;
  const number = remembered(completers, completer, () => completers.size);
  const key = keptKey(app, principalOf(auth), 'completion', JSON.stringify([number, chosen]));
  const found = app.kept.get(key);
  if (found instanceof KeptValues) return found.values;
  // Not bound to one request: the next letter's request shares it.
  const { signal } = new AbortController();
  const subject = { kind: 'completion', name } as const;
  const values = tryRead(app, subject, { auth, signal }, (context) => completer(context, chosen)).then((ended) => {
    if (ended.kind === 'value') return ended.value;
    app.kept.delete(key);
    // By its kind alone: a line of the log has no marks that would keep the platform's words apart.
    if (ended.kind === 'error' && !isUnavailable(ended.error)) {
      app.log.warn(`No values to complete ${name} with: ${ended.outcome.detail ?? ended.outcome.kind}.`);
    }
    return [];
  });
  app.kept.set(key, new KeptValues(values), CACHE_MS);
  return values;
}
