/** Admission of requests: bearer tokens (JSON Web Tokens that the sandbox signs) and the rate limit. */
import { decodeJwt, errors, jwtVerify, SignJWT } from 'jose';
import type { RateLimit } from '../options.ts';
import type { Issuer, Visitor } from '../people.ts';
import { HttpError } from './reply.ts';

/** Why a token was refused. */
export type TokenProblem = 'missing' | 'invalid' | 'expired';

interface Accepted {
  readonly secret: Uint8Array;
  /** A token that is accepted literally. */
  readonly fixed: string | undefined;
  /** Where everybody acts as themselves: then no other token counts. */
  readonly issuer: Issuer | undefined;
}

/** A token that expires 30 days after `now` (epoch ms). */
export function signToken(secret: Uint8Array, now: number): Promise<string> {
  const issuedAt = new Date(now);
  return new SignJWT({ sub: 'sandbox-operator', iss: 'agent-platform-sandbox' })
    .setProtectedHeader({ alg: 'HS256', typ: 'JWT' })
    .setIssuedAt(issuedAt)
    .setExpirationTime(new Date(now + 30 * 86_400_000))
    .sign(secret);
}

/**
 * Checks an Authorization header. `now` (epoch ms) is compared with the token's `exp`, if it has one.
 * @returns the problem, or the person whose token it is; undefined if it is valid and everybody's
 */
export async function checkToken(
  header: string | undefined,
  accepted: Accepted,
  now: number,
): Promise<TokenProblem | Visitor | undefined> {
  const token = /^Bearer +(\S+) *$/i.exec(header ?? '')?.[1];
  if (token === undefined) return 'missing';
  if (accepted.issuer === undefined && token === accepted.fixed) return isExpired(token, now) ? 'expired' : undefined;
  try {
    if (accepted.issuer !== undefined) return await accepted.issuer.visitor(token);
    await jwtVerify(token, accepted.secret, { algorithms: ['HS256'], currentDate: new Date(now) });
    return undefined;
  } catch (error) {
    return error instanceof errors.JWTExpired ? 'expired' : 'invalid';
  }
}

function isExpired(token: string, now: number): boolean {
  try {
    const { exp } = decodeJwt(token);
    return exp !== undefined && exp * 1000 <= now;
  } catch {
    // Any text may be the fixed token.
    return false;
  }
}

/** Counts a request. @throws HttpError 429 with Retry-After in whole seconds until the window ends. */
export type RateGate = (now: number) => void;

export function rateGate(limit: RateLimit | undefined): RateGate {
  let windowStart = Number.NEGATIVE_INFINITY;
  let used = 0;
  return (now) => {
    if (limit === undefined) return;
    if (now - windowStart >= limit.windowMs) {
      windowStart = now;
      used = 0;
    }
    used += 1;
    if (used <= limit.requests) return;
    const retryAfter = Math.max(1, Math.ceil((windowStart + limit.windowMs - now) / 1000));
    const message = `rate limit of ${limit.requests} requests in ${limit.windowMs} ms exceeded; retry after ${retryAfter} s`;
    throw new HttpError(429, message, { retryAfter }, { 'retry-after': String(retryAfter) });
  };
}
