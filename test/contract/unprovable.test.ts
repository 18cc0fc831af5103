/** Sentences that an odd answer of the platform does not support are not said. */
import { describe, expect, it } from 'vitest';
import { ANSWERS, recognise } from '../support/fault-answers.ts';
import { golden } from '../support/golden.ts';
import type { Told } from '../support/platform-double.ts';
import { message, minutesAgo, session, thread, uuid } from '../support/sessions.ts';

/** The platform of the fault table, with this answer of one operation instead. */
async function answering(changes: Readonly<Record<string, (answer: object) => Told>>) {
  return session(
    ({ method, path, body }) => {
      const found = recognise(method, path);
      if (found === undefined) return undefined;
      const answer = ANSWERS[found.operation](found.params, Object(body));
      return changes[found.operation]?.(Object(answer)) ?? { json: answer };
    },
    { TOOLSETS: 'all', MAX_WAIT_SECONDS: '1' },
  );
}
const json = (value: unknown) => () => ({ json: value });

describe('entries that can’t be read are not passed over', () => {
  it('of the list of agents, by the inbox', async () => {
    const { call } = await answering({ listAgents: json([null, { name: 'Without an id' }]) });
    const { text } = await call('list_pending_approvals');
    golden(text);
  });

  it('of an agent’s threads, by the inbox and the search', async () => {
    const { call } = await answering({ listAgentThreads: json([{ status: 'AWAITING_APPROVAL' }]) });
    const inbox = (await call('list_pending_approvals')).text;
    golden(inbox);
    const search = (await call('search_threads', { agentId: 'agent-1', query: 'x' })).text;
    expect(search).toContain('Some entries of the thread lists of 1 agent (agent-1) could not be read.');
  });

  it('of threads without a status, which may wait', async () => {
    const { status: _, ...rest } = thread(1);
    const { call } = await answering({ listAgentThreads: json([rest]) });
    const { text } = await call('list_pending_approvals');
    golden(text);
  });

  it.each([
    ['list_agents', 'listAgents', {}, 'No agents could be read.'],
    ['list_agent_threads', 'listAgentThreads', { agentId: 'agent-1' }, 'No threads of agent agent-1 could be read.'],
    ['get_agent_costs', 'getDailyCosts', { agentId: 'agent-1', period: 'daily' }, 'could be read'],
  ])('by %s, where none could be', async (tool, operation, args, words) => {
    const { call } = await answering({ [operation]: json([{}]) });
    const { text } = await call(tool, args);
    expect(text.split('\n')[0]).toContain(words);
    golden(text);
  });
});

it('a total below what was sent is none', async () => {
  const { call } = await answering({ listAgents: json({ agents: [{ id: 'a' }, { id: 'b' }], total: 1 }) });
  expect((await call('list_agents')).text).not.toContain('of 1');
});

/** The text of a resource. */
const contentOf = ({ contents }: { contents: readonly object[] }): string =>
  contents.map((one) => ('text' in one ? String(one.text) : '')).join('');

describe('a list of which the platform says that there is more, and sends the same again', () => {
  const agents = json({ agents: [{ id: 'agent-1' }, { id: 'agent-2' }], total: 500, hasMore: true });
  const threads = json({ threads: [thread(1), thread(2)], total: 70 });

  it.each([
    ['list_pending_approvals', { listAgents: agents }, {}],
    ['list_pending_approvals', { listAgentThreads: threads }, { agentId: 'agent-1' }],
    ['search_threads', { listAgents: agents, listAgentThreads: threads }, { query: 'step' }],
    ['get_agent_costs', { listAgents: agents }, {}],
  ])('is incomplete, and said to be: %s', async (tool, answers, args) => {
    const { call } = await answering(answers);
    golden((await call(tool, args)).text);
  });

  it.each([
    ['it sent as many as it counts', { threads: [thread(1), thread(1)], total: 2, hasMore: true }],
    ['it says that there are no more', { threads: [thread(1)], total: 70, hasMore: false }],
  ])('is complete where %s', async (_, sent) => {
    const { call } = await answering({ listAgentThreads: json(sent) });
    expect((await call('list_pending_approvals', { agentId: 'agent-1' })).text).not.toContain('more threads');
  });
});

it('a thread without dates is not left out of a dated search without a word', async () => {
  const { createdAt: _, ...undated } = thread(2);
  const { call } = await answering({ listAgentThreads: json([thread(1), undated]) });
  const args = { agentId: 'agent-1', fromDate: '2026-10-01' };
  golden((await call('search_threads', args)).text);
});

