/** Which tools a session offers: filters that compose, and names that are checked. */
import { describe, expect, it } from 'vitest';
import { TOOLSETS, type Tool } from '../../src/mcp/contract/tool.ts';
import { selectTools } from '../../src/mcp/engine/selection.ts';
import { readSettings, SettingsError } from '../../src/settings/read.ts';
import { allTools } from '../../src/tools/index.ts';

type Filters = Readonly<Record<string, string>>;

/** The selection that these variables make, named without their prefix. */
function select(filters: Filters = {}, tools: readonly Tool[] = allTools) {
  const env = Object.entries(filters).map(([name, value]) => [`AGENT_PLATFORM_${name}`, value]);
  return selectTools(tools, readSettings(Object.fromEntries(env)).values);
}
const namesOf = (filters: Filters = {}): string[] => select(filters).tools.map(({ name }) => name);
const inSets = (...toolsets: string[]): string[] =>
  allTools
    .filter(({ toolset }) => toolsets.includes(toolset))
    .map(({ name }) => name)
    .sort();
const defaults = Object.entries(TOOLSETS).flatMap(([name, { isDefault }]) => (isDefault ? [name] : []));

function refusal(filters: Filters): string {
  try {
    select(filters);
  } catch (error) {
    expect(error).toBeInstanceOf(SettingsError);
    return (error as Error).message;
  }
  throw new Error('The filters were expected to be refused.');
}

describe('the tools that are offered are', () => {
  it.each([
    ['the default toolsets without any setting', {}, inSets(...defaults)],
    ['the default toolsets by name', { TOOLSETS: 'default' }, inSets(...defaults)],
    ['all tools', { TOOLSETS: 'all' }, allTools.map(({ name }) => name).sort()],
    ['the toolsets that are named', { TOOLSETS: 'threads,costs' }, inSets('threads', 'costs')],
    ['the default ones and more', { TOOLSETS: 'default,evaluations' }, inSets(...defaults, 'evaluations')],
    ['single tools alone: only these', { TOOLS: 'get_thread,read_doc' }, ['get_thread', 'read_doc']],
    [
      'single tools beside toolsets',
      { TOOLSETS: 'costs', TOOLS: 'get_thread' },
      [...inSets('costs'), 'get_thread'].sort(),
    ],
    ['single tools of a toolset that is off', { TOOLS: 'list_agents' }, ['list_agents']],
    [
      'no excluded tools',
      { TOOLSETS: 'docs', EXCLUDE_TOOLS: 'read_doc' },
      inSets('docs').filter((name) => name !== 'read_doc'),
    ],
    [
      'no excluded tools even where they are named',
      { TOOLS: 'get_thread,read_doc', EXCLUDE_TOOLS: 'read_doc' },
      ['get_thread'],
    ],
    [
      'no excluded tools even of all',
      { TOOLSETS: 'all', EXCLUDE_TOOLS: 'get_thread' },
      allTools
        .map(({ name }) => name)
        .filter((name) => name !== 'get_thread')
        .sort(),
    ],
  ] as [string, Filters, string[]][])('%s', (_what, filters, expected) => {
    expect(expected.length).toBeGreaterThan(0);
    expect(namesOf(filters)).toEqual(expected);
  });

  it('in read-only mode nothing that writes, however it is asked for', () => {
    for (const filters of [{}, { TOOLSETS: 'all' }, { TOOLS: 'approve_thread,get_thread' }]) {
      const { tools } = select({ ...filters, READ_ONLY: 'true' });
      expect(tools.length).toBeGreaterThan(0);
      expect(tools.filter(({ effect }) => effect !== 'read')).toEqual([]);
    }
    expect(namesOf({ TOOLSETS: 'all' }).length).toBeGreaterThan(namesOf({ TOOLSETS: 'all', READ_ONLY: 'true' }).length);
  });

  it('in an order that does not depend on the settings', () => {
    const names = namesOf({ TOOLSETS: 'all' });
    expect(names).toEqual([...names].sort());
    expect(namesOf({ TOOLSETS: 'costs,threads' })).toEqual(namesOf({ TOOLSETS: 'threads,costs' }));
  });

  it('each once', () => {
    expect(namesOf({ TOOLSETS: 'threads,threads,default,all', TOOLS: 'get_thread,get_thread' })).toEqual(
      namesOf({ TOOLSETS: 'all' }),
    );
  });
});

describe('what is filtered out', () => {
  it.each([
    ['by exclusion', { EXCLUDE_TOOLS: 'approve_thread' }],
    ['by read-only', { READ_ONLY: 'true' }],
    ['by toolset', { TOOLSETS: 'docs' }],
    ['by single tools', { TOOLS: 'get_thread' }],
  ] as [string, Filters][])('%s cannot be called by name either', (_how, filters) => {
    const selection = select(filters);
    expect(selection.find('approve_thread')).toBeUndefined();
    expect(selection.has('approve_thread')).toBe(false);
    expect(select().find('approve_thread')?.name).toBe('approve_thread');
  });

  it.each(['__proto__', 'constructor', 'toString', '', 'GET_THREAD'])("%j is no tool's name", (name) => {
    expect(select({ TOOLSETS: 'all' }).find(name)).toBeUndefined();
    expect(select({ TOOLSETS: 'all' }).has(name)).toBe(false);
  });
});

describe('a name that does not exist is refused with the variable, the nearest and the known ones', () => {
  it.each([
    ['TOOLSETS', 'thread', 'threads'],
    ['TOOLSETS', 'eval', 'evaluations'],
    ['TOOLS', 'get_threads', 'get_thread'],
    ['EXCLUDE_TOOLS', 'approve-thraed', 'approve_thread'],
  ])('%s %s: did you mean %s?', (variable, wrong, meant) => {
    const message = refusal({ [variable]: wrong });
    expect(message.split(' Known: ')[0]).toBe(
      `AGENT_PLATFORM_${variable} names "${wrong}", which does not exist. Did you mean ${meant}?`,
    );
    expect(message.split('Known: ')[1]).toContain(meant);
  });

  it.each(['TOOLSETS', 'TOOLS', 'EXCLUDE_TOOLS'])('%s: and is not repeated where it may be a secret', (variable) => {
    for (const pasted of ['sk-live-51Hx9Zq', 'threads51Hx9Zq', 'get_thread-51Hx9Zq']) {
      expect(refusal({ [variable]: pasted })).not.toContain('51Hx');
    }
  });

  it('even beside valid ones: a mistyped exclusion must not offer the tool', () => {
    expect(refusal({ EXCLUDE_TOOLS: 'delete_agent,delete_tol' }).split(' Known: ')[0]).toBe(
      'AGENT_PLATFORM_EXCLUDE_TOOLS names "delete_tol", which does not exist. Did you mean delete_tool?',
    );
  });
});
