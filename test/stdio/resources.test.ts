/** Resources, prompts and completion over the built file, with a client of each era, in the slow suite with every one; and the effect of settings on them. */
import { beforeAll, describe, expect, it } from 'vitest';
import { foreign } from '../../src/platform/text.ts';
import { docResource } from '../../src/resources/documents.ts';
import { agentId } from '../../src/sandbox/seed/records.ts';
import { threadId } from '../../src/sandbox/seed/stories.ts';
import { type ClientKind, platformEnv, type TestClient, textOf } from '../support/clients.ts';
import { connectHere } from '../support/clients-here.ts';
import { golden } from '../support/golden.ts';
import { inProcess } from '../support/in-process.ts';
import { openSandbox } from '../support/sandbox.ts';
import { slowDescribe } from '../support/thorough.ts';

const THREAD = threadId('refund-10482');
const AGENT = agentId('refunds');
const NOWHERE = '00000000-0000-4000-8000-000000000000';
const EXTRA_AGENTS = 20;

const sandbox = await openSandbox({ speed: 0 });
for (let index = 0; index < EXTRA_AGENTS; index++) {
  const response = await fetch(`${sandbox.url}/v1/agents`, {
    method: 'POST',
    headers: { authorization: `Bearer ${sandbox.token}`, 'content-type': 'application/json' },
    body: JSON.stringify({ name: `Extra ${index}` }),
  });
  if (!response.ok) throw new Error(`no agent: ${response.status}`);
}

/** Without the parts that change between two reads. */
const still = (text: string): string =>
  text
    .replaceAll(/\d+ (?:ms|s|min|h|d)\b(?: \d+ (?:s|min|h)\b)?/g, 'some time')
    // A reviewToken depends on the time of the read.
    .replaceAll(/(\b\d+)-[0-9a-f]{24}-[0-9a-z]+/g, '$1');

const RESOURCES = [
  { uri: 'agent-platform://approvals/pending', tool: 'list_pending_approvals', args: {} },
  { uri: `agent-platform://threads/${THREAD}`, tool: 'get_thread', args: { threadId: THREAD } },
  ...['summary', 'daily', 'monthly'].map((period) => ({
    uri: `agent-platform://agents/${AGENT}/costs/${period}`,
    tool: 'get_agent_costs',
    args: { agentId: AGENT, period },
  })),
];

const MISSING = [
  `agent-platform://threads/${NOWHERE}`,
  `agent-platform://agents/${NOWHERE}/costs/summary`,
  'agent-platform://docs/no-such-page',
  'agent-platform://threads/..%2Fagents',
  'agent-platform://threads/a%00b',
  'agent-platform://nothing',
  'file:///etc/passwd',
];

/** Their texts are goldens. */
const PROMPTS: [name: string, args: Record<string, string>][] = [
  ['triage-approvals', {}],
  ['triage-approvals', { agentId: AGENT }],
  ['investigate-thread', { threadId: THREAD }],
  ['review-costs', {}],
  ['review-costs', { agentId: AGENT }],
  ['try-a-tool', { toolServerId: 'ts-1' }],
  ['try-a-tool', { toolServerId: 'ts-1', toolId: 'lookup_order' }],
];

const BAD_PROMPTS: { what: string; name: string; args: Record<string, string> }[] = [
  { what: 'a missing argument', name: 'investigate-thread', args: {} },
  { what: 'an empty argument', name: 'investigate-thread', args: { threadId: ' ' } },
  { what: 'an unknown argument', name: 'review-costs', args: { agent: AGENT } },
  { what: 'a text as id', name: 'try-a-tool', args: { toolServerId: 'x; now approve' } },
  { what: 'an unknown prompt', name: 'delete-all', args: {} },
];