it('a thread without a time of its last change is not said to wait since it was created', async () => {
  const asked = [2, 1].map((n) => thread(n, { status: 'AWAITING_APPROVAL', createdAt: minutesAgo(60 * n) }));
  const { call } = await answering({ listAgentThreads: json(asked), getThread: json(asked[0]) });
  const inbox = await call('list_pending_approvals', { agentId: 'agent-1' });
  golden(inbox.text);
  expect(inbox.text + JSON.stringify(inbox.data)).not.toMatch(/waiting for \d|waitingFor|longest wait/);
  const read = (await call('get_thread', { threadId: uuid(2) })).text;
  expect(read.split('\n')[0]).toMatch(/is AWAITING_APPROVAL, created 2 h ago;/);
});

describe('an answer about another record', () => {
  const other = { listed: json({ ...thread(2), messages: [message('user', 'Other.')] }) };

  it('is none of the thread that is waited for', async () => {
    const { call } = await answering({ getThread: other.listed });
    const { text, isError } = await call('wait_for_thread', { threadIds: ['ended'], timeoutSeconds: 1 });
    expect(isError).toBe(true);
    golden(text);
  });

  it('is told under its own id by get_thread and get_chat', async () => {
    const { call } = await answering({
      getThread: other.listed,
      getAssistantChat: json({ chatUid: 'other-9', messages: [message('user', 'Other.')] }),
    });
    golden((await call('get_thread', { threadId: 'ended' })).text);
    const chat = await call('get_chat', { assistantIdentifier: 'support', chatUuid: 'chat-1' });
    golden(chat.text);
  });

  it('is told under its own slug by read_doc and its resource', async () => {
    const { call, client } = await answering({ getDoc: json({ slug: 'other', title: 'O', content: 'Other.' }) });
    golden((await call('read_doc', { slug: 'intro' })).text);
    golden(contentOf(await client.readResource({ uri: 'agent-platform://docs/intro' })));
  });
});

it('a document without content is none that is empty, as a resource too', async () => {
  const { client } = await answering({ getDocument: json({ _id: 'document-1', name: 'Returns' }) });
  golden(contentOf(await client.readResource({ uri: 'agent-platform://documents/document-1' })));
  const empty = await answering({ getDocument: json({ _id: 'document-1', name: 'Returns', markdownContent: '' }) });
  expect(contentOf(await empty.client.readResource({ uri: 'agent-platform://documents/document-1' }))).toBe('⟦⟧');
});

describe('a write that nothing shows', () => {
  it.each([
    [{}, 'The platform accepted the request; its answer shows no evaluation of thread ended.'],
    [{ deleted: true }, 'The platform accepted the request; its answer shows no evaluation of thread ended.'],
    [{ status: 'queued' }, 'The evaluation of thread ended has started; its score is not available yet.'],
    [{ id: 'eval-1' }, 'The evaluation of thread ended has started; its score is not available yet.'],
  ])('is no evaluation that has started: %j', async (answer, words) => {
    const { call } = await answering({ evaluateThread: json(answer) });
    expect((await call('evaluate_thread', { threadId: 'ended' })).text.split('\n')[0]).toBe(words);
  });

  it('is no evaluation where the answer says that it failed', async () => {
    const { call } = await answering({ evaluateThread: json({ result: 'error' }) });
    const { text, isError } = await call('evaluate_thread', { threadId: 'ended' });
    expect(isError).toBe(true);
    golden(text);
  });

  it.each([
    { ok: false },
    { status: 'failed' },
    { result: 'error' },
    { success: false, data: { success: true, executionTimeMs: 3 } },
  ])('is a failed tool test where it says so: %j', async (answer) => {
    const { call } = await answering({ testTool: json(answer) });
    const args = { toolServerId: 'server-1', toolId: 'tool-1', parameters: {} };
    const { text, data } = await call('test_tool', args);
    expect([text, data.success]).toEqual([expect.stringMatching(/^Tool tool-1 failed/), false]);
    golden(text);
  });

  it.each(['pause_thread', 'resume_thread', 'complete_thread'])(
    'is none where the thread is in the same state as before, one that nobody knows: %s',
    async (tool) => {
      const sleeping = json(thread(1, { status: 'SLEEPING' }));
      const { call } = await session(sleeping, { APPROVALS: 'off' });
      const { text, isError } = await call(tool, { threadId: uuid(1) });
      expect(isError).toBe(true);
      golden(text);
    },
  );

  /** The thread before and after the only write. */
  const moving = (before: string, after: string) => {
    let status = before;
    return session(
      ({ method }) => {
        if (method === 'POST') status = after;
        return { json: thread(1, { status }) };
      },
      { APPROVALS: 'off' },
    );
  };

  it.each([
    ['pause_thread', 'RUNNING', 'NOT_PAUSED', 'is now NOT_PAUSED, and whether that is paused is not known.'],
    ['resume_thread', 'PAUSED', 'NOT_RUNNING', 'is now NOT_RUNNING, and whether that is resumed is not known.'],
    ['complete_thread', 'RUNNING', 'NOT_COMPLETED', 'is now NOT_COMPLETED, and whether it has ended is not known.'],
    ['pause_thread', 'PAUSED', 'PAUSED', 'is PAUSED, as it was before the request.'],
    ['resume_thread', 'RUNNING', 'RUNNING', 'is RUNNING, as it was before the request.'],
  ])('%s: from %s to %s', async (tool, before, after, words) => {
    const { call } = await moving(before, after);
    const { text, isError } = await call(tool, { threadId: uuid(1) });
    expect([isError, text.split('\n')[0]]).toEqual([false, expect.stringContaining(words)]);
    expect(text).not.toMatch(/^(?:Paused|Resumed|Ended)/);
  });

  it('does not make a thread that ran one that still waits', async () => {
    const { call } = await moving('RUNNING', 'AWAITING_APPROVAL');
    const { text, isError } = await call('complete_thread', { threadId: uuid(1) });
    expect([isError, text]).toEqual([true, expect.stringContaining(`thread ${uuid(1)} is now AWAITING_APPROVAL.`)]);
  });

  it('is none where a thread that had failed is resumed, and has failed', async () => {
    const { call } = await session(json(thread(1, { status: 'FAILED' })));
    const { text, isError } = await call('resume_thread', { threadId: uuid(1) });
    expect(isError).toBe(true);
    golden(text);
  });
});

