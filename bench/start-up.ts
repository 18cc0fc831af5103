/**
 * Spawn to initialize and to tools/list, and memory then: against bare node and against other servers for Node. A second
 * start is one that finds what an earlier one kept (docs/settings.md, `AGENT_PLATFORM_CODE_CACHE`); the first finds nothing.
 */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, realpath, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { openApiPeers } from './openapi-peers.ts';
import { installPeers, type Peer } from './peers.ts';
import { startPlatform } from './platform.ts';
import { first, mb, median, ms, type Part, type Row, times } from './table.ts';
import { BUNDLE, INITIALIZE, memoryMb, needLinux, startWire } from './wire.ts';

const ROUNDS = 15;
const OURS = 'agent-platform-mcp';
const FIRST_START = `${OURS}, first start`;
/** What the leanest peer took on the day the goal was set. */
const LEANEST_MB = 56;

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
    const emptied = join(home, FIRST_START);
    try {
      const own = { version: '', args: [BUNDLE] };
      const servers: Peer[] = [
        { ...own, name: OURS, env: { XDG_CACHE_HOME: home } },
        { ...own, name: FIRST_START, env: { XDG_CACHE_HOME: emptied } },
        ...(await installPeers(say)),
        ...(await openApiPeers(platform.url, say)),
      ];
      return rowsOf(servers, await measure(servers, emptied, say));
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

/**
 * In turns, so that whatever else the machine does meets all of them alike. The first round only warms the disk.
 * @param emptied the folder that is empty for a first start
 */
async function measure(servers: readonly Peer[], emptied: string, say: (text: string) => void): Promise<Measured> {
  const bare: number[] = [];
  const starts = new Map<string, Start[]>(servers.map(({ name }) => [name, []]));
  for (let round = 0; round <= ROUNDS; round++) {
    say(`round ${round} of ${ROUNDS}`);
    const bareTime = await bareNode();
    if (round > 0) bare.push(bareTime);
    await rm(emptied, { recursive: true, force: true });
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
  const contenders = servers.map(({ name }) => name).filter((name) => name !== FIRST_START);
  const peers = contenders.filter((name) => name !== OURS);
  const fastest = peers.reduce((a, b) => (above(a, 'list') <= above(b, 'list') ? a : b));
  const leanest = peers.reduce((a, b) => (figure(a, 'memory') <= figure(b, 'memory') ? a : b));
  const ratio = (name: string): number => above(name, 'list') / above(fastest, 'list');
  // Node 20 has more of its own to load before it gets to the program.
  const limit = process.version.startsWith('v20.') ? 1 : 0.75;
  return [
    { what: 'bare `node -e 0`', figure: ms(base) },
    ...servers.map(
      ({ name, version }): Row => ({
        what: `${name}${version && ` ${version}`}: spawn to initialize, tools/list`,
        figure: `${ms(figure(name, 'initialize'))}, ${ms(figure(name, 'list'))}`,
        baseline: `bare + ${ms(above(name, 'initialize'))}, + ${ms(above(name, 'list'))}; ${mb(figure(name, 'memory'))}`,
      }),
    ),
    {
      what: 'second start above bare node, to tools/list',
      figure: ms(above(OURS, 'list')),
      baseline: `${fastest} ${ms(above(fastest, 'list'))}`,
      ratio: times(ratio(OURS)),
      goal: `≤ ${limit.toFixed(2)} ×`,
      met: ratio(OURS) <= limit,
      first: first(
        contenders.map((name) => ({ name, value: above(name, 'list') })),
        'least',
      ),
    },
    {
      what: 'first start above bare node, to tools/list',
      figure: ms(above(FIRST_START, 'list')),
      baseline: `${fastest} ${ms(above(fastest, 'list'))}`,
      ratio: times(ratio(FIRST_START)),
    },
    {
      what: 'memory (RSS) after tools/list',
      figure: mb(figure(OURS, 'memory')),
      baseline: `${leanest} ${mb(figure(leanest, 'memory'))}`,
      ratio: times(figure(OURS, 'memory') / figure(leanest, 'memory')),
      goal: `≤ ${LEANEST_MB} MB`,
      met: figure(OURS, 'memory') <= LEANEST_MB,
      first: first(
        contenders.map((name) => ({ name, value: figure(name, 'memory') })),
        'least',
      ),
    },
  ];
}
