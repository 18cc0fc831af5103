/** Bearer tokens: a shared one, or, if callers act as themselves, those that the sandbox's issuer exchanged. */
import { randomBytes } from 'node:crypto';
import { errors, SignJWT } from 'jose';
import { DAY } from '../clock.ts';
import type { Issuer, Visitor } from '../people.ts';
import { HttpError } from './reply.ts';

/** The shared token. */
export type SandboxToken = Awaited<ReturnType<typeof newToken>>;

/** A new token that expires in 30 days: a JSON Web Token, so that clients can read when. `now` in epoch ms. */
export async function newToken(now: number) {
  const expires = now + 30 * DAY;
  const token = await new SignJWT({ sub: 'sandbox-operator', iss: 'agent-platform-sandbox' })
    .setProtectedHeader({ alg: 'HS256', typ: 'JWT' })
    .setIssuedAt(new Date(now))
    .setExpirationTime(new Date(expires))
    .sign(randomBytes(32));
  return { token, expires };
}

/**
 * Checks an Authorization header.
 * @returns the person whose token it is; undefined for the shared token
 * @throws HttpError 401
 */
export async function authenticate(
  header: string | undefined,
  { token, expires }: SandboxToken,
  issuer: Issuer | undefined,
  now: number,
): Promise<Visitor | undefined> {
  const sent = /^Bearer +(\S+) *$/i.exec(header ?? '')?.[1];
  if (sent === undefined) throw refusal('missing');
  if (issuer !== undefined) {
    return issuer.visitor(sent).catch((error: unknown) => {
      throw refusal(error instanceof errors.JWTExpired ? 'expired' : 'invalid');
    });
  }
  if (sent !== token) throw refusal('invalid');
  if (now >= expires) throw refusal('expired');
  return undefined;
}

const refusal = (problem: string): HttpError =>
  new HttpError(401, `${problem} bearer token`, undefined, { 'www-authenticate': 'Bearer' });