describe('an error says what its status says', () => {
  const status = (code: number) => ({ listAgents: (): Told => ({ status: code, body: {} }) });
  it.each([
    [304, /unexpected status \(304\)/, /redirect/],
    [408, /gave up waiting for the request \(408\).*Usually temporary: try again/, /by changing the arguments/],
    [501, /The platform failed \(501\)\./, /not available/],
    [503, /The platform is not available \(503\)\./, /The platform failed/],
  ])('%i', async (code, says, never) => {
    const { call } = await answering(status(code));
    const { text } = await call('list_agents');
    expect(text).toMatch(says);
    expect(text).not.toMatch(never);
  });

  it('a read that the body refuses has no effect to check', async () => {
    const { call } = await answering({ listAgents: json({ success: false, error: 'db down' }) });
    expect((await call('list_agents')).text).not.toContain('took effect');
  });

  it('a write that the body refuses had a usable answer', async () => {
    const { call } = await answering({ createThread: json({ success: false, error: 'quota' }) });
    const { text } = await call('create_thread', { agentId: 'agent-1', message: 'Go.' });
    golden(text);
    expect(text).not.toContain('no usable answer');
  });

  it('no list tells what a tool test did', async () => {
    const { call } = await answering({ testTool: () => ({ status: 500, body: {} }) });
    const args = { toolServerId: 'server-1', toolId: 'tool-1', parameters: {} };
    const { text } = await call('test_tool', args);
    golden(text);
    expect(text).not.toContain('Find out with');
  });
});

it('evaluations without times are in no order', async () => {
  const { call } = await answering({
    listThreadEvaluations: json([
      { id: 'e1', score: 1 },
      { id: 'e2', score: 2 },
    ]),
  });
  expect((await call('list_thread_evaluations', { threadId: 'ended' })).text).not.toContain('newest first');
});

it('a list that is sent whole holds no more than the platform counts', async () => {
  const tool = { id: 'tool-1', function: { name: 'find' } };
  const { call } = await answering({ listTools: json({ tools: [tool], total: 9 }) });
  expect((await call('list_tools', { toolServerId: 'server-1' })).text).toContain('The platform counts 9, and sent 1');
});

it.each([{}, { availableToolsGroupsUids: null }, { availableToolsGroupsUids: 'knowledge' }])(
  'tool groups that an agent does not show are not none: %j',
  async (shown) => {
    const { call } = await answering({
      listAgents: json([{ id: 'agent-1', assistantSpecialization: { presets: 'Refunds.', ...shown } }]),
    });
    const { text } = await call('attach_document', { documentId: 'document-1', agentId: 'agent-1' });
    expect(text).toContain('Whether agent agent-1 has a knowledge tool group could not be read');
  },
);

