/** Tenant pins: no call can override them. */
import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { catalogue } from '../../src/cli/catalogue.ts';
import type { TestClient } from '../support/clients.ts';
import { connectHere } from '../support/clients-here.ts';
import { callAs } from '../support/consent-human.ts';
import { golden, goldenError } from '../support/golden.ts';
import { AGENT, scriptedPlatform } from '../support/scripted-platform.ts';

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
