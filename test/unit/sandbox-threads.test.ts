/** Threads of the sandbox: the state machine as data, plans, the seeded story, evaluations and costs. */
import { beforeEach, describe, expect, it } from 'vitest';
import type { ThreadStatus } from '../../src/platform/operations/schemas.ts';
import type { Sandbox } from '../../src/sandbox/index.ts';
import { agentId } from '../../src/sandbox/seed/records.ts';
import { threadId } from '../../src/sandbox/seed/stories.ts';
import type { AgentThread } from '../../src/sandbox/threads/thread.ts';
import { golden } from '../support/golden.ts';
import { askSandbox, openSandbox } from '../support/sandbox.ts';

const START = Date.parse('2026-03-15T10:00:00Z');
let now = START;
let sandbox: Sandbox;

beforeEach(async () => {
  now = START;
  sandbox = await openSandbox({ now: () => now });
});

const call = <T = AgentThread>(method: string, path: string, body?: unknown) =>
  askSandbox<T>(sandbox, method, `/v1/agents${path}`, body);

const read = async (id: string) => (await call('GET', `/threads/${id}`)).json;

/** A seeded thread in each status. */
const IN: Record<ThreadStatus, string> = {
  RUNNING: threadId('duplicates-weekly'),
  PAUSED: threadId('newsletter-draft'),
  AWAITING_APPROVAL: threadId('refund-10482'),
  COMPLETED: threadId('ended-1'),
  FAILED: threadId('ended-2'),
};

const OPERATIONS = {
  pause: ['pause', undefined],
  resume: ['resume', undefined],
  approve: ['approval', { status: 'APPROVED' }],
  reject: ['approval', { status: 'REJECTED', comment: 'not now' }],
  postpone: ['approval', { status: 'PENDING' }],
  complete: ['complete', undefined],
  'complete as COMPLETED': ['complete', { state: 'COMPLETED' }],
  'complete as FAILED': ['complete', { state: 'FAILED' }],
  'complete as CANCELLED': ['complete', { state: 'CANCELLED' }],
  'complete as TERMINATED': ['complete', { state: 'TERMINATED' }],
} as const;

const ENDS = { RUNNING: 'COMPLETED', PAUSED: 'COMPLETED', AWAITING_APPROVAL: 'COMPLETED' } as const;
const CANCELS = { RUNNING: 'FAILED', PAUSED: 'FAILED', AWAITING_APPROVAL: 'FAILED' } as const;
/** From which status to which; whatever is missing is illegal. */
const TABLE: Record<keyof typeof OPERATIONS, Partial<Record<ThreadStatus, ThreadStatus>>> = {
  pause: { RUNNING: 'PAUSED' },
  resume: { PAUSED: 'RUNNING' },
  approve: { AWAITING_APPROVAL: 'RUNNING' },
  reject: { AWAITING_APPROVAL: 'FAILED' },
  postpone: { AWAITING_APPROVAL: 'AWAITING_APPROVAL' },
  complete: ENDS,
  'complete as COMPLETED': ENDS,
  'complete as FAILED': CANCELS,
  'complete as CANCELLED': CANCELS,
  'complete as TERMINATED': CANCELS,
};

function isKey<T extends object>(table: T, key: PropertyKey): key is keyof T {
  return Object.hasOwn(table, key);
}

describe('transitions', () => {
  for (const title of Object.keys(OPERATIONS)) {
    it(title, async () => {
      if (!isKey(OPERATIONS, title)) throw new Error(title);
      const [path, body] = OPERATIONS[title];
      for (const [from, id] of Object.entries(IN)) {
        if (!isKey(IN, from)) throw new Error(from);
        const before = await read(id);
        expect(before.status).toBe(from);
        const answer = await call<AgentThread & { message: string }>('POST', `/threads/${id}/${path}`, body);
        const to = TABLE[title][from];
        if (to === undefined) {
          expect(answer.status, `${title} from ${from}`).toBe(400);
          golden(answer.json.message);
          expect(await read(id)).toEqual(before);
        } else {
          expect([answer.status, answer.json.status], `${title} from ${from}`).toEqual([200, to]);
          expect((await read(id)).status).toBe(to);
        }
      }
    });
  }
});

