/** An OAuth issuer on loopback: metadata, keys, and tokens as a test wants them. */
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { exportJWK, generateKeyPair, type JWTPayload, SignJWT } from 'jose';
import { closer } from '../support/opened.ts';

export interface TokenOptions {
  /** Not a JWTPayload: some issuers send claims of wrong types. */
  readonly claims?: Readonly<Record<string, unknown>>;
  readonly audience?: string;
  readonly issuer?: string;
  /** Seconds from now. */
  readonly expiresIn?: number;
  readonly notBefore?: number;
  /** Seconds ago. */
  readonly issuedAgo?: number;
  /** Signs with a key that the issuer does not have, under a known or an unknown name. */
  readonly foreignKey?: 'known name' | 'unknown name';
  readonly withoutExpiry?: boolean;
  /** The header's `typ`. */
  readonly typ?: string;
}

export interface IssuerOptions {
  /** Calls itself with a trailing slash, in its metadata and its tokens. */
  readonly slash?: boolean;
  /** The address of the keys in its metadata. */
  readonly jwksUri?: string;
  /** Published instead of its keys. */
  readonly keys?: readonly unknown[];
  /** How it answers requests for tokens; without it, it has no token endpoint. */
  readonly exchange?: (form: URLSearchParams, authorization: string) => TokenAnswer | Promise<TokenAnswer>;
  /** Answers wait for this. */
  readonly ready?: Promise<unknown>;
}

export interface TokenAnswer {
  readonly status: number;
  readonly body: unknown;
  readonly headers?: Readonly<Record<string, string>>;
}

export interface Issuer {
  readonly url: string;
  /** The requests that it got. */
  readonly asked: readonly string[];
  /** From now on it answers 503. */
  fail(isFailing: boolean): void;
  token(options?: TokenOptions): Promise<string>;
  /** From now on it has another key, under another name. */
  rotate(): Promise<void>;
  /** From now on its keys and its token endpoint are elsewhere, as its metadata says. */
  move(): void;
  close(): Promise<void>;
}

/** Starts an issuer. Closed after each test file at the latest. */
export async function startIssuer(audience: string, options: IssuerOptions = {}): Promise<Issuer> {
  let key = await generateKeyPair('ES256');
  let kid = 'key-1';
  const stranger = await generateKeyPair('ES256');
  const asked: string[] = [];
  let isFailing = false;
  let place = '';
  const server = createServer((request, response) => {
    const path = request.url ?? '';
    asked.push(path);
    if (path === `${place}/token` && options.exchange !== undefined) {
      void exchanged(request, response, options.exchange);
      return;
    }
    const answer = async (): Promise<unknown> => {
      await options.ready;
      if (path === `${place}/keys` && options.keys !== undefined) return { keys: options.keys };
      if (path === `${place}/keys`)
        return { keys: [{ ...(await exportJWK(key.publicKey)), kid, alg: 'ES256', use: 'sig' }] };
      return path === '/.well-known/oauth-authorization-server'
        ? { issuer: name, jwks_uri: options.jwksUri ?? `${url}${place}/keys`, token_endpoint: `${url}${place}/token` }
        : undefined;
    };
    void answer().then((body) => {
      response.writeHead(isFailing ? 503 : body === undefined ? 404 : 200, { 'content-type': 'application/json' });
      response.end(isFailing ? '{}' : JSON.stringify(body ?? {}));
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const name = options.slash ? `${url}/` : url;
  return {
    url: name,
    asked,
    fail: (value) => {
      isFailing = value;
    },
    move() {
      place = '/moved';
    },
    async rotate() {
      [key, kid] = [await generateKeyPair('ES256'), 'key-2'];
    },
    async token(options = {}) {
      const { foreignKey, expiresIn = 300, notBefore, issuedAgo = 0, typ } = options;
      const now = Math.floor(Date.now() / 1000);
      const claims = { sub: 'user-1', client_id: 'client-1', scope: 'mcp other', ...options.claims };
      const jwt = new SignJWT(claims as JWTPayload)
        .setProtectedHeader({
          alg: 'ES256',
          kid: foreignKey === 'unknown name' ? 'nobodys' : kid,
          ...(typ === undefined ? {} : { typ }),
        })
        .setIssuer(options.issuer ?? name)
        .setAudience(options.audience ?? audience)
        .setIssuedAt(now - issuedAgo);
      if (!options.withoutExpiry) jwt.setExpirationTime(now + expiresIn);
      if (notBefore !== undefined) jwt.setNotBefore(now + notBefore);
      return jwt.sign(foreignKey === undefined ? key.privateKey : stranger.privateKey);
    },
    close: closer(() => {
      server.closeAllConnections();
      return new Promise((resolve) => server.close(resolve));
    }),
  };
}

async function exchanged(
  request: IncomingMessage,
  response: ServerResponse,
  answer: NonNullable<IssuerOptions['exchange']>,
): Promise<void> {
  let text = '';
  for await (const chunk of request) text += chunk;
  const { status, body, headers } = await answer(new URLSearchParams(text), request.headers.authorization ?? '');
  response.writeHead(status, { 'content-type': 'application/json', ...headers });
  response.end(typeof body === 'string' ? body : JSON.stringify(body));
}
