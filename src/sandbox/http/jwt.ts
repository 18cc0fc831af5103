/** Bearer tokens: HS256 JSON Web Tokens, signed and verified with node:crypto. */
import { createHash, createHmac, timingSafeEqual } from 'node:crypto';
import * as z from 'zod';
import { DAY } from '../clock.ts';

/** Why a token was refused, or undefined where it is good. */
export type TokenProblem = 'missing' | 'invalid' | 'expired' | undefined;

/** A signed token that expires 30 days after `now` (epoch ms). */
export function signToken(secret: string, now: number): string {
  const issued = Math.floor(now / 1000);
  const claims = {
    sub: 'sandbox-operator',
    iss: 'agent-platform-sandbox',
    iat: issued,
    exp: issued + (30 * DAY) / 1000,
  };
  const unsigned = `${encode({ alg: 'HS256', typ: 'JWT' })}.${encode(claims)}`;
  return `${unsigned}.${signature(secret, unsigned)}`;
}

/**
 * Checks an Authorization header. Accepted are tokens signed with `secret`, and exactly `fixed` where it is given.
 * @param now epoch ms, compared with the token's `exp` (seconds) where it has one.
 */
export function checkToken(
  header: string | undefined,
  accept: { readonly secret: string; readonly fixed: string | undefined },
  now: number,
): TokenProblem {
  const token = /^Bearer +(\S+) *$/i.exec(header ?? '')?.[1];
  if (token === undefined) return 'missing';
  const [head = '', payload = '', given = ''] = token.split('.');
  const signed = same(given, signature(accept.secret, `${head}.${payload}`)) && decode(head)?.alg === 'HS256';
  if (!signed && !(accept.fixed !== undefined && same(token, accept.fixed))) return 'invalid';
  const exp = decode(payload)?.exp;
  return exp !== undefined && exp * 1000 <= now ? 'expired' : undefined;
}

function encode(part: object): string {
  return Buffer.from(JSON.stringify(part)).toString('base64url');
}

function decode(part: string): { alg?: string | undefined; exp?: number | undefined } | undefined {
  try {
    const shape = z.object({ alg: z.string().optional(), exp: z.number().optional() });
    return shape.safeParse(JSON.parse(Buffer.from(part, 'base64url').toString('utf8'))).data;
  } catch {
    return undefined;
  }
}

function signature(secret: string, unsigned: string): string {
  return createHmac('sha256', secret).update(unsigned).digest('base64url');
}

/** Constant-time comparison; hashing first makes the lengths equal. */
function same(a: string, b: string): boolean {
  const digest = (text: string) => createHash('sha256').update(text).digest();
  return timingSafeEqual(digest(a), digest(b));
}
