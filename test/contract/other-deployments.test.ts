/** What deployments were seen to do where the contract is silent: nothing is lost, misread or taken for what it is not. */
import { describe, expect, it } from 'vitest';
import { golden, goldenError } from '../support/golden.ts';
import type { Told } from '../support/platform-double.ts';
import { callOnce, message, reviewed, session, thread, uuid } from '../support/sessions.ts';

const SERVER = '65f0c2a1b7e4d8903c1f2a6b';
const sentTo = ({ platform }: Pick<Awaited<ReturnType<typeof session>>, 'platform'>) =>
  platform.asked.filter(({ method }) => method !== 'GET');

it.each([
  ['a field that would be dropped', '{"__proto__":{"x":1}}'],
  ['a field that would be dropped, as an object', JSON.parse('{"a":{"__proto__":{"x":1}}}')],
  ['a field twice', '{"a":1,"a":2}'],
])('%s is refused in an argument', async (_what, metadata) => {
  const args = { assistantIdentifier: 'support', message: 'Hello.', metadata };
  const called = await callOnce('send_assistant_message', args, () => ({ json: [] }));
  goldenError(called);
  expect(called.platform.asked).toEqual([]);
});

describe('a number beyond 2^53 - 1', () => {
  it.each([
    ['an argument', { orderId: 2 ** 53 + 2 }],
    ['the text of one', '{"orders":[9223372036854775807]}'],
  ])('in %s is refused, since it may have been rounded', async (_where, parameters) => {
    const called = await callOnce('test_tool', { toolServerId: SERVER, toolId: 't1', parameters }, () => ({
      json: [],
    }));
    goldenError(called);
    expect(called.platform.asked).toEqual([]);
  });

  it.each([{ price: 1234.5 }, { bound: 1e300 }, { id: 2 ** 53 - 1 }, { id: '9223372036854775807' }])(
    'is nothing in %j',
    async (parameters) => {
      const { isError } = await callOnce('test_tool', { toolServerId: SERVER, toolId: 't1', parameters }, () => ({
        json: { success: true },
      }));
      expect(isError).toBe(false);
    },
  );

  it('in the schema of a tool is not sent back as text', async () => {
    const stored = (maximum: unknown) => [
      { id: 't1', type: 'function', function: { name: 'find', parameters: { properties: { id: { maximum } } } } },
    ];
    const change = { toolServerId: SERVER, toolId: 't1', description: 'Finds.' };
    const text = JSON.stringify(stored('@')).replace('"@"', '9223372036854775807');
    const tell = ({ method }: { readonly method: string }) =>
      method === 'GET' ? { text } : { json: { id: 't1', function: { name: 'find' } } };
    const near = await session(tell, { TOOLSETS: 'tools-admin' });
    goldenError(await near.call('update_tool', change));
    expect(sentTo(near)).toEqual([]);
    await near.call('update_tool', { ...change, parameters: { type: 'object' } });
    expect(sentTo(near)).toMatchObject([{ body: { function: { parameters: { type: 'object' } } } }]);
  });
});

describe('a platform whose statuses are words of its own, which its filter knows alone', () => {
  const failed = thread(1, { status: undefined, state: 'failed' });
  const tell = ({ path, query }: { readonly path: string; readonly query: URLSearchParams }) => {
    if (path === '/v1/agents') return { json: query.get('archived') === 'true' ? [] : [{ id: uuid(1) }] };
    return { json: path.endsWith('/threads') && [null, 'failed'].includes(query.get('status')) ? [failed] : [] };
  };

  it('has its failed threads found by search_threads', async () => {
    const { data } = await callOnce('search_threads', { status: 'FAILED' }, tell);
    expect(data.threads).toMatchObject([{ threadId: uuid(1), status: 'failed' }]);
  });

  it('has list_agent_threads say that its filter leaves one out', async () => {
    golden(await callOnce('list_agent_threads', { agentId: uuid(1), status: 'FAILED' }, tell));
  });

  it('reads no further threads in a search for a status that no thread has', async () => {
    const near = await session(tell);
    await near.call('search_threads', { status: 'RUNNING' });
    expect(near.platform.asked.filter(({ path }) => path.endsWith('/threads'))).toHaveLength(2);
  });
});

it.each([{ accepted: true }, { result: 'approved' }, { thread: { id: uuid(1), status: 'RUNNING' } }])(
  'a decision that is answered with %j is read back',
  async (response) => {
    let status = 'AWAITING_APPROVAL';
    const near = await session(({ method, path }) => {
      if (method === 'POST') {
        status = 'RUNNING';
        return { json: response };
      }
      return { json: path === '/v1/agents' ? [{ id: uuid(1) }] : thread(1, { status }) };
    });
    const { data, isError } = await near.call(
      'approve_thread',
      await reviewed(near, { threadId: uuid(1), status: 'APPROVED' }),
    );
    expect([isError, data.decision, data.status]).toEqual([false, 'APPROVED', 'RUNNING']);
  },
);

