/**
 * A session names only tools that it offers, because a model would call any other and fail. Tested for each tool alone, and
 * for three that decide, on a platform that obeys, refuses, fails, loses answers and lies.
 */
import { Client } from '@modelcontextprotocol/client';
import { InMemoryTransport } from '@modelcontextprotocol/server';
import { expect, it } from 'vitest';
import { catalogue } from '../../src/cli/catalogue.ts';
import { createApp } from '../../src/mcp/engine/app.ts';
import { createServer } from '../../src/mcp/protocol/factory.ts';
import { type OperationName, operations } from '../../src/platform/operations/index.ts';
import { readSettings } from '../../src/settings/read.ts';
import { ANSWERS, recognise } from '../support/fault-answers.ts';
import { json, type Reply, raw, reset, startDouble } from '../support/platform-double.ts';
import { TOOL_CASES } from '../support/tool-cases.ts';

const names = catalogue.tools.map(({ name }) => name);
const isWrite = (operation: OperationName): boolean => !operations[operation].repeatable;

type Behaviour = (operation: OperationName, answer: unknown) => Reply;
const always =
  (reply: Reply): Behaviour =>
  () =>
    reply;
const writes =
  (reply: Reply): Behaviour =>
  (operation, answer) =>
    isWrite(operation) ? reply : json(200, answer);
/** Every thread always has this status. */
const frozen =
  (status: string): Behaviour =>
  (_, answer) =>
    json(200, JSON.parse(JSON.stringify(answer).replaceAll(/"status":"[A-Z_]+"/g, `"status":"${status}"`)));

const STATUSES = [400, 401, 403, 404, 405, 409, 429, 503] as const;
const BEHAVIOURS: readonly (readonly [string, Behaviour])[] = [
  ['does what is asked', (_, answer) => json(200, answer)],
  ...STATUSES.map((status) => [`answers ${status}`, always(json(status, { message: 'No.' }))] as const),
  ...STATUSES.map((status) => [`answers ${status} to writes`, writes(json(status, { message: 'No.' }))] as const),
  ...['AWAITING_APPROVAL', 'RUNNING', 'PAUSED', 'COMPLETED', 'FAILED', 'NEVER_SEEN'].map(
    (status) => [`leaves every thread ${status}`, frozen(status)] as const,
  ),
  ['loses the answers to writes', writes(reset)],
  ['loses every answer', always(reset)],
  ['answers writes with an empty body', writes(raw(204, ''))],
  ['answers with a web page', always(raw(200, '<html>Log in</html>', { 'content-type': 'text/html' }))],
  ['has no records', (_, answer) => json(200, Array.isArray(answer) ? [] : answer)],
  ['answers everything with an empty object', always(json(200, {}))],
];

/** Arguments that are refused, or that take another branch than the ordinary call. */
const OTHER_ARGUMENTS: Readonly<Record<string, readonly Record<string, unknown>[]>> = {
  approve_thread: [
    { threadId: 'waiting', status: 'REJECTED', comment: 'no' },
    { threadId: 'waiting', status: 'PENDING' },
    { threadId: 'waiting', status: 'APPROVED', reviewToken: '1-abc' },
    { threadId: 'waiting', status: 'APPROVED', reviewToken: 'x'.repeat(300) },
    { threadId: 'running', status: 'APPROVED' },
  ],
  wait_for_thread: [
    { threadIds: ['running', 'waiting'], timeoutSeconds: 1 },
    { threadIds: ['waiting'], until: 'changed', timeoutSeconds: 1 },
  ],
  pause_thread: [{ threadId: 'waiting' }],
  send_thread_message: [{ threadId: 'waiting', message: 'go on' }],
  resume_thread: [{ threadId: 'waiting' }],
  complete_thread: [{ threadId: 'waiting', state: 'CANCELLED' }],
  get_thread: [{ threadId: 'waiting' }, { threadId: 'running', message: 1 }, { threadId: 'running', message: 99 }],
  get_agent_costs: [{}, { agentId: 'agent-1', period: 'summary' }, { agentId: 'agent-1', period: 'monthly' }],
  send_assistant_message: [{ assistantIdentifier: 'support', message: 'hi', chatUuid: 'chat-9' }],
  update_agent: [{ agentId: 'agent-1' }],
};
const callsOf = (tool: string): readonly Record<string, unknown>[] => [
  ...TOOL_CASES.filter((known) => known.tool === tool).map(({ args }) => args),
  ...(OTHER_ARGUMENTS[tool] ?? []),
  {},
  { nothing_knows_this: 1 },
];

