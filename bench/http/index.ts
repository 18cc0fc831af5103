/**
 * The HTTP entry compared with peers: requests per second and p99 of one and two replicas behind nginx, and processor time of
 * a request. All take turns, and the medians of the turns count.
 */
import { startNginx } from '../../test/replicas/nginx.ts';
import { startRedis } from '../../test/replicas/redis.ts';
import { fetchPeers } from '../peers.ts';
import { startPlatform } from '../platform.ts';
import { first, median, ms, type Part, quantile, type Row, times, whole } from '../table.ts';
import { needLinux } from '../wire.ts';
import { REPLICA_HEADER } from './client.ts';
import { type Candidate, type Contender, candidates, isOurs, OURS } from './contenders.ts';
import { clientsOf, loadFor, type Run } from './load.ts';

const CONNECTIONS = [1, 16, 64];
const LISTS = [
  ['small', 1],
  ['agent-1', 20],
] as const;
const TURNS = 5;
const TURN_MS = 450;
/** Warm-up for each list and replica: until then V8 makes every server faster. */
const WARM_UP_MS = 5_000;
/** The measurement from which the processor time of a request is taken. */
const CPU_AT = 16;

export const http: Part = {
  name: 'http',
  about: 'list_agent_threads over HTTP beside peers (one and two replicas behind nginx)',
  needs: 'Linux, nginx and redis-server',
  async run(say) {
    needLinux();
    const redis = await startRedis();
    const platform = await startPlatform();
    const shared = {
      AGENT_PLATFORM_STATE_KEY: 'bench-State-Key-0123456789abcdef-XYZ',
      AGENT_PLATFORM_STATE_REDIS_URL: redis.url,
      // All connections of the bench count as one caller.
      AGENT_PLATFORM_HTTP_MAX_CALLS_PER_CALLER: '64',
    };
    const all = candidates(platform.url, shared);
    try {
      await fetchPeers(say);
      return await withContenders(all, 2, say, (contenders) => throughput(contenders, say));
    } finally {
      platform.close();
      await redis.close();
    }
  },
};

/** Starts `count` replicas of each candidate, and ends them. */
async function withContenders<T>(
  all: readonly Candidate[],
  count: number,
  say: (text: string) => void,
  use: (contenders: readonly Contender[]) => Promise<T>,
): Promise<T> {
  const contenders: Contender[] = [];
  try {
    for (const candidate of all) {
      say(`starting ${candidate.name}`);
      contenders.push(await candidate.start(count));
    }
    return await use(contenders);
  } finally {
    await Promise.all(contenders.flatMap(({ replicas }) => replicas.map((replica) => replica.stop())));
  }
}

async function throughput(contenders: readonly Contender[], say: (text: string) => void): Promise<Row[]> {
  const rows: Row[] = [];
  for (const count of [1, 2]) {
    const balancers = await Promise.all(contenders.map((contender) => balance(contender, count)));
    const behind = contenders.map((contender, at) => ({ contender, url: balancers[at]?.url ?? '' }));
    try {
      await warmUp(behind, count, say);
      for (const connections of CONNECTIONS) {
        const opened = await Promise.all(
          behind.map(async ({ contender, url }) => ({
            contender,
            clients: await clientsOf(contender, url, count, connections),
          })),
        );
        for (const [agentId, limit] of LISTS) {
          say(`${count} behind nginx, ${connections} connections, list of ${limit}`);
          const runs = new Map(contenders.map(({ name }) => [name, [] as Run[]]));
          for (let turn = 0; turn < TURNS; turn++) {
            for (const { contender, clients } of opened) {
              runs.get(contender.name)?.push(await loadFor(TURN_MS, contender, clients, agentId, limit));
            }
          }
          const what = `HTTP, list of ${limit}, ${count} replica${count > 1 ? 's' : ''}`;
          rows.push(rateRow(`${what}, ${connections} connection${connections > 1 ? 's' : ''}`, runs));
          if (count === 1 && connections === CPU_AT) rows.push(cpuRow(`${what}: processor time of a request`, runs));
        }
        await Promise.all(opened.map(({ clients }) => clients.close()));
      }
    } finally {
      await Promise.all(balancers.map((balancer) => balancer.close()));
    }
  }
  return rows;
}

/** A contender behind its balancer. */
interface Behind {
  readonly contender: Contender;
  readonly url: string;
}

/** All are warmed up in turns, because V8 discards nearly all compiled code of a process that idles for twenty seconds. */
async function warmUp(behind: readonly Behind[], count: number, say: (text: string) => void): Promise<void> {
  say('warming up');
  const opened = await Promise.all(
    behind.map(async ({ contender, url }) => ({ contender, clients: await clientsOf(contender, url, count, 16) })),
  );
  for (const [agentId, limit] of LISTS) {
    for (let spent = 0; spent < count * WARM_UP_MS; spent += TURN_MS) {
      for (const { contender, clients } of opened) await loadFor(TURN_MS, contender, clients, agentId, limit);
    }
  }
  await Promise.all(opened.map(({ clients }) => clients.close()));
}

/**
 * Sessions live in one process: servers that keep them are sent to the replica that their client names. Of this server, a
 * client's connection stays with one replica, as in deploy/nginx.conf.
 */
function balance({ replicas, hasSessions }: Contender, count: number) {
  const ports = replicas.slice(0, count).map(({ port }) => port);
  const connections = 4_096;
  return startNginx(ports, { connections, spread: hasSessions ? { header: REPLICA_HEADER } : 'connections' });
}

type Runs = ReadonlyMap<string, readonly Run[]>;

interface Figure {
  readonly name: string;
  readonly value: number;
  readonly failed: number;
  readonly text: string;
}

const medianOf = (runs: readonly Run[], of: 'perSecond' | 'cpuMs'): number => median(runs.map((run) => run[of]));

const failedIn = (runs: readonly Run[]): number => runs.reduce((sum, run) => sum + run.failed, 0);

function rateRow(what: string, runs: Runs): Row {
  const figures = [...runs].map(([name, all]): Figure => {
    const value = medianOf(all, 'perSecond');
    const p99 = quantile(
      all.flatMap((run) => run.times),
      0.99,
    );
    const failed = failedIn(all);
    return { name, value, failed, text: `${whole(value)}/s, p99 ${ms(p99)}${failed > 0 ? `, ${failed} failed` : ''}` };
  });
  return row(what, figures, 'most');
}

function cpuRow(what: string, runs: Runs): Row {
  const figures = [...runs].map(([name, all]): Figure => {
    const value = medianOf(all, 'cpuMs');
    return { name, value, failed: failedIn(all), text: ms(value) };
  });
  return row(what, figures, 'least');
}

/** This server compared with the best peer; this server in the older era is not a peer. */
function row(what: string, figures: readonly Figure[], by: 'most' | 'least'): Row {
  const ours = figures.find(({ name }) => name === OURS);
  const peers = figures.filter(({ name }) => !isOurs(name));
  const best = first(peers, by);
  const ratio = (ours?.value ?? 0) / (peers.find(({ name }) => name === best)?.value ?? 1);
  return {
    what,
    figure: ours?.text ?? '-',
    baseline: figures
      .filter(({ name }) => name !== OURS)
      .map(({ name, text }) => `${name} ${text}`)
      .join('; '),
    ratio: times(ratio),
  };
}