it.each([
  [404, { message: 'Cannot POST /v1/agents/threads/x/approval' }],
  [400, { message: 'comment is required', field: 'comment' }],
])('a decision that is answered with %i is explained by what the platform says: %j', async (status, json) => {
  const near = await session(({ method, path }) =>
    method === 'POST'
      ? { status, body: json }
      : { json: path === '/v1/agents' ? [{ id: uuid(1) }] : thread(1, { status: 'AWAITING_APPROVAL' }) },
  );
  goldenError(await near.call('approve_thread', await reviewed(near, { threadId: uuid(1), status: 'APPROVED' })));
});

it.each([
  ['list_assistants', { projectId: 'Nonsense' }],
  ['list_pending_approvals', { projectId: 'Nonsense' }],
  ['search_chats', { assistantIdentifier: 'nobody' }],
])('%s %j says that nothing has that name, which a platform that ignores the filter would not', async (tool, args) => {
  const json = { '/v1/projects': [{ id: SERVER, name: 'Web Shop' }], '/v1/assistants': [{ identifier: 'support' }] };
  golden(
    await callOnce(
      tool,
      args,
      ({ path, query }) => ({
        json: query.get('archived') === 'true' ? [] : (json[path as keyof typeof json] ?? []),
      }),
      { TOOLSETS: 'all' },
    ),
  );
});

it('a folder may be put into one that is named', async () => {
  const near = await session(
    ({ method, body }) => ({
      json: method === 'GET' ? [{ _id: SERVER, name: 'Manuals' }] : { _id: 'f2', ...(body as object) },
    }),
    { TOOLSETS: 'documents' },
  );
  await near.call('write_document_folder', { name: 'Old', parentFolderId: 'Manuals' });
  expect(sentTo(near)).toMatchObject([{ body: { name: 'Old', parentFolderId: SERVER } }]);
});

it.each([[[]], [{}], ['']])('%j is the result of a tool, too', async (data) => {
  const args = { toolServerId: SERVER, toolId: 't1' };
  const { text } = await callOnce('test_tool', args, () => ({ json: { success: true, data } }));
  expect(text).toContain(`data: ⟦${JSON.stringify(data)}⟧`);
});

it('a chat of another assistant is said to be one', async () => {
  const args = { assistantIdentifier: 'hr', chatUuid: 'chat-1' };
  const chat = { chatUuid: 'chat-1', assistantIdentifier: 'it-desk', messages: [message('user', 'Hello.')] };
  golden(await callOnce('get_chat', args, () => ({ json: chat })));
});

it('threads that name another agent as theirs are told apart from those of the agent that was searched', async () => {
  const threads = [thread(1), thread(2, { agentId: uuid(9) })];
  golden(await callOnce('search_threads', { agentId: uuid(1), countBy: 'status' }, () => ({ json: threads })));
});

it('an error of the caller in the body of a success is not said to be temporary', async () => {
  const body = { statusCode: 404, message: 'Thread not found' };
  goldenError(await callOnce('get_thread', { threadId: uuid(1) }, () => ({ json: body })));
});

describe('a platform that shows a write a moment later', () => {
  /** Its thread has another status from some reads after the write on. */
  const late = (before: string, after: string, answer: Told, reads = 1) => {
    let left = Number.POSITIVE_INFINITY;
    return session(
      ({ method, path }) => {
        if (method === 'POST') left = reads;
        const status = method === 'GET' && path.includes(uuid(1)) && left-- <= 0 ? after : before;
        return method === 'POST' ? answer : { json: path === '/v1/agents' ? [{ id: uuid(1) }] : thread(1, { status }) };
      },
      { TOOLSETS: 'all' },
    );
  };

  it.each([400, 403, 409])('a decision that it applied, and answered with %i, is not sent again', async (status) => {
    const near = await late('AWAITING_APPROVAL', 'RUNNING', { status, body: { message: 'already decided' } });
    const args = await reviewed(near, { threadId: uuid(1), status: 'APPROVED' });
    const { text } = await near.call('approve_thread', args);
    expect(text).toContain('so the decision may have taken effect');
    await near.call('approve_thread', args);
    expect(sentTo(near)).toHaveLength(1);
  });

  it.each([
    ['pause_thread', 'RUNNING', 'PAUSED'],
    ['resume_thread', 'PAUSED', 'COMPLETED'],
  ])('%s is not reported as failed', async (tool, before, after) => {
    const near = await late(before, after, { json: { success: true } });
    const { isError, data } = await near.call(tool, { threadId: uuid(1) });
    expect([isError, data.status]).toEqual([false, after]);
  });
});