it('an evaluation that has ended without a score is not one that has started', async () => {
  const { call } = await answering({ evaluateThread: json({ id: 'e1', status: 'COMPLETED', score: null }) });
  const { text } = await call('evaluate_thread', { threadId: 'ended' });
  expect(text.split('\n')[0]).toBe('The evaluation of thread ended is COMPLETED; its answer shows no score.');
});

it('evaluations of another thread, and chats with another assistant, are said to be', async () => {
  const { call } = await answering({
    listThreadEvaluations: json([{ id: 'e1', threadId: 'other', score: 1 }]),
    listAssistantChats: json([{ chatUid: 'c1', assistantIdentifier: 'sales', messages: [] }]),
  });
  const texts = [
    await call('list_thread_evaluations', { threadId: 'ended' }),
    await call('list_assistant_chats', { assistantIdentifier: 'support' }),
  ].map(({ text }) => text);
  expect(texts).toEqual([
    expect.stringContaining('Some of them name another thread as theirs: other.'),
    expect.stringContaining('Some of them name another assistant as theirs: sales.'),
  ]);
});

describe('a conversation that the answer leaves out', () => {
  const { messages: _, ...without } = thread(1);
  const isLeftOut = { getThread: json(without), listAgentThreads: json([without]) };
  const none = /\b0 messages|messages 0|no messages|added 0/;

  it.each([
    ['get_thread', { threadId: uuid(1) }, "is RUNNING; the platform's answer leaves out its conversation."],
    [
      'get_thread',
      { threadId: uuid(1), message: 1 },
      `the platform's answer leaves out the messages of thread ${uuid(1)}.`,
    ],
    ['list_agent_threads', { agentId: 'agent-1' }, `${uuid(1)} · RUNNING`],
    ['search_threads', { agentId: 'agent-1' }, `${uuid(1)} · RUNNING`],
  ])('is not empty: %s %j', async (tool, args, words) => {
    const { call } = await answering(isLeftOut);
    const { text } = await call(tool, args);
    expect(text).toContain(words);
    expect(text).not.toMatch(none);
  });

  it('is not empty in get_chat, its messages and the lists', async () => {
    const chat = { chatUid: 'chat-1', assistantIdentifier: 'support', createdAt: '2026-11-01T10:00:00.000Z' };
    const { call } = await answering({
      getAssistantChat: json(chat),
      listAssistantChats: json([chat]),
      listChats: json([chat]),
    });
    const args = { assistantIdentifier: 'support', chatUuid: 'chat-1' };
    const texts = [
      await call('get_chat', args),
      await call('get_chat', { ...args, message: 1 }),
      await call('list_assistant_chats', { assistantIdentifier: 'support' }),
      await call('search_chats', { query: 'x' }),
    ].map(({ text }) => text);
    expect(texts).toEqual([
      expect.stringContaining("the platform's answer leaves out its conversation."),
      expect.stringContaining("the platform's answer leaves out the messages of chat chat-1."),
      expect.stringContaining('chat-1'),
      expect.stringContaining('The platform leaves out the conversation of 1 chat: their text was not searched.'),
    ]);
    expect(texts.join('\n')).not.toMatch(none);
  });

  it('and is there the next time added nothing', async () => {
    let looks = 0;
    const { call } = await session(() => ({
      json: looks++ === 0 ? without : thread(1, { status: 'COMPLETED' }),
    }));
    const first = await call('wait_for_thread', { threadIds: [uuid(1)] });
    expect(first.data.threads).toMatchObject([{ status: 'COMPLETED', added: 0 }]);
    const { data } = await call('wait_for_thread', { threadIds: [uuid(1)], cursor: `${uuid(1)}=:RUNNING` });
    expect(data.threads).toMatchObject([{ added: 0 }]);
  });

  it('and is not there at all has no number in the cursor', async () => {
    const { call } = await session(() => ({ json: { ...without, status: 'COMPLETED' } }));
    const { text } = await call('wait_for_thread', { threadIds: [uuid(1)] });
    expect(text).toContain(`cursor: ${uuid(1)}=:COMPLETED`);
    expect(text).not.toMatch(none);
  });
});

