/** A list that is incomplete, unreadable or undated is not presented as complete. */
import { describe, expect, it } from 'vitest';
import { answering, json } from '../support/answering.ts';
import { connectHere } from '../support/clients-here.ts';
import { golden } from '../support/golden.ts';
import { jsonPlatform, TOKEN } from '../support/platform-double.ts';
import { minutesAgo, thread, uuid } from '../support/sessions.ts';

describe('unreadable entries are reported', () => {
  it('in the list of agents, by the inbox', async () => {
    const { call } = await answering({ listAgents: json([null, { name: 'Without an id' }]) });
    golden(await call('list_pending_approvals'));
  });

  it('in an agent’s threads, by the inbox and the search', async () => {
    const { call } = await answering({ listAgentThreads: json([{ status: 'AWAITING_APPROVAL' }]) });
    const inbox = (await call('list_pending_approvals')).text;
    golden(inbox);
    const search = (await call('search_threads', { agentId: 'agent-1', query: 'x' })).text;
    golden(search);
  });

  it('in the inbox, for threads without a status, which may be waiting', async () => {
    const { status: _, ...rest } = thread(1);
    const { call } = await answering({ listAgentThreads: json([rest]) });
    golden(await call('list_pending_approvals'));
  });

  it.each([
    ['list_agents', 'listAgents', {}],
    ['list_agent_threads', 'listAgentThreads', { agentId: 'agent-1' }],
    ['get_agent_costs', 'getDailyCosts', { agentId: 'agent-1', period: 'daily' }],
  ])('by %s, if no entry could be read', async (tool, operation, args) => {
    const { call } = await answering({ [operation]: json([{}]) });
    golden(await call(tool, args));
  });
});

it('a tool server whose tools can’t be read has them all the same', async () => {
  const { call } = await answering({
    getToolServer: json({ _id: 'server-1', name: 'Shop' }),
    listTools: json([{}, 17]),
  });
  expect((await call('get_tool_server', { toolServerId: 'server-1' })).text).toContain('has 2 tools');
});

it('threads of an agent that a platform may have cut off at a round number are not said to be all', async () => {
  const twenty = Array.from({ length: 20 }, (_, n) => thread(n));
  const platform = await jsonPlatform(({ path }) => ({
    json: path.endsWith('/threads') ? twenty : [{ id: 'agent-1' }],
  }));
  const questions: string[] = [];
  const client = await connectHere({
    client: 'v2-modern',
    env: { AGENT_PLATFORM_BASE_URL: platform.url, AGENT_PLATFORM_TOKEN: TOKEN, AGENT_PLATFORM_TOOLSETS: 'all' },
    elicit: ({ message }) => {
      questions.push(message);
      return { action: 'decline' };
    },
  });
  await client.callTool('delete_agent', { agentId: 'agent-1' });
  expect(questions.join()).toContain('Its threads remain: 20 or more');
});

describe('what a page leaves out is counted from where it begins', () => {
  const long = 'A long name, which takes the room of its line in the list, number';

  it('of threads', async () => {
    const threads = Array.from({ length: 50 }, (_, n) =>
      thread(n, { messages: ['user', 'assistant'].map((role) => ({ role, content: `${long} ${n}. `.repeat(5) })) }),
    );
    const { call } = await answering({ listAgentThreads: json({ threads, total: 250 }) });
    const { text, data } = await call('list_agent_threads', { agentId: 'agent-1', limit: 50, offset: 200 });
    const shown = (data.threads as unknown[]).length;
    expect(shown).toBeLessThan(50);
    expect(text).toContain(`\n${50 - shown} more are left out`);
  });

  it('of agents', async () => {
    const agents = Array.from({ length: 150 }, (_, n) => ({ id: uuid(n), name: `${long} ${n}` }));
    const { call } = await answering({
      listAgents: json(agents),
      getCostSummary: json({ totalCost: 1.5, currency: 'EUR' }),
    });
    const { text, data } = await call('get_agent_costs', { limit: 100, offset: 50 });
    const shown = (data.agents as unknown[]).length;
    expect(shown).toBeLessThan(100);
    expect(text).toContain(`\n${100 - shown} more are left out`);
  });
});

it('a total smaller than the number of records sent is ignored', async () => {
  const { call } = await answering({ listAgents: json({ agents: [{ id: 'a' }, { id: 'b' }], total: 1 }) });
  expect((await call('list_agents')).text).not.toContain('of 1');
});

