/** Reads from the platform for lists, prompts and completions, on the same path as tool calls. */
import {
  type AuthInfo,
  ProtocolError,
  ProtocolErrorCode,
  ResourceNotFoundError,
  type ServerContext,
} from '@modelcontextprotocol/server';
import { PlatformError } from '../../platform/client/errors.ts';
import {
  type Completer,
  type CompletionValue,
  isTemplate,
  type ReadContext,
  type ResourceSpec,
  type Variables,
} from '../contract/resource.ts';
import type { App } from './app.ts';
import { platformTokenOf, principalOf } from './caller.ts';
import type { Subject } from './outcome.ts';
import { cacheKey } from './platform-cache.ts';
import { createCalls } from './platform-calls.ts';
import { render } from './render.ts';
import { type Ended, type Failed, run } from './run.ts';
import { runTool } from './run-tool.ts';

/** Whom a read is for, and what cancels it. */
export interface Reader {
  readonly auth: AuthInfo | undefined;
  readonly signal: AbortSignal;
}

/** Runs a read and returns how it ended. Never throws. */
export function tryRead<T>(
  app: App,
  subject: Subject,
  { auth, signal }: Reader,
  read: (context: ReadContext) => Promise<T>,
): Promise<Ended<T>> {
  const { settings, selection } = app;
  const { call } = createCalls(app, {
    name: subject.name,
    signal,
    writes: 'forbid',
    consent: {},
    token: platformTokenOf(auth),
  });
  const context = { call, signal, settings, has: selection.has };
  return run(app, subject, async () => ({ kind: 'value', outcome: { kind: 'ok' }, value: await read(context) }));
}

/** The protocol's error for a resource that doesn't exist. The URI is masked: a caller's text may contain a secret. */
export const notFound = ({ redactor }: Pick<App, 'redactor'>, uri: string): ResourceNotFoundError =>
  new ResourceNotFoundError(redactor.text(uri));

/** The protocol's error for a read that failed. `uri` is the resource that a 404 refers to, if it refers to one. */
export function readError(app: App, { error, text }: Failed, uri?: string): ProtocolError {
  const isMissing = error instanceof PlatformError && error.facts.status === 404;
  if (uri !== undefined && isMissing) return notFound(app, uri);
  return new ProtocolError(ProtocolErrorCode.InternalError, text);
}

/** Whether to return an empty list: nothing is configured, or the platform lacks it, or gives the token no access. */
export function isUnavailable(error: unknown): boolean {
  if (!(error instanceof PlatformError)) return false;
  const { kind, status } = error.facts;
  return kind === 'no-base-url' || kind === 'no-token' || status === 403 || status === 404 || status === 405;
}

/** The text of a resource, by its tool, with writes forbidden and nobody to ask. @throws ProtocolError that explains */
export async function readResource(
  app: App,
  resource: ResourceSpec,
  { uri, variables }: { readonly uri: string; readonly variables: Variables },
  context: ServerContext,
): Promise<string> {
  const tool = app.selection.find(resource.tool);
  if (tool === undefined) throw new Error(`the resource ${resource.name} is offered without its tool`);
  const ended = await runTool(app, { tool, args: resource.arguments(variables) }, context, {
    subject: { kind: 'resource', name: resource.name },
    writes: 'forbid',
    consent: {},
    client: {
      canAsk: false,
      drawsCards: false,
      answers: async () => false,
      ask: () => Promise.reject(new Error(`the resource ${resource.name} asks the human`)),
    },
    finish(result) {
      const text = resource.text?.(result);
      return text === undefined ? render(result, app).text : app.redactor.text(text);
    },
  });
  if (ended.kind === 'value') return ended.value;
  if (ended.kind === 'error') throw readError(app, ended, isTemplate(resource) ? uri : undefined);
  throw new Error(`the resource ${resource.name} asks the human`);
}

/** Values to complete an argument with are kept so long, per caller: people type letter by letter. */
const COMPLETION_MS = 30_000;

class CachedValues {
  readonly values: Promise<readonly CompletionValue[]>;
  constructor(values: Promise<readonly CompletionValue[]>) {
    this.values = values;
  }
}

/** Values of an argument; none if the platform can't be read. @param of the prompt or resource whose argument it is */
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
  app.platformCache.set(key, new CachedValues(values), COMPLETION_MS);
  return values;
}
