/** The names by which a person may be known elsewhere are read from their token, however its issuer sends them. */
import { describe, expect, it } from 'vitest';
import { principalOf } from '../../src/mcp/engine/caller.ts';
import { httpConfig } from '../../src/mcp/http/config.ts';
import { jwtVerifier } from '../../src/mcp/http/jwt.ts';
import { readSettings } from '../../src/settings/read.ts';
import { startIssuer } from '../http/issuer.ts';

describe('a token names its person', () => {
  it.each([
    ['by OpenID Connect', { name: 'Dora Weiss', email: 'dora@acme.example' }, ['Dora Weiss', 'dora@acme.example']],
    ['by Cognito', { username: 'dora' }, ['dora']],
    ['by Cognito, in the claim of an ID token', { 'cognito:username': 'dora' }, ['dora']],
    ['by Entra ID', { upn: 'dora@acme.example', oid: 'o-1', scp: 'x' }, ['dora@acme.example', 'o-1']],
    [
      'in a list',
      { emails: ['dora@acme.example', 'd.weiss@acme.example', 7] },
      ['dora@acme.example', 'd.weiss@acme.example'],
    ],
    ['not by an object', { name: { first: 'Dora' } }, []],
  ])('%s', async (_, claims, names) => {
    const issuer = await startIssuer('https://mcp.example/mcp');
    const { values } = readSettings({
      AGENT_PLATFORM_OAUTH_ISSUER: issuer.url,
      AGENT_PLATFORM_HTTP_PUBLIC_URL: 'https://mcp.example',
    });
    const { oauth } = httpConfig(values);
    if (oauth === undefined) throw new Error('no issuer');
    const caller = principalOf(await jwtVerifier(oauth, () => undefined)(await issuer.token({ claims })));
    expect(caller).toMatchObject({ names: ['user-1', ...names], label: names[0] });
  });
});