describe('a list whose platform reports more records but repeats the same page', () => {
  const agents = json({ agents: [{ id: 'agent-1' }, { id: 'agent-2' }], total: 500, hasMore: true });
  const threads = json({ threads: [thread(1), thread(2)], total: 70 });

  it.each([
    ['list_pending_approvals', { listAgents: agents }, {}],
    ['list_pending_approvals', { listAgentThreads: threads }, { agentId: 'agent-1' }],
    ['search_threads', { listAgents: agents, listAgentThreads: threads }, { query: 'step' }],
    ['get_agent_costs', { listAgents: agents }, {}],
  ])('is reported as incomplete: %s', async (tool, answers, args) => {
    const { call } = await answering(answers);
    golden(await call(tool, args));
  });

  it.each([
    ['it sent as many as it counts', { threads: [thread(1), thread(1)], total: 2, hasMore: true }],
    ['it says that there are no more', { threads: [thread(1)], total: 70, hasMore: false }],
  ])('is taken for complete if %s', async (_, sent) => {
    const { call } = await answering({ listAgentThreads: json(sent) });
    expect((await call('list_pending_approvals', { agentId: 'agent-1' })).text).not.toContain('more threads');
  });
});

it('a search by date reports the threads without dates that it leaves out', async () => {
  const { createdAt: _, ...undated } = thread(2);
  const { call } = await answering({ listAgentThreads: json([thread(1), undated]) });
  const args = { agentId: 'agent-1', fromDate: '2026-10-01' };
  golden(await call('search_threads', args));
});

it('a thread without a time of its last change gets no waiting time', async () => {
  const asked = [2, 1].map((n) => thread(n, { status: 'AWAITING_APPROVAL', createdAt: minutesAgo(60 * n) }));
  const { call } = await answering({ listAgentThreads: json(asked), getThread: json(asked[0]) });
  const inbox = await call('list_pending_approvals', { agentId: 'agent-1' });
  golden(inbox.text);
  expect(inbox.text + JSON.stringify(inbox.data)).not.toMatch(/waiting for \d|waitingFor|longest wait/);
  golden(await call('get_thread', { threadId: uuid(2) }));
});

it('evaluations without times are not called “newest first”', async () => {
  const { call } = await answering({
    listThreadEvaluations: json([
      { id: 'e1', score: 1 },
      { id: 'e2', score: 2 },
    ]),
  });
  expect((await call('list_thread_evaluations', { threadId: 'ended' })).text).not.toContain('newest first');
});

it('a list shorter than the platform’s own count is reported', async () => {
  const tool = { id: 'tool-1', function: { name: 'find' } };
  const { call } = await answering({ listTools: json({ tools: [tool], total: 9 }) });
  golden(await call('list_tools', { toolServerId: 'server-1' }));
});

const MORE = 'Note: The platform sent 1, and says that it has more: the rest is missing here.';

it.each([
  ['list_assistants', 'listAssistants', { identifier: 'support' }, {}],
  ['list_docs', 'listDocs', { slug: 'costs' }, {}],
  ['list_tools', 'listTools', { id: 'tool-1' }, { toolServerId: 'server-1' }],
  ['list_thread_evaluations', 'listThreadEvaluations', { id: 'e1' }, { threadId: 'ended' }],
  [
    'get_agent_costs',
    'getMonthlyCosts',
    { month: '2026-10', cost: 1 },
    { agentId: 'agent-1', startMonth: '2026-10', endMonth: '2026-10' },
  ],
])(
  '%s says that the platform has more, if the platform says so without a number',
  async (tool, operation, entry, args) => {
    const { call } = await answering({ [operation]: json({ data: [entry], hasMore: true }) });
    expect((await call(tool, args)).text).toContain(MORE);
  },
);

const PROJECT = '65f0c2a1b7e4d8903c1f2a70';

it.each([
  ['list_assistants', 'listAssistants', [PROJECT, 'b'].map((id) => ({ identifier: id, projectId: id }))],
  ['list_document_folders', 'listFolders', [PROJECT, 'b'].map((id) => ({ id, projectId: id }))],
  ['search_documents', 'listDocuments', [PROJECT, 'b'].map((id) => ({ id, projectId: id }))],
])('%s does not report its own filter as missing entries', async (tool, operation, data) => {
  const { call } = await answering({ [operation]: json({ data, total: 2 }) });
  golden(await call(tool, { projectId: PROJECT, limit: 1 }));
});

it('a search of documents whose limit was ignored says that the platform has more', async () => {
  const documents = [1, 2].map((n) => ({ id: `document-${n}` }));
  const { call } = await answering({ listDocuments: json({ documents, hasMore: true }) });
  expect((await call('search_documents', { limit: 1 })).text).toContain(
    'The platform sent 2, and says that it has more',
  );
});
