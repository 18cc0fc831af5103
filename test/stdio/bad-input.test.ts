/** Bad input is refused before any request, with a message that names the field and what is allowed. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startSandbox } from '../../src/sandbox/index.ts';
import type { Sandbox } from '../../src/sandbox/options.ts';
import { CLIENTS, connect, platformEnv, type TestClient, textOf } from '../support/clients.ts';

const ID = 'c0ffee00-0000-4000-8000-000000000001';
/** Identifiers that are not safe in a path. */
const BAD_IDS = ['a/b', '..', '.', 'a%2Fb', 'a b', 'a\u0000b', 'a\nb', '', 'x'.repeat(129), 'ümlaut', 'a?b', 'a#b'];

const CASES: readonly (readonly [string, string, Record<string, unknown>, RegExp])[] = [
  [
    'an unknown argument',
    'list_agent_threads',
    { agentId: ID, stauts: 'RUNNING' },
    /Unknown argument "stauts"\. Did you mean "status"\? Expected arguments: agentId, status, limit/,
  ],
  ['an unknown argument of a tool with few', 'check_health', { verbose: true }, /Unknown argument "verbose"/],
  ['a missing argument', 'get_thread', {}, /threadId is missing; it must be 1 to 128 characters/],
  ['a wrong type', 'list_agents', { limit: 'many' }, /limit can't be "many": it must be a whole number from 1 to 100/],
  ['a fraction', 'list_agents', { limit: 1.5 }, /limit can't be 1\.5: it must be a whole number from 1 to 100/],
  [
    'limit 0',
    'list_agent_threads',
    { agentId: ID, limit: 0 },
    /limit can't be 0: it must be a whole number from 1 to 100/,
  ],
  [
    'limit 101',
    'list_agent_threads',
    { agentId: ID, limit: 101 },
    /limit can't be 101: it must be a whole number from 1 to 100/,
  ],
  [
    'offset -1',
    'list_agent_threads',
    { agentId: ID, offset: -1 },
    /offset can't be -1: it must be a whole number, at least 0/,
  ],
  [
    'an unknown status',
    'list_agent_threads',
    { agentId: ID, status: 'WAITING' },
    /status can't be "WAITING": it must be one of RUNNING, PAUSED, COMPLETED, FAILED, AWAITING_APPROVAL/,
  ],
  [
    'an unknown decision',
    'approve_thread',
    { threadId: ID, status: 'YES' },
    /status can't be "YES": it must be one of PENDING, APPROVED, REJECTED/,
  ],
  ['an empty message', 'send_assistant_message', { assistantIdentifier: 'a', message: '' }, /message can't be ""/],
  [
    'an impossible date',
    'search_chats',
    { fromDate: '2026-02-30' },
    /fromDate can't be "2026-02-30": it must be a date that exists, written YYYY-MM-DD/,
  ],
  [
    'a date of another form',
    'search_chats',
    { toDate: '30.01.2026' },
    /toDate can't be "30\.01\.2026": it must be a date that exists/,
  ],
  [
    'toDate before fromDate',
    'search_chats',
    { fromDate: '2026-11-10', toDate: '2026-11-01' },
    /toDate .*before fromDate/,
  ],
  [
    'text in the place of an object',
    'search_chats',
    { metadata: 'german' },
    /metadata can't be "german": it must be an object/,
  ],
  [
    'neither message nor messages',
    'create_thread',
    { agentId: ID },
    /message is missing: give either message or messages/,
  ],
  ['a blank task', 'create_thread', { agentId: ID, message: ' \n' }, /message can't be .*text that is not empty/],
  [
    'a blank message',
    'send_assistant_message',
    { assistantIdentifier: 'a', message: '   ' },
    /message can't be " {3}": it must be text that is not empty/,
  ],
  [
    'a chatUuid that is none',
    'send_assistant_message',
    { assistantIdentifier: 'a', message: 'Hello', chatUuid: 'a/b' },
    /chatUuid can't be "a\/b": it must be 1 to 128 characters of A-Z a-z 0-9 \. _ ~ : -/,
  ],
  ['one message and a page', 'get_thread', { threadId: ID, message: 1, before: 2 }, /before can't be 2: .*message/],
  [
    'a character of no message',
    'get_chat',
    { assistantIdentifier: 'a', chatUuid: ID, from: 5 },
    /message is missing: from is a character of one message/,
  ],
  [
    'an unknown argument inside a list',
    'create_thread',
    { agentId: ID, messages: [{ role: 'user', content: 'x', tone: 'y' }] },
    /Unknown argument "tone" in messages\.0/,
  ],
  [
    'one thread for a batch',
    'decide_approvals',
    { items: [{ threadId: ID, status: 'APPROVED', reviewToken: 'x' }] },
    /items can't have 1 entry: it must be a list of 2 to 20\. Decide on one with approve_thread\./,
  ],
  [
    'a batch without review tokens',
    'decide_approvals',
    {
      items: [
        { threadId: ID, status: 'APPROVED' },
        { threadId: 'other', status: 'APPROVED' },
      ],
    },
    /items\.0\.reviewToken is missing; it must be text, from list_pending_approvals\./,
  ],
  [
    'a start that may be of two kinds',
    'get_agent_costs',
    { agentId: ID, period: 'monthly', start: '2026-01' },
    /Unknown argument "start"\. Did you mean "startDate" or "startMonth"\?/,
  ],
  [
    'a day where a month belongs',
    'get_agent_costs',
    { agentId: ID, period: 'monthly', startDate: '2026-01-01' },
    /startDate goes with period daily, but period is monthly\..* Give startMonth \(YYYY-MM\) instead, or/,
  ],
  [
    'dates of a total',
    'get_agent_costs',
    { agentId: ID, period: 'summary', endDate: '2026-01-01' },
    /endDate goes with period daily, but period is summary\..* Leave out endDate, or/,
  ],
  ['days of no agent', 'get_agent_costs', { days: 3 }, /agentId or agentName is missing/],
  ...BAD_IDS.map(
    (id) =>
      [
        `the identifier ${JSON.stringify(id).slice(0, 20)}`,
        'get_thread',
        { threadId: id },
        /threadId .*1 to 128 characters of A-Z a-z 0-9 \. _ ~ : -/,
      ] as const,
  ),
];

describe.each(CLIENTS)('with the client $client', ({ client: kind }) => {
  let sandbox: Sandbox;
  let client: TestClient;
  let requests = 0;
  beforeAll(async () => {
    sandbox = await startSandbox({ onRequest: () => requests++ });
    client = await connect({ client: kind, env: platformEnv(sandbox) });
  });
  afterAll(async () => {
    await client.close();
    await sandbox.close();
  });

  it.each(CASES)('refuses %s', async (_title, tool, args, message) => {
    const result = await client.callTool(tool, args);
    expect(result.isError).toBe(true);
    expect(textOf(result)).toMatch(message);
    expect(textOf(result)).toContain('Nothing was sent.');
    expect(result.structuredContent).toBeUndefined();
    expect(requests).toBe(0);
  });

  it('refuses a tool that does not exist, and names the nearest', async () => {
    await expect(client.callTool('list_agent_thread')).rejects.toMatchObject({
      code: -32602,
      message: expect.stringContaining('Did you mean list_agent_threads?'),
    });
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
    ['a base URL', {}, /Set AGENT_PLATFORM_BASE_URL and AGENT_PLATFORM_TOKEN, or start with --sandbox/],
    [
      'a token',
      { AGENT_PLATFORM_BASE_URL: 'https://platform.invalid' },
      /Set AGENT_PLATFORM_TOKEN \(or AGENT_PLATFORM_TOKEN_FILE\)/,
    ],
    [
      'what a host left unfilled',
      { AGENT_PLATFORM_BASE_URL: `\${BASE_URL}`, AGENT_PLATFORM_TOKEN: '' },
      /Set AGENT_PLATFORM_BASE_URL/,
    ],
  ])('without %s everything is listed, and every call says which variable to set', async (_what, env, message) => {
    const client = await connect({ client: 'v1', env });
    try {
      expect((await client.listTools()).length).toBeGreaterThanOrEqual(22);
      expect((await client.listResourceTemplates()).length).toBeGreaterThan(0);
      for (const [tool, args] of TOOLS) {
        const result = await client.callTool(tool, args);
        expect([tool, result.isError, textOf(result)]).toEqual([tool, true, expect.stringMatching(message)]);
      }
    } finally {
      await client.close();
    }
  });
});
