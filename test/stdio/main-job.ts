/** The tests of the main job over stdio, with every client in every era, against the sandbox. */
import { beforeAll, describe, expect, it } from 'vitest';
import { uuidFor } from '../../src/sandbox/ids.ts';
import { agentId } from '../../src/sandbox/seed/records.ts';
import { threadId } from '../../src/sandbox/seed/stories.ts';
import { CLIENTS, type ClientKind, connect, type ServerProcess, type TestClient, textOf } from '../support/clients.ts';
import { connectHere } from '../support/clients-here.ts';
import { missingFacts } from '../support/facts.ts';

interface Case {
  /** The tested promise. */
  readonly promise: string;
  readonly tool: string;
  readonly args: Record<string, unknown> | ((seen: Seen) => Record<string, unknown>);
  /** The expected structured content. */
  readonly data?: object;
  readonly text?: RegExp;
  /** Data for later cases. */
  readonly keep?: string;
}
type Seen = Record<string, unknown>;

const refund = threadId('refund-10482');
/** A list that holds this record. */
const has = (record: object): unknown => expect.arrayContaining([expect.objectContaining(record)]);
const CASES: readonly Case[] = [
  {
    promise: 'lists agents',
    tool: 'list_agents',
    args: {},
    data: { agents: has({ agentId: agentId('refunds'), name: '⟦Refund Agent⟧' }) },
  },
  {
    promise: 'lists what waits of one agent',
    tool: 'list_agent_threads',
    args: { agentId: agentId('refunds'), status: 'AWAITING_APPROVAL' },
    data: { threads: has({ threadId: refund, status: 'AWAITING_APPROVAL' }) },
  },
  {
    promise: 'reads the request',
    tool: 'get_thread',
    args: { threadId: refund },
    data: { status: 'AWAITING_APPROVAL', reviewToken: expect.any(String) },
    keep: 'thread',
  },
  {
    promise: 'approves, and says what the status is afterwards',
    tool: 'approve_thread',
    args: ({ thread }) => ({
      threadId: refund,
      status: 'APPROVED',
      comment: 'Covered by the warranty.',
      reviewToken: field(thread, 'reviewToken'),
    }),
    data: { decision: 'APPROVED', status: 'RUNNING' },
  },
  {
    promise: 'lists assistants',
    tool: 'list_assistants',
    args: {},
    data: { assistants: has({ assistantIdentifier: 'support-assistant', state: 'enabled' }) },
  },
  {
    promise: 'starts a conversation and returns the id to go on with',
    tool: 'send_assistant_message',
    args: { assistantIdentifier: 'support-assistant', message: 'Where is order 10497?', chatUuid: '' },
    data: { chatUuid: expect.any(String) },
    keep: 'chat',
  },
  {
    promise: 'continues the conversation',
    tool: 'send_assistant_message',
    args: ({ chat }) => ({
      assistantIdentifier: 'support-assistant',
      message: 'And when was it ordered?',
      chatUuid: field(chat, 'chatUuid'),
    }),
    text: /replied\.[\s\S]*earlier question “Where is order 10497\?”/,
  },
  {
    promise: 'finds the conversation by a text in it, newest first',
    tool: 'search_chats',
    args: { query: '10497', limit: 1 },
    data: { total: 2, chats: [expect.objectContaining({ messages: 4 })] },
  },
  {
    promise: 'filters chats by assistant, dates and metadata',
    tool: 'search_chats',
    args: {
      assistantIdentifier: 'support-assistant',
      fromDate: '2020-01-01',
      toDate: '2099-12-31',
      metadata: { language: 'de' },
    },
    data: { shared: { 'metadata.language': 'de' }, rows: expect.arrayContaining([expect.any(Array)]) },
  },
  {
    promise: 'lists tool servers',
    tool: 'list_tool_servers',
    args: {},
    data: { toolServers: has({ toolServerId: uuidFor('tool-server:shop-tools') }) },
  },
  {
    promise: 'lists tools with their arguments',
    tool: 'list_tools',
    args: { toolServerId: uuidFor('tool-server:shop-tools') },
    text: /⟦lookup_order⟧ · GET .*orderNumber:string \(required\)/,
  },
  {
    promise: 'tests a tool by really calling its endpoint',
    tool: 'test_tool',
    args: {
      toolServerId: uuidFor('tool-server:shop-tools'),
      toolId: 'lookup_order',
      parameters: { orderNumber: '10497' },
    },
    data: { success: true, requestMethod: 'GET', executionTimeMs: expect.any(Number) },
  },
  {
    promise: 'says that a tool failed, and not that the test went well',
    tool: 'test_tool',
    args: {
      toolServerId: uuidFor('tool-server:finance-tools'),
      toolId: 'check_credit_score',
      parameters: { customerId: 'C-1' },
    },
    data: { success: false },
  },
  {
    promise: 'shows costs by day',
    tool: 'get_agent_costs',
    args: { agentId: agentId('refunds'), period: 'daily', days: 7 },
    data: { currency: 'USD', windowCost: expect.any(Number) },
    text: /^period · cost in USD/m,
  },
  {
    promise: 'shows costs in total',
    tool: 'get_agent_costs',
    args: { agentId: agentId('refunds') },
    data: { totalCost: expect.any(Number) },
  },
  {
    promise: 'lists documentation',
    tool: 'list_docs',
    args: {},
    data: { docs: has({ slug: 'approvals' }) },
  },
  { promise: 'reads a page', tool: 'read_doc', args: { slug: 'approvals' }, text: /⟦# Approvals/ },
  { promise: 'checks health', tool: 'check_health', args: {}, data: { status: 'ok' } },
  {
    promise: 'parses an object that arrives as a JSON string',
    tool: 'search_chats',
    args: { metadata: '{"language":"de"}' },
    text: /match/,
  },
];

const field = (value: unknown, key: string): unknown =>
  typeof value === 'object' && value !== null ? Reflect.get(value, key) : undefined;

/** @param isBuilt whether a client has a process of the built file, or a server of the sources in this process */
export function mainJobIsDone(isBuilt: (client: ClientKind) => boolean): void {
  const connected = new Map<ClientKind, TestClient>();

  describe.each(CLIENTS)('with the client $client', ({ client: kind, era }) => {
    let client: TestClient;
    let server: ServerProcess | undefined;
    const seen: Seen = {};
    beforeAll(async () => {
      const options = { client: kind, args: ['--sandbox'] };
      if (isBuilt(kind)) {
        const started = await connect(options);
        [client, server] = [started, started.process];
      } else client = await connectHere(options);
      connected.set(kind, client);
    });

    it('negotiates the protocol version, and describes itself', async () => {
      expect(client.protocolVersion).toBe(era === 'modern' ? '2026-07-28' : '2025-11-25');
      expect(client.instructions).toContain('SANDBOX');
      const tools = await client.listTools();
      expect(tools.length).toBeGreaterThanOrEqual(22);
      expect(tools.map(({ name }) => name)).toEqual(tools.map(({ name }) => name).sort());
    });

    it.each(CASES)('$promise: $tool', async ({ tool, args, data, text, keep }) => {
      const result = await client.callTool(tool, typeof args === 'function' ? args(seen) : args);
      expect(result.isError, textOf(result)).toBeFalsy();
      if (data) expect(result.structuredContent).toMatchObject(data);
      if (text) expect(textOf(result)).toMatch(text);
      expect(missingFacts(result.structuredContent, textOf(result))).toEqual([]);
      if (keep) seen[keep] = result.structuredContent;
    });

    if (!isBuilt(kind)) return;

    it('writes nothing but JSON-RPC to stdout', () => {
      const lines = server?.stdoutLines() ?? [];
      expect(lines.length).toBeGreaterThan(CASES.length);
      for (const line of lines) expect(JSON.parse(line)).toMatchObject({ jsonrpc: '2.0' });
      expect(server?.transportErrors).toEqual([]);
    });
  });

  // Last and concurrently: the sandbox's agents take seconds, like real ones.
  it.concurrent.each(CLIENTS)('sees the approved thread move on, with the client $client', async ({ client: kind }) => {
    const waited = await connected.get(kind)?.callTool('wait_for_thread', { threadIds: [refund], timeoutSeconds: 20 });
    expect(waited?.structuredContent).toMatchObject({ isTimeUp: false, threads: [{ status: 'COMPLETED' }] });
    expect(missingFacts(waited?.structuredContent, textOf(waited ?? { content: [] }))).toEqual([]);
  });
}
