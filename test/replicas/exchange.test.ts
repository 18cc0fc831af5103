/**
 * Everybody acts as themselves behind nginx, with Redis: a question of one replica is answered at another, with another
 * token of the same person; and replicas with different issuers don't confuse people of the same name.
 */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { bearer, exchangeEnv, startTeam, type Team, type TeamReplica } from '../http/exchanging.ts';
import { modernCall } from '../http/modern.ts';
import { AGENT, type PeoplePlatform, peoplePlatform } from '../http/people.ts';
import { connectHttp } from '../http/support.ts';
import { type AuthorizationServer, startAuthorizationServer } from '../support/authorization-server.ts';
import { signIn } from '../support/browser.ts';
import type { ElicitAnswer } from '../support/clients.ts';
import { reviewTokenOf } from '../support/consent-human.ts';
import { golden } from '../support/golden.ts';
import { type Nginx, startNginx } from './nginx.ts';
import { type Redis, startRedis } from './redis.ts';

const EMAIL = 'all@example.com';
const claimsOf = (login: string) => ({ name: login, email: EMAIL });

let team: Team<PeoplePlatform>;
let redis: Redis;
let proxy: Nginx;
let replicas: readonly [TeamReplica, TeamReplica];
/** A second realm: people of the same names, with the same e-mail. */
let otherIssuer: AuthorizationServer;
let elsewhere: TeamReplica;
beforeAll(async () => {
  redis = await startRedis();
  otherIssuer = await startAuthorizationServer(['https://elsewhere.example/mcp'], claimsOf);
  team = await startTeam((guard) => peoplePlatform(undefined, guard), claimsOf, otherIssuer);
  const shared = { AGENT_PLATFORM_STATE_REDIS_URL: redis.url, AGENT_PLATFORM_FOUR_EYES: 'known' };
  replicas = [await team.replica(shared, 0), await team.replica(shared, 0)];
  elsewhere = await team.replica(
    {
      ...shared,
      ...exchangeEnv(otherIssuer, 'https://elsewhere.example/mcp'),
      AGENT_PLATFORM_HTTP_ALLOWED_HOSTS: '127.0.0.1',
    },
    0,
  );
  proxy = await startNginx(
    replicas.map(({ port }) => port),
    { port: team.port },
  );
});
afterAll(async () => {
  await proxy.close();
  await Promise.all([...replicas, elsewhere].map((one) => one.stop()));
  await redis.close();
});

const waits = () => ({ threadId: team.platform.add(), status: 'APPROVED' });
const call = (url: string, token: string, tool: string, args: object, second?: Parameters<typeof modernCall>[3]) =>
  modernCall(url, tool, args, second, bearer(token));
const signInElsewhere = (person: string) => signIn(otherIssuer, person, { resource: 'https://elsewhere.example/mcp' });

describe('two replicas behind nginx', () => {
  it('one takes the answer to the other’s question, with a newer token, and has it exchanged for itself', async () => {
    const anna = await team.sign('anna');
    const args = waits();
    const { state } = await call(replicas[0].url, anna.accessToken, 'approve_thread', args);
    const newer = (await anna.refresh()) ?? '';
    team.as.revoke(anna.accessToken);
    const before = team.as.exchanges.length;
    await call(replicas[1].url, newer, 'approve_thread', args, { state, decision: 'Approve' });
    expect(team.platform.decided).toContain(args.threadId);
    expect(team.as.exchanges).toHaveLength(before + 1);
    const thread = team.platform.threads.get(args.threadId);
    if (thread) thread.status = 'AWAITING_APPROVAL';
    const again = await call(replicas[0].url, newer, 'approve_thread', args, { state, decision: 'Approve' });
    expect(again.isError).toBe(true);
  });

  it('neither takes it from somebody else', async () => {
    const [anna, bert] = [await team.sign('anna'), await team.sign('bert')];
    const args = waits();
    const { state } = await call(replicas[0].url, anna.accessToken, 'approve_thread', args);
    for (const { url } of replicas) {
      const stolen = await call(url, bert.accessToken, 'approve_thread', args, { state, decision: 'Approve' });
      expect(stolen).toMatchObject({ isQuestion: false, isError: true });
    }
    expect(team.platform.decided).not.toContain(args.threadId);
  });

  it.each(['v1', 'v2-modern'] as const)(
    'a client of each era decides, whichever replica it reaches (%s)',
    async (kind) => {
      const cleo = await team.sign('cleo');
      const headers: Record<string, string> = bearer(cleo.accessToken);
      const newer = (await cleo.refresh()) ?? '';
      const elicit = ({ requestedSchema }: { readonly requestedSchema: unknown }): ElicitAnswer => {
        const { properties } = requestedSchema as { properties: { decision: { enum: string[] } } };
        // The answer goes out with a token that was refreshed meanwhile.
        Object.assign(headers, bearer(newer));
        const decision = properties.decision.enum.find((one) => one.startsWith('Approve')) ?? '';
        return { action: 'accept', content: { decision } };
      };
      const client = await connectHttp({ client: kind, url: proxy.url, headers, elicit });
      const args = waits();
      await client.callTool('approve_thread', args);
      await client.close();
      expect(team.platform.decided).toContain(args.threadId);
    },
  );
});

describe('replicas with an issuer each, for people of the same names', () => {
  it('take no token of the other issuer', async () => {
    const [here, there] = [await team.sign('anna'), await signInElsewhere('anna')];
    const tries = [
      fetch(`${elsewhere.url}/mcp`, { method: 'POST', headers: bearer(here.accessToken) }),
      fetch(`${replicas[0].url}/mcp`, { method: 'POST', headers: bearer(there.accessToken) }),
    ];
    expect((await Promise.all(tries)).map(({ status }) => status)).toEqual([401, 401]);
  });

  it('take no answer and no reviewToken of one from the other of the same name', async () => {
    const [here, there] = [await team.sign('anna'), await signInElsewhere('anna')];
    const args = waits();
    const { state } = await call(replicas[0].url, here.accessToken, 'approve_thread', args);
    const stolen = await call(elsewhere.url, there.accessToken, 'approve_thread', args, { state, decision: 'Approve' });
    expect(stolen).toMatchObject({ isQuestion: false, isError: true });
    const mute = await connectHttp({
      client: 'v2-modern',
      url: replicas[0].url,
      headers: bearer(here.accessToken),
    });
    const reviewToken = await reviewTokenOf(mute, args.threadId);
    expect(reviewToken).toMatch(/^\d/);
    const thief = await connectHttp({ client: 'v2-modern', url: elsewhere.url, headers: bearer(there.accessToken) });
    expect((await thief.callTool('approve_thread', { ...args, reviewToken })).isError).toBe(true);
    await Promise.all([mute.close(), thief.close()]);
    expect(team.platform.decided).not.toContain(args.threadId);
  });

  it('know that one of them started a thread, and that the other did not', async () => {
    const [here, there] = [await team.sign('anna'), await signInElsewhere('anna')];
    await call(replicas[0].url, here.accessToken, 'create_thread', { agentId: AGENT, message: 'Deploy it, please.' });
    const args = { threadId: `thread-${team.platform.threads.size}`, status: 'APPROVED' };
    for (const { url } of replicas) golden(await call(url, here.accessToken, 'approve_thread', args), args.threadId);
    const asked = await call(elsewhere.url, there.accessToken, 'approve_thread', args);
    expect(asked).toMatchObject({ isQuestion: true, message: expect.stringContaining('Started by ⟦anna⟧') });
  });
});

it('no token or secret of either issuer appears anywhere', () => {
  team.expectSilence();
});
