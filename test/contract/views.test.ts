/** The views that no platform API gives by itself: the inbox, waiting, and small results from giant answers. */
import { afterEach, describe, expect, it } from 'vitest';
import { BUDGET } from '../../src/server/answer.ts';
import { missingFacts } from '../support/facts.ts';
import { type InProcess, inProcess } from '../support/in-process.ts';
import { type Asked, type JsonPlatform, jsonPlatform, type Told } from '../support/json-platform.ts';

const open: (() => Promise<void>)[] = [];
afterEach(async () => {
  for (const close of open.splice(0).reverse()) await close();
});

async function session(
  tell: (asked: Asked) => Told | Promise<Told>,
  settings: Record<string, string> = {},
): Promise<InProcess & { platform: JsonPlatform }> {
  const platform = await jsonPlatform(tell);
  open.push(platform.close);
  const near = await inProcess({ BASE_URL: platform.url, TOKEN: 'test-token', MAX_RETRIES: '0', ...settings });
  open.push(near.close);
  return { ...near, platform };
}

const uuid = (n: number): string => `00000000-0000-4000-8000-${String(n).padStart(12, '0')}`;
const message = (role: string, content: string) => ({ role, content });
const thread = (n: number, fields: object = {}) => ({
  id: uuid(n),
  agentId: uuid(1),
  status: 'RUNNING',
  createdAt: '2026-11-01T10:00:00.000Z',
  messages: [message('user', 'Do it.'), message('assistant', `May I do step ${n}?`)],
  cost: 0.25,
  ...fields,
});
const minutesAgo = (n: number): string => new Date(Date.now() - n * 60_000).toISOString();

/** Serves agents and, for each, the threads given, paged as the specification says. */
function agentsAnd(agents: number, threadsOf: (agent: number) => object[]): (asked: Asked) => Told {
  return ({ path, query }) => {
    const page = (list: readonly object[]): Told => {
      const [offset, limit] = [Number(query.get('offset')), Number(query.get('limit'))];
      return { json: list.slice(offset, offset + limit) };
    };
    if (path === '/v1/agents')
      return page(Array.from({ length: agents }, (_, n) => ({ id: uuid(n), name: `Agent ${n}` })));
    const id = /^\/v1\/agents\/([^/]+)\/threads$/.exec(path)?.[1];
    return id === undefined ? undefined : page(threadsOf(Number(id.slice(-12))));
  };
}

describe('list_pending_approvals', () => {
  it('shows what waits over all agents, longest wait first, with the request and not the task', async () => {
    const { call } = await session(
      agentsAnd(3, (agent) => [thread(10 + agent, { status: 'AWAITING_APPROVAL', updatedAt: minutesAgo(agent * 10) })]),
    );
    const { text, data } = await call('list_pending_approvals');
    expect(data.approvals).toMatchObject([
      { threadId: uuid(12), agentName: '⟦Agent 2⟧', asks: '⟦May I do step 12?⟧', waitingFor: '20 min' },
      { threadId: uuid(11), agentName: '⟦Agent 1⟧', waitingFor: '10 min' },
      { threadId: uuid(10), agentName: '⟦Agent 0⟧' },
    ]);
    expect(text).toMatch(/^3 threads over 3 agents wait for a decision, the longest for 20 min\./);
    expect(text).not.toContain('Do it.');
    expect(missingFacts(data, text)).toEqual([]);
  });

  it('asks the agents side by side, within the connection limit, and pages through all of them', async () => {
    const waiting = Array.from({ length: 130 }, (_, n) => thread(1000 + n, { status: 'AWAITING_APPROVAL' }));
    const answer = agentsAnd(250, (agent) => (agent === 249 ? waiting : []));
    const { call, platform } = await session(
      async (asked) => {
        await new Promise((resolve) => setTimeout(resolve, 2));
        return answer(asked);
      },
      { MAX_CONNECTIONS: '8' },
    );
    const { data } = await call('list_pending_approvals', { limit: 100 });
    expect(data.total).toBe(130);
    expect(platform.mostAtOnce()).toBeLessThanOrEqual(8);
    expect(platform.mostAtOnce()).toBeGreaterThan(4);
    expect(platform.asked.filter(({ path }) => path === '/v1/agents')).toHaveLength(3);
  });

  it('returns the rest when some agents can’t be read, and names those and why', async () => {
    const answer = agentsAnd(3, (agent) => [thread(agent, { status: 'AWAITING_APPROVAL' })]);
    const { call } = await session((asked) =>
      asked.path.includes(uuid(1)) ? { status: 403, body: { message: 'not yours' } } : answer(asked),
    );
    const { text, data, isError } = await call('list_pending_approvals');
    expect(isError).toBe(false);
    expect(data.total).toBe(2);
    expect(text).toContain('1 agent could not be asked');
    expect(text).toContain(`${uuid(1)} · ⟦Agent 1⟧: The token may not do this (403). It says ⟦not yours⟧`);
  });

  it('fails when no agent can be read', async () => {
    const { call } = await session((asked) =>
      asked.path === '/v1/agents' ? { json: [{ id: uuid(1) }] } : { status: 500 },
    );
    const { text, isError } = await call('list_pending_approvals');
    expect([isError, text]).toEqual([true, expect.stringContaining('The platform failed inside (500).')]);
  });

  it('leaves out what a platform sends though it does not wait', async () => {
    const { call } = await session(agentsAnd(1, () => [thread(1), thread(2, { status: 'paused_for_approval' })]));
    const { data } = await call('list_pending_approvals');
    expect(data.approvals).toMatchObject([{ threadId: uuid(2) }]);
  });

  it('reports progress when the caller asked for it', async () => {
    const { client } = await session(agentsAnd(4, () => []));
    const seen: number[] = [];
    await client.callTool(
      { name: 'list_pending_approvals', arguments: {} },
      { onprogress: ({ progress }) => seen.push(progress) },
    );
    expect(seen.at(-1)).toBe(4);
    expect(seen).toEqual([...new Set(seen)].sort((a, b) => a - b));
  });
});

