/** What resources, prompts, completions and subscriptions may do: read, audited by nobody, dry run or not. */
import { ProtocolError, ProtocolErrorCode, ResourceNotFoundError } from '@modelcontextprotocol/server';
import { CancelledError, PlatformError } from '../../platform/client/errors.ts';
import { errorText } from '../contract/error-text.ts';
import { Refusal } from '../contract/errors.ts';
import type { ReadContext } from '../contract/resource.ts';
import type { App } from './app.ts';
import { createCalls } from './platform-calls.ts';

/** The context of one read. A write through it would be a bug, and is stopped like in a dry run. */
export function readContext(app: App, name: string, signal: AbortSignal): ReadContext {
  const { call } = createCalls({
    client: app.client,
    tool: name,
    signal,
    dryRun: true,
    audit: app.audit,
    consent: {},
    progress: () => undefined,
  });
  return { call, signal, settings: app.settings, has: app.selection.has };
}

/** Who reads, and what. */
export interface Reading {
  /** For the log. */
  readonly name: string;
  readonly signal: AbortSignal;
  /** The resource that a 404 is about; undefined where a 404 is a failure like others. */
  readonly uri?: string | undefined;
}

/** Runs a read; what goes wrong becomes a protocol error with a text that helps. A missing resource names its URI. */
export async function reading<T>(
  app: App,
  { name, signal, uri }: Reading,
  read: (context: ReadContext) => Promise<T>,
): Promise<T> {
  try {
    return await read(readContext(app, name, signal));
  } catch (error) {
    if (error instanceof ProtocolError) throw error;
    const isMissing = error instanceof PlatformError && error.facts.status === 404;
    if (uri !== undefined && isMissing) throw new ResourceNotFoundError(uri);
    if (isBug(error)) app.log.error(`${name}: ${error instanceof Error ? error.stack : String(error)}`);
    throw new ProtocolError(ProtocolErrorCode.InternalError, app.redactor.text(errorText(error)));
  }
}

const isBug = (error: unknown): boolean =>
  !(error instanceof PlatformError || error instanceof CancelledError || error instanceof Refusal);

/**
 * Whether a list is better left empty than failed: nothing is configured yet, the platform has no such operation, or the
 * token is not meant for it.
 */
export function isAbsent(error: unknown): boolean {
  if (!(error instanceof PlatformError)) return false;
  const { kind, status } = error.facts;
  return kind === 'no-base-url' || kind === 'no-token' || status === 403 || status === 404 || status === 405;
}
