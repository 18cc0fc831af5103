/** Filters combine, and also apply if a hidden tool is called by name. */
import { describe, expect, it } from 'vitest';
import { TOOLSETS } from '../../src/mcp/contract/tool.ts';
import { allTools } from '../../src/tools/index.ts';
import { inProcess } from '../support/in-process.ts';

const ALL = allTools.map(({ name }) => name);
const inSets = (...toolsets: string[]): string[] =>
  allTools.filter(({ toolset }) => toolsets.includes(toolset)).map(({ name }) => name);
const DEFAULT = inSets(...Object.entries(TOOLSETS).flatMap(([name, { isDefault }]) => (isDefault ? [name] : [])));
const READING = allTools.filter(({ effect }) => effect === 'read').map(({ name }) => name);
const EVERY_FILTER = { TOOLSETS: 'threads,threads,default,all', TOOLS: 'get_thread,get_thread' };

describe('the tools that are offered, and no others even by name, are', () => {
  it.each<[string, Record<string, string>, string[]]>([
    ['the default toolsets without any setting', {}, DEFAULT],
    ['the default toolsets by name', { TOOLSETS: 'default' }, DEFAULT],
    ['all tools', { TOOLSETS: 'all' }, ALL],
    ['the toolsets that are named', { TOOLSETS: 'threads,costs' }, inSets('threads', 'costs')],
    ['the default ones and more', { TOOLSETS: 'default,evaluations' }, [...DEFAULT, ...inSets('evaluations')]],
    [
      'single tools alone, also of a toolset that is off',
      { TOOLS: 'get_thread,delete_agent' },
      ['delete_agent', 'get_thread'],
    ],
    ['single tools beside toolsets', { TOOLSETS: 'costs', TOOLS: 'get_thread' }, [...inSets('costs'), 'get_thread']],
    ['each once, however often it is named', EVERY_FILTER, ALL],
    [
      'no excluded tools, even where they are named',
      { TOOLSETS: 'all', TOOLS: 'get_thread', EXCLUDE_TOOLS: 'get_thread,approve_thread' },
      ALL.filter((name) => name !== 'get_thread' && name !== 'approve_thread'),
    ],
    [
      'in read-only mode those that only read',
      { TOOLSETS: 'all', TOOLS: 'approve_thread', READ_ONLY: 'true' },
      READING,
    ],
  ])('%s', async (_what, settings, expected) => {
    const { client } = await inProcess({ SANDBOX: 'true', ...settings });
    // In an order that does not depend on the settings.
    expect((await client.listTools()).tools.map(({ name }) => name)).toEqual(expected.toSorted());
    const refusal = { code: -32602, message: expect.stringContaining("switched off by this server's settings") };
    for (const name of ALL.filter((one) => !expected.includes(one)))
      await expect(client.callTool({ name, arguments: {} })).rejects.toMatchObject(refusal);
  });
});

it.each(['__proto__', 'constructor', 'toString', '', 'GET_THREAD'])("%j is no tool's name", async (name) => {
  const { client } = await inProcess({ SANDBOX: 'true', TOOLSETS: 'all' });
  await expect(client.callTool({ name, arguments: {} })).rejects.toMatchObject({ code: -32602 });
});

it('offers a resource only with the tool that gives the same', async () => {
  const { client } = await inProcess({ SANDBOX: 'true', TOOLSETS: 'docs' });
  const templates = (await client.listResourceTemplates()).resourceTemplates.map(({ uriTemplate }) => uriTemplate);
  expect(templates).toEqual(['agent-platform://docs/{slug}']);
  expect(client.getServerCapabilities()?.prompts).toBeUndefined();
});