describe('decisions', () => {
  it('an approved thread does its work in three seconds, and that costs', async () => {
    const { json: approved } = await call('POST', `/threads/${IN.AWAITING_APPROVAL}/approval`, {
      status: 'APPROVED',
      comment: 'go',
    });
    expect(approved.messages.at(-1)).toEqual({ role: 'system', content: 'Approval decision: APPROVED. Comment: go' });
    now += 2_900;
    expect((await read(approved.id)).status).toBe('RUNNING');
    now += 200;
    const done = await read(approved.id);
    expect(done.status).toBe('COMPLETED');
    expect(done.updatedAt).toBe('2026-03-15T10:00:03.000Z');
    expect(done.messages.at(-2)).toMatchObject({ role: 'tool', name: 'create_refund' });
    golden(done.messages.at(-1)?.content ?? '');
    expect(done.cost ?? 0).toBeGreaterThan(approved.cost ?? 0);
  });

  it('a rejected thread names the rejection and the comment', async () => {
    const { json } = await call('POST', `/threads/${IN.AWAITING_APPROVAL}/approval`, {
      status: 'REJECTED',
      comment: 'repair it',
    });
    golden(json.messages.at(-1)?.content ?? '');
  });

  it('PENDING changes nothing', async () => {
    const before = await read(IN.AWAITING_APPROVAL);
    expect(
      (await call('POST', `/threads/${before.id}/approval`, { status: 'PENDING', comment: 'later' })).json,
    ).toEqual(before);
  });

  it('every seeded thread that waits asks a question with its call in it', async () => {
    let waiting = 0;
    for (const key of ['refunds', 'release', 'invoices', 'content', 'cleanup'] as const) {
      const { json } = await call<AgentThread[]>('GET', `/${agentId(key)}/threads?status=AWAITING_APPROVAL`);
      for (const thread of json) {
        waiting += 1;
        golden(thread.messages.at(-1)?.content ?? '');
      }
    }
    expect(waiting).toBe(6);
  });
});

describe('threads move on by themselves', () => {
  it('a seeded thread asks for approval after 20 seconds', async () => {
    const id = threadId('rollback-search');
    expect((await read(id)).status).toBe('RUNNING');
    now += 20_000;
    expect((await read(id)).status).toBe('AWAITING_APPROVAL');
  });

  it('pausing holds the plan back', async () => {
    const id = threadId('rollback-search');
    await call('POST', `/threads/${id}/pause`);
    now += 60_000;
    expect((await read(id)).status).toBe('PAUSED');
    await call('POST', `/threads/${id}/resume`);
    expect((await read(id)).status).toBe('RUNNING');
    now += 20_000;
    expect((await read(id)).status).toBe('AWAITING_APPROVAL');
  });

  it('speed: 10 is ten times as fast, 0 stands still', async () => {
    for (const [speed, status] of [
      [10, 'AWAITING_APPROVAL'],
      [0, 'RUNNING'],
    ] as const) {
      let time = START;
      const other = await openSandbox({ now: () => time, speed });
      const headers = { authorization: `Bearer ${other.token}` };
      const ask = async () =>
        (await fetch(`${other.url}/v1/agents/threads/${threadId('rollback-search')}`, { headers })).json();
      expect(await ask()).toMatchObject({ status: 'RUNNING' });
      time += 2_000;
      expect(await ask()).toMatchObject({ status });
    }
  });

  const asked: [message: string, status: ThreadStatus][] = [
    ['What is the weather?', 'COMPLETED'],
    ['Please refund order 10503', 'AWAITING_APPROVAL'],
    ['Refund 12.50 EUR for 99999', 'AWAITING_APPROVAL'],
    ['delete 1,300 rows', 'AWAITING_APPROVAL'],
    ['Deploy 5.1.0 to staging', 'AWAITING_APPROVAL'],
    ['pay the invoice', 'AWAITING_APPROVAL'],
    ['send 20 mails', 'AWAITING_APPROVAL'],
    ['publish the draft', 'AWAITING_APPROVAL'],
  ];
  for (const [message, status] of asked) {
    it(`new: “${message}” ends in ${status}`, async () => {
      const created = await call('POST', `/${agentId('refunds')}/threads`, { message, metadata: { a: 1 } });
      expect([created.status, created.json.status]).toEqual([201, 'RUNNING']);
      expect(created.json.metadata).toEqual({ a: 1 });
      now += 2_000;
      expect((await read(created.json.id)).messages).toHaveLength(2);
      now += 2_000;
      const thread = await read(created.json.id);
      expect(thread.status).toBe(status);
      golden(thread.messages.at(-1)?.content ?? '');
    });
  }

  it('takes what its last message leaves open from the earlier ones', async () => {
    const messages = ['Order 10511 never arrived.', 'Refund 32.00 GBP, not 320.'].map((content) => ({
      role: 'user',
      content,
    }));
    const { json } = await call('POST', `/${agentId('refunds')}/threads`, { messages });
    now += 60_000;
    expect((await read(json.id)).messages.at(-1)?.content).toContain('Shall I refund 32.00 GBP for order 10511?');
  });

  it('disabled and archived agents take no new threads', async () => {
    for (const key of ['translations', 'pricing'] as const) {
      const answer = await call<{ message: string }>('POST', `/${agentId(key)}/threads`, { message: 'x' });
      expect(answer.status).toBe(400);
      golden(answer.json.message);
    }
  });
});

