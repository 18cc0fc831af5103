/** What an error status means, and who can fix it (docs/platform-notes.md, "Errors and limits"). */
import { pathParams } from '../operations/index.ts';
import type { OperationSpec, PathSetting } from '../operations/operation.ts';
import { compact } from '../parse/coerce.ts';
import type { ErrorBody } from './error-body.ts';
import { type FailureFacts, PlatformError } from './errors.ts';
import { expiryOf, type TokenOrigin } from './token.ts';

/** A call whose response has an error status. */
interface Failure {
  readonly operation: OperationSpec;
  readonly status: number;
  readonly body: ErrorBody;
  readonly token: UsedToken;
}

interface UsedToken {
  readonly token: string;
  readonly origin: TokenOrigin;
}

type Words = string | ((failure: Failure) => string);

/** What a failure means. The texts are whole sentences. */
interface Problem extends Pick<FailureFacts, 'fixer' | 'checks'> {
  readonly status: number | ((status: number) => boolean);
  /** A condition in addition to the status. */
  readonly when?: (failure: Failure) => boolean;
  readonly what: Words;
  readonly advice: Words;
  readonly otherwise?: Words;
}

const INVALID = 'The platform refused the request as invalid (400).';
const CONFLICT = 'The request conflicts with the current state (409).';
/** The thread is in another state, which other arguments don't change. */
const STATE = { fixer: 'state', advice: 'Check its state.', checks: 'state' } as const;
/** A caller that knows which tools list the ids replaces the advice. */
const UNKNOWN_ID = {
  status: 404,
  fixer: 'caller',
  what: 'The platform does not know this (404).',
  advice: 'Check the ids: take them exactly as a list gave them.',
  checks: 'ids',
} as const;
/** What it asked for is turned off: other arguments don't change that. */
const IS_OFF = /\b(?:is|has been|was) (?:currently )?(?:disabled|deactivated|archived)\b/i;
const TRY_LATER = 'Try again later; if it persists, tell the people who run the platform.';

/** Writes that the platform refuses because of the thread's state, not because of their arguments. */
const STATE_DEPENDENT: ReadonlySet<string> = new Set([
  'handleThreadApproval',
  'pauseThread',
  'resumeThread',
  'completeThread',
  'sendThreadMessage',
]);
const dependsOnState = ({ operation }: Failure): boolean => STATE_DEPENDENT.has(operation.name);
const hasIds = ({ operation }: Failure): boolean => pathParams(operation).length > 0;
const isExchanged = ({ token }: Failure): boolean => token.origin === 'exchange';
/** The operation is not in the specification, so a deployment may lack it and the tool can be turned off. */
const isAssumed = ({ operation: { assumed, pathSetting } }: Failure): boolean =>
  assumed === true && pathSetting === undefined;

/** The platform's router, not its records, said 404: "Cannot POST /v1/…", "Route GET:/v1/… not found". */
const hasNoRoute = ({ body }: Failure): boolean =>
  /^(?:Cannot (?:GET|POST|PATCH|PUT|DELETE) \/|Route [A-Z]+:\S+ not found|no route\b)/i.test(
    body.platformMessage?.visible ?? '',
  );

const TURN_OFF = 'AGENT_PLATFORM_TOOLSETS or AGENT_PLATFORM_EXCLUDE_TOOLS turns off what it lacks';

const REDIRECTS: ReadonlySet<number> = new Set([300, 301, 302, 303, 305, 307, 308]);

