/**
 * Bearer tokens: a shared one, or, if callers act as themselves, those of the sandbox's people. The issuer that vouches for them
 * signs their tokens for an MCP server in front, and exchanges these for tokens of the sandbox itself (RFC 8693), so that
 * everybody acts as themselves without an account anywhere.
 */

import { randomBytes } from 'node:crypto';
import { errors, exportJWK, generateKeyPair, type JWK, type JWTPayload, jwtVerify, SignJWT } from 'jose';
import type { OperationSpec } from '../../platform/operations/operation.ts';
import { DAY } from '../clock.ts';
import { HttpError, json, type Reply } from './reply.ts';

type Right = 'read' | 'write' | 'decide';

interface Account {
  readonly subject: string;
  readonly name: string;
  readonly rights: readonly Right[];
  /** A program has its own token, which belongs to no person. */
  readonly isProgram?: true;
}

const ACCOUNTS: readonly Account[] = [
  { subject: 'anna', name: 'Anna Ek', rights: ['read', 'write', 'decide'] },
  { subject: 'bert', name: 'Bert Olsen', rights: ['read', 'write', 'decide'] },
  { subject: 'cleo', name: 'Cleo Marsh', rights: ['read'] },
  { subject: 'nightly-report', name: 'Nightly Report', rights: ['read', 'write', 'decide'], isProgram: true },
];

/** Whom the tokens are for: the MCP server that people call, and the sandbox itself. */
const SERVER = 'agent-platform-mcp';
const PLATFORM = 'agent-platform-sandbox';
const ISSUED_TYPE = 'urn:ietf:params:oauth:token-type:access_token';
const EXCHANGE = 'urn:ietf:params:oauth:grant-type:token-exchange';
const SIGN_IN_SECONDS = 8 * 3600;
const EXCHANGED_SECONDS = 600;

/** Whoever calls the sandbox. */
export interface Visitor {
  readonly name: string;
  may(right: Right): boolean;
}

/** The issuer while the sandbox runs. */
export type Issuer = Awaited<ReturnType<typeof startIssuer>>;
/** What an MCP server needs in order to authenticate its people. */
export type People = Issuer['people'];

/** @param now clock in epoch milliseconds */
export async function startIssuer(origin: string, now: () => number) {
  const { publicKey, privateKey } = await generateKeyPair('ES256');
  const jwk: JWK = { ...(await exportJWK(publicKey)), kid: 'sandbox', alg: 'ES256', use: 'sig' };
  const sign = (claims: JWTPayload, audience: string, seconds: number): Promise<string> =>
    new SignJWT(claims)
      .setProtectedHeader({ alg: 'ES256', kid: 'sandbox', typ: 'at+jwt' })
      .setIssuer(origin)
      .setAudience(audience)
      .setIssuedAt(new Date(now()))
      .setExpirationTime(new Date(now() + seconds * 1000))
      .sign(privateKey);
  const verify = async (token: string, audience: string): Promise<JWTPayload> => {
    const { payload } = await jwtVerify(token, publicKey, { issuer: origin, audience, currentDate: new Date(now()) });
    return payload;
  };

  async function exchange(form: URLSearchParams): Promise<Reply> {
    const fail = (error: string, description: string): Reply => json({ error, error_description: description }, 400);
    if (form.get('grant_type') !== EXCHANGE) return fail('unsupported_grant_type', `only ${EXCHANGE} is supported`);
    if (form.get('audience') !== PLATFORM) return fail('invalid_target', `the only audience is ${PLATFORM}`);
    try {
      const { sub = '', name, scope } = await verify(form.get('subject_token') ?? '', SERVER);
      const token = await sign({ sub, name, scope }, PLATFORM, EXCHANGED_SECONDS);
      return json({
        access_token: token,
        issued_token_type: ISSUED_TYPE,
        token_type: 'Bearer',
        expires_in: EXCHANGED_SECONDS,
        scope,
      });
    } catch {
      return fail('invalid_grant', 'the subject token is not a valid one of this issuer');
    }
  }

  const tokens = ACCOUNTS.map(async ({ subject, name, rights, isProgram }) => {
    const client = isProgram ? subject : 'sandbox-app';
    const claims = { sub: subject, name, client_id: client, scope: rights.join(' ') };
    return { name, rights, token: await sign(claims, SERVER, SIGN_IN_SECONDS) };
  });
  const metadata = {
    issuer: origin,
    jwks_uri: `${origin}/oauth/keys`,
    token_endpoint: `${origin}/oauth/token`,
    grant_types_supported: [EXCHANGE],
    response_types_supported: [],
  };
  return {
    people: {
      issuer: origin,
      /** The audience of their tokens, and that of the tokens to exchange them for. */
      audience: SERVER,
      platformAudience: PLATFORM,
      tokens: await Promise.all(tokens),
    },
    /** Serves the issuer's own paths; undefined for all others. */
    respond(method: string, path: string, form: () => Promise<URLSearchParams>): Promise<Reply> | undefined {
      const ok = (body: object): Promise<Reply> => Promise.resolve(json(body));
      if (method === 'GET' && path === '/.well-known/oauth-authorization-server') return ok(metadata);
      if (method === 'GET' && path === '/oauth/keys') return ok({ keys: [jwk] });
      return method === 'POST' && path === '/oauth/token' ? form().then(exchange) : undefined;
    },
    /** Whose token of the sandbox it is. Rejects with an error of jose. */
    async visitor(token: string): Promise<Visitor> {
      const { name, scope } = await verify(token, PLATFORM);
      const scopes = String(scope).split(' ');
      return { name: String(name), may: (right) => scopes.includes(right) };
    },
  };
}

/** What a visitor must be allowed for an operation. */
export function rightFor({ name, repeatable }: Pick<OperationSpec, 'name' | 'repeatable'>): Right {
  if (name === 'handleThreadApproval') return 'decide';
  return repeatable ? 'read' : 'write';
}

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

/** @returns the person whose token it is; undefined for the shared token @throws HttpError 401 */
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