describe('lists', () => {
  it('show threads newest first, paged and filtered', async () => {
    const path = `/${agentId('refunds')}/threads`;
    const { json: all } = await call<AgentThread[]>('GET', `${path}?limit=100`);
    const times = all.map(({ createdAt }) => createdAt);
    expect(times).toEqual(times.toSorted().toReversed());
    expect((await call<AgentThread[]>('GET', `${path}?limit=2&offset=1`)).json).toEqual(all.slice(1, 3));
    const { json: ofTenant } = await call<AgentThread[]>('GET', `${path}?tenantId=shop-uk`);
    expect(ofTenant.map(({ id }) => id)).toEqual([threadId('refund-10511')]);
    expect((await call<AgentThread[]>('GET', `${path}?tenantId=shop-eu&subtenantId=nobody`)).json).toEqual([]);
  });

  it('keep the threads of a deleted agent', async () => {
    await call('DELETE', `/${agentId('refunds')}`);
    expect((await call('GET', `/${agentId('refunds')}/threads`)).status).toBe(404);
    expect((await read(IN.AWAITING_APPROVAL)).status).toBe('AWAITING_APPROVAL');
  });

  it('hide archived agents unless asked for them', async () => {
    const names = async (query: string) => (await call<{ name: string }[]>('GET', query)).json.map(({ name }) => name);
    expect(await names('')).not.toContain('Pricing Bot');
    expect(await names('?archived=true')).toEqual(['Pricing Bot']);
    expect(await names('?limit=1&offset=1')).toEqual(['Release Manager']);
  });
});

it('evaluations are appended, the same for the same thread, and cost', async () => {
  const path = `/threads/${IN.COMPLETED}`;
  const before = (await read(IN.COMPLETED)).cost ?? 0;
  const one = await call<{ score: number; status: string }>('POST', `${path}/evaluate`);
  const two = await call<{ score: number }>('POST', `${path}/evaluate`);
  expect(one.json.status).toBe('COMPLETED');
  expect(one.json.score).toBe(two.json.score);
  expect(one.json.score).toBeGreaterThanOrEqual(0);
  expect(one.json.score).toBeLessThanOrEqual(1);
  expect((await call<unknown[]>('GET', `${path}/evaluations`)).json).toEqual([one.json, two.json]);
  expect((await read(IN.COMPLETED)).cost).toBeCloseTo(before + 0.024, 6);
});

