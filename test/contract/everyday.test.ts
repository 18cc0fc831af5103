/**
 * Twelve everyday tasks over the rest of the platform, each as somebody does it who knows only the tools: what a result
 * says is all that the next call is made from. The golden has the calls of each.
 */
import { afterAll, expect, it } from 'vitest';
import { everydayPlatform } from '../support/everyday-platform.ts';
import { golden } from '../support/golden.ts';
import type { Called } from '../support/in-process.ts';
import { session } from '../support/sessions.ts';

/** What all tasks may take together; they took 42 calls and 19,700 tokens once. */
const CALLS = 30;
const TOKENS = 9_000;

type Call = (tool: string, args?: Record<string, unknown>) => Promise<Called>;

/** The proposed call, as a model copies it. */
const next = ({ data }: Called): [string, Record<string, unknown>] => {
  const { tool, arguments: args } = data.nextStep as { tool: string; arguments: Record<string, unknown> };
  return [tool, args];
};

const TASKS: readonly (readonly [title: string, run: (call: Call) => Promise<void>])[] = [
  [
    'which user had the most chats in October',
    async (call) => {
      const { data } = await call('search_chats', { countBy: 'userId', fromDate: '2026-10-01', toDate: '2026-10-31' });
      expect(data.counts).toMatchObject([{ value: 'customer-hana', count: 26 }, {}, {}, {}, {}, {}]);
    },
  ],
  [
    'how many chats there were each month, and with which assistant',
    async (call) => {
      expect((await call('search_chats', { countBy: 'month' })).data.counts).toEqual([
        { value: '2026-10', count: 70 },
        { value: '2026-09', count: 50 },
        { value: '2026-11', count: 30 },
      ]);
      expect((await call('search_chats', { countBy: 'assistant' })).data.counts).toHaveLength(2);
    },
  ],
  [
    'how the chat about a torn zip ended',
    async (call) => {
      const found = await call('search_chats', { query: 'torn' });
      expect((await call(...next(found))).text).toContain('order 20077');
    },
  ],
  [
    'the last ten chats of a customer',
    async (call) => {
      const { data } = await call('search_chats', { metadata: { userId: 'customer-hana' }, limit: 10 });
      expect(data.rows).toHaveLength(10);
      expect(data.shared).toMatchObject({ 'metadata.userId': 'customer-hana' });
    },
  ],
  [
    'which tool servers have no authentication, and which do not say',
    async (call) => {
      const { data } = await call('list_tool_servers', { limit: 100 });
      const of = (method: string) =>
        (data.toolServers as { name: string; authenticationMethod: string }[])
          .filter(({ authenticationMethod }) => authenticationMethod === method)
          .map(({ name }) => name);
      expect([of('none'), of('not stated')]).toEqual([['⟦Service 4⟧', '⟦Service 11⟧'], ['⟦Service 9⟧']]);
    },
  ],
  [
    'why a tool of the billing server fails',
    async (call) => {
      const args = { toolServerId: 'Billing', toolId: 'find_order', parameters: { orderId: '1' } };
      const failed = await call('test_tool', args);
      expect(next(failed)[0]).toBe('get_tool_server');
      expect((await call(...next(failed))).text).toContain('https://service-6.example/api');
    },
  ],
  [
    'how many tool calls a run may make, by the documentation',
    async (call) => {
      const found = await call('list_docs', { query: 'tool calls run' });
      expect((await call(...next(found))).text).toContain('25 tool calls; an administrator can raise it to 200');
    },
  ],
  [
    'copy a tool server and see what the copy has',
    async (call) => {
      const { data } = await call('clone_tool_server', { toolServerId: 'Service 2' });
      expect(data.copiedTools).toHaveLength(3);
    },
  ],
  [
    'which agent cost most in October, and its most expensive day of the last 30',
    async (call) => {
      const { data } = await call('get_agent_costs', { startMonth: '2026-10', endMonth: '2026-10' });
      expect((data.agents as { name: string }[])[0]).toMatchObject({ name: '⟦Translator⟧', windowCost: 99 });
      const { text } = await call('get_agent_costs', { agentName: 'translator', period: 'daily' });
      expect(text.split('\n')[0]).toContain('12.5 USD');
    },
  ],
  [
    'give an agent another model, and be sure of it',
    async (call) => {
      const { data } = await call('update_agent', { agentId: 'Price Watcher', llm: 'small-1' });
      expect(data.changed).toEqual(['llm: ⟦large-2⟧ → ⟦small-1⟧.']);
    },
  ],
  [
    'which agents fail, and how good the latest failure was',
    async (call) => {
      const { data } = await call('search_threads', { countBy: 'agent', status: 'FAILED' });
      expect(data.counts).toMatchObject([{ count: 4 }, { count: 1 }]);
      const found = await call('search_threads', { agentName: 'invoice', status: 'FAILED', limit: 1 });
      const { threadId } = (found.data.threads as { threadId: string }[])[0] ?? {};
      const { data: evaluated } = await call('evaluate_thread', { threadId });
      expect(evaluated).toMatchObject({ score: 7, before: '0.4 out of 1', criteria: '⟦facts⟧ 6, ⟦tone⟧ 8' });
      expect((await call('wait_for_thread', { threadIds: [threadId] })).text).toContain('Result 0');
    },
  ],
  [
    'rename a tool server where the platform cannot',
    async (call) => {
      const { text, isError } = await call('update_tool_server', { toolServerId: 'Service 5', name: 'Orders' });
      expect(isError).toBe(true);
      expect(text).toContain('does not offer changing tool servers');
    },
  ],
];

const spent: string[] = [];
let calls = 0;
let characters = 0;
let errors = 0;

const near = await session(everydayPlatform(), { TOOLSETS: 'all', APPROVALS: 'auto' });
const call: Call = async (tool, args) => {
  const result = await near.call(tool, args);
  calls++;
  characters += result.text.length;
  if (result.isError) errors++;
  return result;
};

it.each(TASKS)('an everyday task succeeds: %s', async (title, run) => {
  const before = calls;
  await run(call);
  spent.push(`${title}: ${calls - before}`);
});

it("all tasks together take few calls and tokens, and meet one error, which is the platform's", () => {
  golden([...spent, `all: ${calls} calls, ${errors} error`].join('\n'));
  expect(calls).toBeLessThanOrEqual(CALLS);
  expect(characters / 4).toBeLessThanOrEqual(TOKENS);
  expect(errors).toBe(1);
});

afterAll(() => {
  expect(spent).toHaveLength(TASKS.length);
});
