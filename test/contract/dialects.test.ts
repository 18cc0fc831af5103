/**
 * The requests to a deployment with other words: each row of docs/platform-notes.md, "Deployments that expect other words",
 * written by hand from that page.
 */
import { describe, expect, it } from 'vitest';
import { PlatformError } from '../../src/platform/client/errors.ts';
import type { PlatformClient } from '../../src/platform/client/index.ts';
import { StreamedList } from '../../src/platform/client/stream-list.ts';
import { type OperationName, operationList, operations } from '../../src/platform/operations/index.ts';
import type { InputOf, OperationSpec } from '../../src/platform/operations/operation.ts';
import type { Chat } from '../../src/platform/parse/records.ts';
import { golden } from '../support/golden.ts';
import { clientFor, failureOf, json, type Reply, startDouble, withDouble } from '../support/platform-double.ts';
import { CASES, type Call } from './calls.ts';

const ACTIONS = { scope: { dialect: 'actions' } } as const;

interface Row {
  readonly row: string;
  readonly operation: OperationName;
  readonly call: Call;
  readonly wire: string;
  readonly body?: unknown;
}

const ROWS: readonly Row[] = [
  {
    row: 'an approval',
    operation: 'handleThreadApproval',
    call: { path: { threadId: 't1' }, body: { status: 'APPROVED', comment: 'fine' } },
    wire: 'POST /api/v1/agents/threads/t1/approval',
    body: { action: 'approved', message: 'fine' },
  },
  {
    row: 'a rejection without a comment',
    operation: 'handleThreadApproval',
    call: { path: { threadId: 't1' }, body: { status: 'REJECTED' } },
    wire: 'POST /api/v1/agents/threads/t1/approval',
    body: { action: 'rejected' },
  },
  {
    row: 'a chat search: the first and the last millisecond of the days, in UTC',
    operation: 'listChats',
    call: {
      body: {
        assistantIdentifier: 'support',
        fromDate: '2026-02-28',
        toDate: '2026-03-01',
        metadata: { language: 'de' },
      },
    },
    wire: 'POST /api/v1/assistants/chats',
    body: {
      assistantSpecializationIdentifier: 'support',
      createdAfter: Date.UTC(2026, 1, 28, 0, 0, 0, 0),
      createdBefore: Date.UTC(2026, 2, 1, 23, 59, 59, 999),
      metadata: { language: 'de' },
    },
  },
  {
    row: 'a message',
    operation: 'sendAssistantMessage',
    call: {
      path: { assistant_id: 'support' },
      body: { message: 'hi', chatUuid: 'c1', metadata: { chatUuid: 'kept' } },
    },
    wire: 'POST /api/v1/assistants/support/messages',
    body: { message: 'hi', chatUid: 'c1', metadata: { chatUuid: 'kept' } },
  },
  {
    row: 'a thread list',
    operation: 'listAgentThreads',
    call: { path: { agentId: 'a1' }, query: { status: 'AWAITING_APPROVAL', limit: 5, offset: 10, tenantId: 'T1' } },
    wire: 'GET /api/v1/agents/a1/threads?state=awaiting_approval&limit=5&offset=10&tenantId=T1',
  },
  ...(['COMPLETED', 'FAILED', 'TERMINATED'] as const).map(
    (state): Row => ({
      row: `the end of a thread as ${state}`,
      operation: 'completeThread',
      call: { path: { threadId: 't1' }, body: { state } },
      wire: 'POST /api/v1/agents/threads/t1/complete',
      body: { state: state.toLowerCase() },
    }),
  ),
];

/** Operations whose requests differ in more than the path. */
const REWORDED = new Set(ROWS.map(({ operation }) => operation));

const sendTo = (client: PlatformClient, operation: OperationSpec, call: Call): Promise<unknown> =>
  client.call(operation, call as InputOf<OperationSpec>);

describe('sends what the platform notes say, row by row', () => {
  it.each(ROWS)('$row', ({ operation, call, wire, body }) =>
    withDouble(json(200, CASES[operation].answer), ACTIONS, async ({ requests }, client) => {
      await sendTo(client, operations[operation], call);
      expect(requests.map(({ method, target }) => `${method} ${target}`)).toEqual([wire]);
      expect(requests.map((request) => (request.body === '' ? undefined : JSON.parse(request.body)))).toEqual([body]);
      const plan = client.plan(operations[operation], call as never);
      expect({ wire: `${plan.method} ${plan.target}`, body: plan.body }).toEqual({ wire, body });
    }),
  );

  it('follows the specification for the same calls without the setting', async () => {
    for (const { operation, call } of ROWS) {
      await withDouble(json(200, CASES[operation].answer), {}, async ({ requests }, client) => {
        await sendTo(client, operations[operation], call);
        expect(requests[0]?.path.startsWith('/v1/')).toBe(true);
        expect(requests[0]?.body === '' ? undefined : JSON.parse(requests[0]?.body ?? '')).toEqual(call.body);
      });
    }
  });
});

describe('changes only the path of every other operation', () => {
  const others = operationList.filter(({ name }) => !REWORDED.has(name as OperationName));
  it.each(others.map((operation) => [operation.name, operation] as const))('%s', async (name, operation) => {
    const { call, wire, body, answer } = CASES[name as OperationName];
    await withDouble(json(200, answer), ACTIONS, async ({ requests }, client) => {
      await sendTo(client, operation, call);
      expect(`${requests[0]?.method} ${requests[0]?.target}`).toBe(wire.replace(' /v1/', ' /api/v1/'));
      expect(requests[0]?.body === '' ? undefined : JSON.parse(requests[0]?.body ?? '')).toEqual(body);
    });
  });
});

