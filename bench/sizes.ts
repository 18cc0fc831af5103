/** What a session costs a model's context, and what an installation costs. Tokens are characters / 4. */
import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { startPlatform } from './platform.ts';
import { type Part, type Row, whole } from './table.ts';
import { BUNDLE, platformEnv, ROOT, startWire, type Wire } from './wire.ts';

async function listRow(toolsets: string, limit: number): Promise<Row> {
  const wire = startWire([BUNDLE, '--toolsets', toolsets]);
  await wire.initialize();
  const { result } = await wire.request('tools/list');
  await wire.close();
  const tools = (result?.tools ?? []) as unknown[];
  const tokens = JSON.stringify(tools).length / 4;
  return {
    what: `tools/list, toolsets ${toolsets}: ${tools.length} tools`,
    figure: `${whole(tokens)} tokens`,
    goal: `≤ ${whole(limit)}`,
    met: tokens <= limit,
  };
}

/** The longer of the two forms of a result: a host gives the model one of them. */
async function resultSize(wire: Wire, tool: string, args: object): Promise<number> {
  const { content, structuredContent } = await wire.call(tool, args);
  const [text] = content as { text: string }[];
  return Math.max(text?.text.length ?? 0, JSON.stringify(structuredContent).length);
}

const TYPICAL: readonly (readonly [string, object])[] = [
  ['list_pending_approvals', {}],
  ['list_agents', {}],
  ['get_agent_costs', {}],
  ['search_chats', {}],
];

export const sizes: Part = {
  name: 'sizes',
  about: 'tools/list, results and package',
  async run(say) {
    say('tools/list');
    const rows = [await listRow('default', 6_500), await listRow('all', 12_000)];
    say('results');
    const platform = await startPlatform();
    const wire = startWire([BUNDLE], platformEnv(platform.url));
    await wire.initialize();
    const large = await resultSize(wire, 'list_agent_threads', { agentId: 'large', limit: 100 });
    await wire.close();
    platform.close();
    rows.push({
      what: '100 threads of 100 messages of 2 KB, listed',
      figure: `${whole(large)} characters`,
      goal: '≤ 12,000',
      met: large <= 12_000,
    });
    const sandbox = startWire([BUNDLE, '--sandbox']);
    await sandbox.initialize();
    for (const [tool, args] of TYPICAL) {
      const size = await resultSize(sandbox, tool, args);
      rows.push({ what: `${tool} of the sandbox`, figure: `${whole(size)} characters` });
    }
    await sandbox.close();
    say('package');
    rows.push(await packageRow());
    return rows;
  },
};

async function packageRow(): Promise<Row> {
  const { stdout } = await promisify(execFile)('npm', ['pack', '--dry-run', '--json', '--ignore-scripts'], {
    cwd: ROOT,
  });
  const [{ size, unpackedSize }] = JSON.parse(stdout) as [{ size: number; unpackedSize: number }];
  return {
    what: 'package (tarball)',
    figure: `${(size / 1000).toFixed(0)} KB`,
    baseline: `unpacked ${(unpackedSize / 1000).toFixed(0)} KB`,
    goal: '≤ 400 KB',
    met: size <= 400_000,
  };
}
