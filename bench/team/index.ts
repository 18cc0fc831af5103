/**
 * One server for a team: 200 callers of two replicas behind nginx, one of them hostile. Turns with and without the hostile
 * caller alternate within one run. Then the same with a replica killed and restarted every 20 s.
 */
import { randomBytes } from 'node:crypto';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { startNginx } from '../../test/replicas/nginx.ts';
import { freePort } from '../../test/support/free-port.ts';
import { startRedis } from '../../test/replicas/redis.ts';
import { mb, median, ms, type Part, quantile, type Row, times, whole } from '../table.ts';
import { needLinux, platformEnv } from '../wire.ts';
import { type Callers, KINDS, type Sample, startCallers } from './callers.ts';
import { startHostile } from './hostile.ts';
import { type Decisions, LATENCY_MS, startTeamPlatform } from './platform.ts';
import { LIMIT_MB, startTeam, type Team } from './replicas.ts';

const CALLERS = 200;
/**
 * Mean pause of a caller between two calls: fifty calls a second in all, which two cores can serve beside the rest of the
 * bench.
 */
const PAUSE_MS = 4_000;
/** Warm-up, with more frequent calls: until then V8 makes every replica faster. */
const WARM_UP_MS = 15_000;
/** Length of a turn, with or without the hostile caller. */
const TURN_MS = 18_000;
/** Pause after a turn, in which the requests of the hostile caller end. */
const SETTLE_MS = 2_000;
/** Default length of each of the two runs; only that of the second can be set. */
const MINUTES = 2;
const MAX_RATIO = 2;
const MAX_PROBE_MS = 1_000;

export const team: Part = {
  name: 'team',
  about: `two replicas with ${CALLERS} callers, one of them hostile; then the same while replicas are killed`,
  needs: 'Linux, nginx and redis-server',
  async run(say, { minutes = MINUTES } = {}) {
    needLinux();
    return withTeam(async (setup) => [
      ...(await measure(setup, { name: 'team', minutes: MINUTES, kills: false }, say)),
      ...(await measure(setup, { name: 'team, a replica killed every 20 s', minutes, kills: true }, say)),
    ]);
  },
};

interface Setup {
  readonly team: Team;
  readonly url: string;
  readonly replicas: readonly string[];
  readonly tokens: readonly string[];
  decisions(): Promise<Decisions>;
}

async function withTeam<T>(use: (setup: Setup) => Promise<T>): Promise<T> {
  const ends: (() => unknown)[] = [];
  try {
    const folder = await mkdtemp(join(tmpdir(), 'bench-team-'));
    ends.push(() => rm(folder, { recursive: true }));
    const tokens = Array.from({ length: CALLERS }, () => randomBytes(32).toString('hex'));
    const rights = ['read', 'write', 'decide'];
    const people = tokens.map((token, n) => ({ name: `caller-${n}`, token, rights }));
    await writeFile(join(folder, 'tokens.json'), JSON.stringify(people), { mode: 0o600 });
    const redis = await startRedis();
    ends.push(() => redis.close());
    const platform = await startTeamPlatform();
    ends.push(() => platform.close());
    const ports = [await freePort(), await freePort()];
    const team = await startTeam(ports, {
      ...platformEnv(platform.url),
      AGENT_PLATFORM_HTTP_TOKENS_FILE: join(folder, 'tokens.json'),
      AGENT_PLATFORM_STATE_KEY: randomBytes(32).toString('hex'),
      AGENT_PLATFORM_STATE_REDIS_URL: redis.url,
    });
    ends.push(() => team.stop());
    const nginx = await startNginx(ports, { connections: 4_096, spread: 'connections' });
    ends.push(() => nginx.close());
    const replicas = ports.map((port) => `http://127.0.0.1:${port}`);
    const setup = { team, url: nginx.url, replicas, tokens, decisions: () => platform.decisions() };
    return await use(setup);
  } finally {
    for (const end of ends.reverse()) await end();
  }
}

interface Run {
  readonly name: string;
  readonly minutes: number;
  readonly kills: boolean;
}

/** Alternating turns without and with the hostile caller, while all others keep calling. */
async function measure(setup: Setup, run: Run, say: (text: string) => void): Promise<Row[]> {
  const { team, url, replicas, tokens } = setup;
  const [hostileToken = '', ...ordinary] = tokens;
  const id = run.kills ? 'killing' : 'steady';
  say(`${run.name}: warming up`);
  const warming = startCallers({ url, tokens: ordinary, run: `warm-${id}`, pauseMs: PAUSE_MS / 8 });
  await sleep(WARM_UP_MS);
  await warming.stop();
  const callers = startCallers({ url, tokens: ordinary, run: id, pauseMs: PAUSE_MS });
  const turns: Turn[] = [];
  const count = Math.max(2, Math.round((run.minutes * 60_000) / (TURN_MS + SETTLE_MS)));
  await sleep(PAUSE_MS);
  for (let turn = 0; turn < count; turn++) {
    const hasHostile = turn % 2 === 1;
    say(`${run.name}: turn ${turn + 1} of ${count}`);
    const hostile = hasHostile ? startHostile(url, replicas, hostileToken) : undefined;
    team.probes();
    const [from, cpuBefore] = [performance.now(), team.cpuMs()];
    const killing = run.kills ? team.restart((turn >> 1) % 2) : undefined;
    await sleep(TURN_MS);
    await killing;
    const to = performance.now();
    turns.push({ hasHostile, from, to, probes: team.probes(), cpu: (team.cpuMs() - cpuBefore) / (to - from) });
    hostile?.stop();
    await sleep(SETTLE_MS);
  }
  await callers.stop();
  const rows = rowsOf(run, turns, callers, team.peakMb());
  return [...rows, decisionRow(run, callers, await setup.decisions())];
}

