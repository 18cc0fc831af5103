/** Several threads decided by one call of a host that can't ask: the rules of a single decision apply to each. */
import { describe, expect, it } from 'vitest';
import { connectHere } from '../support/clients-here.ts';
import { itemsFor } from '../support/consent-human.ts';
import { dataOf } from '../support/data.ts';
import { golden, goldenError } from '../support/golden.ts';
import { type Asked, jsonPlatform, type Told } from '../support/platform-double.ts';
import { message, session, thread, uuid } from '../support/sessions.ts';
import { slowIt } from '../support/thorough.ts';

/** A different answer to a decision. `isDone`: the decision takes effect anyway. */
type Instead = (id: string) => (Told & { readonly isDone?: boolean }) | undefined;

/** Threads 1 to 5 wait; a decision moves them on. */
function platform(onApproval?: Instead): (asked: Asked) => Told {
  const statuses = new Map<string, string>();
  return ({ method, path, body }) => {
    const [, id = '', approval] = /\/threads\/([^/]+)(\/approval)?$/.exec(path) ?? [];
    if (id === '') return { json: [] };
    if (method === 'POST' && approval !== undefined) {
      const told = onApproval?.(id);
      const { status } = body as { status: string };
      if (told !== undefined && !told.isDone) return told;
      statuses.set(id, status === 'APPROVED' ? 'RUNNING' : 'FAILED');
      if (told !== undefined) return told;
    }
    return {
      json: thread(Number(id.slice(-3)), {
        status: statuses.get(id) ?? 'AWAITING_APPROVAL',
        messages: [message('assistant', Number(id.slice(-3)) === 5 ? `May I? ${'word '.repeat(5_000)}` : 'May I?')],
      }),
    };
  };
}

/** Once `hangs` says so, decisions or reads are never answered. */
const hanging = (hangs: () => 'decisions' | 'reads' | undefined, answers = platform()) => {
  const isHung = ({ path, method }: Asked) =>
    path.includes('/threads/') && hangs() === (method === 'POST' ? 'decisions' : 'reads');
  return (asked: Asked) => (isHung(asked) ? new Promise<Told>(() => undefined) : answers(asked));
};

async function setUp(
  settings: Record<string, string> = {},
  onApproval?: Instead,
  tell: Parameters<typeof session>[0] = platform(onApproval),
) {
  const opened = await session(tell, settings);
  const item = async (n: number, status = 'APPROVED', more: object = {}) => {
    const { data } = await opened.call('get_thread', { threadId: uuid(n) });
    return { threadId: uuid(n), status, reviewToken: data.reviewToken, ...more };
  };
  const sent = () =>
    opened.platform.asked.filter(({ method }) => method === 'POST').map(({ path, body }) => [path.split('/')[4], body]);
  return { ...opened, item, sent };
}

