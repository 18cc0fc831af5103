/**
 * Misuse of card tools by a model whose host allows it: decisions without the token of the request, with one that is made
 * up, stale or another thread's, or without asking a human who can be asked. All are refused, and nothing is sent.
 */
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { beforeEach, describe, expect, it } from 'vitest';
import { CARDS, press, tokenFor } from '../support/cards.ts';
import { type ClientKind, connect, type TestClient, textOf } from '../support/clients.ts';
import { human, presses } from '../support/consent-human.ts';
import { dataOf } from '../support/data.ts';
import { golden } from '../support/golden.ts';
import { json } from '../support/platform-double.ts';
import { OTHER_THREAD, scriptedPlatform, THREAD, waitingThread } from '../support/scripted-platform.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';

const platform = await scriptedPlatform();
beforeEach(() => {
  platform.reset();
  for (const id of [THREAD, OTHER_THREAD]) platform.threads.set(id, waitingThread(id));
});

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
  it('is sent once with its comment, and the audit log says that it was a card', async () => {
    const log = join(temporaryFolder('cards'), 'audit.jsonl');
    await withCards({ client, settings: { AGENT_PLATFORM_AUDIT_LOG: log } }, async (host) => {
      const reviewToken = await tokenFor(host, THREAD);
      const done = await press(host, { threadId: THREAD, reviewToken, comment: 'fine' });
      expect(dataOf(done)).toMatchObject({ decision: 'APPROVED', decidedBy: 'card', status: 'RUNNING' });
      expect(platform.decisions).toEqual([{ threadId: THREAD, status: 'APPROVED', comment: 'fine' }]);
      const again = await press(host, { threadId: THREAD, reviewToken });
      expect(again.isError).toBe(true);
      expect(platform.decisions).toHaveLength(1);
    });
    const lines = (await readFile(log, 'utf8')).trim().split('\n');
    expect(lines.map((line) => JSON.parse(line).consent)).toEqual(['card', 'card']);
  });

  it('can reject as well as approve', async () => {
    await withCards({ client }, async (host) => {
      const reviewToken = await tokenFor(host, THREAD);
      const done = await press(host, { threadId: THREAD, decision: 'REJECTED', reviewToken });
      expect(dataOf(done)).toMatchObject({ decision: 'REJECTED', decidedBy: 'card' });
      expect(platform.decisions).toEqual([{ threadId: THREAD, status: 'REJECTED' }]);
    });
  });

  it('approves a request despite a contradiction, which the card has shown to the human who pressed', async () => {
    const request = 'Shall I refund 64.00 GBP? I would call create_refund with {"amount":640,"currency":"GBP"}.';
    platform.threads.set(THREAD, waitingThread(THREAD, request));
    await withCards({ client }, async (host) => {
      const reviewToken = await tokenFor(host, THREAD);
      const own = dataOf(await host.callTool('get_thread', { threadId: THREAD })).reviewToken;
      for (const token of [reviewToken, own]) {
        const args = { threadId: THREAD, status: 'APPROVED', reviewToken: token };
        golden(textOf(await host.callTool('approve_thread', args)));
      }
      expect(platform.decisions).toEqual([]);
      expect(dataOf(await press(host, { threadId: THREAD, reviewToken }))).toMatchObject({ decidedBy: 'card' });
    });
  });
});