it.each([
  ['REJECTED', 'FAILED', 0.12, 0.5],
  ['APPROVED', 'COMPLETED', 0.78, 0.98],
])('an evaluation follows the decision: %s', async (status, ends, from, to) => {
  const path = `/threads/${IN.AWAITING_APPROVAL}`;
  await call('POST', `${path}/approval`, { status });
  now += 60_000;
  expect((await read(IN.AWAITING_APPROVAL)).status).toBe(ends);
  const { json } = await call<{ score: number; feedback: string }>('POST', `${path}/evaluate`);
  expect(json.score).toBeGreaterThanOrEqual(from);
  expect(json.score).toBeLessThanOrEqual(to);
  golden(json.feedback);
});

describe('costs', () => {
  interface Row {
    date?: string;
    month?: string;
    cost: number;
    threadCount: number;
  }
  const sum = (rows: { cost?: number | undefined }[]) => rows.reduce((total, { cost = 0 }) => total + cost, 0);

  it('days, months and total are the sums of the threads', async () => {
    const id = agentId('refunds');
    const { json: threads } = await call<AgentThread[]>('GET', `/${id}/threads?limit=100`);
    const { json: days } = await call<Row[]>('GET', `/agents/${id}/costs/daily?days=90`);
    const { json: months } = await call<Row[]>('GET', `/agents/${id}/costs/monthly`);
    const { json: summary } = await call<{
      totalCost: number;
      breakdown: Record<string, number>;
      today: Row;
      currentMonth: Row;
    }>('GET', `/agents/${id}/costs/summary`);
    const total = sum(threads);
    expect(total).toBeGreaterThan(0.3);
    expect(days).toHaveLength(90);
    expect(days.at(-1)?.date).toBe('2026-03-15');
    expect(months.map(({ month }) => month).slice(-2)).toEqual(['2026-02', '2026-03']);
    expect(months).toHaveLength(12);
    for (const found of [
      sum(days),
      sum(months),
      summary.totalCost,
      sum(Object.values(summary.breakdown).map((cost) => ({ cost }))),
    ]) {
      expect(found).toBeCloseTo(total, 6);
    }
    for (const { date = '', cost, threadCount } of days) {
      const ofDay = threads.filter(({ createdAt }) => createdAt.startsWith(date));
      expect([threadCount, cost.toFixed(6)]).toEqual([ofDay.length, sum(ofDay).toFixed(6)]);
    }
    expect(summary.today.cost).toBe(days.at(-1)?.cost);
    expect(summary.currentMonth.cost).toBe(months.at(-1)?.cost);
  });

  it('named ranges are inclusive', async () => {
    const id = agentId('refunds');
    const { json: days } = await call<Row[]>(
      'GET',
      `/agents/${id}/costs/daily?startDate=2026-02-27&endDate=2026-03-02`,
    );
    expect(days.map(({ date }) => date)).toEqual(['2026-02-27', '2026-02-28', '2026-03-01', '2026-03-02']);
    const { json: months } = await call<Row[]>(
      'GET',
      `/agents/${id}/costs/monthly?startMonth=2025-12&endMonth=2026-01`,
    );
    expect(months.map(({ month }) => month)).toEqual(['2025-12', '2026-01']);
  });
});

it('the seeded story has 40 threads and more, denser lately', async () => {
  const { json: agents } = await call<{ id: string }[]>('GET', '');
  const lists = await Promise.all(agents.map(({ id }) => call<AgentThread[]>('GET', `/${id}/threads?limit=100`)));
  const threads = lists.flatMap(({ json }) => json);
  const since = (days: number) =>
    threads.filter(({ createdAt }) => Date.parse(createdAt) > START - days * 86_400_000).length;
  expect(threads.length).toBeGreaterThanOrEqual(40);
  expect(since(61)).toBe(threads.length);
  expect(since(15)).toBeGreaterThan(threads.length / 2);
  expect(threads.filter(({ status }) => status === 'FAILED').length).toBeGreaterThanOrEqual(3);
});
