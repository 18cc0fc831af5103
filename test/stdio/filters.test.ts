/** Filters compose, and hold also when a hidden tool is called by name. */
import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { describe, expect, it } from 'vitest';
import { BUNDLE, connect } from '../support/clients.ts';

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

const environment = (settings: Record<string, string>) =>
  Object.fromEntries(Object.entries(settings).map(([key, value]) => [`AGENT_PLATFORM_${key}`, value]));

describe.each(CASES)('with %s', (_title, settings, { has, lacks }) => {
  it('offers what it should, and refuses the rest by name too', async () => {
    const client = await connect({ client: 'v2-modern', args: ['--sandbox'], env: environment(settings) });
    try {
      const names = (await client.listTools()).map(({ name }) => name);
      expect(names).toEqual(expect.arrayContaining(has));
      expect(names.filter((name) => lacks.includes(name))).toEqual([]);
      for (const name of lacks) {
        await expect(client.callTool(name, {})).rejects.toMatchObject({
          code: -32602,
          message: expect.stringContaining(`${name} is switched off`),
        });
      }
    } finally {
      await client.close();
    }
  });
});

it('offers a resource only where the tool is that gives the same', async () => {
  const client = await connect({ client: 'v1', args: ['--sandbox', '--toolsets', 'docs'] });
  try {
    const templates = (await client.listResourceTemplates()).map(({ uriTemplate }) => uriTemplate);
    expect(templates).toEqual(['agent-platform://docs/{slug}']);
    expect(await client.listPrompts().catch(() => [])).toEqual([]);
  } finally {
    await client.close();
  }
});

it.each([
  [
    '--toolsets',
    'thread',
    /--toolsets names "thread", which does not exist\. Did you mean threads\? Known: threads, .*assistants, /,
  ],
  ['--tools', 'approve', /--tools names "approve", which does not exist\. Did you mean approve_thread\? Known: /],
  ['--exclude-tools', 'xyz', /--exclude-tools names "xyz", which does not exist\. Known: /],
])('an unknown name in %s is an error at start that lists the known ones', async (flag, value, message) => {
  const started = promisify(execFile)(process.execPath, [BUNDLE, flag, value]);
  await expect(started).rejects.toMatchObject({ code: 2, stderr: expect.stringMatching(message), stdout: '' });
});

it('and names the variable where it came from one', async () => {
  const env = { AGENT_PLATFORM_TOOLS: 'approve' };
  const started = promisify(execFile)(process.execPath, [BUNDLE], { env });
  await expect(started).rejects.toMatchObject({
    code: 2,
    stderr: expect.stringMatching(/AGENT_PLATFORM_TOOLS names "approve", which does not exist\./),
  });
});