describe('decide_approvals', () => {
  it('sends each decision in turn, in the order given, with its comment', async () => {
    const { call, item, sent } = await setUp();
    const items = [await item(2, 'REJECTED', { comment: 'no' }), await item(1), await item(3, 'PENDING')];
    const { data, isError, text } = await call('decide_approvals', { items });
    expect(isError).toBe(false);
    expect(sent()).toEqual([
      [uuid(2), { status: 'REJECTED', comment: 'no' }],
      [uuid(1), { status: 'APPROVED' }],
    ]);
    expect(data.decisions).toMatchObject([
      { threadId: uuid(3), outcome: 'left' },
      { threadId: uuid(2), outcome: 'decided', decision: 'REJECTED', status: 'FAILED' },
      { threadId: uuid(1), outcome: 'decided', decision: 'APPROVED', status: 'RUNNING' },
    ]);
    expect(data.summary).toBe('Of 3 requests: 1 left waiting, 2 decided.');
    golden(text);
  });

  it('decides on one thread, too', async () => {
    const { call, item, sent } = await setUp();
    const { data } = await call('decide_approvals', { items: [await item(1)] });
    expect(sent()).toEqual([[uuid(1), { status: 'APPROVED' }]]);
    expect(data.summary).toBe('Of 1 request: 1 decided.');
  });

  it('leaves out what changed, and decides on the others', async () => {
    const { call, item, sent } = await setUp();
    const stale = { ...(await item(1)), reviewToken: '1-000000000000000000000000' };
    const { data } = await call('decide_approvals', { items: [stale, await item(2)] });
    expect(data.decisions).toMatchObject([
      { threadId: uuid(1), outcome: 'refused' },
      { threadId: uuid(2), outcome: 'decided' },
    ]);
    expect(sent().map(([id]) => id)).toEqual([uuid(2)]);
  });

  it('tries no more of them once the platform has not answered two in time, and tells what the caller leaves as such', async () => {
    let hangs: 'decisions' | 'reads' | undefined;
    const settings = { TIMEOUT_MS: '3000', MAX_RETRIES: '0' };
    const {
      call,
      item,
      sent,
      platform: asked,
    } = await setUp(
      settings,
      undefined,
      hanging(() => hangs),
    );
    const items = [await item(1), await item(2), await item(3, 'PENDING'), await item(4)];
    hangs = 'decisions';
    const { text, data } = await call('decide_approvals', { items });
    expect(data.summary).toBe(
      'Of 4 requests: 2 UNKNOWN (check before deciding again), 1 refused (nothing sent), 1 left waiting.',
    );
    expect(data.decisions).toContainEqual(expect.objectContaining({ threadId: uuid(3), outcome: 'left' }));
    expect(text).toContain('for others before it the platform did not answer in time, so this one was not tried.');
    expect(sent()).toHaveLength(2);
    hangs = 'reads';
    const before = asked.asked.length;
    const many = Array.from({ length: 50 }, (_, n) => ({ ...items[0], threadId: uuid(n + 100) }));
    expect((await call('decide_approvals', { items: many })).text).toContain('Of 50 requests: 50 refused');
    // As many as are read at once.
    expect(asked.asked.length - before).toBeLessThanOrEqual(8);
  });

  it('tries no more of them once the rate limit stopped two', async () => {
    const limited = { status: 429, body: { error: 'slow down', retryAfter: 0 } };
    const { call, item, sent } = await setUp({ MAX_RETRIES: '0' }, () => limited);
    const stale = { ...(await item(9)), reviewToken: '1-000000000000000000000000' };
    const items = [stale, ...(await Promise.all([1, 2, 3, 4, 6].map((n) => item(n))))];
    const { text } = await call('decide_approvals', { items });
    // Once, although one is refused for another reason.
    expect(text.split('Nothing was sent for it.')).toHaveLength(2);
    expect(text).toContain(
      "3 refused: for others before it the platform's rate limit was reached, so this one was not",
    );
    expect(text).toContain('is not what the reviewToken was made for');
    expect(sent().map(([id]) => id)).toEqual([uuid(1), uuid(2)]);
  });

  it('tells what the human left waiting as such, also after two timeouts', async () => {
    let hangs: 'decisions' | undefined;
    const upstream = await jsonPlatform(hanging(() => hangs));
    const client = await connectHere({
      client: 'v2-modern',
      args: ['--timeout-ms=3000', '--max-retries=0'],
      env: { AGENT_PLATFORM_BASE_URL: upstream.url, AGENT_PLATFORM_TOKEN: 'tok_some-token-for-tests-1' },
      elicit: async () => ({
        action: 'accept',
        content: Object.fromEntries(
          ['Approve', 'Approve', 'Leave it waiting', 'Approve'].map((choice, n) => [`decision_${uuid(n + 1)}`, choice]),
        ),
      }),
    });
    const items = await itemsFor(client, [1, 2, 3, 4].map(uuid));
    hangs = 'decisions';
    const { decisions } = dataOf(await client.callTool('decide_approvals', { items }));
    expect(Object.fromEntries(decisions.map(({ threadId, outcome }) => [threadId, outcome]))).toEqual({
      [uuid(1)]: 'unknown',
      [uuid(2)]: 'unknown',
      [uuid(3)]: 'left',
      [uuid(4)]: 'refused',
    });
  });

  it.each([
    { it: 'that the platform refused', isDone: false, outcome: 'failed' },
    { it: 'that took effect after all', isDone: true, outcome: 'unknown' },
  ])('never claims that nothing was sent of a decision $it', async ({ isDone, outcome }) => {
    for (const status of [400, 401, 403, 404, 409, 422]) {
      const { call, item, sent } = await setUp({}, (id) =>
        id === uuid(1) ? { status, body: { message: 'no' }, isDone } : undefined,
      );
      const items = [await item(1), await item(2)];
      const { data, text } = await call('decide_approvals', { items });
      expect(sent().map(([id]) => id)).toEqual([uuid(1), uuid(2)]);
      expect(data.decisions).toMatchObject([{ outcome, decision: 'APPROVED' }, { outcome: 'decided' }]);
      golden(String(data.summary));
      expect(text).not.toMatch(/nothing (was )?sent/i);
    }
  });

  it.each([
    {
      it: 'before it is read again',
      isGoneAt: ({ method, path }: Asked) => method === 'POST' && path.includes(uuid(2)),
    },
    { it: 'after that', isGoneAt: ({ method, path }: Asked) => method === 'POST' && path.includes(uuid(1)) },
  ])('tells a thread that was deleted $it as one on which nothing is left to decide', async ({ isGoneAt }) => {
    let isGone = false;
    const answers = platform();
    const { call, item } = await setUp({}, undefined, (asked) => {
      isGone ||= isGoneAt(asked);
      return isGone && asked.path.includes(uuid(1)) ? { status: 404, body: { message: 'gone' } } : answers(asked);
    });
    golden((await call('decide_approvals', { items: [await item(2), await item(1)] })).text);
  });

  it.each([
    { it: 'one', lost: [1], next: { tool: 'get_thread', arguments: { threadId: uuid(1) } } },
    { it: 'several', lost: [1, 2], next: { tool: 'list_pending_approvals', arguments: {} } },
  ])('leads to $it whose outcome is unknown, before those that go on', async ({ lost, next }) => {
    const { call, item } = await setUp({}, (id) =>
      lost.map(uuid).includes(id) ? { status: 500, body: { message: 'broken' } } : undefined,
    );
    const { data } = await call('decide_approvals', { items: [await item(1), await item(2), await item(3)] });
    expect(data.nextStep).toMatchObject(next);
  });

  const LIMITED = { status: 429, body: { error: 'slow down', retryAfter: 0 } };
  const NEXT = {
    messages: [message('assistant', 'May I?'), message('user', 'Yes.'), message('assistant', 'And then?')],
  };
  const WAITS = { json: thread(3, { status: 'AWAITING_APPROVAL', ...NEXT }) };
  it.each<{ it: string; reads?: Told; decisions?: Told; decided?: Told }>([
    { it: 'the rate limit stopped', decisions: LIMITED },
    { it: 'could not be read', reads: { status: 503, body: {} } },
    { it: 'ask for something else now', decided: WAITS },
  ])('leads to those that $it, before a wait for those that go on', async ({ reads, decisions, decided }) => {
    let isBroken = false;
    let isDecided = false;
    const answers = platform((id) => (id === uuid(1) ? undefined : decisions));
    const { call, item } = await setUp({ MAX_RETRIES: '0' }, undefined, (asked) => {
      if (!asked.path.includes(uuid(3))) return answers(asked);
      isDecided ||= asked.method === 'POST';
      return (isDecided ? decided : undefined) ?? (isBroken ? reads : undefined) ?? answers(asked);
    });
    const items = [await item(1), await item(2), await item(3), await item(4)];
    isBroken = true;
    const { data } = await call('decide_approvals', { items });
    expect(data.decisions).toContainEqual(expect.objectContaining({ threadId: uuid(1), outcome: 'decided' }));
    expect(data.nextStep).toMatchObject({ tool: 'list_pending_approvals', arguments: {} });
  });

  it('fails if none could be decided on', async () => {
    const { call, item, sent } = await setUp();
    const items = [await item(1), await item(2)];
    expect((await call('decide_approvals', { items })).isError).toBe(false);
    const again = await call('decide_approvals', { items });
    expect(again.isError).toBe(true);
    golden(again.text);
    expect(sent()).toHaveLength(2);
  });

  it.each([
    [
      'a thread twice, even with its id in capitals',
      async (item: (n: number) => Promise<object>) => [await item(1), await item(1)],
    ],
    ['no thread', async () => []],
    [
      'no token',
      async (item: (n: number) => Promise<object>) => [await item(1), { threadId: uuid(2), status: 'APPROVED' }],
    ],
  ])('refuses %s', async (_what, items) => {
    const { call, item, sent } = await setUp();
    goldenError(await call('decide_approvals', { items: await items(item) }));
    expect(sent()).toEqual([]);
  });

  it('is refused where a human must be asked and can’t be', async () => {
    const { call, item, sent } = await setUp({ APPROVALS: 'require' });
    goldenError(await call('decide_approvals', { items: [await item(1), await item(2)] }));
    expect(sent()).toEqual([]);
  });

  it('shows every request of a dry run, and sends none', async () => {
    const { call, item, sent } = await setUp({ DRY_RUN: 'true' });
    const { text, data } = await call('decide_approvals', { items: [await item(1), await item(2, 'REJECTED')] });
    expect(data.dryRun).toBe(true);
    expect(text.match(/Would send POST \/v1\/agents\/threads\//g)).toHaveLength(2);
    expect(sent()).toEqual([]);
  });

  it('distinguishes in a dry run what would be left waiting from what can’t be decided on', async () => {
    const { call, item } = await setUp({ DRY_RUN: 'true' });
    const stale = { ...(await item(3)), reviewToken: '1-000000000000000000000000' };
    golden(await call('decide_approvals', { items: [await item(1), await item(2, 'PENDING'), stale] }));
  });

  describe('with twenty threads and a platform that says much', () => {
    const WORDS = 'words of the platform '.repeat(200);
    const numbers = Array.from({ length: 20 }, (_, index) => index + 10);
    const itemsOf = (item: (n: number, status?: string, more?: object) => Promise<object>, more?: object) =>
      Promise.all(numbers.map((n) => item(n, 'APPROVED', more)));

    const hasLines = async ({ done, status }: { done: number; status: number }) => {
      const fails = (id: string): Told | undefined =>
        Number(id.slice(-3)) < 10 + done ? undefined : { status, body: { message: WORDS } };
      const { call, item, sent } = await setUp({}, fails);
      const { text } = await call('decide_approvals', { items: await itemsOf(item) });
      expect(sent()).toHaveLength(20);
      expect(text.length).toBeLessThanOrEqual(12_000);
      expect(numbers.filter((n) => !text.includes(`- ${uuid(n)} `))).toEqual([]);
      const lines = text.split('\n').filter((line) => line.startsWith('- '));
      const [told, other] = status === 500 ? [/ · unknown · /, 20 - done] : [/Refused|400/, 20];
      expect(lines.filter((line) => told.test(line))).toHaveLength(other);
      // Said once, since it is the same for each.
      expect(text.match(/effect is unknown/g) ?? []).toHaveLength(status === 500 ? 1 : 0);
    };
    it.each([{ it: 'half of them fail', done: 10, status: 500 }])('has a line for each if $it', hasLines);
    slowIt.each([
      { it: 'all fail', done: 0, status: 500 },
      { it: 'all but one fail', done: 1, status: 500 },
      { it: 'all are refused', done: 0, status: 400 },
    ])('has a line for each if $it', hasLines);

    it('has a line for each in a dry run with long comments', async () => {
      const { call, item, sent } = await setUp({ DRY_RUN: 'true' });
      const items = await itemsOf(item, { comment: 'c'.repeat(1_900) });
      const { text, data } = await call('decide_approvals', { items });
      expect(sent()).toEqual([]);
      expect(data.decisions).toHaveLength(20);
      for (const { threadId } of items as { threadId: string }[]) expect(text).toContain(`- ${threadId} `);
    });
  });
});