it('a card shows the name of each tool that asks, even if its message is empty', async () => {
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

describe('a press', () => {
  const cases: readonly { it: string; use(client: TestClient): Promise<Record<string, unknown>> }[] = [
    { it: 'without the token of the request', use: async () => ({ threadId: THREAD }) },
    { it: 'with an empty token', use: async () => ({ threadId: THREAD, reviewToken: '' }) },
    {
      it: 'with a made-up token',
      use: async () => ({ threadId: THREAD, reviewToken: `card-2-${'0'.repeat(24)}` }),
    },
    {
      it: 'with the token of another thread',
      use: async (client) => ({ threadId: THREAD, reviewToken: await tokenFor(client, OTHER_THREAD) }),
    },
    {
      it: 'on a request that the thread no longer makes',
      use: async (client) => {
        const reviewToken = await tokenFor(client, THREAD);
        platform.threads.set(THREAD, waitingThread(THREAD, 'I would now refund 9,000 EUR. Shall I?'));
        return { threadId: THREAD, reviewToken };
      },
    },
    {
      it: 'on a request that was already decided, although the thread waits as before',
      use: async (client) => {
        const asBefore = structuredClone(platform.threads.get(THREAD) ?? waitingThread(THREAD));
        const reviewToken = await tokenFor(client, THREAD);
        await press(client, { threadId: THREAD, reviewToken });
        platform.threads.set(THREAD, asBefore);
        return { threadId: THREAD, reviewToken };
      },
    },
  ];

  it('with the token of an answer that showed only a part of the request decides nothing', async () => {
    platform.threads.set(THREAD, waitingThread(THREAD, `May I wipe it? ${'and so on '.repeat(30)}`));
    await withCards({}, async (client) => {
      const { approvals } = dataOf(await client.callTool('list_pending_approvals'));
      const reviewToken = approvals.find(({ threadId }) => threadId === THREAD)?.reviewToken;
      const refused = await press(client, { threadId: THREAD, reviewToken });
      expect(refused.isError).toBe(true);
      golden(textOf(refused));
      expect(platform.decisions).toEqual([]);
    });
  });

  it('on a request that the platform sends without its conversation decides nothing, and the card says why', async () => {
    const { messages: _, ...waits } = waitingThread();
    platform.rule('GET', /threads\/[^/]+$/, json(200, { ...waits, metadata: { order: '10482' } }));
    await withCards({}, async (client) => {
      const read = dataOf(await client.callTool('read_request_for_card', { threadId: THREAD }));
      golden(String(read.cannotDecide));
      expect(read.reviewToken).toBeUndefined();
      const { reviewToken } = dataOf(await client.callTool('get_thread', { threadId: THREAD }));
      const refused = await press(client, { threadId: THREAD, reviewToken });
      expect(refused.isError).toBe(true);
      golden(textOf(refused));
      expect(platform.decisions).toEqual([]);
    });
  });

  it.each(cases)('$it decides nothing', async ({ use }) => {
    await withCards({}, async (client) => {
      const args = await use(client);
      const before = platform.decisions.length;
      const refused = await press(client, args);
      expect(refused.isError).toBe(true);
      golden(textOf(refused));
      expect(platform.decisions).toHaveLength(before);
    });
  });

  it('decides once, however many come at the same moment from one card or two', async () => {
    await withCards({}, async (client) => {
      const tokens = [await tokenFor(client, THREAD), await tokenFor(client, THREAD)];
      const results = await Promise.all(
        Array.from({ length: 8 }, (_, n) =>
          press(client, { threadId: THREAD, reviewToken: tokens[n % 2], decision: n % 2 ? 'REJECTED' : 'APPROVED' }),
        ),
      );
      expect(results.filter(({ isError }) => isError !== true)).toHaveLength(1);
      expect(platform.decisions).toHaveLength(1);
    });
  });

  it('gets its token with the last page of a long request, whose pages show all of it', async () => {
    const request = `May I? ${'step '.repeat(30_000)}and wipe the backups`;
    platform.threads.set(THREAD, waitingThread(THREAD, request));
    await withCards({}, async (client) => {
      const pages: Readonly<Record<string, unknown>>[] = [];
      do {
        const { reviewToken } = pages.at(-1) ?? {};
        if (reviewToken !== undefined) {
          // A part decides nothing.
          expect((await press(client, { threadId: THREAD, reviewToken })).isError).toBe(true);
        }
        pages.push(dataOf(await client.callTool('read_request_for_card', { threadId: THREAD, reviewToken })));
      } while (Number(pages.at(-1)?.left) > 0);
      expect(pages.length).toBeGreaterThan(2);
      const shown = pages.flatMap(({ parts }) =>
        (parts as { says?: string }[]).map(({ says = '' }) => says.slice(1, -1)),
      );
      expect(shown.join('')).toContain(request);
      const { reviewToken } = pages.at(-1) ?? {};
      expect((await press(client, { threadId: THREAD, reviewToken })).isError).not.toBe(true);
    });
  });
});

describe('decide_from_card', () => {
  it('is refused under APPROVALS=require, even with a token of another process, and its read gives no token', async () => {
    let reviewToken = '';
    await withCards({}, async (client) => {
      reviewToken = await tokenFor(client, THREAD);
    });
    await withCards({ settings: { AGENT_PLATFORM_APPROVALS: 'require' } }, async (client) => {
      const read = dataOf(await client.callTool('read_request_for_card', { threadId: THREAD }));
      expect(read.reviewToken).toBeUndefined();
      golden(String(read.cannotDecide));
      golden(textOf(await press(client, { threadId: THREAD, reviewToken })));
      expect(platform.decisions).toEqual([]);
    });
  });

  it.each([
    { it: 'the server is read-only', settings: { AGENT_PLATFORM_READ_ONLY: 'true' } },
    { it: 'approve_thread is excluded', settings: { AGENT_PLATFORM_EXCLUDE_TOOLS: 'approve_thread' } },
    { it: 'decide_from_card is excluded', settings: { AGENT_PLATFORM_EXCLUDE_TOOLS: 'decide_from_card' } },
  ])('does not exist where $it', async ({ settings }) => {
    await withCards({ settings }, async (client) => {
      expect((await client.listTools()).map(({ name }) => name)).not.toContain('decide_from_card');
      await expect(press(client, { threadId: THREAD, reviewToken: '2-0' })).rejects.toMatchObject({ code: -32602 });
    });
  });

  it('does not exist for a client that draws no cards', async () => {
    await withCards({ capabilities: {} }, async (client) => {
      for (const name of ['decide_from_card', 'read_request_for_card'])
        await expect(client.callTool(name, { threadId: THREAD, reviewToken: '2-0' })).rejects.toMatchObject({
          code: -32602,
        });
      expect(platform.decisions).toEqual([]);
    });
  });

  it.each(['auto', 'require'])('asks a human who can be asked, with approvals %s', async (approvals) => {
    const person = human(presses('Reject', 'not this one'));
    const client = await connect({
      client: 'v1',
      env: { ...platform.env, AGENT_PLATFORM_APPROVALS: approvals },
      capabilities: CARDS,
      elicit: person.elicit,
    });
    const read = dataOf(await client.callTool('read_request_for_card', { threadId: THREAD }));
    const { asksInstead, reviewToken } = read;
    expect(asksInstead).toBe(true);
    const done = dataOf(await press(client, { threadId: THREAD, reviewToken }));
    expect([person.shown.length, done.decidedBy]).toEqual([1, 'human']);
    expect(platform.decisions).toEqual([{ threadId: THREAD, status: 'REJECTED', comment: 'not this one' }]);
    await client.close();
  });

  it('sends nothing in a dry run', async () => {
    await withCards({ settings: { AGENT_PLATFORM_DRY_RUN: 'true' } }, async (client) => {
      const done = await press(client, { threadId: THREAD, reviewToken: await tokenFor(client, THREAD) });
      expect(dataOf(done)).toMatchObject({ dryRun: true, method: 'POST' });
      expect(platform.decisions).toEqual([]);
    });
  });
});
