/** Errors of a call other than network failures and error statuses. */

import { isPaged } from '../operations/index.ts';
import type { OperationSpec } from '../operations/operation.ts';
import { array, boolean, compact, isObject, number, object, pick, text } from '../parse/coerce.ts';
import { readResponse } from '../parse/index.ts';
import { type ExcessiveJson, MAX_DEPTH, MAX_ENTRIES } from '../parse/json-scan.ts';
import { jsonText } from '../parse/json-text.ts';
import { isErrorObject, saysNoError, wasCarriedOut } from '../parse/outcomes.ts';
import { readErrorBody } from './error-body.ts';
import { type FailureFacts, PlatformError, withoutEffect } from './errors.ts';
import type { Hold } from './limit.ts';
import { notConnected } from './network-errors.ts';
import type { AnyInput } from './request.ts';
import type { TenantPins } from './tenant-fence.ts';
import type { TokenOrigin } from './token.ts';

/** The error of every call while no address is set. */
export const noBaseUrl = (): PlatformError =>
  withoutEffect({
    fixer: 'settings',
    kind: 'no-base-url',
    what: 'No platform is set.',
    advice: 'Set AGENT_PLATFORM_BASE_URL and AGENT_PLATFORM_TOKEN, or start with --sandbox to try without a platform.',
  });

/** Names of arguments that differ from the specification's path parameters: readers of an error know the argument. */
const ARGUMENTS: Readonly<Record<string, string>> = { assistant_id: 'assistantIdentifier', chat_id: 'chatUuid' };

/** The operation and the ids of a call, for its errors. The ids come from the caller and have been checked. */
export function subjectOf(
  { summary, repeatable }: OperationSpec,
  { path }: AnyInput,
): Pick<FailureFacts, 'operation' | 'target' | 'reads'> {
  const ids = Object.entries(path ?? {}).map(([name, id]) => [ARGUMENTS[name] ?? name, id] as const);
  return compact({
    operation: summary.split(/;| with /)[0],
    reads: repeatable,
    target: ids.length > 0 ? Object.fromEntries(ids) : undefined,
  });
}

/** `tool server` for `toolServer`. */
const recordWords = (record: string): string => record.replace(/[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`);

/** The error for a readable response without the record that was requested. */
export const missingRecord = ({ response }: OperationSpec): PlatformError =>
  unreadable(response.many ? 'no list was found in it' : `no ${recordWords(response.record)} was found in it`).with({
    fixer: 'settings',
    advice: 'Check AGENT_PLATFORM_BASE_URL, with its path: another API may answer there, or another version of it.',
  });

/** A request that had at least this share of its call's time counts as having had all of it. */
const FULL_SHARE = 0.9;

interface TimedCall {
  readonly operation: OperationSpec;
  readonly timeoutMs: number;
}

/** The call's time was up: nothing was sent, or the platform did not respond. */
export function timedOut(
  { operation, timeoutMs }: TimedCall,
  { sentForMs }: { readonly sentForMs: number | undefined },
): PlatformError {
  if (sentForMs === undefined) return notConnected(`${timeoutMs / 1000} s`);
  const isShort = sentForMs < timeoutMs * FULL_SHARE;
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

/** Checking the request's preconditions again left too little time to send it. */
export const tooLittleTime = (timeoutMs: number): PlatformError =>
  withoutEffect({
    fixer: 'network',
    kind: 'timeout',
    what: `Not sent: too little of this call's ${timeoutMs / 1000} s was left.`,
    advice: 'Call again.',
  });

/** Nothing was sent: other calls held all connections until the time was up. */
export const noConnection = (timeoutMs: number): PlatformError =>
  withoutEffect({
    fixer: 'network',
    kind: 'no-connection',
    what: `No connection to the platform was free within ${timeoutMs / 1000} s, so nothing was sent.`,
    advice:
      'Other calls of this server use all connections: call again later, or raise AGENT_PLATFORM_MAX_CONNECTIONS.',
  });

/** No setting increases the number of connections reserved for decisions. */
export const allDeciding = (timeoutMs: number): PlatformError =>
  withoutEffect({
    fixer: 'network',
    kind: 'no-connection',
    what: `Nothing was sent: for ${timeoutMs / 1000} s, all connections kept for decisions were in use.`,
    advice: 'Call again once other decisions are done.',
  });

/** A write was refused with a token that has since been replaced. Only the caller may repeat it. */
export function tokenReplaced(error: PlatformError, origin: TokenOrigin): PlatformError {
  const replaced =
    origin === 'exchange'
      ? 'The issuer has since given you a new one.'
      : 'The token file has since changed and has been read again.';
  return error.with({
    fixer: 'repeat',
    what: `The platform did not accept the token (401). ${replaced}`,
    advice: 'The request was not sent again. Make the same call again: it carries the new token.',
  });
}

/** The rate gate stays closed for longer than the call has left. */
export function gateClosed(hold: Hold | undefined, attempts: number, pins: TenantPins): PlatformError {
  const { until = 0, askedUntil = until, cause } = hold ?? {};
  const seconds = (time: number): number => Math.max(1, Math.ceil((time - performance.now()) / 1000));
  const asked = `The platform asks to wait for another ${seconds(askedUntil)} s; this server holds such calls back for ${seconds(until)} s of that.`;
  const mayBeOthers = attempts === 0 && pins.tenantId === undefined && cause?.code?.includes('TENANT');
  return withoutEffect({
    ...(cause && { limit: cause }),
    fixer: 'network',
    kind: 'http-429',
    status: 429,
    what: `The platform's rate limit was reached (429)${attempts === 0 ? ' by an earlier call, so this one was not sent' : ''}. ${askedUntil > until ? asked : `Calls are held back for another ${seconds(until)} s.`}`,
    advice: mayBeOthers
      ? "The limit may be another tenant's; calls are held back all the same. Wait, then call again."
      : 'Wait, then call again.',
  });
}