describe('wait_for_thread', () => {
  it('tells what was added since the cursor once the thread settles', async () => {
    let looks = 0;
    const { call } = await session(() => {
      looks++;
      const messages = [message('user', 'Go.'), ...(looks > 2 ? [message('assistant', 'Went.')] : [])];
      return { json: thread(1, { status: looks > 2 ? 'COMPLETED' : 'RUNNING', messages }) };
    });
    const { data, text } = await call('wait_for_thread', { threadIds: [uuid(1)], cursor: `${uuid(1)}=1` });
    expect(data).toMatchObject({
      isTimeUp: false,
      cursor: `${uuid(1)}=2`,
      threads: [{ status: 'COMPLETED', added: 1, messages: [{ number: 2, content: '⟦Went.⟧' }] }],
    });
    expect(missingFacts(data, text)).toEqual([]);
  });

  it('stops at the server’s limit, and that is an answer with the call that goes on', async () => {
    const { call } = await session(() => ({ json: thread(1) }), { MAX_WAIT_SECONDS: '1' });
    const { data, isError } = await call('wait_for_thread', { threadIds: [uuid(1)], timeoutSeconds: 600 });
    expect([isError, data.isTimeUp]).toEqual([false, true]);
    expect(data.nextStep).toMatchObject({
      tool: 'wait_for_thread',
      arguments: { threadIds: [uuid(1)], cursor: `${uuid(1)}=2` },
    });
  });

  it('until changed: comes back at the first new message of any thread', async () => {
    let looks = 0;
    const { call } = await session(({ path }) => {
      looks++;
      const isFirst = path.endsWith(uuid(1));
      return {
        json: thread(isFirst ? 1 : 2, {
          messages: [message('user', 'Go.'), ...(looks > 3 && isFirst ? [message('tool', 'Busy.')] : [])],
        }),
      };
    });
    const { data } = await call('wait_for_thread', { threadIds: [uuid(1), uuid(2)], until: 'changed' });
    expect(data.threads).toMatchObject([
      { threadId: uuid(1), added: 1 },
      { threadId: uuid(2), added: 0 },
    ]);
  });

  it('names a thread that can’t be read, and waits for the others', async () => {
    const { call } = await session(({ path }) =>
      path.endsWith(uuid(2)) ? undefined : { json: thread(1, { status: 'PAUSED' }) },
    );
    const { data, text } = await call('wait_for_thread', { threadIds: [uuid(1), uuid(2)] });
    expect(data.threads).toMatchObject([{ status: 'PAUSED' }]);
    expect(text).toContain(`Thread ${uuid(2)} could not be read: The platform does not know this (404).`);
  });

  it('ends when the host cancels', async () => {
    const { client, platform } = await session(() => ({ json: thread(1) }));
    const stop = new AbortController();
    const waiting = client.callTool(
      { name: 'wait_for_thread', arguments: { threadIds: [uuid(1)] } },
      { signal: stop.signal },
    );
    setTimeout(() => stop.abort(), 300);
    await expect(waiting).rejects.toThrow();
    const asked = platform.asked.length;
    await new Promise((resolve) => setTimeout(resolve, 1_500));
    expect(platform.asked.length - asked).toBeLessThanOrEqual(1);
  });
});

