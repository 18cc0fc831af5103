/**
 * Everybody acts as themselves, with a real authorization server and clients that sign in by themselves: locking a person
 * out at the issuer locks them out here, a new sign-in is requested once, and no token is shown anywhere.
 */
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import { CLIENT, KEY_CLIENT, SECRET } from '../support/authorization-server.ts';
import { textOf, until } from '../support/clients.ts';
import { golden } from '../support/golden.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';
import { bearer, startTeam, type Team, type TeamReplica } from './exchanging.ts';
import { connectBySigningIn, type OAuthKind } from './oauth-client.ts';
import { type PeoplePlatform, peoplePlatform } from './people.ts';
import { post, toolCall } from './support.ts';

let team: Team<PeoplePlatform>;
let replica: TeamReplica;
let threadId: string;
beforeAll(async () => {
  team = await startTeam((guard) => peoplePlatform(undefined, guard));
  replica = await team.replica();
  threadId = team.platform.add();
});

const read = (token: string, url = replica.url) => post(url, toolCall('get_thread', { threadId }), bearer(token));
const exchangesOf = (person: string) => team.as.exchanges.filter(({ subject }) => subject === person).length;
const requestsOf = (person: string) => [...team.holders.values()].filter((holder) => holder === person).length;

describe.each<OAuthKind>(['v1', 'v2'])('a client that signs in by itself (%s)', (kind) => {
  it('is led to the issuer, and calls the platform as its person', async () => {
    const client = await connectBySigningIn(kind, team, `anna-${kind}`);
    expect(client.opened).toHaveLength(1);
    expect(Object.fromEntries(client.opened[0]?.searchParams ?? [])).toMatchObject({
      resource: team.resource,
      code_challenge_method: 'S256',
      scope: expect.stringContaining('threads.decide'),
    });
    expect(textOf(await client.callTool('get_thread', { threadId }))).toContain('AWAITING_APPROVAL');
    expect(requestsOf(`anna-${kind}`)).toBeGreaterThan(0);
    await client.close();
  });

  it('refreshes once when its token is revoked in the middle, and goes on', async () => {
    const client = await connectBySigningIn(kind, team, `bert-${kind}`);
    await client.callTool('get_thread', { threadId });
    team.as.revoke(client.tokens.at(-1)?.access_token ?? '');
    team.bar(`bert-${kind}`);
    // The platform no longer takes the token that is kept: the exchange is tried again, and refused.
    await client.callTool('get_thread', { threadId }).catch(() => undefined);
    team.bar(`bert-${kind}`);
    expect(textOf(await client.callTool('get_thread', { threadId }))).toContain('AWAITING_APPROVAL');
    expect(client.tokens).toHaveLength(2);
    expect(client.opened).toHaveLength(1);
    await client.close();
  });

  it('asks the person to sign in again, once, when the issuer ends their session', async () => {
    const client = await connectBySigningIn(kind, team, `cleo-${kind}`);
    const { access_token: token = '', refresh_token: refreshToken = '' } = client.tokens.at(-1) ?? {};
    await team.as.fetch(`${team.as.issuer}/token/revocation`, {
      method: 'POST',
      body: new URLSearchParams({
        client_id: client.opened[0]?.searchParams.get('client_id') ?? '',
        token: refreshToken,
      }),
    });
    const before = team.as.asked.length;
    await expect(client.callTool('get_thread', { threadId })).rejects.toThrow();
    expect(client.opened).toHaveLength(2);
    // One exchange, one attempt to refresh; the rest is looking up where to sign in.
    const tokenRequests = team.as.asked.slice(before).filter((path) => path === '/token');
    expect(tokenRequests.length).toBeLessThanOrEqual(3);
    expect((await read(token)).status).toBe(401);
    await client.close();
  });
});