interface Turn {
  readonly hasHostile: boolean;
  readonly from: number;
  readonly to: number;
  readonly probes: readonly number[];
  /** Cores that the replicas kept busy. */
  readonly cpu: number;
}

function rowsOf({ name, kills }: Run, turns: readonly Turn[], callers: Callers, peakMb: number): Row[] {
  const within = (hasHostile: boolean): readonly Sample[] => {
    const own = turns.filter((turn) => turn.hasHostile === hasHostile);
    return callers.samples.filter(({ at }) => own.some(({ from, to }) => at >= from && at < to));
  };
  const [alone, beside] = [within(false), within(true)];
  const rows = KINDS.map((kind): Row => {
    const [without, together] = [alone, beside].map((samples) =>
      samples.filter((sample) => sample.kind === kind).map((sample) => sample.ms),
    ) as [number[], number[]];
    const ratio = Math.max(...[0.5, 0.99].map((part) => quantile(together, part) / quantile(without, part)));
    return {
      what: `${name}: ${kind}, ${LATENCY_MS} ms an answer of the platform`,
      figure: spread(together),
      baseline: `without the hostile caller ${spread(without)}`,
      ratio: times(ratio),
      goal: `≤ ${times(MAX_RATIO)}`,
      met: ratio <= MAX_RATIO,
    };
  });
  const [worst, worstAlone] = [slowestCaller(alone, beside), slowestCaller(alone, alone)];
  const hit = worst / worstAlone;
  const probes = turns.flatMap((turn) => turn.probes);
  const cpu = (hasHostile: boolean): string =>
    median(turns.filter((turn) => turn.hasHostile === hasHostile).map((turn) => turn.cpu)).toFixed(2);
  return [
    ...rows,
    {
      what: `${name}: the slowest caller, median of its calls`,
      figure: `${times(worst)} the usual`,
      baseline: `without the hostile caller ${times(worstAlone)} the usual`,
      ratio: times(hit),
      goal: `≤ ${times(MAX_RATIO)}`,
      met: hit <= MAX_RATIO,
    },
    {
      what: `${name}: /healthz, slowest of ${whole(probes.length)}`,
      figure: ms(Math.max(...probes)),
      baseline: `median ${ms(median(probes))}; the replicas used ${cpu(true)} cores, ${cpu(false)} without the hostile caller`,
      goal: `≤ ${ms(MAX_PROBE_MS)}`,
      met: Math.max(...probes) <= MAX_PROBE_MS,
    },
    {
      what: `${name}: memory of a replica, highest`,
      figure: mb(peakMb),
      goal: `≤ ${mb(LIMIT_MB)}`,
      met: peakMb <= LIMIT_MB,
    },
    {
      what: `${name}: calls of others that failed, of ${whole(callers.samples.length + callers.failures.length)}`,
      figure: whole(callers.failures.length),
      baseline: kindsOf(callers.failures),
      ...(kills ? {} : { goal: '0', met: callers.failures.length === 0 }),
    },
  ];
}

/** The kinds of failures, the most frequent first. */
function kindsOf(failures: readonly string[]): string {
  const counts = new Map<string, number>();
  for (const failure of failures) {
    const kind = failure.replace(/(?:<[^>]*>|\s)+/g, ' ').slice(0, 60);
    counts.set(kind, (counts.get(kind) ?? 0) + 1);
  }
  const most = [...counts].sort(([, a], [, b]) => b - a).slice(0, 4);
  return most.map(([kind, count]) => `${count} × ${kind}`).join('; ');
}

const spread = (all: readonly number[]): string =>
  `p50 ${ms(median(all))}, p99 ${ms(quantile(all, 0.99))}, slowest ${ms(Math.max(...all))}`;

/** How many times the usual time of its kind each call took: the median for each caller, and the maximum of all callers. */
function slowestCaller(usually: readonly Sample[], calls: readonly Sample[]): number {
  const of = (kind: string): number => median(usually.filter((one) => one.kind === kind).map((one) => one.ms));
  const usual = new Map(KINDS.map((kind) => [kind, of(kind)]));
  const byCaller = new Map<number, number[]>();
  for (const { caller, kind, ms } of calls)
    byCaller.set(caller, [...(byCaller.get(caller) ?? []), ms / (usual.get(kind) ?? 1)]);
  return Math.max(...[...byCaller.values()].map((ratios) => median(ratios)));
}

/** Compares the decisions that reached the platform with those that callers saw. */
function decisionRow({ name }: Run, { reports }: Callers, reached: Decisions): Row {
  const counts = { lost: 0, doubled: 0, misreported: 0, unknown: 0 };
  for (const { threadId, status, answer } of reports) {
    const sent = reached[threadId] ?? [];
    if (sent.length > 1) counts.doubled++;
    if (answer === 'done' && sent[0] !== status) counts.lost++;
    if (answer === 'refused' && sent.length > 0) counts.misreported++;
    if (answer === 'unknown') counts.unknown++;
  }
  const { lost, doubled, misreported, unknown } = counts;
  return {
    what: `${name}: decisions lost, doubled, misreported, of ${whole(reports.length)}`,
    figure: `${lost}, ${doubled}, ${misreported}`,
    baseline: `${unknown} whose caller got an unknown outcome`,
    goal: '0, 0, 0',
    met: lost + doubled + misreported === 0,
  };
}