/** Kinds of records with a success flag of their own. */
const HAVE_SUCCESS: ReadonlySet<string> = new Set(['toolTest', 'deletion']);

/** Statuses that other arguments may avoid. */
const CALLERS: ReadonlySet<number> = new Set([400, 404, 409, 410, 413, 422]);

/** Also with a part of what was asked for: it would pass for the whole. A record's own `error` is no failure of the request. */
function isReadRefused(operation: OperationSpec, body: unknown): boolean {
  if (!isObject(body)) return false;
  if (boolean(body.success) === false || isErrorObject(body)) return true;
  if (operation.response.many !== true || body.id !== undefined) return false;
  const errors = isObject(body.errors) ? [body.errors] : array(body.errors);
  if (![body.error, ...errors].some(isErrorText)) return false;
  // Said to be a success, it is one if it has records.
  return boolean(body.success) !== true || array(object(readResponse(operation, body)).items).length === 0;
}

/** Whether an `error` beside a list has words, and these don't say that all is well. */
function isErrorText(error: unknown): boolean {
  const { message, detail } = object(error);
  const words = saysNoError(error) ? '' : (text(message) ?? text(detail) ?? text(error) ?? '').trim();
  return words !== '' && !/^(?:ok|null|none|success|no errors?)\.?$/i.test(words);
}

/** The error that a success's body reports: `{success: false, error}`, an error object; undefined if none. */
export function reportedFailure(operation: OperationSpec, body: unknown): PlatformError | undefined {
  if (HAVE_SUCCESS.has(operation.response.record)) return undefined;
  const isRefused = operation.repeatable ? isReadRefused(operation, body) : wasCarriedOut(body) === false;
  if (!isRefused) return undefined;
  const code = isObject(body) ? (number(pick(body, 'statusCode', 'status')) ?? 0) : 0;
  const isCallers = CALLERS.has(code);
  return withoutEffect({
    fixer: operation.repeatable && isCallers ? 'caller' : 'platform',
    kind: 'said-failed',
    what: 'The platform answered with a success status, but its body says that the request failed.',
    advice: !operation.repeatable
      ? 'Fix what it names, or check whether it took effect.'
      : isCallers
        ? 'Correct what it names and call again.'
        : 'Try again later; if it persists, tell the people who run the platform.',
    ...readErrorBody(jsonText(body)),
  });
}

/** What reads less, if a response of this operation is too much. */
function readLess(operation: OperationSpec): string {
  const { many, record } = operation.response;
  if (record === 'thread' && !many)
    return 'A thread is read whole, so look at this one, and decide on it, in the platform itself';
  if (!many) return 'It is read whole, so look at it in the platform itself';
  return isPaged(operation)
    ? 'Ask for fewer records (limit); if one alone is too large, read on after it (offset)'
    : 'Narrow the request with filters, if it has any';
}

/** The response exceeds the size cap. */
export const tooLarge = (maxBytes: number, operation: OperationSpec): PlatformError =>
  withoutEffect({
    // Of a single record, nothing less can be asked for.
    fixer: operation.response.many ? 'caller' : 'settings',
    kind: 'too-large',
    what: `The platform's answer is larger than ${Math.round(maxBytes / 1024 / 1024)} MB, so it was not read.`,
    advice: `${readLess(operation)}, or raise AGENT_PLATFORM_MAX_RESPONSE_MB.`,
  });

/** Grouped by hand: what Intl loads for it takes 6 MB, and would at the start. */
export const MOST_VALUES = `${MAX_ENTRIES / 1_000},000`;

const EXCESSES: Readonly<Record<ExcessiveJson['limit'], readonly [kind: string, what: string]>> = {
  depth: ['too-deep', `is nested deeper than ${MAX_DEPTH} levels, so it was not read; no setting changes that limit`],
  entries: [
    'too-many-values',
    `has more than ${MOST_VALUES} values, so it was not read; no setting changes that limit`,
  ],
  keys: ['field-twice', 'has a field twice in one object, so which of them counts is unknown, and it was not read'],
};

/** The response exceeds a limit of parsing, or is ambiguous. */
export function tooMuch({ limit }: ExcessiveJson, operation: OperationSpec): PlatformError {
  const [kind, what] = EXCESSES[limit];
  return withoutEffect({
    fixer: 'platform',
    kind,
    what: `The platform's answer ${what}.`,
    advice:
      limit === 'keys' ? 'View it in the platform itself, and tell the people who run it.' : `${readLess(operation)}.`,
  });
}

/** Nothing of the response was read: others took all of what is read at a time. */
export const manyLarge = (budgetBytes: number, smallBytes: number, waitedMs: number): PlatformError =>
  withoutEffect({
    fixer: 'network',
    kind: 'busy',
    what: `The platform's answer is larger than ${smallBytes / 1024 / 1024} MB. This server reads ${budgetBytes / 1024 / 1024} MB of such answers at a time, and for ${Math.ceil(waitedMs / 1000)} s others were being read.`,
    advice: 'Call again in a moment.',
  });

/** A response with a success status whose body can't be read. */
export const unreadable = (why: string): PlatformError =>
  withoutEffect({
    fixer: 'platform',
    kind: 'unreadable',
    what: `The platform's answer could not be read: ${why}.`,
    advice: 'Check that AGENT_PLATFORM_BASE_URL, with its path, is the address of the API, not of a web page.',
  });
