/** A filter that names what does not exist is a mistake, and is refused. */
import { expect, it } from 'vitest';
import { selectTools } from '../../src/mcp/engine/selection.ts';
import { SettingsError } from '../../src/settings/error.ts';
import { readSettings } from '../../src/settings/read.ts';
import { allTools } from '../../src/tools/index.ts';

/** The refusal of these variables, named without their prefix. */
function refusal(filters: Readonly<Record<string, string>>): string {
  const env = Object.entries(filters).map(([name, value]) => [`AGENT_PLATFORM_${name}`, value]);
  try {
    selectTools(allTools, readSettings(Object.fromEntries(env)).values);
  } catch (error) {
    expect(error).toBeInstanceOf(SettingsError);
    return (error as Error).message;
  }
  throw new Error('The filters were expected to be refused.');
}

it.each([
  ['TOOLSETS', 'thread', 'threads'],
  ['TOOLSETS', 'eval', 'evaluations'],
  ['TOOLS', 'get_threads', 'get_thread'],
  ['EXCLUDE_TOOLS', 'approve-thraed', 'approve_thread'],
  // Even beside a valid one: a mistyped exclusion must not offer the tool.
  ['EXCLUDE_TOOLS', 'delete_agent,delete_tol', 'delete_tool'],
])(
  'a name that does not exist is refused with the nearest and the known ones: %s=%s has %s',
  (variable, given, meant) => {
    const message = refusal({ [variable]: given });
    expect(message.split(' Known: ')[0]).toBe(
      `AGENT_PLATFORM_${variable} names "${given.split(',').at(-1)}", which does not exist. Did you mean ${meant}?`,
    );
    expect(message.split('Known: ')[1]).toContain(meant);
  },
);

it.each(['TOOLSETS', 'TOOLS', 'EXCLUDE_TOOLS'])(
  'a name that does not exist is not repeated where it may be a secret: %s',
  (variable) => {
    for (const pasted of ['sk-live-51Hx9Zq', 'threads51Hx9Zq', 'get_thread-51Hx9Zq']) {
      expect(refusal({ [variable]: pasted })).not.toContain('51Hx');
    }
  },
);