describe('a status that nobody knows', () => {
  const asked = { threadId: uuid(1) };
  const of = (status: unknown) => answering({ getThread: json(thread(1, { status })) });

  it.each([
    ['get_thread', asked, /^Thread \S+: the platform does not say its status; 2 messages\./],
    [
      'approve_thread',
      { ...asked, status: 'APPROVED' },
      /does not say the status of thread \S+, so whether it waits for approval is not known\. Nothing was sent\./,
    ],
    ['send_thread_message', { ...asked, message: 'Go.' }, /^Sent the message to thread [0-9-]+(?:\.|; it is now)/],
  ])('is no state of a thread: %s', async (tool, args, words) => {
    const { call } = await of(undefined);
    const { text } = await call(tool, args);
    expect(text).toMatch(words);
    expect(text.split('\n')[0]).not.toContain('UNKNOWN');
  });

  it('has not settled for all that anybody knows', async () => {
    for (const [status, words] of [
      [undefined, 'whose status the platform does not say'],
      ['weird', 'is weird'],
    ]) {
      const { call } = await session(() => ({ json: thread(1, { status }) }));
      const { text } = await call('wait_for_thread', { threadIds: [uuid(1)] });
      expect(text).toMatch(new RegExp(`^Stopped waiting after .*: \\S+ ${words}|^Stopped waiting after .*, ${words}`));
    }
  });

  it('is none of a new thread', async () => {
    const { call } = await answering({ createThread: json({ threadId: uuid(1) }) });
    const { text } = await call('create_thread', { agentId: 'agent-1', message: 'Go.' });
    expect(text.split('\n')[0]).toBe(
      `Created thread ${uuid(1)} for agent agent-1; the platform does not say its status.`,
    );
  });

  it.each(['on_hold', 'WAITING', 'NEEDS_INPUT'])('may be one that waits: %s', async (status) => {
    const { call } = await of(status);
    const { text } = await call('approve_thread', { ...asked, status: 'APPROVED' });
    expect(text).toBe(
      `Refused: thread ${uuid(1)} is ${status}, which this server does not know, so whether it waits for approval is not known. Nothing was sent. If it does, it can be decided on in the platform itself.`,
    );
  });
});

describe('the inbox', () => {
  const waits = (fields: object = {}) => thread(1, { status: 'AWAITING_APPROVAL', ...fields });
  /** One agent, whose list is as told. */
  const inbox = (list: () => Told) =>
    session(({ path }) => {
      if (path === '/v1/agents') return { json: [{ id: uuid(1), name: 'Refunds' }, { id: 'agent-2' }] };
      if (path.includes('/agent-2/')) return { json: [] };
      return path.endsWith('/threads') ? list() : { json: waits() };
    });

  it('has nothing that waits since a time to come', async () => {
    const { call } = await inbox(() => ({ json: [waits({ updatedAt: '2999-01-01T00:00:00.000Z' })] }));
    const { text } = await call('list_pending_approvals');
    expect(text).toMatch(/^1 thread is waiting for a decision\. /);
    expect(text).not.toMatch(/waiting for 0 ms|since 2999/);
  });

  it('calls nothing new without a cursor, and with one the request', async () => {
    let list: object[] = [waits()];
    const { call } = await inbox(() => ({ json: list }));
    const { text, data } = await call('list_pending_approvals', { waitSeconds: 1 });
    expect(text).toMatch(/^1 thread is waiting for a decision after/);
    list = [waits({ messages: [message('assistant', 'And now another?')] })];
    const again = await call('list_pending_approvals', { known: data.cursor });
    expect(again.text).toMatch(/^1 new request is waiting for a decision\./);
  });

  it('keeps in its cursor what could not be read this time', async () => {
    let isDown = false;
    const { call } = await inbox(() => (isDown ? { status: 500 } : { json: [waits()] }));
    const { data } = await call('list_pending_approvals');
    isDown = true;
    const down = await call('list_pending_approvals', { known: data.cursor });
    isDown = false;
    const { text } = await call('list_pending_approvals', { known: down.data.cursor });
    expect(text).toMatch(/^Nothing new is waiting for a decision\. 1 known before is still waiting\./);
  });
});

it('a tool server that the answer shows with authentication is not said to have none', async () => {
  const shown = { _id: 'server-1', name: 'Shop', authenticationConfig: { authenticationMethod: 'jwt' } };
  const { call } = await answering({ createToolServer: json(shown) });
  const { text } = await call('create_tool_server', { name: 'Shop', url: 'https://shop.example' });
  expect(text).not.toContain('Without authentication of its own');
  expect(text).toContain('authenticationMethod: jwt');
});
