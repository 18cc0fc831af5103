/** The schemas precomputed by the build equal those of the sources, under any settings of a session. */
import { describe, expect, it } from 'vitest';
import { catalogue } from '../../src/cli/catalogue.ts';
import { createApp } from '../../src/mcp/engine/app.ts';
import { definitionOf } from '../../src/mcp/engine/definition.ts';
import { parseFlags } from '../../src/settings/flags.ts';
import { readSettings } from '../../src/settings/read.ts';
import { opened } from '../support/opened.ts';
import { open, startRaw } from '../support/raw-stdio.ts';

const noPlatform = () => Promise.reject(new Error('no platform is asked here'));

function fromSources(flags: readonly string[]): unknown {
  const app = createApp(readSettings({}, parseFlags(flags)).values, catalogue, noPlatform);
  opened.push(() => app.close());
  return JSON.parse(JSON.stringify(app.selection.tools.map((tool) => definitionOf(app, tool))));
}

async function fromBundle(flags: readonly string[]): Promise<unknown> {
  const server = startRaw({ args: flags });
  await open(server, 'legacy');
  const { result } = await server.request('tools/list');
  await server.end();
  return result?.tools;
}

describe('tools/list of the built file', () => {
  it.each([
    [['--toolsets', 'all']],
    [[]],
    [['--read-only']],
    [['--toolsets', 'all', '--exclude-tools', 'get_thread,list_agents,approve_thread']],
    [['--toolsets', 'all', '--tenant-id', 't1']],
    [['--toolsets', 'all', '--tenant-id', 't1', '--subtenant-id', 's1', '--read-only']],
    [['--tools', 'search_chats']],
  ])('with %j equals that of the sources', async (flags) => {
    expect(await fromBundle(flags)).toEqual(fromSources(flags));
  });
});
