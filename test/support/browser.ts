/** A person with a browser: follows redirects, keeps cookies, signs in and consents on the pages of oidc-provider. */
import { createHash, randomBytes } from 'node:crypto';
import { type AuthorizationServer, SCOPES } from './authorization-server.ts';

export interface Browser {
  /** Opens an authorization address, signs in as the person, and consents. @returns where the browser is sent at last */
  authorize(address: string | URL): Promise<URL>;
  /** Ends the session at the issuer. */
  signOut(idToken: string): Promise<void>;
}

export function browserOf({ issuer, fetch }: AuthorizationServer, person: string): Browser {
  const jar = new Map<string, string>();
  const open = async (address: string | URL, form?: Record<string, string>): Promise<Response> => {
    const answer = await fetch(String(address), {
      redirect: 'manual',
      headers: { cookie: [...jar].map(([name, value]) => `${name}=${value}`).join('; ') },
      ...(form && { method: 'POST', body: new URLSearchParams(form) }),
    });
    for (const cookie of answer.headers.getSetCookie()) {
      const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(cookie) ?? [];
      if (value === '') jar.delete(name);
      else jar.set(name, value);
    }
    return answer;
  };
  /** Goes on until it is sent away from the issuer. */
  async function walk(start: string | URL): Promise<URL> {
    let answer = await open(start);
    for (let steps = 0; steps < 20; steps += 1) {
      const location = answer.headers.get('location');
      if (location !== null) {
        const next = new URL(location, issuer);
        if (next.origin !== issuer) return next;
        answer = await open(next);
        continue;
      }
      const page = await answer.text();
      const action = /<form[^>]* action="([^"]+)"/.exec(page)?.[1];
      const prompt = /name="prompt" value="(\w+)"/.exec(page)?.[1];
      if (action === undefined || prompt === undefined) throw new Error(`${answer.status}: ${page.slice(0, 2_000)}`);
      answer = await open(new URL(action, issuer), {
        prompt,
        ...(prompt === 'login' && { login: person, password: 'x' }),
      });
    }
    throw new Error('the issuer goes round in circles');
  }
  return {
    authorize: walk,
    async signOut(idToken) {
      const page = await (await open(`${issuer}/session/end?id_token_hint=${idToken}`)).text();
      const xsrf = /name="xsrf" value="([^"]+)"/.exec(page)?.[1] ?? '';
      await open(`${issuer}/session/end/confirm`, { xsrf, logout: 'yes' });
    },
  };
}

export interface SignedIn {
  readonly client: string;
  readonly accessToken: string;
  readonly refreshToken: string;
  readonly idToken: string;
  readonly browser: Browser;
  /** By the refresh token. @returns the new access token; undefined if the issuer gives none */
  refresh(): Promise<string | undefined>;
  /** Revokes the refresh token, and all that came from it (RFC 7009). */
  revoke(): Promise<void>;
}

const CALLBACK = 'http://127.0.0.1:9/callback';

/** Registers a client, and lets the person sign in with it, as hosts do: by code, PKCE and resource. */
export async function signIn(
  as: AuthorizationServer,
  person: string,
  { resource, scopes = SCOPES }: { readonly resource: string; readonly scopes?: readonly string[] },
): Promise<SignedIn> {
  const json = async (path: string, init: RequestInit): Promise<Record<string, string>> => {
    const answer = await as.fetch(`${as.issuer}${path}`, { method: 'POST', ...init });
    const body = (await answer.json()) as Record<string, string>;
    if (!answer.ok) throw new Error(`${path}: ${JSON.stringify(body)}`);
    for (const name of ['access_token', 'refresh_token', 'id_token', 'client_secret', 'registration_access_token'])
      if (typeof body[name] === 'string') as.secrets.add(body[name]);
    return body;
  };
  const registration = {
    redirect_uris: [CALLBACK],
    application_type: 'native',
    grant_types: ['authorization_code', 'refresh_token'],
    token_endpoint_auth_method: 'none',
  };
  const { client_id: client = '' } = await json('/reg', {
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(registration),
  });
  const verifier = randomBytes(32).toString('base64url');
  const browser = browserOf(as, person);
  const address = new URL(`${as.issuer}/auth`);
  const scope = ['openid', ...scopes].join(' ');
  const challenge = createHash('sha256').update(verifier).digest('base64url');
  address.search = new URLSearchParams({
    ...{ client_id: client, response_type: 'code', redirect_uri: CALLBACK, scope, resource },
    ...{ code_challenge: challenge, code_challenge_method: 'S256' },
  }).toString();
  const code = (await browser.authorize(address)).searchParams.get('code') ?? '';
  const form = (fields: Record<string, string>) => ({
    body: new URLSearchParams({ client_id: client, ...fields }),
  });
  const code_ = { grant_type: 'authorization_code', code, redirect_uri: CALLBACK, code_verifier: verifier, resource };
  const given = await json('/token', form(code_));
  let refreshToken = given.refresh_token ?? '';
  return {
    client,
    accessToken: given.access_token ?? '',
    refreshToken,
    idToken: given.id_token ?? '',
    browser,
    async refresh() {
      const fields = { grant_type: 'refresh_token', refresh_token: refreshToken, resource };
      const next = await json('/token', form(fields)).catch(() => undefined);
      refreshToken = next?.refresh_token ?? refreshToken;
      return next?.access_token;
    },
    async revoke() {
      const answer = await as.fetch(`${as.issuer}/token/revocation`, {
        method: 'POST',
        ...form({ token: refreshToken, token_type_hint: 'refresh_token' }),
      });
      if (answer.status !== 200) throw new Error(`revocation: ${answer.status}`);
    },
  };
}
