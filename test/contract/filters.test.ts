/** Filters combine, and also apply if a hidden tool is called by name. */
import { describe, expect, it } from 'vitest';
import { inProcess } from '../support/in-process.ts';

const WRITES = ['approve_thread', 'create_thread', 'send_assistant_message', 'test_tool'];
const CASES: readonly (readonly [string, Record<string, string>, { has: string[]; lacks: string[] }])[] = [
  [
    'toolsets',
    { TOOLSETS: 'docs,costs' },
    { has: ['list_docs', 'get_agent_costs'], lacks: ['list_agents', 'approve_thread'] },
  ],
  ['all toolsets', { TOOLSETS: 'all' }, { has: ['delete_agent', 'evaluate_thread', 'create_tool'], lacks: [] }],
  [
    'a toolset beside the default ones',
    { TOOLSETS: 'default,evaluations' },
    { has: ['evaluate_thread', 'list_agents'], lacks: ['delete_agent'] },
  ],
  [
    'single tools alone',
    { TOOLS: 'get_thread,list_agents' },
    { has: ['get_thread', 'list_agents'], lacks: ['approve_thread', 'list_docs'] },
  ],
  [
    'a single tool beside a toolset',
    { TOOLSETS: 'docs', TOOLS: 'delete_agent' },
    { has: ['list_docs', 'delete_agent'], lacks: ['list_agents'] },
  ],
  [
    'the exclude list, which wins',
    { TOOLSETS: 'all', TOOLS: 'delete_agent', EXCLUDE_TOOLS: 'delete_agent,approve_thread' },
    { has: ['update_agent'], lacks: ['delete_agent', 'approve_thread'] },
  ],
  [
    'read-only, which is strict',
    { TOOLSETS: 'all', TOOLS: 'approve_thread', READ_ONLY: 'true' },
    { has: ['list_agents', 'get_thread', 'wait_for_thread'], lacks: [...WRITES, 'delete_agent', 'update_tool'] },
  ],
];

describe.each(CASES)('with %s', (_title, settings, { has, lacks }) => {
  it('offers the right tools, and refuses all others, even by name', async () => {
    const { client, close } = await inProcess({ SANDBOX: 'true', ...settings });
    const names = (await client.listTools()).tools.map(({ name }) => name);
    expect(names).toEqual(expect.arrayContaining(has));
    expect(names.filter((name) => lacks.includes(name))).toEqual([]);
    for (const name of lacks) {
      await expect(client.callTool({ name, arguments: {} })).rejects.toMatchObject({ code: -32602 });
    }
    await close();
  });
});

it('offers a resource only with the tool that gives the same', async () => {
  const { client, close } = await inProcess({ SANDBOX: 'true', TOOLSETS: 'docs' });
  const templates = (await client.listResourceTemplates()).resourceTemplates.map(({ uriTemplate }) => uriTemplate);
  expect(templates).toEqual(['agent-platform://docs/{slug}']);
  expect(client.getServerCapabilities()?.prompts).toBeUndefined();
  await close();
});
