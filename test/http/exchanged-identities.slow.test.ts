/**
 * Questions, tokens and results belong to one person, whatever token they call with: a question is bound to a person and a
 * client, and nobody decides on a thread that they started, by any way in. Real issuer, exchanged tokens.
 */
import { beforeEach, describe, expect, it } from 'vitest';
import type { SignedIn } from '../support/browser.ts';
import { CARDS } from '../support/cards.ts';
import { type ElicitAnswer, textOf, until } from '../support/clients.ts';
import { pressing, reviewTokenOf } from '../support/consent-human.ts';
import { dataOf } from '../support/data.ts';
import { golden } from '../support/golden.ts';
import { json, type Reply } from '../support/platform-double.ts';
import { bearer, startTeam } from './exchanging.ts';
import { modernCall } from './modern.ts';
import { AGENT, peoplePlatform } from './people.ts';
import { connectHttp, type HttpClient, post, toolCall } from './support.ts';

const LONG = `May I deploy it? ${'It is long. '.repeat(900)}`;

/** The platform limits this person's calls. */
let limited: string | undefined;
const platformOf = (guard: (reply: Reply) => Reply) =>
  peoplePlatform(LONG, (reply) =>
    guard((exchange) => {
      const isLimited = limited !== undefined && team.holders.get(exchange.count) === limited;
      return (isLimited ? json(429, { message: 'slowly' }, { 'retry-after': '60' }) : reply)(exchange);
    }),
  );
const team = await startTeam(platformOf, (login) => ({ name: login.replace(/-\d$/, ''), email: 'all@example.com' }));
const replica = await team.replica({ AGENT_PLATFORM_FOUR_EYES: 'known' });
const [anna, bert] = [await team.sign('anna'), await team.sign('bert')];

const call = (token: string, tool: string, args: object, second?: Parameters<typeof modernCall>[3]) =>
  modernCall(replica.url, tool, args, second, bearer(token));
const wasDecided = (threadId: string): boolean => team.platform.decided.includes(threadId);

async function startedBy({ accessToken }: SignedIn): Promise<string> {
  await call(accessToken, 'create_thread', { agentId: AGENT, message: 'Deploy it, please.' });
  return `thread-${team.platform.threads.size}`;
}

const client = (token: string, more: Partial<Parameters<typeof connectHttp>[0]> = {}): Promise<HttpClient> =>
  connectHttp({ client: 'v2-modern', url: replica.url, headers: bearer(token), ...more });

/** Reads on to the last page. @returns the state of it */
async function readThrough(token: string, threadId: string): Promise<string> {
  const args = { threadId, status: 'APPROVED' };
  let round = await call(token, 'approve_thread', args);
  while (round.message.includes('Approve is on the last one'))
    round = await call(token, 'approve_thread', args, { state: round.state, decision: 'Read on' });
  expect(round.isQuestion).toBe(true);
  return round.state;
}

async function reviewTokenFor(token: string, threadId: string): Promise<string> {
  const reviewToken = await reviewTokenOf(await client(token), threadId);
  expect(reviewToken).toMatch(/^\d/);
  return reviewToken;
}

/** Reads on, and approves on the last page. */
const approves =
  (turn?: () => void) =>
  (form: { readonly requestedSchema: unknown }): ElicitAnswer => {
    turn?.();
    return pressing(form, 'Approve', 'Read on');
  };

describe('a question', () => {
  let threadId: string;
  beforeEach(() => {
    threadId = team.platform.add();
  });
  const args = () => ({ threadId, status: 'APPROVED' });

  it('is answered with a newer token of the same person', async () => {
    const dora = await team.sign('dora');
    const state = await readThrough(dora.accessToken, threadId);
    const newer = (await dora.refresh()) ?? '';
    expect(newer).not.toBe(dora.accessToken);
    team.as.revoke(dora.accessToken);
    await call(newer, 'approve_thread', args(), { state, decision: 'Approve' });
    expect(wasDecided(threadId)).toBe(true);
  });

  it.each(['somebody else', 'the same person in another client'])('is not answered by %s', async (who) => {
    const state = await readThrough(anna.accessToken, threadId);
    const other = who === 'somebody else' ? bert : await team.sign('anna');
    const stolen = await call(other.accessToken, 'approve_thread', args(), { state, decision: 'Approve' });
    expect(stolen.isError).toBe(true);
    golden(stolen.text);
    expect(wasDecided(threadId)).toBe(false);
    // It was theirs all the time.
    await call(anna.accessToken, 'approve_thread', args(), { state, decision: 'Approve' });
    expect(wasDecided(threadId)).toBe(true);
  });

  it('of an older client goes on while its token is refreshed', async () => {
    const emil = await team.sign('emil');
    const headers: Record<string, string> = bearer(emil.accessToken);
    const newer = (await emil.refresh()) ?? '';
    const old = await client('', {
      client: 'v1',
      headers,
      elicit: approves(() => Object.assign(headers, bearer(newer))),
    });
    await old.callTool('approve_thread', args());
    expect(wasDecided(threadId)).toBe(true);
  });

  it('of an older client is not answered by somebody else', async () => {
    const headers: Record<string, string> = bearer(anna.accessToken);
    const old = await client('', {
      client: 'v1',
      headers,
      elicit: approves(() => Object.assign(headers, bearer(bert.accessToken))),
    });
    const stop = new AbortController();
    const ended = expect(old.callTool('approve_thread', args(), { signal: stop.signal })).rejects.toThrow();
    await until('the answer was refused', () => old.errors.length > 0);
    stop.abort();
    await ended;
    golden(old.errors.map(String).join('\n'));
    expect(wasDecided(threadId)).toBe(false);
  });
});

