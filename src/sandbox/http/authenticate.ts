/** The bearer token of the sandbox. */
import { randomBytes } from 'node:crypto';
import { SignJWT } from 'jose';
import { DAY } from '../clock.ts';
import { HttpError } from './reply.ts';

/** The token of all callers. */
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

/** @throws HttpError 401 for any other token, and once it has expired */
export function authenticate(header: string | undefined, { token, expires }: SandboxToken, now: number): void {
  const sent = /^Bearer +(\S+) *$/i.exec(header ?? '')?.[1];
  if (sent === undefined) throw refusal('missing');
  if (sent !== token) throw refusal('invalid');
  if (now >= expires) throw refusal('expired');
}

const refusal = (problem: string): HttpError =>
  new HttpError(401, `${problem} bearer token`, undefined, { 'www-authenticate': 'Bearer' });