/** The first row that applies counts: of one status, those with a condition come first. */
const PROBLEMS: readonly Problem[] = [
  {
    status: (status) => REDIRECTS.has(status),
    fixer: 'settings',
    what: ({ status }) =>
      `The platform answered with a redirect (${status}), which is not followed: the token goes to the configured address only. AGENT_PLATFORM_BASE_URL may not be the final address.`,
    advice: 'Set it to the final address, unless that is a login page in front of the platform.',
  },
  {
    status: (status) => status < 400,
    fixer: 'platform',
    what: ({ status }) => `The platform answered with an unexpected status (${status}).`,
    advice: 'Tell the people who run the platform.',
  },
  {
    status: (status) => [400, 409, 422].includes(status),
    when: ({ body }) => IS_OFF.test(body.platformMessage?.visible ?? ''),
    fixer: 'platform',
    what: ({ status }) => `The platform refused the request (${status}).`,
    advice: 'Nothing else helps until that is changed.',
  },
  // A field that it names is about the arguments, whatever the state.
  {
    status: 400,
    when: (failure) => dependsOnState(failure) && /^(?:state|status)?$/.test(failure.body.field?.raw ?? ''),
    what: INVALID,
    ...STATE,
  },
  { status: 400, fixer: 'caller', what: INVALID, advice: 'Correct what it names and call again.' },
  {
    // Nobody can replace an exchanged token: the exchange has just been repeated.
    status: 401,
    when: isExchanged,
    fixer: 'settings',
    what: 'The platform did not accept the token that the issuer gave for you (401).',
    advice: 'Check that AGENT_PLATFORM_EXCHANGE_AUDIENCE, _RESOURCE and _SCOPES name what the platform expects.',
  },
  {
    status: 401,
    when: ({ token }) => expiredSince(token) !== undefined,
    fixer: 'settings',
    what: ({ token }) => `The token expired at ${expiredSince(token)} (401).`,
    advice: ({ token }) => replaceToken(token, 'fresh token'),
  },
  {
    status: 401,
    fixer: 'settings',
    what: 'The platform did not accept the token (401).',
    advice: ({ token }) => replaceToken(token, 'valid token of this platform'),
  },
  {
    // The platform knows the caller, so another token would not help.
    status: 403,
    when: isExchanged,
    fixer: 'settings',
    what: 'You have no right to do this on the platform (403).',
    advice: "Ask the platform's administrator for permission.",
  },
  {
    status: 403,
    fixer: 'settings',
    what: 'The token may not do this (403).',
    advice: "Ask the platform's administrator for permission, or use another token.",
  },
  {
    status: (status) => status === 404 || status === 405,
    when: (failure) => isAssumed(failure) && (failure.status === 405 || !hasIds(failure) || hasNoRoute(failure)),
    fixer: 'settings',
    what: ({ status }) => `This deployment does not offer this (${status}).`,
    advice: `Do without it: ${TURN_OFF}.`,
  },
  {
    // Without ids, it is about the address.
    status: 404,
    when: (failure) => !hasIds(failure),
    fixer: 'settings',
    what: 'The platform does not know this address (404).',
    advice: ({ operation }) =>
      `Check AGENT_PLATFORM_BASE_URL, including its path${movingVariable(operation)}, and AGENT_PLATFORM_DIALECT.`,
  },
  {
    status: (status) => status === 404 || status === 405,
    when: (failure) => failure.status === 405 || hasNoRoute(failure),
    fixer: 'platform',
    what: ({ status }) => `This platform does not offer the operation (${status}).`,
    advice: 'Check AGENT_PLATFORM_BASE_URL, including its path; otherwise do without this operation.',
  },
  {
    // The caller knows the document; only the version can be wrong.
    ...UNKNOWN_ID,
    when: ({ operation }) => pathParams(operation).includes('version'),
    otherwise: 'A document lists the versions that it has.',
  },
  {
    ...UNKNOWN_ID,
    when: isAssumed,
    otherwise: `If they are right, this deployment does not offer the operation: ${TURN_OFF}.`,
  },
  UNKNOWN_ID,
  { status: 407, fixer: 'settings', what: 'A proxy wants a sign-in (407).', advice: 'Give it one in HTTPS_PROXY.' },
  { status: 409, when: dependsOnState, what: CONFLICT, ...STATE },
  {
    status: 409,
    fixer: 'caller',
    what: CONFLICT,
    advice: 'Check the current state: it may already be done, or no longer be possible.',
  },
  {
    status: 413,
    fixer: 'caller',
    what: 'The request is too large for the platform (413).',
    advice: 'Send less at once.',
  },
  {
    status: 429,
    when: ({ body }) => body.limit !== undefined,
    fixer: 'platform',
    what: 'A limit of the platform was reached (429).',
    advice: 'Wait until it resets, then call again, or ask for a higher limit.',
  },
  {
    status: 429,
    fixer: 'network',
    what: "The platform's rate limit was reached (429).",
    advice: 'Wait, then call again.',
  },
  {
    status: (status) => [408, 502, 503, 504].includes(status),
    fixer: 'platform',
    what: ({ status }) => `The platform is not available (${status}).`,
    advice: TRY_LATER,
  },
  {
    status: (status) => status < 500,
    fixer: 'caller',
    what: ({ status }) => `The platform refused the request (${status}).`,
    advice: 'Correct it and call again.',
  },
  { status: 500, fixer: 'platform', what: 'The platform had an internal error (500).', advice: TRY_LATER },
];

const OTHER: Problem = {
  status: () => true,
  fixer: 'platform',
  what: ({ status }) => `The platform failed (${status}).`,
  advice: TRY_LATER,
};

/** The error for a status of 300 or above. A write's effect is unknown if the response does not settle it. */
export function statusError(failure: Failure): PlatformError {
  const { operation, status, body } = failure;
  const words = (text: Words): string => (typeof text === 'string' ? text : text(failure));
  const { fixer, what, advice, checks, otherwise } = PROBLEMS.find((problem) => applies(problem, failure)) ?? OTHER;
  return new PlatformError(
    compact({
      fixer,
      what: words(what),
      advice: words(advice),
      checks,
      otherwise: otherwise === undefined ? undefined : words(otherwise),
      kind: `http-${status}`,
      status,
      effect: mayHaveTakenEffect(status) && !operation.repeatable ? ('unknown' as const) : ('none' as const),
      ...body,
    }),
  );
}

const applies = ({ status, when }: Problem, failure: Failure): boolean =>
  (typeof status === 'number' ? status === failure.status : status(failure.status)) && (when?.(failure) ?? true);

/**
 * Responses after which a write may have taken effect: an internal failure, a redirect (many send 303 after a completed
 * POST), a proxy that gave up waiting for the rest of the request (408) or whose client disconnected (499).
 */
const mayHaveTakenEffect = (status: number): boolean =>
  status >= 500 || (status >= 300 && status < 400) || status === 408 || status === 499;

const PATH_VARIABLE: Readonly<Record<PathSetting, string>> = {
  docsPath: 'AGENT_PLATFORM_DOCS_PATH',
  healthPath: 'AGENT_PLATFORM_HEALTH_PATH',
};

const movingVariable = ({ pathSetting }: OperationSpec): string =>
  pathSetting === undefined ? '' : `, and ${PATH_VARIABLE[pathSetting]}, which moves this path`;

const replaceToken = ({ origin }: UsedToken, other: string): string =>
  origin === 'file'
    ? `Put a ${other} into the file of AGENT_PLATFORM_TOKEN_FILE.`
    : `Set AGENT_PLATFORM_TOKEN to a ${other}.`;

/** The ISO time at which a JWT expired; undefined if it is valid or its expiry unknown. */
function expiredSince({ token }: UsedToken): string | undefined {
  const expiry = expiryOf(token);
  return expiry !== undefined && expiry <= Date.now() ? new Date(expiry).toISOString() : undefined;
}
