/**
 * What a model could try with the tools of a card, if its host let it: decisions without a ticket, or with one that is used,
 * changed, stolen, stale or another thread's. All are refused, and nothing is sent.
 */
import { mkdtemp, readFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { startIssuer } from '../http/issuer.ts';
import { connectHttp, startReplica } from '../http/support.ts';
import { CARDS, dataOf, OWN_CLOCK, press, ticketFor } from '../support/cards.ts';
import { type ClientKind, connect, type TestClient, textOf } from '../support/clients.ts';
import { OTHER_THREAD, type Scripted, scriptedPlatform, THREAD, waitingThread } from '../support/scripted-platform.ts';
import { jump } from '../support/wall-clock.ts';

let platform: Scripted;
beforeAll(async () => {
  platform = await scriptedPlatform();
});
beforeEach(() => {
  platform.reset();
  for (const id of [THREAD, OTHER_THREAD]) platform.threads.set(id, waitingThread(id));
});
afterAll(() => platform.close());

const KINDS: readonly ClientKind[] = ['v1', 'v2-modern'];

async function withCards(
  options: { client?: ClientKind; settings?: Record<string, string>; capabilities?: Record<string, object> },
  test: (client: TestClient) => Promise<void>,
): Promise<void> {
  const client = await connect({
    client: options.client ?? 'v2-modern',
    env: { ...platform.env, ...options.settings },
    capabilities: options.capabilities ?? CARDS,
  });
  try {
    await test(client);
  } finally {
    await client.close();
  }
}

describe.each(KINDS)('a press in a card, through %s', (client) => {
  it('is sent once with its ticket and its comment, and the audit log says that it was a card', async () => {
    const log = join(await mkdtemp(join(tmpdir(), 'cards-')), 'audit.jsonl');
    await withCards({ client, settings: { AGENT_PLATFORM_AUDIT_LOG: log } }, async (host) => {
      const ticket = await ticketFor(host, THREAD);
      const done = await press(host, { threadId: THREAD, ticket, comment: 'fine' });
      expect(dataOf(done)).toMatchObject({ decision: 'APPROVED', decidedBy: 'card', status: 'RUNNING' });
      expect(platform.decisions).toEqual([{ threadId: THREAD, status: 'APPROVED', comment: 'fine' }]);
      const again = await press(host, { threadId: THREAD, ticket });
      expect(again.isError).toBe(true);
      expect(platform.decisions).toHaveLength(1);
    });
    const lines = (await readFile(log, 'utf8')).trim().split('\n');
    expect(lines.map((line) => JSON.parse(line).consent)).toEqual(['card', 'card']);
  });

  it('rejects as well', async () => {
    await withCards({ client }, async (host) => {
      const ticket = await ticketFor(host, THREAD);
      const done = await press(host, { threadId: THREAD, decision: 'REJECTED', ticket });
      expect(dataOf(done)).toMatchObject({ decision: 'REJECTED', decidedBy: 'card' });
      expect(platform.decisions).toEqual([{ threadId: THREAD, status: 'REJECTED' }]);
    });
  });
});

it('a card shows the name of the tool that asks, with words and without', async () => {
  await withCards({}, async (host) => {
    const messages = [
      ...waitingThread().messages,
      { role: 'tool', name: 'wipe_customers', content: 'needs approval' },
      { role: 'tool', name: 'wipe_orders', content: '' },
    ];
    platform.threads.set(THREAD, { ...waitingThread(), messages });
    const shown = JSON.stringify(dataOf(await host.callTool('read_request_for_card', { threadId: THREAD })));
    expect(shown).toContain('wipe_customers');
    expect(shown).toContain('wipe_orders');
  });
});

describe('a ticket', () => {
  const forged = (ticket: string): string => {
    const [version = '', body = '', mac = ''] = ticket.split('.');
    const text = Buffer.from(body, 'base64url').toString('utf8').replace(THREAD, OTHER_THREAD);
    return [version, Buffer.from(text).toString('base64url'), mac].join('.');
  };
  const cases: readonly { it: string; says?: RegExp; use(client: TestClient): Promise<Record<string, unknown>> }[] = [
    { it: 'that is missing', use: async () => ({ threadId: THREAD }) },
    {
      it: 'that is older than ten minutes',
      says: /it is more than ten minutes old/,
      use: async (client) => {
        const ticket = await ticketFor(client, THREAD);
        await jump(client.process);
        return { threadId: THREAD, ticket };
      },
    },
    { it: 'that is empty', use: async () => ({ threadId: THREAD, ticket: '' }) },
    { it: 'that somebody made up', use: async () => ({ threadId: THREAD, ticket: 'v1.e30.AAAA' }) },
    {
      it: 'of another thread',
      use: async (client) => ({ threadId: THREAD, ticket: await ticketFor(client, OTHER_THREAD) }),
    },
    {
      it: 'that was changed to another thread',
      use: async (client) => ({ threadId: OTHER_THREAD, ticket: forged(await ticketFor(client, THREAD)) }),
    },
    {
      it: 'for what the thread no longer asks',
      use: async (client) => {
        const ticket = await ticketFor(client, THREAD);
        platform.threads.set(THREAD, waitingThread(THREAD, 'I would now refund 9,000 EUR. Shall I?'));
        return { threadId: THREAD, ticket };
      },
    },
    {
      it: 'from before another decision',
      use: async (client) => {
        const [ticket, other] = [await ticketFor(client, THREAD), await ticketFor(client, THREAD)];
        await press(client, { threadId: THREAD, ticket: other });
        // The platform asks for the very same again, so that nothing but the time tells.
        platform.threads.set(THREAD, waitingThread(THREAD));
        return { threadId: THREAD, ticket };
      },
    },
    {
      it: 'that is the reviewToken of get_thread',
      use: async (client) => {
        const ticket = dataOf(await client.callTool('get_thread', { threadId: THREAD })).reviewToken;
        return { threadId: THREAD, ticket };
      },
    },
  ];

  it.each(cases)('$it decides nothing', async ({ use, says = /Nothing was sent/ }) => {
    await withCards({ settings: OWN_CLOCK }, async (client) => {
      const args = await use(client);
      const before = platform.decisions.length;
      const refused = await press(client, args);
      expect(refused.isError).toBe(true);
      expect(textOf(refused)).toMatch(/Nothing was sent/);
      expect(textOf(refused)).toMatch(says);
      expect(platform.decisions).toHaveLength(before);
    });
  });

  it('decides once, however many presses there are at the same moment', async () => {
    await withCards({}, async (client) => {
      const ticket = await ticketFor(client, THREAD);
      const results = await Promise.all(Array.from({ length: 8 }, () => press(client, { threadId: THREAD, ticket })));
      expect(results.filter(({ isError }) => isError !== true)).toHaveLength(1);
      expect(platform.decisions).toHaveLength(1);
    });
  });

  it('of two cards on one thread decides once', async () => {
    await withCards({}, async (client) => {
      const tickets = [await ticketFor(client, THREAD), await ticketFor(client, THREAD)];
      const results = await Promise.all(
        tickets.map((ticket, index) =>
          press(client, { threadId: THREAD, ticket, decision: index === 0 ? 'APPROVED' : 'REJECTED' }),
        ),
      );
      expect(results.filter(({ isError }) => isError !== true)).toHaveLength(1);
      expect(platform.decisions).toHaveLength(1);
    });
  });

  it('for a request that was shown in part rejects, and does not approve', async () => {
    platform.threads.set(THREAD, waitingThread(THREAD, `May I? ${'step '.repeat(30_000)}`));
    await withCards({}, async (client) => {
      const refused = await press(client, { threadId: THREAD, ticket: await ticketFor(client, THREAD) });
      expect(textOf(refused)).toMatch(/not shown all/);
      let from: unknown = 0;
      let ticket = '';
      while (from !== undefined) {
        const data = dataOf(await client.callTool('read_request_for_card', { threadId: THREAD, from }));
        ticket = String(data.ticket);
        from = data.next;
      }
      expect(platform.decisions).toEqual([]);
      expect((await press(client, { threadId: THREAD, ticket })).isError).not.toBe(true);
    });
  });

  it('of one caller is no good in the hands of another', async () => {
    const issuer = await startIssuer('https://mcp.example/mcp');
    const replica = await startReplica({
      args: ['--oauth-issuer', issuer.url, '--public-url', 'https://mcp.example'],
      env: platform.env,
    });
    const as = async (sub: string, client: ClientKind) =>
      connectHttp({
        client,
        url: replica.url,
        headers: { authorization: `Bearer ${await issuer.token({ claims: { sub } })}` },
        capabilities: CARDS,
      });
    try {
      for (const kind of KINDS) {
        const [ann, bob] = [await as('ann', kind), await as('bob', kind)];
        const ticket = await ticketFor(ann, THREAD);
        const stolen = await press(bob, { threadId: THREAD, ticket });
        expect(textOf(stolen)).toMatch(/another caller/);
        expect(platform.decisions).toEqual([]);
        await ann.close();
        await bob.close();
      }
    } finally {
      await replica.stop();
      await issuer.close();
    }
  });
});

describe('decide_from_card', () => {
  it('is refused under require, and so is its read a ticket', async () => {
    await withCards({ settings: { AGENT_PLATFORM_APPROVALS: 'require' } }, async (client) => {
      const read = dataOf(await client.callTool('read_request_for_card', { threadId: THREAD }));
      expect(read.ticket).toBeUndefined();
      expect(read.cannotDecide).toMatch(/AGENT_PLATFORM_TRUST_CARDS/);
      const refused = await press(client, { threadId: THREAD, ticket: 'anything' });
      expect(textOf(refused)).toMatch(/^Refused: .*AGENT_PLATFORM_TRUST_CARDS/);
      expect(platform.decisions).toEqual([]);
    });
  });

  it('counts under require where the operator trusts cards', async () => {
    const settings = { AGENT_PLATFORM_APPROVALS: 'require', AGENT_PLATFORM_TRUST_CARDS: 'true' };
    await withCards({ settings }, async (client) => {
      const done = await press(client, { threadId: THREAD, ticket: await ticketFor(client, THREAD) });
      expect(dataOf(done).decidedBy).toBe('card');
    });
  });

  it.each([
    { it: 'read only', settings: { AGENT_PLATFORM_READ_ONLY: 'true' } },
    { it: 'approve_thread is excluded', settings: { AGENT_PLATFORM_EXCLUDE_TOOLS: 'approve_thread' } },
    { it: 'it is excluded itself', settings: { AGENT_PLATFORM_EXCLUDE_TOOLS: 'decide_from_card' } },
  ])('does not exist where $it', async ({ settings }) => {
    await withCards({ settings }, async (client) => {
      expect((await client.listTools()).map(({ name }) => name)).not.toContain('decide_from_card');
      await expect(press(client, { threadId: THREAD, ticket: 'x' })).rejects.toMatchObject({ code: -32602 });
    });
  });

  it('does not exist for a client that draws no cards', async () => {
    await withCards({ capabilities: {} }, async (client) => {
      for (const name of ['decide_from_card', 'read_request_for_card'])
        await expect(client.callTool(name, { threadId: THREAD, ticket: 'x' })).rejects.toMatchObject({ code: -32602 });
      expect(platform.decisions).toEqual([]);
    });
  });

  const asking = (settings: Record<string, string>) =>
    connect({
      client: 'v1',
      env: { ...platform.env, ...settings },
      capabilities: CARDS,
      elicit: () => Promise.reject(new Error('a question was asked')),
    });

  it.each(['auto', 'require'])('gets round no human who can be asked, with approvals %s', async (approvals) => {
    const client = await asking({ AGENT_PLATFORM_APPROVALS: approvals });
    const read = dataOf(await client.callTool('read_request_for_card', { threadId: THREAD }));
    expect(read).toMatchObject({ asksInstead: true });
    expect(read.ticket).toBeUndefined();
    const refused = await press(client, { threadId: THREAD, ticket: 'anything' });
    expect(textOf(refused)).toMatch(/can ask the human itself.*Nothing was sent/);
    expect(platform.decisions).toEqual([]);
    await client.close();
  });

  it('never asks, also where the host can show questions and the operator trusts cards', async () => {
    const client = await asking({ AGENT_PLATFORM_TRUST_CARDS: 'true' });
    const done = await press(client, { threadId: THREAD, ticket: await ticketFor(client, THREAD) });
    expect(dataOf(done).decidedBy).toBe('card');
    await client.close();
  });

  it('sends nothing in a dry run', async () => {
    await withCards({ settings: { AGENT_PLATFORM_DRY_RUN: 'true' } }, async (client) => {
      const done = await press(client, { threadId: THREAD, ticket: await ticketFor(client, THREAD) });
      expect(dataOf(done)).toMatchObject({ dryRun: true, method: 'POST' });
      expect(platform.decisions).toEqual([]);
    });
  });
});
