/**
 * A real authorization server, oidc-provider, behind TLS on loopback: dynamic registration, its own pages to sign in and to
 * consent, access tokens that are JWTs for one resource. Of token exchange (RFC 8693) it has the frame; the grant is here.
 */
import { readFileSync, rmSync } from 'node:fs';
import { createServer } from 'node:https';
import type { AddressInfo, Socket } from 'node:net';
import { exportJWK, generateKeyPair, importJWK, type JWK, type JWTPayload, jwtVerify } from 'jose';
import Provider, { errors, type TokenContext } from 'oidc-provider';
import { Agent, fetch as undiciFetch } from 'undici';
import { makeCertificate } from './fault-tls.ts';
import { opened } from './opened.ts';

/** The audience of tokens for the platform. */
export const PLATFORM = 'https://platform.example';
export const SCOPES = ['threads.read', 'threads.write', 'threads.decide'];
const EXCHANGE = 'urn:ietf:params:oauth:grant-type:token-exchange';
const ACCESS_TOKEN = 'urn:ietf:params:oauth:token-type:access_token';
/** The server's clients at the issuer: one with a secret, one with a key. */
export const CLIENT = 'mcp-server';
export const KEY_CLIENT = 'mcp-server_with.key';
/** With the signs that generated secrets have. */
export const SECRET = 'Ab8~_c.d-E0Q~fGh1jKl2mNo3pQr4sTu5vWx6yZ';

/** Ways in which an exchange can go wrong; `own audience` is the server's. */
export type Fault = '500' | 'slow' | 'redirect' | 'wrong type' | 'own audience' | 'another person';

export interface AuthorizationServer {
  readonly issuer: string;
  /** For NODE_EXTRA_CA_CERTS. */
  readonly certificate: string;
  /** Trusts the certificate. */
  readonly fetch: typeof fetch;
  /** The private key of {@link KEY_CLIENT}. */
  readonly clientKey: JWK;
  /** Requested exchanges, by person and by client. */
  readonly exchanges: readonly { readonly subject: string; readonly client: string }[];
  /** Tokens and secrets that it gave, and that clients were to have. */
  readonly secrets: Set<string>;
  /** Requested paths. */
  readonly asked: readonly string[];
  /** Exchanges are answered so from now on. */
  break(how: Fault | undefined): void;
  /** The secret of {@link CLIENT} from now on. */
  rotate(secret: string): void;
  /** The token is accepted no more, though its grant stands. */
  revoke(token: string): void;
  /** Whose token for the platform it is. Rejects for any other token. */
  holder(token: string): Promise<JWTPayload>;
}

