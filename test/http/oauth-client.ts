/** The official clients with an OAuth flow of their own: they find the issuer, register, and send a person to sign in. */
import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client';
import { Client as OldClient } from '@modelcontextprotocol/sdk/client/index.js';
import { StreamableHTTPClientTransport as OldTransport } from '@modelcontextprotocol/sdk/client/streamableHttp.js';
import type { Transport as OldTransportType } from '@modelcontextprotocol/sdk/shared/transport.js';
import type { AuthorizationServer } from '../support/authorization-server.ts';
import { browserOf } from '../support/browser.ts';
import { connectV1 } from '../support/client-v1.ts';
import { connectV2 } from '../support/client-v2.ts';
import type { TestClient } from '../support/clients.ts';

export type OAuthKind = 'v1' | 'v2';

export interface OAuthClient extends TestClient {
  /** Tokens that the client got, in order. */
  readonly tokens: readonly { readonly access_token: string; readonly refresh_token?: string | undefined }[];
  /** Addresses that a browser was opened with. */
  readonly opened: readonly URL[];
}

const CALLBACK = 'http://127.0.0.1:9/callback';

/** The stored data of a host for the server. */
function keeper(as: AuthorizationServer, opened: URL[]) {
  const tokens: OAuthClient['tokens'][number][] = [];
  let current: OAuthClient['tokens'][number] | undefined;
  let information: { client_id: string } | undefined;
  let verifier = '';
  let found: unknown;
  return {
    tokens,
    provider: {
      redirectUrl: CALLBACK,
      clientMetadata: {
        client_name: 'test',
        redirect_uris: [CALLBACK],
        grant_types: ['authorization_code', 'refresh_token'],
        response_types: ['code'],
        token_endpoint_auth_method: 'none',
        application_type: 'native',
      },
      clientInformation: () => information,
      saveClientInformation(given: { client_id: string }) {
        information = given;
      },
      tokens: () => current as never,
      saveTokens(given: OAuthClient['tokens'][number]) {
        for (const token of [given.access_token, given.refresh_token]) if (token !== undefined) as.secrets.add(token);
        tokens.push(given);
        current = given;
      },
      redirectToAuthorization: (address: URL) => void opened.push(address),
      saveCodeVerifier(given: string) {
        verifier = given;
      },
      codeVerifier: () => verifier,
      saveDiscoveryState(given: unknown) {
        found = given;
      },
      discoveryState: () => found as never,
      invalidateCredentials() {
        current = undefined;
      },
    },
  };
}

/** Connects, is refused, lets the person sign in, and connects again. @throws if the first connection was not refused */
export async function connectBySigningIn(
  kind: OAuthKind,
  { as, resource }: { readonly as: AuthorizationServer; readonly resource: string },
  person: string,
): Promise<OAuthClient> {
  const opened: URL[] = [];
  const { provider, tokens } = keeper(as, opened);
  const url = new URL(resource);
  const options = { authProvider: provider, fetch: as.fetch };
  const finish = async (transport: { finishAuth(code: string): Promise<void> }, attempt: Promise<void>) => {
    const refusal = await attempt.then(
      () => undefined,
      (error: unknown) => error,
    );
    const [address] = opened;
    if (address === undefined) throw new Error(`not sent to sign in: ${refusal}`);
    const back = await browserOf(as, person).authorize(address);
    await transport.finishAuth(back.searchParams.get('code') ?? '');
  };
  const shared = { tokens, opened };
  if (kind === 'v1') {
    const make = () => new OldTransport(url, options as never);
    const first = make();
    await finish(first, new OldClient({ name: 'v1', version: '1' }).connect(first as OldTransportType));
    return { ...shared, ...(await connectV1({ client: 'v1' }, make() as OldTransportType, [])) };
  }
  const make = () => new StreamableHTTPClientTransport(url, options as never);
  const first = make();
  const refused = new Client({ name: 'v2', version: '1' }, { versionNegotiation: { mode: { pin: '2026-07-28' } } });
  await finish({ finishAuth: (code) => first.finishAuth(code, as.issuer) }, refused.connect(first));
  return { ...shared, ...(await connectV2({ client: 'v2-modern' }, make(), [])) };
}
