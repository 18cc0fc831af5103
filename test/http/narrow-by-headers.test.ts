/** Request headers narrow the configuration, and never widen it. */
import { describe, expect, it } from 'vitest';
import { golden } from '../support/golden.ts';
import { openReplica } from './here.ts';
import { connectHttp, LIST, messageOf, post, toolCall } from './support.ts';

const replica = await openReplica({
  args: ['--sandbox', '--toolsets', 'threads,agents,docs', '--exclude-tools', 'list_docs'],
});

interface Listed {
  readonly result?: { readonly tools: readonly { name: string; annotations: { readOnlyHint: boolean } }[] };
}

async function offered(headers: Record<string, string>, url = replica.url): Promise<Listed['result']> {
  return ((await messageOf(await post(url, LIST, headers))) as Listed).result;
}

const names = async (headers: Record<string, string>, url?: string): Promise<string[]> =>
  ((await offered(headers, url))?.tools ?? []).map(({ name }) => name);

describe('X-MCP-Toolsets', () => {
  it('keeps only the named toolsets of those that are configured', async () => {
    const all = await names({});
    expect(all).toContain('approve_thread');
    expect(await names({ 'x-mcp-toolsets': 'docs' })).toEqual(['read_doc']);
    expect(await names({ 'X-MCP-Toolsets': ' docs , agents ' })).toEqual(['list_agents', 'read_doc']);
    expect(await names({ 'x-mcp-toolsets': 'all' })).toEqual(all);
    expect(await names({ 'x-mcp-toolsets': '' })).toEqual(all);
  });

  it('adds no toolset that is not configured', async () => {
    expect(await names({ 'x-mcp-toolsets': 'costs,agents-admin' })).toEqual([]);
    expect(await names({ 'x-mcp-toolsets': 'docs,costs' })).toEqual(['read_doc']);
  });

  it('applies to calls by name, resources and texts alike', async () => {
    const headers = { 'x-mcp-toolsets': 'docs' };
    const refused = await messageOf(await post(replica.url, toolCall('list_agents'), headers));
    expect(refused).toMatchObject({ error: { code: -32602 } });
    const client = await connectHttp({ client: 'v2-modern', url: replica.url, headers });
    await expect(client.readResource('agent-platform://approvals/pending')).rejects.toThrow();
  });

  it('with an unknown toolset is refused with the known ones, and never ignored', async () => {
    const answer = await post(replica.url, LIST, { 'x-mcp-toolsets': 'thread' });
    expect(answer.status).toBe(400);
    golden(await answer.text());
  });
});

describe('X-MCP-Read-Only', () => {
  it.each(['x-mcp-read-only', 'x-mcp-readonly'])('removes the tools that write (%s)', async (header) => {
    const tools = (await offered({ [header]: 'true' }))?.tools ?? [];
    expect(tools.length).toBeGreaterThan(3);
    expect(tools.every(({ annotations }) => annotations.readOnlyHint)).toBe(true);
    const call = toolCall('create_thread', { agentId: 'a', body: {} });
    const answer = await messageOf(await post(replica.url, call, { [header]: '1' }));
    expect(answer).toMatchObject({ error: { code: -32602 } });
  });

  it('can’t be switched off by a request', async () => {
    const strict = await openReplica({ args: ['--sandbox', '--read-only'] });
    for (const headers of [{ 'x-mcp-read-only': 'false' }, { 'x-mcp-toolsets': 'all', 'x-mcp-read-only': '0' }]) {
      expect(await names(headers, strict.url)).not.toContain('approve_thread');
    }
  });

  it.each(['maybe', 'true, false'])('is refused if it is not a boolean: %s', async (value) => {
    const answer = await post(replica.url, LIST, { 'x-mcp-read-only': value });
    expect(answer.status).toBe(400);
    golden(await answer.text());
    const beside = { 'x-mcp-read-only': 'true', 'x-mcp-readonly': value };
    expect((await post(replica.url, LIST, beside)).status).toBe(400);
  });
});

it('one caller’s headers are not another’s', async () => {
  const wanted = Array.from({ length: 10 }, (_, n) => (n % 2 === 0 ? 'docs' : 'agents'));
  const lists = await Promise.all(wanted.map((toolset) => names({ 'x-mcp-toolsets': toolset })));
  expect(lists).toEqual(wanted.map((toolset) => (toolset === 'docs' ? ['read_doc'] : ['list_agents'])));
});