/** All texts of a session while its tools are called; questions are answered with their first choice. */
async function everythingSaid(tools: readonly string[], behaviour: Behaviour): Promise<string[]> {
  const platform = await startDouble((exchange) => {
    const found = recognise(exchange.request.method, exchange.request.path);
    if (found === undefined) return json(404, {})(exchange);
    const body: unknown = exchange.request.body === '' ? {} : JSON.parse(exchange.request.body);
    const answer = ANSWERS[found.operation](found.params, Object.fromEntries(Object.entries(body ?? {})));
    behaviour(found.operation, answer)(exchange);
  });
  const settings = { BASE_URL: platform.url, TOKEN: 'tok_some-token-for-tests-1', TOOLS: tools.join(',') };
  const patience = { LOG_LEVEL: 'silent', MAX_RETRIES: '0', MAX_WAIT_SECONDS: '1' };
  const env = Object.entries({ ...settings, ...patience }).map(([key, value]) => [`AGENT_PLATFORM_${key}`, value]);
  const { values } = readSettings(Object.fromEntries(env));
  const app = createApp(values, catalogue, () => Promise.reject(new Error('no sandbox here')));
  const [near, far] = InMemoryTransport.createLinkedPair();
  const server = createServer(app);
  await server.connect(far);
  const client = new Client({ name: 'hints', version: '1.0.0' }, { capabilities: { elicitation: { form: {} } } });
  const said: unknown[] = [client.getInstructions()];
  client.setRequestHandler('elicitation/create', ({ params }) => {
    said.push(params);
    if (params.mode === 'url') return { action: 'cancel' as const };
    const { decision } = params.requestedSchema.properties;
    const choices = decision !== undefined && 'enum' in decision ? (decision.enum ?? []) : [];
    return { action: 'accept' as const, content: { decision: choices[0] ?? '' } };
  });
  await client.connect(near);
  said.push(client.getInstructions(), await client.listTools());
  for (const name of tools) {
    for (const args of callsOf(name)) {
      const call = client.callTool({ name, arguments: args }, { onprogress: (progress) => said.push(progress) });
      said.push(await call.catch((error: unknown) => String(error)));
    }
  }
  const offers = client.getServerCapabilities() ?? {};
  const listed = offers.resources ? client.listResources() : Promise.resolve({ resources: [] });
  const { resources } = await listed.catch((error: unknown) => {
    said.push(String(error));
    return { resources: [] };
  });
  const { prompts } = await (offers.prompts ? client.listPrompts() : { prompts: [] });
  said.push(resources, prompts, offers.resources && (await client.listResourceTemplates()));
  for (const { uri } of resources) said.push(await client.readResource({ uri }).catch(String));
  for (const { name } of prompts) {
    const ids = { threadId: 'waiting', agentId: 'agent-1', toolServerId: 'server-1', toolId: 'tool-1' };
    said.push(await client.getPrompt({ name, arguments: ids }).catch(String));
  }
  await client.close();
  await app.close();
  await platform.close();
  return said.flatMap(strings);
}

const strings = (value: unknown): string[] => {
  if (typeof value === 'string') return [value];
  if (typeof value !== 'object' || value === null) return [];
  return Object.values(value).flatMap(strings);
};

/** The tools outside the session that a text names, except in text by others. */
function missingIn(text: string, offered: readonly string[]): { name: string; text: string }[] {
  const own = text.replace(/⟦[^⟧]*⟧/g, '');
  return names
    .filter((name) => !offered.includes(name) && new RegExp(`\\b${name}\\b`).test(own))
    .map((name) => ({ name, text }));
}

const SESSIONS: readonly (readonly string[])[] = [
  ['approve_thread', 'pause_thread', 'complete_thread'],
  ...names.map((name) => [name]),
  // With exactly the tools that they need.
  ...catalogue.prompts.map(({ tools }) => tools),
];

// Concurrently, because most time is spent waiting for threads that do not change.
it.concurrent.each(BEHAVIOURS)(
  'no session names a tool that it does not offer, where the platform %s',
  async (_, behaviour) => {
    const texts = await Promise.all(
      SESSIONS.map(async (tools) => ({ tools, said: await everythingSaid(tools, behaviour) })),
    );
    expect(texts.flatMap(({ tools, said }) => said.flatMap((text) => missingIn(text, tools)))).toEqual([]);
    // Proves that there was text: definitions in every session, and an answer to each call.
    expect(texts.every(({ tools, said }) => said.length > 3 * tools.length)).toBe(true);
  },
);

it('answers keep their hints to other tools where every tool is offered', async () => {
  const said = await everythingSaid(names, frozen('RUNNING'));
  expect(said.some((text) => / with get_thread \{"threadId":"running"\}/.test(text))).toBe(true);
});