describe('a reviewToken', () => {
  it('of one person is worth nothing to another, by any way in', async () => {
    const threadId = team.platform.add();
    const items = [];
    for (const id of [threadId, team.platform.add()])
      items.push({ threadId: id, status: 'APPROVED', reviewToken: await reviewTokenFor(anna.accessToken, id) });
    const reviewToken = items[0]?.reviewToken;
    const thief = await client(bert.accessToken, { capabilities: CARDS });
    const results = [
      await thief.callTool('approve_thread', { threadId, status: 'APPROVED', reviewToken }),
      await thief.callTool('decide_approvals', { items }),
      await thief.callTool('decide_from_card', { threadId, decision: 'APPROVED', reviewToken }),
    ];
    expect(results.map(({ isError }) => isError)).toEqual([true, true, true]);
    expect(items.map((one) => wasDecided(one.threadId))).toEqual([false, false]);
    const owner = await client((await anna.refresh()) ?? '', { capabilities: CARDS });
    const card = await owner.callTool('read_request_for_card', { threadId });
    const own = dataOf(card).reviewToken;
    await owner.callTool('decide_from_card', { threadId, decision: 'REJECTED', reviewToken: own });
    expect(wasDecided(threadId)).toBe(true);
  });
});

describe('who started a thread', () => {
  /** The same person as the issuer knows them, however they come in. */
  const disguises: Readonly<Record<string, () => Promise<string>>> = {
    'with the same token': async () => anna.accessToken,
    'with a newer token': async () => (await anna.refresh()) ?? '',
    'in another client': async () => (await team.sign('anna')).accessToken,
  };

  it.each(Object.keys(disguises))('does not decide on it %s, by any way in', async (how) => {
    const threadId = await startedBy(anna);
    const token = (await disguises[how]?.()) ?? '';
    const status = 'APPROVED';
    for (const one of ['APPROVED', 'REJECTED'])
      golden(await call(token, 'approve_thread', { threadId, status: one }), threadId);
    const reviewToken = await reviewTokenFor(token, threadId);
    const second = await startedBy(anna);
    const items = [
      { threadId, status, reviewToken },
      { threadId: second, status, reviewToken: await reviewTokenFor(token, second) },
    ];
    const asked: unknown[] = [];
    const elicit = (request: { readonly requestedSchema: unknown }): ElicitAnswer => {
      asked.push(request);
      return approves()(request);
    };
    for (const kind of ['v1', 'v2-modern'] as const) {
      const able = await client(token, { client: kind, elicit });
      const mute = await client(token, { client: kind });
      const card = await client(token, { client: kind, capabilities: CARDS });
      const results = [
        await able.callTool('approve_thread', { threadId, status }),
        await able.callTool('decide_approvals', { items }),
        await mute.callTool('approve_thread', { threadId, status, reviewToken }),
        await mute.callTool('decide_approvals', { items }),
        await card.callTool('decide_from_card', { threadId, decision: status, reviewToken }),
      ];
      golden(results.map(textOf).join('\n\n'), threadId, second);
    }
    expect(asked).toEqual([]);
    expect([threadId, second].map(wasDecided)).toEqual([false, false]);
  });

  it('cannot continue from a page that somebody else was shown, who can decide', async () => {
    const threadId = await startedBy(anna);
    const args = { threadId, status: 'APPROVED' };
    const first = await call(bert.accessToken, 'approve_thread', args);
    const stolen = await call(anna.accessToken, 'approve_thread', args, { state: first.state, decision: 'Read on' });
    expect(stolen).toMatchObject({ isQuestion: false, isError: true });
    expect(wasDecided(threadId)).toBe(false);
    const state = await readThrough(bert.accessToken, threadId);
    await call(bert.accessToken, 'approve_thread', args, { state, decision: 'Approve' });
    expect(wasDecided(threadId)).toBe(true);
  });

  it('is known by person, not by label: two of one name are two', async () => {
    const [one, other] = [await team.sign('anna-1'), await team.sign('anna-2')];
    const threadId = await startedBy(one);
    golden(await call(one.accessToken, 'approve_thread', { threadId, status: 'REJECTED' }), threadId);
    expect((await call(other.accessToken, 'approve_thread', { threadId, status: 'REJECTED' })).isQuestion).toBe(true);
  });
});

it('a limit that the platform sets for one person holds back nobody else', async () => {
  const threadId = team.platform.add();
  const read = async (token: string) =>
    (await post(replica.url, toolCall('get_thread', { threadId }), bearer(token))).text();
  const slow = await team.sign('limited');
  limited = 'limited';
  expect(await read(slow.accessToken)).toContain('429');
  const begun = performance.now();
  expect(await read(bert.accessToken)).toContain('AWAITING_APPROVAL');
  expect(performance.now() - begun).toBeLessThan(20_000);
  // Another token of the same person is limited, too.
  expect(await read((await slow.refresh()) ?? '')).toContain('429');
  limited = undefined;
});

it('without the right, a person is refused before anything is exchanged', async () => {
  const reader = await team.sign('reader', ['threads.read']);
  const threadId = team.platform.add();
  const answer = await post(
    replica.url,
    toolCall('approve_thread', { threadId, status: 'APPROVED' }),
    bearer(reader.accessToken),
  );
  expect(answer.status).toBe(403);
  expect(answer.headers.get('www-authenticate')).toContain('threads.decide');
  expect(team.as.exchanges.filter(({ subject }) => subject === 'reader')).toEqual([]);
});

it('no request carries a caller’s own token, and no token is shown anywhere', () => {
  for (const token of [anna.accessToken, bert.accessToken]) expect(team.tokens.has(token)).toBe(false);
  expect([...team.holders.values()]).not.toContain(undefined);
  team.expectSilence();
});