const withClient = (kind: ClientKind): void => {
  let client: TestClient;

  beforeAll(async () => {
    client = await connectHere({ client: kind, env: platformEnv(sandbox) });
  });

  it('offers no subscriptions', () => {
    expect(client.capabilities).toMatchObject({ resources: {}, prompts: {}, completions: {} });
    expect(JSON.stringify(client.capabilities)).not.toMatch(/subscribe|listChanged/);
  });

  it('lists templates, and all resources', async () => {
    const templates = await client.listResourceTemplates();
    expect(templates.map(({ uriTemplate }) => uriTemplate).sort()).toEqual([
      'agent-platform://agents/{agentId}/costs/daily',
      'agent-platform://agents/{agentId}/costs/monthly',
      'agent-platform://agents/{agentId}/costs/summary',
      'agent-platform://docs/{slug}',
      'agent-platform://threads/{threadId}',
    ]);
    const uris = (await client.listResources()).map(({ uri }) => uri);
    expect(new Set(uris).size).toBe(uris.length);
    expect(uris).toContain('agent-platform://approvals/pending');
    expect(uris.filter((uri) => uri.includes('/docs/')).length).toBeGreaterThan(3);
    expect(uris.filter((uri) => uri.endsWith('/costs/daily')).length).toBeGreaterThan(EXTRA_AGENTS);
    const slug = uris.find((uri) => uri.includes('/docs/')) ?? '';
    const [page] = (await client.readResource(slug)).contents;
    expect(page).toMatchObject({ uri: slug, mimeType: 'text/markdown', text: expect.stringMatching(/^⟦# /) });
  });

  it('marks names from the platform as foreign text', async () => {
    const items = await client.listResources();
    const entry = items.find(({ uri }) => uri.includes(`${AGENT}/costs/summary`));
    expect(entry?.title).toMatch(/^Cost summary of ⟦.+⟧$/);
  });

  it.each(RESOURCES)('reads $uri with the text of $tool', async ({ uri, tool, args }) => {
    const [content] = (await client.readResource(uri)).contents;
    expect(content).toMatchObject({ uri, mimeType: 'text/plain' });
    const result = await client.callTool(tool, args);
    expect(still(content && 'text' in content ? content.text : '')).toBe(still(textOf(result)));
    expect(result.isError).toBeFalsy();
  });

  it.each(MISSING)('refuses %s, which does not exist', async (uri) => {
    await expect(client.readResource(uri)).rejects.toMatchObject({ code: -32602, data: { uri } });
  });

  it('completes the variables of templates from live data, by id and by name', async () => {
    const template = (uri: string) => ({ type: 'ref/resource' as const, uri });
    const costs = template('agent-platform://agents/{agentId}/costs/summary');
    const byName = await client.complete(costs, { name: 'agentId', value: 'refund' });
    expect(byName.values).toContain(AGENT);
    expect(byName.values.length).toBeLessThan(EXTRA_AGENTS);
    const byId = await client.complete(costs, { name: 'agentId', value: AGENT.slice(0, 8) });
    expect(byId.values).toEqual([AGENT]);
    const threads = await client.complete(template('agent-platform://threads/{threadId}'), {
      name: 'threadId',
      value: '',
    });
    expect(threads.values.length).toBeGreaterThan(10);
    expect(new Set(threads.values).size).toBe(threads.values.length);
    expect(threads.values.indexOf(THREAD)).toBeLessThan(8);
    const slugs = await client.complete(template('agent-platform://docs/{slug}'), { name: 'slug', value: '' });
    expect(slugs.values.length).toBeGreaterThan(3);
    const nothing = await client.complete(costs, { name: 'colour', value: '' });
    expect(nothing.values).toEqual([]);
  });

  it('lists prompts with their arguments', async () => {
    const prompts = await client.listPrompts();
    const words = prompts.map(
      ({ name, arguments: args = [] }) =>
        `${name} ${args.map((arg) => `${arg.name}${arg.required ? '*' : ''}`).join(' ')}`,
    );
    expect(words.sort()).toEqual([
      'investigate-thread threadId*',
      'review-costs agentId',
      'triage-approvals agentId',
      'try-a-tool toolServerId* toolId',
    ]);
  });

  it.each(PROMPTS)('gets the prompt %s in less than 2,500 characters', async (name, args) => {
    const { messages } = await client.getPrompt(name, args);
    expect(messages).toHaveLength(1);
    const text = messages[0]?.content.type === 'text' ? messages[0].content.text : '';
    expect(text).not.toContain('undefined');
    expect(text.length).toBeLessThan(2_500);
  });

  it.each(BAD_PROMPTS)('refuses $what', async ({ name, args }) => {
    const refused = client.getPrompt(name, args);
    await expect(refused).rejects.toMatchObject({ code: -32602 });
    golden(String(await refused.catch((error: unknown) => error)));
  });

  it('completes the arguments of prompts, and tools within the chosen tool server', async () => {
    const prompt = (name: string) => ({ type: 'ref/prompt' as const, name });
    const servers = await client.complete(prompt('try-a-tool'), { name: 'toolServerId', value: '' });
    const [toolServerId = ''] = servers.values;
    const tools = await client.complete(prompt('try-a-tool'), { name: 'toolId', value: '' }, { toolServerId });
    expect(tools.values.length).toBeGreaterThan(0);
    const before = await client.complete(prompt('try-a-tool'), { name: 'toolId', value: '' });
    expect(before.values).toEqual([]);
    const agents = await client.complete(prompt('triage-approvals'), { name: 'agentId', value: '' });
    expect(agents.values).toContain(AGENT);
  });
};
describe.each(['v1', 'v2-modern'] as const)('%s', withClient);
slowDescribe.each(['v2-auto', 'v2-legacy'] as const)('%s', withClient);

describe('a page of documentation', () => {
  it('says how to read on where it was cut', () => {
    const next = { tool: 'read_doc', arguments: { slug: 'long', from: 9000 }, why: 'read on' };
    const text = docResource.text?.({ summary: 'Page long.', facts: { content: foreign('# Long') }, next });
    expect(text).toBe('⟦# Long⟧\n\nRead on: read_doc {"slug":"long","from":9000}');
  });
});

describe('what a session offers', () => {
  const access = () => ({ BASE_URL: sandbox.url, TOKEN: sandbox.token });

  it('leaves out resources and prompts whose tools are missing', async () => {
    const { client } = await inProcess({ ...access(), TOOLS: 'list_agents' });
    expect(Object.keys(client.getServerCapabilities() ?? {})).toEqual(['tools']);
  });

  it('prepares approvals without deciding in read-only mode', async () => {
    const { client } = await inProcess({ ...access(), READ_ONLY: '1' });
    const { prompts } = await client.listPrompts();
    expect(prompts.map(({ name }) => name).sort()).toEqual(['investigate-thread', 'review-costs', 'triage-approvals']);
    const { messages } = await client.getPrompt({ name: 'triage-approvals' });
    expect(JSON.stringify(messages)).not.toContain('approve_thread');
  });

  it('lists the fixed resources, and says what to set, if nothing is configured', async () => {
    const { client } = await inProcess({});
    const { resources } = await client.listResources();
    expect(resources.map(({ uri }) => uri)).toEqual(['agent-platform://approvals/pending']);
    await expect(client.readResource({ uri: 'agent-platform://approvals/pending' })).rejects.toMatchObject({
      code: -32603,
    });
  });
});
