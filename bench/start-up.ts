/** Spawn to initialize and to tools/list, against bare node and against other servers for Node. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { installPeers } from './peers.ts';
import { median, ms, type Part, type Row, times } from './table.ts';
import { BUNDLE, INITIALIZE, startWire } from './wire.ts';

const ROUNDS = 15;

interface Start {
  readonly initialize: number;
  readonly list: number;
}

async function bareNode(): Promise<number> {
  const started = performance.now();
  await once(spawn(process.execPath, ['-e', '0'], { stdio: ['pipe', 'pipe', 'ignore'] }), 'exit');
  return performance.now() - started;
}

async function start(args: readonly string[]): Promise<Start> {
  const started = performance.now();
  const wire = startWire(args);
  await wire.request('initialize', INITIALIZE);
  const initialize = performance.now() - started;
  wire.notify('notifications/initialized');
  const { result } = await wire.request('tools/list');
  const list = performance.now() - started;
  await wire.close();
  if (!Array.isArray(result?.tools)) throw new Error(`no tools from ${args[0]}`);
  return { initialize, list };
}

export const startUp: Part = {
  name: 'start',
  about: 'spawn to initialize and to tools/list',
  async run(say) {
    const servers = [{ name: 'agent-platform-mcp', version: '', args: [BUNDLE] }, ...(await installPeers(say))];
    const bare: number[] = [];
    const starts = new Map<string, Start[]>(servers.map(({ name }) => [name, []]));
    // In turns, so that whatever else the machine does meets all of them alike. The first round only warms the disk.
    for (let round = 0; round <= ROUNDS; round++) {
      say(`round ${round} of ${ROUNDS}`);
      const bareTime = await bareNode();
      if (round > 0) bare.push(bareTime);
      for (const { name, args } of servers) {
        const time = await start(args);
        if (round > 0) starts.get(name)?.push(time);
      }
    }
    const base = median(bare);
    const above = (name: string, key: keyof Start): number =>
      median((starts.get(name) ?? []).map((time) => time[key])) - base;
    const [own, ...peers] = servers.map(({ name }) => name);
    if (own === undefined) return [];
    const fastest = peers.reduce((a, b) => (above(a, 'list') <= above(b, 'list') ? a : b));
    const ratio = above(own, 'list') / above(fastest, 'list');
    return [
      { what: 'bare `node -e 0`', figure: ms(base) },
      ...servers.map(
        ({ name, version }): Row => ({
          what: `${name}${version && ` ${version}`}: spawn to initialize, tools/list`,
          figure: `${ms(above(name, 'initialize') + base)}, ${ms(above(name, 'list') + base)}`,
          baseline: `bare + ${ms(above(name, 'initialize'))}, + ${ms(above(name, 'list'))}`,
        }),
      ),
      {
        what: 'start above bare node, to tools/list',
        figure: ms(above(own, 'list')),
        baseline: `${fastest} ${ms(above(fastest, 'list'))}`,
        ratio: times(ratio),
        goal: '≤ 0.50 ×',
        met: ratio <= 0.5,
      },
    ];
  },
};