/** @param resources addresses of the MCP servers, with /mcp. @param peopleOf claims of a person, by the name at the sign-in */
export async function startAuthorizationServer(
  resources: readonly string[],
  peopleOf: (login: string) => Readonly<Record<string, unknown>> = (login) => ({ name: login }),
): Promise<AuthorizationServer> {
  const { folder, key, certificate } = makeCertificate();
  const cert = readFileSync(certificate);
  const sockets = new Set<Socket>();
  const server = createServer({ key: readFileSync(key), cert });
  server.on('connection', (socket: Socket) => sockets.add(socket.on('error', () => undefined)));
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const issuer = `https://127.0.0.1:${(server.address() as AddressInfo).port}`;

  const [ownKey, clientKey] = [await keyNamed('issuer-1'), await keyNamed('client-1')];
  const verifying = await importJWK(publicPart(ownKey), 'ES256');
  const exchanges: { subject: string; client: string }[] = [];
  const secrets = new Set<string>([SECRET]);
  const revoked = new Set<unknown>();
  const asked: string[] = [];
  let fault: Fault | undefined;

  const verified = async (token: string, audience: readonly string[]): Promise<JWTPayload> => {
    const { payload } = await jwtVerify(token, verifying, { issuer, audience: [...audience], typ: 'at+jwt' });
    if (revoked.has(payload.jti)) throw new Error('revoked');
    return payload;
  };
  const infoOf = (resource: string) => ({
    scope: SCOPES.join(' '),
    audience: resource,
    accessTokenFormat: 'jwt',
    accessTokenTTL: 300,
    jwt: { sign: { alg: 'ES256' } },
  });

  function make(secret: string): Provider {
    const own = { redirect_uris: [], response_types: [], grant_types: [EXCHANGE] };
    const provider = new Provider(issuer, {
      clients: [
        { ...own, client_id: CLIENT, client_secret: secret, token_endpoint_auth_method: 'client_secret_basic' },
        {
          ...own,
          client_id: KEY_CLIENT,
          token_endpoint_auth_method: 'private_key_jwt',
          token_endpoint_auth_signing_alg: 'ES256',
          jwks: { keys: [publicPart(clientKey)] },
        },
      ],
      clientDefaults: { id_token_signed_response_alg: 'ES256' },
      cookies: { keys: ['a key for cookies of tests'] },
      extraTokenClaims: (_: unknown, { accountId, grantId }: { accountId?: string; grantId?: string }) => ({
        gid: grantId,
        ...(accountId !== undefined && peopleOf(accountId)),
      }),
      features: {
        devInteractions: { enabled: true },
        registration: { enabled: true },
        revocation: { enabled: true },
        resourceIndicators: {
          enabled: true,
          defaultResource: () => resources[0],
          useGrantedResource: () => true,
          getResourceServerInfo(_: unknown, resource: string) {
            if (resources.includes(resource)) return infoOf(resource);
            throw new errors.InvalidTarget();
          },
        },
      },
      // Callers seem to have had their tokens for a while, because a token that is refused when new means wrong settings.
      formats: {
        customizers: {
          jwt(_: unknown, __: unknown, { payload }: { payload: { aud: string; iat: number } }) {
            if (resources.includes(payload.aud)) payload.iat -= 60;
          },
        },
      },
      findAccount: (_: unknown, id: string) => ({ accountId: id, claims: () => ({ sub: id }) }),
      issueRefreshToken: (_: unknown, client: { grantTypeAllowed(type: string): boolean }) =>
        client.grantTypeAllowed('refresh_token'),
      jwks: { keys: [ownKey] },
      scopes: ['openid', 'offline_access', ...SCOPES],
      ttl: { AccessToken: 300, Grant: 3600, IdToken: 300, Interaction: 300, RefreshToken: 3600, Session: 3600 },
    });
    const parameters = ['subject_token', 'subject_token_type', 'requested_token_type', 'audience', 'resource', 'scope'];
    provider.registerGrantType(EXCHANGE, (context) => exchange(provider, context), parameters);
    return provider;
  }

  async function exchange(provider: Provider, context: TokenContext): Promise<void> {
    const { client, params } = context.oidc;
    const { subject_token: token = '', audience } = params;
    secrets.add(token);
    if (audience !== PLATFORM) throw new errors.InvalidTarget();
    if (params.subject_token_type !== ACCESS_TOKEN) throw new errors.InvalidRequest('unknown subject_token_type');
    if (params.requested_token_type !== ACCESS_TOKEN) throw new errors.InvalidRequest('unknown requested_token_type');
    // RFC 8693, section 2.2.2: for a subject_token that is invalid for any reason.
    const refuse = (): never => {
      throw new errors.InvalidRequest('the subject_token is not acceptable');
    };
    const { sub = '', gid, scope } = await verified(token, resources).catch(refuse);
    exchanges.push({ subject: sub, client: client.clientId });
    if ((await provider.Grant.find(String(gid))) === undefined) refuse();
    if (fault === '500') return answer(context, 500, 'oops');
    if (fault === 'redirect') return answer(context, 307, '', { location: `${issuer}/elsewhere` });
    if (fault === 'slow') await new Promise((resolve) => setTimeout(resolve, 8_000));
    const target = fault === 'own audience' ? (resources[0] ?? '') : PLATFORM;
    const accountId = fault === 'another person' ? 'mallory' : sub;
    const issued = new provider.AccessToken({ accountId, client, grantId: gid, gty: 'token-exchange', scope });
    issued.resourceServer = new provider.ResourceServer(target, infoOf(target));
    const value = await issued.save();
    secrets.add(value);
    context.body = {
      access_token: value,
      issued_token_type: fault === 'wrong type' ? ACCESS_TOKEN.replace('access', 'id') : ACCESS_TOKEN,
      token_type: 'Bearer',
      expires_in: issued.expiration,
      scope,
    };
  }

  let respond = make(SECRET).callback();
  server.on('request', (request, response) => {
    asked.push(new URL(request.url ?? '', issuer).pathname);
    respond(request, response);
  });
  const agent = new Agent({ connect: { ca: cert } });
  opened.push(async () => {
    await agent.destroy();
    for (const socket of sockets) socket.destroy();
    await new Promise((resolve) => server.close(resolve));
    rmSync(folder, { recursive: true });
  });
  return {
    issuer,
    certificate,
    fetch: async (input, init) => {
      const answer = await undiciFetch(String(input), { ...(init as object), dispatcher: agent });
      // Clients look for the global class.
      const body = NO_BODY.includes(answer.status) ? null : (answer.body as ReadableStream | null);
      return new Response(body, { status: answer.status, headers: [...answer.headers] });
    },
    clientKey,
    exchanges,
    secrets,
    asked,
    break: (how) => {
      fault = how;
    },
    rotate: (secret) => {
      secrets.add(secret);
      respond = make(secret).callback();
    },
    revoke: (token) => revoked.add(JSON.parse(Buffer.from(token.split('.')[1] ?? '', 'base64url').toString()).jti),
    holder: (token) => verified(token, [PLATFORM]),
  };
}

/** Statuses whose answers have none. */
const NO_BODY = [101, 204, 205, 304];

function answer(context: TokenContext, status: number, body: string, headers: Record<string, string> = {}): void {
  context.status = status;
  context.set(headers);
  context.body = body;
}

async function keyNamed(kid: string): Promise<JWK> {
  const { privateKey } = await generateKeyPair('ES256', { extractable: true });
  return { ...(await exportJWK(privateKey)), kid, alg: 'ES256', use: 'sig' };
}

const publicPart = ({ d: _, ...rest }: JWK): JWK => rest;
