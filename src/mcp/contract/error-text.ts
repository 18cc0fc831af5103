/** The text of an error for a model and the person behind it: what failed, why, who can fix it, what to do next. */
import { CancelledError, type FailureFacts, type Fixer, PlatformError } from '../../platform/client/errors.ts';
import type { LimitHit } from '../../platform/client/limit.ts';
import { EffectError, Refusal } from './errors.ts';

const FIXERS: Readonly<Record<Fixer, string>> = {
  settings: 'Whoever configured this server can fix it.',
  caller: 'You can fix it by changing the arguments.',
  platform: 'The people who run the platform can fix it.',
  network: 'Usually temporary: try again.',
  state: 'Calling again does not help while the thread is in this state.',
  repeat: 'You can fix it by making the same call again.',
};

/** The tool that failed, if it writes. */
export interface FailedWrite {
  readonly title: string;
  /** Nothing was written before it failed. */
  readonly isUnchanged: boolean;
}

/**
 * The text of an error result. `lookup` is the call that checks a write whose effect is unknown. Of a failed write it says
 * what is known: that nothing was changed, or that it may have been.
 */
export function errorText(error: unknown, lookup?: string, write?: FailedWrite): string {
  if (!(error instanceof PlatformError)) return reasonText(error, lookup);
  return subject(error.facts, write) + platformErrorText(error, lookup, write);
}

/** The same without the operation and its ids, for a sentence that already names them. */
export function reasonText(error: unknown, lookup?: string): string {
  if (error instanceof Refusal || error instanceof EffectError) return error.message;
  if (error instanceof CancelledError) {
    return error.effect === 'unknown'
      ? withUnknown('The call was cancelled after its request had been sent.', lookup)
      : 'The call was cancelled; nothing was changed.';
  }
  if (error instanceof PlatformError) return platformErrorText(error, lookup);
  // A bug of this program: its message may contain anything, so only the kind of error is reported.
  const kind = error instanceof Error ? error.name : typeof error;
  return `This server failed internally (${kind}). That is a bug in the server, not in your call; its log on stderr has the details.`;
}

function platformErrorText({ facts }: PlatformError, lookup: string | undefined, write?: FailedWrite): string {
  const { kind, what, platformMessage, field, attempts, retryAfterMs, limit, advice, otherwise, effect, fixer } = facts;
  const parts = [what];
  if (platformMessage !== undefined && !platformMessage.isEmpty)
    parts.push(`It says ${platformMessage}${field ? ` (field ${field})` : ''}.`);
  if (limit !== undefined) parts.push(limitText(limit));
  if (retryAfterMs !== undefined) parts.push(`It asks you to wait ${Math.ceil(retryAfterMs / 1000)} s.`);
  if (attempts !== undefined && attempts > 1) parts.push(`Tried ${attempts} times.`);
  if (effect === 'unknown') return withUnknown(parts.join(' '), lookup, { attempts, isLost: kind !== 'said-failed' });
  // Without an operation nothing was requested yet, which goes without saying.
  if (write?.isUnchanged && facts.operation !== undefined && !facts.mayHaveChanged && !SAYS_NOTHING.test(what))
    parts.push('Nothing was changed.');
  return [...parts, advice, ...(otherwise === undefined ? [] : [otherwise]), FIXERS[fixer]].join(' ');
}

/** A sentence that already says what became of the request. */
const SAYS_NOTHING = /nothing was|not sent/i;

function limitText({ code, rule, current, limit, resetsAt }: LimitHit): string {
  const what = [code, rule && `rule ${rule}`].filter((part) => part !== undefined).join(', ');
  const used = current === undefined ? '' : `, at ${current}${limit === undefined ? '' : ` of ${limit}`}`;
  return `Limit hit: ${what === '' ? 'the platform does not say which' : what}${used}.${resetsAt === undefined ? '' : ` It resets at ${resetsAt}.`}`;
}

/** What failed, and its ids: the write that was asked for, also if a read before it failed. */
function subject({ operation, target, reads }: FailureFacts, write?: FailedWrite): string {
  if (operation === undefined) return '';
  const ids = Object.entries(target ?? {}).map(([name, id]) => `${name} ${id}`);
  const of = ids.length === 0 ? '' : ` (${ids.join(', ')})`;
  if (reads !== true || write === undefined) return `Failed to ${operation}${of}. `;
  const task = write.title.toLowerCase();
  return write.isUnchanged
    ? `Failed to ${task}: could not ${operation}${of} first. `
    : `Failed to ${operation}${of} after the request to ${task}. `;
}

/** @param isLost whether no usable response came; otherwise a response reported a failure */
function withUnknown(
  what: string,
  lookup: string | undefined,
  { attempts = 1, isLost = true }: { readonly attempts?: number | undefined; readonly isLost?: boolean } = {},
): string {
  const find =
    lookup === undefined
      ? 'No tool here can find out: check in the platform itself before calling again.'
      : `Find out with ${lookup} before calling again.`;
  // A write is sent again only if the previous attempt had no effect.
  const sent =
    attempts > 1
      ? 'Only the last attempt counts: earlier ones were refused or never sent.'
      : 'It was not sent again after that.';
  const unknown = isLost
    ? 'Whether it took effect is unknown: the request was sent, but no usable answer came back.'
    : 'Whether it took effect all the same is unknown.';
  return `${what} ${unknown} ${sent} ${find}`;
}

/** The result of a read; undefined if the platform fails, after `onFailure`. */
export const ifReadable = <T>(
  read: Promise<T>,
  onFailure?: (why: string, error: PlatformError) => void,
): Promise<T | undefined> =>
  read.catch((error: unknown) => {
    if (!(error instanceof PlatformError)) throw error;
    onFailure?.(reasonText(error), error);
    return undefined;
  });
