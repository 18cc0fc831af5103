/** What can go wrong with a call besides the network and an error status. */
import type { OperationSpec } from '../operations/operation.ts';
import { boolean, compact, isObject } from '../parse/coerce.ts';
import { isErrorObject } from '../parse/error-object.ts';
import { signOf } from '../parse/outcomes.ts';
import { unreadable } from './body-errors.ts';
import { readErrorBody } from './error-body.ts';
import { type FailureFacts, PlatformError } from './errors.ts';
import type { LimitHit } from './limit.ts';
import { notConnected } from './network-errors.ts';
import type { AnyInput } from './request.ts';

/** What every call ends with while no address is set. */
export function noBaseUrl(): PlatformError {
  return new PlatformError({
    fixer: 'settings',
    kind: 'no-base-url',
    what: 'No platform is set.',
    advice: 'Set AGENT_PLATFORM_BASE_URL and AGENT_PLATFORM_TOKEN, or start with --sandbox to try without a platform.',
    effect: 'none',
  });
}

/** What the tools call an id that the specification calls otherwise: readers of the error know the argument. */
const ARGUMENTS: Readonly<Record<string, string>> = { assistant_id: 'assistantIdentifier', chat_id: 'chatUuid' };

/** What was asked for, and about what: a call's errors carry it. The ids are the caller's own, and checked by now. */
export function subjectOf({ summary }: OperationSpec, { path }: AnyInput): Pick<FailureFacts, 'operation' | 'target'> {
  const ids = Object.entries(path ?? {}).map(([name, id]) => [ARGUMENTS[name] ?? name, id] as const);
  return compact({
    operation: summary.split(/;| with /)[0],
    target: ids.length > 0 ? Object.fromEntries(ids) : undefined,
  });
}

/** A readable answer that holds nothing of what was asked for. */
export function unexpected(operation: OperationSpec): PlatformError {
  const what = operation.answer.many ? 'no list was found in it' : `no ${operation.answer.record} was found in it`;
  return unreadable(what).with({ effect: operation.repeatable ? 'none' : 'unknown' });
}

/** The share of a call's time from which on its request counts as having had all of it. */
const ALL = 0.9;

/** A call and its time in milliseconds. */
interface TimedCall {
  readonly operation: OperationSpec;
  readonly timeoutMs: number;
}

/** The time of a call was up: why nothing was sent, or for how long the platform had not answered. */
export function timedOut(
  { operation, timeoutMs }: TimedCall,
  { sentForMs }: { readonly sentForMs: number | undefined },
): PlatformError {
  if (sentForMs === undefined) return notConnected(`${timeoutMs / 1000} s`);
  const isShort = sentForMs < timeoutMs * ALL;
  const setting = operation.slow ? 'AGENT_PLATFORM_REPLY_TIMEOUT_MS' : 'AGENT_PLATFORM_TIMEOUT_MS';
  return new PlatformError({
    fixer: 'network',
    kind: 'timeout',
    what: isShort
      ? `The platform did not answer within ${Math.round(sentForMs / 100) / 10} s, all that was left of the ${timeoutMs / 1000} s of this call.`
      : `The platform did not answer within ${timeoutMs / 1000} s.`,
    advice: `Call again later, or raise ${setting}.`,
    effect: operation.repeatable ? 'none' : 'unknown',
  });
}

/** What the request rests on was checked again, and that left too little time to send it. */
export function notInTime(timeoutMs: number): PlatformError {
  return new PlatformError({
    fixer: 'repeat',
    kind: 'timeout',
    what: `Not sent: of the ${timeoutMs / 1000} s of this call too little was left.`,
    advice: 'Call again.',
    effect: 'none',
  });
}

/** Nothing left this process: other calls held all connections until the time was up. */
export function noConnection(timeoutMs: number): PlatformError {
  return new PlatformError({
    fixer: 'settings',
    kind: 'no-connection',
    what: `No connection to the platform was free within ${timeoutMs / 1000} s, so nothing was sent.`,
    advice:
      'Other calls of this server use all connections: call again later, or raise AGENT_PLATFORM_MAX_CONNECTIONS.',
    effect: 'none',
  });
}

/** No setting makes the connections kept for decisions more. */
export const allDeciding = (timeoutMs: number): PlatformError =>
  new PlatformError({
    fixer: 'network',
    kind: 'no-connection',
    what: `Nothing was sent: for ${timeoutMs / 1000} s, all connections kept for decisions were in use.`,
    advice: 'Call again once other decisions are done.',
    effect: 'none',
  });

/** A write was refused with a token that the token file no longer holds. It is not repeated: only its caller may do that. */
export function tokenRotated(error: PlatformError): PlatformError {
  return error.with({
    fixer: 'repeat',
    what: 'The platform did not accept the token (401). The token file has since changed and has been read again.',
    advice: 'The request was not sent again. Make the same call again: it carries the new token.',
  });
}

/** The gate stays closed for longer than the call has left. */
export function gateClosed(waitMs: number, attempts: number, limit: LimitHit | undefined): PlatformError {
  return new PlatformError({
    ...(limit && { limit }),
    fixer: 'network',
    kind: 'http-429',
    status: 429,
    what: `The platform's rate limit was reached (429)${attempts === 0 ? ' by an earlier call, so this one was not sent' : ''}. Calls are held back for another ${Math.ceil(waitMs / 1000)} s.`,
    advice: 'Wait, then call again.',
    effect: 'none',
    attempts,
  });
}

/** Kinds of records that say themselves whether they succeeded. */
const SPEAK_FOR_THEMSELVES: ReadonlySet<string> = new Set(['toolTest', 'deletion']);
/** Kinds of records whose status is not that of the request. */
const HAVE_STATUS: ReadonlySet<string> = new Set(['thread', 'evaluation', 'document']);

/**
 * The error in a body that came with a status of success: `{success: false, error}`, or an error object. It is a refusal
 * like any other, with the platform's own words. Undefined where the body says nothing of the kind.
 */
export function saidFailed(operation: OperationSpec, body: unknown): PlatformError | undefined {
  if (SPEAK_FOR_THEMSELVES.has(operation.answer.record)) return undefined;
  const isRefused = operation.repeatable
    ? isObject(body) &&
      (body.data ?? undefined) === undefined &&
      (boolean(body.success) === false || isErrorObject(body))
    : signOf(body, !HAVE_STATUS.has(operation.answer.record)) === false;
  if (!isRefused) return undefined;
  const said = readErrorBody(JSON.stringify(body));
  return new PlatformError({
    fixer: 'platform',
    kind: 'said-failed',
    what: 'The platform answered with a success status, but its body says that the request failed.',
    advice: operation.repeatable
      ? 'Try again later; if it persists, tell the people who run the platform.'
      : 'Fix what it names, or check whether it took effect.',
    effect: operation.repeatable ? 'none' : 'unknown',
    ...said,
  });
}
