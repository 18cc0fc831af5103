/** The sandbox's bearer tokens: JSON Web Tokens that it signs itself. */
import { decodeJwt, errors, jwtVerify, SignJWT } from 'jose';

/** Why a token was refused, or undefined where it is good. */
export type TokenProblem = 'missing' | 'invalid' | 'expired' | undefined;

interface Accepted {
  readonly secret: Uint8Array;
  /** A token that is accepted as it is. */
  readonly fixed: string | undefined;
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

/** Checks an Authorization header. `now` (epoch ms) is compared with the token's `exp`, where it has one. */
export async function checkToken(header: string | undefined, accepted: Accepted, now: number): Promise<TokenProblem> {
  const token = /^Bearer +(\S+) *$/i.exec(header ?? '')?.[1];
  if (token === undefined) return 'missing';
  if (token === accepted.fixed) return isExpired(token, now) ? 'expired' : undefined;
  try {
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
