/**
 * What an error status means, who can fix it and what to do (specification, "Errors";
 * docs/platform-notes.md, "Errors and limits").
 */
import { pathParams } from '../operations/index.ts';
import type { OperationSpec, PathSetting, Tag } from '../operations/operation.ts';
import { compact } from '../parse/coerce.ts';
import type { ErrorBody } from './error-body.ts';
import { type Fixer, PlatformError } from './errors.ts';
import { expiryOf } from './jwt.ts';
import type { TokenOrigin } from './token.ts';

interface Meaning {
  readonly fixer: Fixer;
  readonly what: string;
  readonly advice: string;
  readonly checks?: 'ids' | 'state';
  readonly otherwise?: string | undefined;
}

/** Advice on a 404 for a call with ids; a caller that knows which tools list them replaces it. */
const CHECK_IDS = 'Check the ids: take them exactly as a list gave them.';

const MEANINGS: Readonly<Record<number, Meaning>> = {
  400: {
    fixer: 'caller',
    what: 'The platform refused the request as invalid (400).',
    advice: 'Correct what it names and call again.',
  },
  403: {
    fixer: 'settings',
    what: 'The token may not do this (403).',
    advice: "Ask the platform's administrator for permission, or use another token.",
  },
  404: {
    fixer: 'caller',
    what: 'The platform does not know this (404).',
    advice: CHECK_IDS,
    checks: 'ids',
  },
  405: {
    fixer: 'platform',
    what: 'This platform does not offer the operation (405).',
    advice: 'Check AGENT_PLATFORM_BASE_URL, including its path; otherwise do without this operation.',
  },
  408: {
    fixer: 'network',
    what: 'The platform gave up waiting for the request (408).',
    advice: 'Call again later.',
  },
  409: {
    fixer: 'caller',
    what: 'The request conflicts with the current state (409).',
    advice: 'Check the current state, then decide again.',
  },
  413: {
    fixer: 'caller',
    what: 'The request is too large for the platform (413).',
    advice: 'Send less at once.',
  },
  429: {
    fixer: 'network',
    what: "The platform's rate limit was reached (429).",
    advice: 'Wait, then call again.',
  },
};

/** The token of a call, and where it came from. */
interface UsedToken {
  readonly token: string;
  readonly origin: TokenOrigin;
}

/** Nobody can replace an exchanged token: the exchange has just been repeated. */
const REFUSED_EXCHANGED: Meaning = {
  fixer: 'settings',
  what: 'The platform did not accept the token that the issuer gave for you (401).',
  advice: 'Check that AGENT_PLATFORM_EXCHANGE_AUDIENCE, _RESOURCE and _SCOPES name what the platform expects.',
};

/** The platform knows the caller, so another token would not help. */
const FORBIDDEN_TO_YOU: Partial<Meaning> = {
  what: 'You have no right to do this on the platform (403).',
  advice: "Ask the platform's administrator for permission.",
};

function refusedToken({ token, origin }: UsedToken): Meaning {
  if (origin === 'exchange') return REFUSED_EXCHANGED;
  const expired = expiredSince(token);
  const other = expired === undefined ? 'valid token of this platform' : 'fresh token';
  return {
    fixer: 'settings',
    what:
      expired === undefined ? 'The platform did not accept the token (401).' : `The token expired at ${expired} (401).`,
    advice:
      origin === 'file'
        ? `Put a ${other} into the file of AGENT_PLATFORM_TOKEN_FILE.`
        : `Set AGENT_PLATFORM_TOKEN to a ${other}.`,
  };
}

const LIMIT_ADVICE = 'Wait until it resets, then call again; the people who run the platform may raise the limit.';

/** Writes that the platform refuses because of the thread's state, not because of their arguments. */
const STATE_DEPENDENT: ReadonlySet<string> = new Set([
  'handleThreadApproval',
  'pauseThread',
  'resumeThread',
  'completeThread',
  'sendThreadMessage',
]);

function stateMeaning(operation: OperationSpec, status: number): Partial<Meaning> {
  if (!STATE_DEPENDENT.has(operation.name) || (status !== 400 && status !== 409)) return {};
  return { fixer: 'state', advice: 'Check its state.', checks: 'state' };
}

const PATH_VARIABLE: Readonly<Record<PathSetting, string>> = {
  docsPath: 'AGENT_PLATFORM_DOCS_PATH',
  healthPath: 'AGENT_PLATFORM_HEALTH_PATH',
};

/** A 404 for a call without ids is about the address. */
function addressMeaning(operation: OperationSpec, status: number): Partial<Meaning> {
  if (status !== 404 || pathParams(operation).length > 0) return {};
  const { pathSetting } = operation;
  const path = pathSetting === undefined ? '' : `, and ${PATH_VARIABLE[pathSetting]}, which moves this path`;
  return {
    fixer: 'settings',
    what: 'The platform does not know this address (404).',
    advice: `Check AGENT_PLATFORM_BASE_URL, including its path${path}, and AGENT_PLATFORM_DIALECT.`,
  };
}

