/** Tenant pins and read-only: no call can override these settings. */
import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { catalogue } from '../../src/cli/catalogue.ts';
import type { TestClient } from '../support/clients.ts';
import { connectHere } from '../support/clients-here.ts';
import { callAs } from '../support/consent-human.ts';
import { golden, goldenError } from '../support/golden.ts';
import { AGENT, SERVER, scriptedPlatform, THREAD } from '../support/scripted-platform.ts';

const platform = await scriptedPlatform();
beforeEach(() => platform.reset());

const PINS = { AGENT_PLATFORM_TENANT_ID: 'shop eu&x=1', AGENT_PLATFORM_SUBTENANT_ID: 'marta' };

describe.each(['v1', 'v2-modern'] as const)('pinned tenants with %s', (kind) => {
  let client: TestClient;
  beforeAll(async () => {
    client = await connectHere({ client: kind, env: { ...platform.env, ...PINS, AGENT_PLATFORM_TOOLSETS: 'all' } });
  });

  it('are left out of every schema', async () => {
    const tools = await client.listTools();
    expect(tools.length).toBe(catalogue.tools.length);
    for (const { inputSchema } of tools) expect(JSON.stringify(inputSchema)).not.toMatch(/tenantId/i);
  });

  it('are sent wherever the API takes them, and nowhere else', async () => {
    const from = platform.requests.length;
    await callAs(client, 'list_agent_threads', { agentId: AGENT });
    await callAs(client, 'list_pending_approvals', {});
    await callAs(client, 'create_thread', { agentId: AGENT, message: 'go' });
    await callAs(client, 'list_agents', {});
    const seen = platform.requests.slice(from).map(({ method, path, query, body }) => {
      const sent = method === 'POST' ? (JSON.parse(body) as Record<string, string>) : query;
      return [method, path.endsWith('/threads'), sent.tenantId, sent.subtenantId];
    });
    const scoped = seen.filter(([, isThreads]) => isThreads);
    expect(scoped.length).toBeGreaterThanOrEqual(3);
    for (const [, , tenant, subtenant] of scoped) expect([tenant, subtenant]).toEqual(['shop eu&x=1', 'marta']);
    for (const [, , tenant] of seen.filter(([, isThreads]) => !isThreads)) expect(tenant).toBeUndefined();
  });

  it.each([
    ['list_agent_threads', { agentId: AGENT, tenantId: 'other' }],
    ['list_agent_threads', { agentId: AGENT, subtenantId: 'other' }],
    ['create_thread', { agentId: AGENT, message: 'go', tenantId: 'other' }],
    ['create_thread', { agentId: AGENT, message: 'go', subtenantId: '' }],
  ])('cannot be overridden: %s %j', async (tool, args) => {
    const from = platform.requests.length;
    goldenError(await callAs(client, tool, args));
    expect(platform.requests.length).toBe(from);
  });

  it('leave the other checks of a tool in force', async () => {
    const from = platform.requests.length;
    for (const args of [
      { agentId: AGENT },
      { agentId: AGENT, message: 'a', messages: [{ role: 'user', content: 'b' }] },
    ]) {
      golden(await callAs(client, 'create_thread', args));
    }
    expect(platform.requests.length).toBe(from);
  });
});

describe('read-only', () => {
  const names = (effects: readonly string[]) =>
    catalogue.tools.filter(({ effect }) => effects.includes(effect)).map(({ name }) => name);
  const ARGS = {
    agentId: AGENT,
    threadId: THREAD,
    toolServerId: SERVER,
    toolId: 'find_order',
    assistantIdentifier: 'support',
    message: 'x',
    name: 'x',
    status: 'APPROVED',
  };

  describe.each(['v1', 'v2-modern'] as const)('with %s', (kind) => {
    let client: TestClient;
    beforeAll(async () => {
      const env = {
        ...platform.env,
        AGENT_PLATFORM_READ_ONLY: 'true',
        AGENT_PLATFORM_TOOLSETS: 'all',
        AGENT_PLATFORM_TOOLS: 'approve_thread',
      };
      client = await connectHere({ client: kind, env });
    });

    it('offers only tools that read, and refuses others by name', async () => {
      const tools = await client.listTools();
      expect(tools.map(({ name }) => name).sort()).toEqual(names(['read']).sort());
      expect(tools.every(({ annotations }) => annotations?.readOnlyHint === true)).toBe(true);
      for (const tool of names(['write', 'destructive'])) {
        const { inputSchema } = catalogueSchema(tool);
        const args = Object.fromEntries(Object.entries(ARGS).filter(([key]) => inputSchema.includes(key)));
        await expect(client.callTool(tool, args)).rejects.toThrow(/switched off by this server's settings/);
      }
      expect(platform.writes()).toEqual([]);
    });

    it('names no tool in instructions or descriptions that is not there', async () => {
      const text = JSON.stringify([client.instructions, await client.listTools(), await client.listPrompts()]);
      for (const tool of names(['write', 'destructive'])) expect(text).not.toMatch(new RegExp(`\\b${tool}\\b`));
    });
  });

  it('mentions nothing in the instructions that only a missing tool or resource does', async () => {
    const client = await connectHere({
      client: 'v2-modern',
      env: { ...platform.env, AGENT_PLATFORM_TOOLSETS: 'costs' },
    });
    expect(client.instructions).not.toMatch(/[Ss]earch chats|[Tt]ry a tool|documentation pages/);
  });
});

function catalogueSchema(name: string): { inputSchema: readonly string[] } {
  const tool = catalogue.tools.find((one) => one.name === name);
  return { inputSchema: Object.keys(tool?.input().shape ?? {}) };
}
