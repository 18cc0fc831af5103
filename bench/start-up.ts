/**
 * Spawn to initialize and to tools/list, and memory then: compared with bare Node.js and with other servers for Node.js.
 * This server starts without any cache, and with the compile cache of an earlier start (from Node.js 22.1 on).
 */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, realpath, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { openApiPeers } from './openapi-peers.ts';
import { installPeers, type Peer } from './peers.ts';
import { startPlatform } from './platform.ts';
import { mb, median, ms, type Part, type Row, times } from './table.ts';
import { BUNDLE, INITIALIZE, memoryMb, needLinux, startWire } from './wire.ts';

const ROUNDS = 15;
const OURS = 'agent-platform-mcp';
const UNCACHED = `${OURS}, without a cache`;
const MAX_MB = 70;

interface Start {
  readonly initialize: number;
  readonly list: number;
  readonly memory: number;
}

async function bareNode(): Promise<number> {
  const started = performance.now();
  await once(spawn(process.execPath, ['-e', '0'], { stdio: ['pipe', 'pipe', 'ignore'] }), 'exit');
  return performance.now() - started;
}

async function start({ args, env }: Peer): Promise<Start> {
  const started = performance.now();
  const wire = startWire(args, env);
  await wire.request('initialize', INITIALIZE);
  const initialize = performance.now() - started;
  wire.notify('notifications/initialized');
  const { result } = await wire.request('tools/list');
  const list = performance.now() - started;
  if (!Array.isArray(result?.tools)) throw new Error(`no tools from ${args[0]}`);
  const memory = memoryMb(wire.pid, 'VmRSS');
  await wire.close();
  return { initialize, list, memory };
}

export const startUp: Part = {
  name: 'start',
  about: 'spawn to initialize and to tools/list, and memory then',
  needs: 'Linux',
  async run(say) {
    needLinux();
    const platform = await startPlatform();
    const home = await realpath(await mkdtemp(join(tmpdir(), 'bench-home-')));
    try {
      const own = { version: '', args: [BUNDLE] };
      const servers: Peer[] = [
        { ...own, name: OURS, env: { XDG_CACHE_HOME: home } },
        { ...own, name: UNCACHED, env: { NODE_DISABLE_COMPILE_CACHE: '1' } },
        ...(await installPeers(say)),
        ...(await openApiPeers(platform.url, say)),
      ];
      return rowsOf(servers, await measure(servers, say));
    } finally {
      platform.close();
      await rm(home, { recursive: true, force: true });
    }
  },
};

interface Measured {
  readonly bare: readonly number[];
  readonly starts: ReadonlyMap<string, readonly Start[]>;
}

/** In turns, so that other load affects all of them equally. The first round only warms the disk and the cache. */
async function measure(servers: readonly Peer[], say: (text: string) => void): Promise<Measured> {
  const bare: number[] = [];
  const starts = new Map<string, Start[]>(servers.map(({ name }) => [name, []]));
  for (let round = 0; round <= ROUNDS; round++) {
    say(`round ${round} of ${ROUNDS}`);
    const bareTime = await bareNode();
    if (round > 0) bare.push(bareTime);
    for (const server of servers) {
      const time = await start(server);
      if (round > 0) starts.get(server.name)?.push(time);
    }
  }
  return { bare, starts };
}

function rowsOf(servers: readonly Peer[], { bare, starts }: Measured): Row[] {
  const base = median(bare);
  const figure = (name: string, key: keyof Start): number => median((starts.get(name) ?? []).map((one) => one[key]));
  const above = (name: string, key: 'initialize' | 'list'): number => figure(name, key) - base;
  const peers = servers.map(({ name }) => name).filter((name) => name !== OURS && name !== UNCACHED);
  const fastest = peers.reduce((a, b) => (above(a, 'list') <= above(b, 'list') ? a : b));
  const memory = figure(OURS, 'memory');
  const startRow = (name: string): Row => {
    const ratio = above(name, 'list') / above(fastest, 'list');
    return {
      what: `${name}: start above bare node, to tools/list`,
      figure: ms(above(name, 'list')),
      baseline: `${fastest} ${ms(above(fastest, 'list'))}`,
      ratio: times(ratio),
      goal: `≤ ${times(1)}`,
      met: ratio <= 1,
    };
  };
  return [
    { what: 'bare `node -e 0`', figure: ms(base) },
    ...servers.map(
      ({ name, version }): Row => ({
        what: `${name}${version && ` ${version}`}: spawn to initialize, tools/list`,
        figure: `${ms(figure(name, 'initialize'))}, ${ms(figure(name, 'list'))}`,
        baseline: `bare + ${ms(above(name, 'initialize'))}, + ${ms(above(name, 'list'))}; ${mb(figure(name, 'memory'))}`,
      }),
    ),
    startRow(OURS),
    startRow(UNCACHED),
    {
      what: 'memory (RSS) after tools/list',
      figure: mb(memory),
      baseline: peers.map((name) => `${name} ${mb(figure(name, 'memory'))}`).join(', '),
      goal: `≤ ${mb(MAX_MB)}`,
      met: memory <= MAX_MB,
    },
  ];
}