describe('the path of a request follows the base URL:', () => {
  it.each([
    ['a base URL that ends in /api names it already', '/api', {}, '/api/v1/health'],
    ['below any other path it is added', '/behind', {}, '/behind/api/v1/health'],
    ['a path that was moved is taken as it is', '', { healthPath: '/status' }, '/status'],
    ['a path set to its default counts as not moved', '', { healthPath: '/v1/health' }, '/api/v1/health'],
  ] as const)('%s', async (_what, base, paths, target) => {
    const double = await startDouble(json(200, { status: 'ok' }));
    const client = clientFor(double.url + base, { scope: { dialect: 'actions', paths } });
    await client.call(operations.checkHealth, {});
    expect(double.requests.map((request) => request.target)).toEqual([target]);
  });
});

describe('refuses what such a platform has no word for, since it would be misread', () => {
  it.each([
    ['handleThreadApproval', { status: 'PENDING' }],
    ['completeThread', { state: 'CANCELLED' }],
  ] as const)('%s %j', async (name, body) => {
    await withDouble(json(200, {}), ACTIONS, async ({ requests }, client) => {
      const error = await failureOf(sendTo(client, operations[name], { path: { threadId: 't1' }, body }));
      expect(error).toBeInstanceOf(PlatformError);
      const { facts } = error as PlatformError;
      expect(facts).toMatchObject({ kind: 'no-word', fixer: 'caller', effect: 'none' });
      golden(`${facts.what} ${facts.advice}`);
      expect(requests).toEqual([]);
    });
  });
});

describe('a chat search goes through all pages', () => {
  const chats = (from: number, to: number) =>
    Array.from({ length: to - from }, (_, index) => ({ chatUid: `chat-${from + index}`, messages: [] }));

  /** The pages of 230 chats, as `wrap` sends them. */
  const paged =
    (wrap: (page: unknown[], offset: number) => unknown, most = 100): Reply =>
    (exchange) => {
      const { offset = '0', limit = '10' } = exchange.request.query;
      const from = Math.min(230, Number(offset));
      const page = chats(from, Math.min(230, from + Math.min(most, Number(limit))));
      json(200, wrap(page, from))(exchange);
    };

  async function read(reply: Reply, changes: object = {}) {
    let kept: string[] = [];
    let page: string[] = [];
    let before = '';
    const consumer = {
      reset: () => {
        page = [];
      },
      add: ({ chatUuid }: Chat) => {
        page.push(chatUuid);
      },
      commit: () => {
        const isNew = page.length > 0 && page.join() !== before;
        before = page.join();
        if (isNew) kept = [...kept, ...page];
        page = [];
        return isNew;
      },
    };
    const targets: string[] = [];
    await withDouble(reply, { ...ACTIONS, ...changes }, async ({ requests }, client) => {
      const sink = new StreamedList(operations.listChats, consumer, client.options.maxResponseBytes);
      await client.call(operations.listChats, { body: { fromDate: '2026-01-01' } }, { sink });
      targets.push(...requests.map(({ target }) => target));
      for (const { body } of requests) expect(JSON.parse(body)).toEqual({ createdAfter: Date.UTC(2026, 0, 1) });
    });
    return { ids: new Set([...kept, ...page]).size, targets: targets.map((target) => target.split('?')[1]) };
  }

  const page = (offset: number) => `offset=${offset}&limit=100`;

  it('of bare arrays', async () => {
    expect(await read(paged((list) => list))).toEqual({
      ids: 230,
      targets: [page(0), page(100), page(200), page(230)],
    });
  });

  it('and ends when the platform says so', async () => {
    const told = await read(paged((histories, offset) => ({ histories, total: 230, offset })));
    expect(told).toEqual({ ids: 230, targets: [page(0), page(100), page(200)] });
    const more = await read(paged((list, offset) => ({ chats: list, hasMore: offset + list.length < 230 })));
    expect(more).toEqual({ ids: 230, targets: [page(0), page(100), page(200)] });
  });

  it('even if the platform sends fewer than were asked for', async () => {
    const { ids, targets } = await read(paged((list) => list, 50));
    expect([ids, targets.length]).toEqual([230, 6]);
  });

  it('but reads only one more page if the platform ignores offset', async () => {
    expect((await read(json(200, chats(0, 100)))).targets).toEqual([page(0), page(100)]);
  });

  it('but reads no second page if the platform sends everything at once', async () => {
    expect(await read(json(200, chats(0, 230)))).toEqual({ ids: 230, targets: [page(0)] });
  });

  it('and retries a page that fails, counting nothing twice', async () => {
    let failed = false;
    const reply = paged((list) => list);
    const flaky: Reply = (exchange) => {
      if (exchange.request.query.offset !== '100' || failed) return reply(exchange);
      failed = true;
      json(503, { message: 'busy' })(exchange);
    };
    const { ids, targets } = await read(flaky, { maxRetries: 2 });
    expect([ids, targets]).toEqual([230, [page(0), page(100), page(100), page(200), page(230)]]);
  });
});
