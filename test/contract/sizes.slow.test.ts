/** Small results from huge answers, with the calls for the rest; and the first sentences of lists and conversations. */
import { describe, expect, it } from 'vitest';
import { RESULT_BUDGET } from '../../src/mcp/contract/result.ts';
import { readThrough } from '../support/data.ts';
import { missingFacts } from '../support/facts.ts';
import { golden, goldenError } from '../support/golden.ts';
import type { Asked, Told } from '../support/platform-double.ts';
import { callOnce, message, minutesAgo, session, thread, uuid } from '../support/sessions.ts';

const KB2 = 'x'.repeat(2_048);
const GIANTS: readonly [string, string, Record<string, unknown>, (asked: Asked) => Told][] = [
  [
    '100 threads of 20 messages of 2 KB',
    'list_agent_threads',
    { agentId: uuid(1), limit: 100 },
    () => ({
      json: Array.from({ length: 100 }, (_, n) => thread(n, { messages: Array(20).fill(message('user', KB2)) })),
    }),
  ],
  [
    '100 such threads that wait',
    'list_pending_approvals',
    { agentId: uuid(1), limit: 100 },
    ({ query }) => ({
      json:
        query.get('offset') === '0'
          ? Array.from({ length: 100 }, (_, n) =>
              thread(n, { status: 'AWAITING_APPROVAL', messages: [message('assistant', KB2)] }),
            )
          : [],
    }),
  ],
  [
    'a conversation of 1,000 messages',
    'get_thread',
    { threadId: uuid(1), limit: 100 },
    () => ({ json: thread(1, { messages: Array.from({ length: 1_000 }, (_, n) => message('user', `${n} ${KB2}`)) }) }),
  ],
  [
    'one message of 1 MB',
    'get_thread',
    { threadId: uuid(1) },
    () => ({ json: thread(1, { messages: [message('user', '⟧ y"\n'.repeat(200_000))] }) }),
  ],
  [
    'one message of 1 MB, alone',
    'get_thread',
    { threadId: uuid(1), message: 1, from: 1_000 },
    () => ({ json: thread(1, { messages: [message('user', '⟧ y"\n'.repeat(200_000))] }) }),
  ],
  [
    '500 chats',
    'search_chats',
    { limit: 100 },
    () => ({
      json: Array.from({ length: 500 }, (_, n) => ({
        chatUid: uuid(n),
        assistantIdentifier: 'a',
        createdAt: minutesAgo(n),
        messages: [message('user', KB2)],
      })),
    }),
  ],
];

describe.each(GIANTS)('%s', (_title, tool, args, tell) => {
  it('fits the budget, cuts no record, and names the exact call for the rest', async () => {
    const { text, data, isError } = await callOnce(tool, args, tell);
    expect(isError).toBe(false);
    expect(text.length).toBeLessThanOrEqual(RESULT_BUDGET);
    expect(JSON.stringify(data).length).toBeLessThanOrEqual(RESULT_BUDGET);
    expect(missingFacts(data, text)).toEqual([]);
    expect(text).toMatch(/For the rest: |[\d,]+ left: get_thread|Next: get_thread .* to read on/);
  });
});

it('following the calls for the rest shows every thread once', async () => {
  const threads = Array.from({ length: 100 }, (_, n) => thread(n));
  const { call } = await session(({ query }) => {
    const [offset, limit] = [Number(query.get('offset')), Number(query.get('limit'))];
    return { json: threads.slice(offset, offset + limit) };
  });
  const pages = await readThrough(call, 'list_agent_threads', { agentId: uuid(1), limit: 100 });
  const seen = pages.flatMap(({ data }) => data.threads.map(({ threadId }) => threadId));
  expect(seen).toEqual(threads.map(({ id }) => id));
});

describe('the first sentence of a list', () => {
  const threads = (n: number, at = (index: number) => `2026-11-0${9 - index}T10:00:00.000Z`) =>
    Array.from({ length: n }, (_, index) => thread(index, { createdAt: at(index) }));
  it.each([
    ['all there is', { json: threads(3) }, { limit: 5 }],
    ['the oldest first', { json: threads(3, (index) => `2026-11-0${index + 1}T10:00:00.000Z`) }, {}],
    ['in an order that times do not tell', { json: threads(3, () => '2026-11-01T10:00:00.000Z') }, {}],
    ['a single one', { json: threads(1) }, {}],
    [
      'rejected ones among the failed',
      { json: [thread(1, { status: 'approval_rejected' }), thread(2, { status: 'FAILED' })] },
      { status: 'FAILED' },
    ],
    ['a full page of an unknown number', { json: threads(3) }, { limit: 3 }],
    ['a later page', { json: threads(3) }, { limit: 3, offset: 3 }],
    ['a known total', { json: { data: threads(3), total: 9 } }, { limit: 3 }],
    ['nothing', { json: [] }, { status: 'RUNNING' }],
  ])('is right for %s', async (_what, told, args) => {
    golden(await callOnce('list_agent_threads', { agentId: uuid(1), ...args }, () => told));
  });
});

describe('a page that the platform may have capped silently', () => {
  const told = (n: number) => ({ json: Array.from({ length: n }, (_, index) => thread(index)) });
  it.each([
    [50, 100, true],
    [20, 30, true],
    [13, 30, false],
    [20, 20, false],
  ])('is noted if it is short and of a round number: %i of %i threads', async (sent, limit, isNoted) => {
    const { text } = await callOnce('list_agent_threads', { agentId: uuid(1), limit }, () => told(sent));
    const note = `there may be more, from offset ${sent} on.`;
    expect(text.includes(note)).toBe(isNoted);
  });

  it('is not suspected where the platform sends a total', async () => {
    const { call } = await session(() => ({ json: { data: told(50).json, total: 50 } }));
    expect((await call('list_agent_threads', { agentId: uuid(1), limit: 100 })).text).not.toContain(
      'there may be more',
    );
  });
});

describe.each([
  ['get_thread', { threadId: uuid(1) }, (messages: object[]) => thread(1, { messages })],
  [
    'get_chat',
    { assistantIdentifier: 'a', chatUuid: uuid(1) },
    (messages: object[]) => ({ chatUid: uuid(1), assistantIdentifier: 'a', createdAt: minutesAgo(1), messages }),
  ],
])('%s of a message that does not exist', (tool, args, record) => {
  it.each([4, 1, 0])('is refused, and the refusal says which exist: %i', async (length) => {
    const { call } = await session(() => ({ json: record(Array(length).fill(message('user', 'Go.'))) }));
    goldenError(await call(tool, { ...args, message: 5 }));
  });
});

describe('a proposed test of a tool', () => {
  it('has a placeholder for each required argument', async () => {
    const parameters = {
      type: 'object',
      properties: { orderNumber: { type: 'string' }, note: { type: 'string' }, days: { type: 'integer' } },
      required: ['orderNumber', 'days'],
    };
    const { data } = await callOnce('list_tools', { toolServerId: 's' }, () => ({
      json: [{ id: 'lookup', type: 'function', function: { name: 'lookup', parameters } }],
    }));
    expect(data.nextStep).toMatchObject({
      arguments: { toolId: 'lookup', parameters: '{"orderNumber":"‹string›","days":"‹integer›"}' },
    });
  });
});