/** Groups that a deployment may lack, since the specification does not show their paths, and the toolset of each. */
const GROUPS: Partial<Readonly<Record<Tag, { readonly label: string; readonly toolset: string }>>> = {
  Projects: { label: 'projects', toolset: 'projects' },
  Documents: { label: 'documents', toolset: 'documents' },
  Files: { label: 'files', toolset: 'files' },
  'Document Folders': { label: 'document folders', toolset: 'documents' },
};

/** A 405, or a 404 for a call without ids, is about the whole group; a 404 with ids may be about either. */
function groupMeaning(operation: OperationSpec, status: number): Partial<Meaning> {
  const group = GROUPS[operation.tag];
  if (group === undefined || (status !== 404 && status !== 405)) return {};
  // The caller knows the document; only the version can be wrong.
  if (status === 404 && pathParams(operation).includes('version')) {
    return { otherwise: 'A document lists the versions that it has.' };
  }
  const remedy = `leave ${group.toolset} out of AGENT_PLATFORM_TOOLSETS`;
  if (status === 405 || pathParams(operation).length === 0) {
    return {
      fixer: 'settings',
      what: `This deployment does not offer ${group.label} (${status}).`,
      advice: `Do without them: ${remedy}.`,
      otherwise: undefined,
    };
  }
  return {
    otherwise: `If no ${group.label} can be listed either, this deployment does not offer them: ${remedy}.`,
  };
}

/**
 * The operation is not in the specification, so a deployment may lack it and the tool can be turned off. If its path is a
 * setting, {@link addressMeaning} says more.
 */
function assumedMeaning({ known, pathSetting }: OperationSpec, status: number): Partial<Meaning> {
  if (known !== 'assumed' || pathSetting !== undefined) return {};
  if (status === 405) {
    return {
      fixer: 'settings',
      what: 'This deployment does not offer the operation, which the specification does not have (405).',
      advice: 'Do without it; AGENT_PLATFORM_EXCLUDE_TOOLS turns the tool off.',
    };
  }
  if (status !== 404) return {};
  return {
    advice: CHECK_IDS,
    otherwise:
      'If they are right, this deployment does not offer the operation, which the specification does not have; AGENT_PLATFORM_EXCLUDE_TOOLS turns the tool off.',
  };
}

const REDIRECTS: ReadonlySet<number> = new Set([300, 301, 302, 303, 305, 307, 308]);
const UNAVAILABLE: ReadonlySet<number> = new Set([502, 503, 504]);

function generalMeaning(status: number): Meaning {
  if (REDIRECTS.has(status)) {
    return {
      fixer: 'settings',
      what: `The platform answered with a redirect (${status}), which is not followed: the token goes to the configured address only. AGENT_PLATFORM_BASE_URL may not be the final address.`,
      advice: 'Set AGENT_PLATFORM_BASE_URL to the final address.',
    };
  }
  if (status < 400) {
    return {
      fixer: 'platform',
      what: `The platform answered with an unexpected status (${status}).`,
      advice: 'Tell the people who run the platform.',
    };
  }
  if (status < 500) {
    return {
      fixer: 'caller',
      what: `The platform refused the request (${status}).`,
      advice: 'Correct it and call again.',
    };
  }
  return {
    fixer: 'platform',
    what:
      status === 500
        ? 'The platform had an internal error (500).'
        : UNAVAILABLE.has(status)
          ? `The platform is not available (${status}).`
          : `The platform failed (${status}).`,
    advice: 'Try again later; if it persists, tell the people who run the platform.',
  };
}

/**
 * Answers after which a write may have taken effect: an internal failure, a redirect (many send 303 after a completed
 * POST), a proxy that gave up waiting for the rest of the request (408) or whose client disconnected (499).
 */
const mayHaveTakenEffect = (status: number): boolean =>
  status >= 500 || (status >= 300 && status < 400) || status === 408 || status === 499;

/**
 * The error for an answer with status 300 or above. The effect of a write is unknown if the answer does not settle it.
 */
export function statusError(
  operation: OperationSpec,
  status: number,
  body: ErrorBody,
  token: UsedToken,
): PlatformError {
  const meaning = {
    ...(MEANINGS[status] ?? generalMeaning(status)),
    ...stateMeaning(operation, status),
    ...addressMeaning(operation, status),
    ...assumedMeaning(operation, status),
    ...groupMeaning(operation, status),
    ...(status === 401 ? refusedToken(token) : {}),
    ...(status === 403 && token.origin === 'exchange' ? FORBIDDEN_TO_YOU : {}),
  };
  return new PlatformError(
    compact({
      ...meaning,
      kind: `http-${status}`,
      status,
      effect: mayHaveTakenEffect(status) && !operation.repeatable ? ('unknown' as const) : ('none' as const),
      ...(status === 429 && body.limit !== undefined ? { advice: LIMIT_ADVICE } : {}),
      ...body,
    }),
  );
}

/** The ISO time at which a JWT expired; undefined if it is valid or its expiry unknown. */
function expiredSince(token: string): string | undefined {
  const expiry = expiryOf(token);
  return expiry !== undefined && expiry <= Date.now() ? new Date(expiry).toISOString() : undefined;
}