describe('a person whose access the issuer ends', () => {
  it('who signed out there gets a 401 on the next call, though the token has not expired', async () => {
    const dora = await team.sign('dora');
    expect((await read(dora.accessToken)).status).toBe(200);
    const erik = await team.sign('erik');
    await erik.browser.signOut(erik.idToken);
    const answer = await read(erik.accessToken);
    expect(answer.status).toBe(401);
    expect(answer.headers.get('www-authenticate')).toContain('error="invalid_token"');
    expect(requestsOf('erik')).toBe(0);
  });

  it('gets a 401 from a replica that has exchanged nothing yet, too, at one request for thirty calls', async () => {
    const nora = await team.sign('nora');
    await nora.revoke();
    const one = await team.replica({}, 0);
    const answers = await Promise.all(Array.from({ length: 30 }, () => read(nora.accessToken, one.url)));
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([401]));
    expect(exchangesOf('nora')).toBe(1);
  });

  it('whose grant is revoked after the exchange gets a 401 when the platform refuses the token', async () => {
    const fay = await team.sign('fay');
    expect((await read(fay.accessToken)).status).toBe(200);
    await fay.revoke();
    team.bar('fay');
    const answer = await read(fay.accessToken);
    golden(await answer.text());
    expect((await read(fay.accessToken)).status).toBe(401);
    // Asked once, and not with each call that the host tries.
    expect(exchangesOf('fay')).toBe(2);
  });
});

describe('this server proves its identity', () => {
  it.each(['from the issuer', 'as set'])('by a key, at a token endpoint that is known %s', async (known) => {
    const file = join(temporaryFolder('key'), 'key.json');
    writeFileSync(file, JSON.stringify(team.as.clientKey));
    const one = await team.replica(
      {
        AGENT_PLATFORM_EXCHANGE_CLIENT_ID: KEY_CLIENT,
        AGENT_PLATFORM_EXCHANGE_CLIENT_SECRET_FILE: '',
        AGENT_PLATFORM_EXCHANGE_PRIVATE_KEY_FILE: file,
        ...(known === 'as set' && { AGENT_PLATFORM_EXCHANGE_TOKEN_URL: `${team.as.issuer}/token` }),
      },
      0,
    );
    const { accessToken } = await team.sign(`gus, endpoint ${known}`);
    expect(await (await read(accessToken, one.url)).text()).toContain('AWAITING_APPROVAL');
    expect(team.as.exchanges.at(-1)?.client).toBe(KEY_CLIENT);
  });

  it('by a secret with every sign that secrets have', async () => {
    const { accessToken } = await team.sign('hal');
    expect((await read(accessToken)).status).toBe(200);
    expect(team.as.exchanges.at(-1)?.client).toBe(CLIENT);
  });

  it('by the new secret after SIGHUP; a broken file changes nothing', async () => {
    const lines = () => replica.log().filter(({ event }) => event === 'reloaded').length;
    const reload = async (content: string) => {
      const before = lines();
      writeFileSync(replica.secretFile, content);
      replica.child.kill('SIGHUP');
      await until('it has read its files again', () => lines() > before);
    };
    const next = 'Zy9~_x.w-V8U7t6S5r4Q3p2O1n0MlKjIhGfEdCb';
    await reload('two words\nand a line');
    expect((await read((await team.sign('ida')).accessToken)).status).toBe(200);
    await reload(next);
    team.as.rotate(next);
    expect(await (await read((await team.sign('jon')).accessToken)).text()).toContain('AWAITING_APPROVAL');
    team.as.rotate(SECRET);
    const refused = await (await read((await team.sign('kay')).accessToken)).text();
    golden(refused);
    await reload(SECRET);
    expect((await read((await team.sign('kay')).accessToken)).status).toBe(200);
  });
});

describe('an issuer that answers', () => {
  it.each([
    { fault: '500', status: 503 },
    { fault: 'redirect', status: 200 },
    { fault: 'wrong type', status: 200 },
    { fault: 'own audience', status: 200 },
    { fault: 'another person', status: 200 },
  ] as const)('$fault: $status, in words, and nothing reaches the platform', async ({ fault, status }) => {
    const { accessToken } = await team.sign(`lea, ${fault}`);
    team.as.break(fault);
    const before = team.platform.requests.length;
    const answer = await read(accessToken);
    team.as.break(undefined);
    expect(answer.status).toBe(status);
    golden(await answer.text());
    expect(team.platform.requests).toHaveLength(before);
    // Nothing of it is kept.
    expect(await (await read(accessToken)).text()).toContain('AWAITING_APPROVAL');
  });
});

it('no token or secret appears in a log, the audit log or the metrics', async () => {
  const { accessToken } = await team.sign('mia');
  const metrics = await fetch(`${replica.url}/metrics`, { headers: bearer(accessToken) });
  team.expectSilence(await metrics.text());
  expect(team.as.secrets.size).toBeGreaterThan(30);
});