const KB2 = 'x'.repeat(2_048);
const GIANTS: readonly [string, string, Record<string, unknown>, (asked: Asked) => Told][] = [
  [
    '100 threads of 100 messages of 2 KB',
    'list_agent_threads',
    { agentId: uuid(1), limit: 100 },
    () => ({
      json: Array.from({ length: 100 }, (_, n) => thread(n, { messages: Array(100).fill(message('user', KB2)) })),
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
    'a conversation of 5,000 messages',
    'get_thread',
    { threadId: uuid(1), limit: 100 },
    () => ({ json: thread(1, { messages: Array.from({ length: 5_000 }, (_, n) => message('user', `${n} ${KB2}`)) }) }),
  ],
  [
    'one message of 5 MB',
    'get_thread',
    { threadId: uuid(1) },
    () => ({ json: thread(1, { messages: [message('user', '⟧ y"\n'.repeat(1_000_000))] }) }),
  ],
  [
    'one message of 5 MB, alone',
    'get_thread',
    { threadId: uuid(1), message: 1, from: 1_000 },
    () => ({ json: thread(1, { messages: [message('user', '⟧ y"\n'.repeat(1_000_000))] }) }),
  ],
  [
    '3,000 chats',
    'search_chats',
    { limit: 100 },
    () => ({
      json: Array.from({ length: 3_000 }, (_, n) => ({
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
    const { call } = await session(tell);
    const { text, data, isError } = await call(tool, args);
    expect(isError).toBe(false);
    expect(text.length).toBeLessThanOrEqual(BUDGET);
    expect(JSON.stringify(data).length).toBeLessThanOrEqual(BUDGET);
    expect(missingFacts(data, text)).toEqual([]);
    expect(text).toMatch(/For the rest: |charactersLeft \d+: /);
  });
});

it('following the calls for the rest shows every thread once', async () => {
  const threads = Array.from({ length: 100 }, (_, n) => thread(n));
  const { call } = await session(({ query }) => {
    const [offset, limit] = [Number(query.get('offset')), Number(query.get('limit'))];
    return { json: threads.slice(offset, offset + limit) };
  });
  const seen: unknown[] = [];
  let args: Record<string, unknown> | undefined = { agentId: uuid(1), limit: 100 };
  for (let calls = 0; args !== undefined && calls < 10; calls++) {
    const { data } = await call('list_agent_threads', args);
    seen.push(...(Array.isArray(data.threads) ? data.threads.map(({ threadId }) => threadId) : []));
    const rest: unknown = data.rest;
    args =
      typeof rest === 'object' && rest !== null && 'arguments' in rest ? { ...(rest.arguments as object) } : undefined;
  }
  expect(seen).toEqual(threads.map(({ id }) => id));
});

describe('get_agent_costs without agentId', () => {
  const agents = {
    json: [
      { id: uuid(1), name: 'One' },
      { id: uuid(2), name: 'Two' },
    ],
  };

  it('compares the agents that can be read, and names the others', async () => {
    const { call } = await session(({ path }) =>
      path === '/v1/agents'
        ? agents
        : path.includes(uuid(1))
          ? { json: { totalCost: 2, currency: 'EUR' } }
          : { status: 403, body: {} },
    );
    const { text, data, isError } = await call('get_agent_costs');
    expect([isError, data.totalCost]).toEqual([false, 2]);
    expect(text).toContain(`The costs of 1 agent could not be read: ${uuid(2)}. The token may not do this (403).`);
  });

  it('fails when none can be read', async () => {
    const { call } = await session(({ path }) => (path === '/v1/agents' ? agents : { status: 500, body: {} }));
    expect(await call('get_agent_costs')).toMatchObject({
      isError: true,
      text: expect.stringContaining('The platform failed inside (500).'),
    });
  });
});
