/** Client authentication at the issuer, in a form that strict and lenient token endpoints accept. */
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { decodeJwt, decodeProtectedHeader, exportJWK, exportPKCS8, generateKeyPair } from 'jose';
import { describe, expect, it } from 'vitest';
import { clientCredential } from '../../src/mcp/http/client-credential.ts';
import type { ExchangeConfig } from '../../src/mcp/http/exchange-config.ts';
import { exchangeRequests } from '../../src/mcp/http/exchange-request.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';
import { type Issuer, startIssuer } from './issuer.ts';

let issuer: Issuer;

/** The request to the token endpoint. */
async function shown(changes: Partial<ExchangeConfig>, slash = false) {
  const got = { form: new URLSearchParams(), authorization: '' };
  issuer = await startIssuer('https://mcp.example/mcp', {
    slash,
    exchange(form, authorization) {
      Object.assign(got, { form, authorization });
      return { status: 400, body: { error: 'invalid_grant' } };
    },
  });
  const config: ExchangeConfig = {
    issuer: issuer.url.replace(/\/$/, ''),
    exchangeTokenUrl: undefined,
    exchangeGrant: 'rfc8693',
    exchangeClientId: 'mcp-server_1.a~b',
    exchangeClientSecretFile: undefined,
    exchangePrivateKeyFile: undefined,
    exchangeAudience: 'https://platform.example',
    exchangeResource: undefined,
    exchangeScopes: [],
    callerAudience: 'https://mcp.example/mcp',
    ...changes,
  };
  const subject = { token: 'x', subject: 'anna', expiresAt: Date.now() + 60_000 };
  await expect(exchangeRequests(config)(subject, await clientCredential(config))).rejects.toThrow('sign-in');
  return got;
}

const fileOf = async (text: string): Promise<string> => {
  const file = join(temporaryFolder('credential'), 'file');
  writeFileSync(file, text);
  return file;
};
const basic = (authorization: string): string =>
  Buffer.from(authorization.replace('Basic ', ''), 'base64').toString('utf8');

describe('a secret', () => {
  // RFC 6749, section 2.3.1, has both form-encoded first; many token endpoints take them as they are. Generated ids and
  // secrets have no other signs than these, and are the same for both.
  const PLAIN = 'Ab8~_c.d-E0Q~fGh1jKl2mNo3pQr4sTu5vWx6yZ';
  it.each([
    ['whose characters need no encoding is sent as it is', 'mcp-server_1.a~b', PLAIN, `mcp-server_1.a~b:${PLAIN}`],
    [
      'with others is encoded, so that neither a colon nor a percent sign is misread',
      'a:b',
      'p%41+q/r=s:t0123456789',
      'a%3Ab:p%2541%2Bq%2Fr%3Ds%3At0123456789',
    ],
  ])('%s', async (_what, exchangeClientId, secret, expected) => {
    const { authorization } = await shown({ exchangeClientId, exchangeClientSecretFile: await fileOf(secret) });
    expect(basic(authorization)).toBe(expected);
  });
});

describe('a key', () => {
  const pair = () => generateKeyPair('ES256', { extractable: true });
  const assertion = (form: URLSearchParams): string => String(form.get('client_assertion'));

  it('signs for the issuer, under the name in its metadata', async () => {
    const jwk = { ...(await exportJWK((await pair()).privateKey)), alg: 'ES256', kid: 'key-1' };
    const { form } = await shown({ exchangePrivateKeyFile: await fileOf(JSON.stringify(jwk)) }, true);
    expect(issuer.url).toMatch(/\/$/);
    expect(decodeJwt(assertion(form)).aud).toBe(issuer.url);
    expect(decodeProtectedHeader(assertion(form)).kid).toBe('key-1');
  });

  it('signs for the token endpoint that is set, since it may be that of another authorization server', async () => {
    const exchangePrivateKeyFile = await fileOf(await exportPKCS8((await pair()).privateKey));
    const seen: unknown[] = [];
    const elsewhere = await startIssuer('x', {
      exchange(form) {
        seen.push(decodeJwt(assertion(form)).aud);
        return { status: 400, body: { error: 'invalid_grant' } };
      },
    });
    await shown({ exchangePrivateKeyFile, exchangeTokenUrl: `${elsewhere.url}/token` });
    expect(seen).toEqual([`${elsewhere.url}/token`]);
  });
});
