/** Bad input is refused before any request, with a message that names the field and what is allowed. */
import { beforeAll, describe, expect, it } from 'vitest';
import type { Sandbox } from '../../src/sandbox/options.ts';
import { CLIENTS, platformEnv, type TestClient, textOf } from '../support/clients.ts';
import { connectHere } from '../support/clients-here.ts';
import { golden } from '../support/golden.ts';
import { inProcess } from '../support/in-process.ts';
import { openSandbox } from '../support/sandbox.ts';

const ID = 'c0ffee00-0000-4000-8000-000000000001';
/** Identifiers that are not safe in a path. */
const BAD_IDS = ['a/b', '..', '.', 'a%2Fb', 'a b', 'a\u0000b', 'a\nb', '', 'x'.repeat(129), 'ümlaut', 'a?b', 'a#b'];

const CASES: readonly (readonly [title: string, tool: string, args: Record<string, unknown>])[] = [
  ['an unknown argument', 'list_agent_threads', { agentId: ID, stauts: 'RUNNING' }],
  ['an unknown argument of a tool with few', 'check_health', { verbose: true }],
  ['a missing argument', 'get_thread', {}],
  ['a wrong type', 'list_agents', { limit: 'many' }],
  ['a fraction', 'list_agents', { limit: 1.5 }],
  ['limit 0', 'list_agent_threads', { agentId: ID, limit: 0 }],
  ['limit 101', 'list_agent_threads', { agentId: ID, limit: 101 }],
  ['offset -1', 'list_agent_threads', { agentId: ID, offset: -1 }],
  ['an unknown status', 'list_agent_threads', { agentId: ID, status: 'WAITING' }],
  ['an unknown decision', 'approve_thread', { threadId: ID, status: 'YES' }],
  ['an empty message', 'send_assistant_message', { assistantIdentifier: 'a', message: '' }],
  ['an impossible date', 'search_chats', { fromDate: '2026-02-30' }],
  ['a date of another form', 'search_chats', { toDate: '30.01.2026' }],
  ['toDate before fromDate', 'search_chats', { fromDate: '2026-11-10', toDate: '2026-11-01' }],
  ['text in the place of an object', 'search_chats', { metadata: 'german' }],
  ['neither message nor messages', 'create_thread', { agentId: ID }],
  ['a blank task', 'create_thread', { agentId: ID, message: ' \n' }],
  ['a blank message', 'send_assistant_message', { assistantIdentifier: 'a', message: '   ' }],
  [
    'a chatUuid that is none',
    'send_assistant_message',
    { assistantIdentifier: 'a', message: 'Hello', chatUuid: 'a/b' },
  ],
  ['one message and a page', 'get_thread', { threadId: ID, message: 1, before: 2 }],
  ['a character of no message', 'get_chat', { assistantIdentifier: 'a', chatUuid: ID, from: 5 }],
  [
    'an unknown argument inside a list',
    'create_thread',
    { agentId: ID, messages: [{ role: 'user', content: 'x', tone: 'y' }] },
  ],
  ['no thread for a batch', 'decide_approvals', { items: [] }],
  [
    'a batch without review tokens',
    'decide_approvals',
    {
      items: [
        { threadId: ID, status: 'APPROVED' },
        { threadId: 'other', status: 'APPROVED' },
      ],
    },
  ],
  ['a start that may be of two kinds', 'get_agent_costs', { agentId: ID, period: 'monthly', start: '2026-01' }],
  ['a day where a month belongs', 'get_agent_costs', { agentId: ID, period: 'monthly', startDate: '2026-01-01' }],
  ['days and months', 'get_agent_costs', { agentId: ID, days: 7, months: 1 }],
  ['a range in the future', 'get_agent_costs', { startDate: '2999-01-01' }],
  ['dates of a total', 'get_agent_costs', { agentId: ID, period: 'summary', endDate: '2026-01-01' }],
  ...BAD_IDS.map(
    (id) => [`the identifier ${JSON.stringify(id).slice(0, 20)}`, 'get_thread', { threadId: id }] as const,
  ),
];

describe.each(CLIENTS)('with the client $client', ({ client: kind }) => {
  let sandbox: Sandbox;
  let client: TestClient;
  let requests = 0;
  beforeAll(async () => {
    sandbox = await openSandbox({ onRequest: () => requests++ });
    client = await connectHere({ client: kind, env: platformEnv(sandbox) });
  });

  it('refuses bad input in the same words for every client', async () => {
    const texts: string[] = [];
    for (const [title, tool, args] of CASES) {
      const result = await client.callTool(tool, args);
      expect(result.isError, title).toBe(true);
      expect(result.structuredContent).toBeUndefined();
      texts.push(`${title}: ${tool} ${JSON.stringify(args)}\n${textOf(result)}\n`);
    }
    expect(requests).toBe(0);
    await expect(texts.join('\n')).toMatchFileSnapshot('../golden/tables/bad-input.txt');
  });

  it('refuses a tool that does not exist, and names the nearest', async () => {
    await expect(client.callTool('list_agent_thread')).rejects.toMatchObject({ code: -32602 });
  });
});

describe('without a platform', () => {
  const TOOLS: readonly (readonly [string, Record<string, unknown>])[] = [
    ['list_agents', {}],
    ['list_pending_approvals', {}],
    ['approve_thread', { threadId: ID, status: 'APPROVED' }],
    ['send_assistant_message', { assistantIdentifier: 'a', message: 'Hello' }],
    ['search_chats', {}],
    ['wait_for_thread', { threadIds: [ID] }],
    ['check_health', {}],
  ];
  it.each([
    ['a base URL', {}],
    ['a token', { BASE_URL: 'https://platform.invalid' }],
    ['what a host left unfilled', { BASE_URL: `\${BASE_URL}`, TOKEN: '' }],
  ])(
    'without %s everything is listed, and every call says which variable to set',
    async (_what, settings: Record<string, string>) => {
      const { client, call } = await inProcess(settings);
      expect((await client.listTools()).tools.length).toBeGreaterThanOrEqual(22);
      expect((await client.listResourceTemplates()).resourceTemplates.length).toBeGreaterThan(0);
      for (const [tool, args] of TOOLS) {
        const { isError, text } = await call(tool, args);
        expect([tool, isError]).toEqual([tool, true]);
        golden(text);
      }
    },
  );
});
