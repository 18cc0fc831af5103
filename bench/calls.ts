/**
 * Time per call and calls per second, compared with servers generated from an OpenAPI document of the same platform. All take
 * turns and the medians count, because the machine is never completely idle.
 */
import { load } from './bare-client.ts';
import { openApiPeers } from './openapi-peers.ts';
import { lastThread, startPlatform } from './platform.ts';
import { median, ms, type Part, type Row, times, whole } from './table.ts';
import { BUNDLE, needLinux, platformEnv, processorMs, startWire, type Wire } from './wire.ts';

/** Warm-up: until then V8 makes every server faster. */
const WARM_UP = 8_000;
const CALLS = 800;
const TURNS = 5;
const OURS = 'agent-platform-mcp';
/** Relative to the fastest peer, which passes the platform's JSON on. */
const MIN_RATE = 0.8;
/** Relative to what the connections allow. */
const MIN_SHARE_OF_CEILING = 0.6;
/** Latency of the platform's answers in the second series, and its concurrent calls. */
const LATENCY_MS = 20;
const CEILING = (64 / LATENCY_MS) * 1000;

/** Calls of the long list, which take a hundred times as long; and its processor time at most, in milliseconds. */
const LONG_CALLS = 80;
const MAX_LONG_MS = 8;

/** A caller: its name, and one call. */
interface Caller {
  readonly name: string;
  call(agentId: string, limit: number): Promise<unknown>;
  /** Processor time of the server so far, in milliseconds. */
  processorMs(): number;
  close(): Promise<void>;
}

export const calls: Part = {
  name: 'calls',
  about: `time, calls per second and processor time of list_agent_threads (1, 20 and 100 threads; and where an answer takes ${LATENCY_MS} ms)`,
  needs: 'Linux',
  async run(say) {
    needLinux();
    const rows = await withCallers(0, say, async (callers) => {
      const quick: Row[] = [];
      for (const [agentId, limit] of [
        ['small', 1],
        ['agent-1', 20],
      ] as const) {
        for (const inFlight of [1, 16, 64]) {
          say(`${limit} threads, ${inFlight} in flight`);
          const runs = await measure(callers, inFlight, (caller) => caller.call(agentId, limit));
          quick.push(inFlight === 1 ? timeRow(limit, runs) : rateRow(`list of ${limit}, ${inFlight} in flight`, runs));
          if (limit === 20 && inFlight === 16) quick.push(processorRow('list of 20', runs));
        }
      }
      say('100 threads of 50 messages');
      const runs = await measure(callers, 1, (caller) => caller.call('large', 100), LONG_CALLS);
      return [...quick, processorRow('100 threads of 50 messages of 1 KB', runs, MAX_LONG_MS)];
    });
    const slow = await withCallers(LATENCY_MS, say, async (callers) => {
      say(`${LATENCY_MS} ms an answer`);
      const runs = await measure(callers, 64, (caller) => caller.call('agent-1', 20));
      const ours = perSecond(runs, OURS);
      return {
        ...rateRow(`list of 20, 64 in flight, ${LATENCY_MS} ms an answer`, runs),
        ratio: `${times(ours / CEILING)} of the ceiling`,
        goal: `≥ ${times(MIN_SHARE_OF_CEILING)}`,
        met: ours / CEILING >= MIN_SHARE_OF_CEILING,
      };
    });
    return [...rows, slow];
  },
};

/** The callers of a platform, warmed up. */
async function withCallers<T>(
  latencyMs: number,
  say: (text: string) => void,
  use: (callers: Caller[]) => Promise<T>,
): Promise<T> {
  const platform = await startPlatform(latencyMs);
  const callers: Caller[] = [];
  try {
    const peers = await openApiPeers(platform.url, say);
    callers.push(await served(OURS, startWire([BUNDLE], platformEnv(platform.url))));
    for (const { name, args, env } of peers) callers.push(await served(name, startWire(args, { ...env })));
    say('warming up');
    // In turns, like what is measured: none has waited for longer than the others.
    for (let done = 0; done < WARM_UP; done += CALLS) {
      for (const caller of callers) await load(CALLS, 64, () => caller.call('agent-1', 20));
    }
    return await use(callers);
  } finally {
    await Promise.all(callers.map((caller) => caller.close()));
    platform.close();
  }
}

/** A server, called through its tool that lists an agent's threads. */
async function served(name: string, wire: Wire): Promise<Caller> {
  await wire.initialize();
  const { result } = await wire.request('tools/list');
  const tools = (result?.tools ?? []) as readonly { readonly name: string }[];
  const tool = tools.find((one) => one.name.replace(/[^a-z]/gi, '').toLowerCase() === 'listagentthreads');
  if (tool === undefined) throw new Error(`${name} lists no agent's threads`);
  return {
    name,
    // Of the long list only the beginning is shown.
    call: (agentId, limit) =>
      wire.callUnread(tool.name, { agentId, limit, offset: 0 }, lastThread(agentId === 'large' ? 1 : limit)),
    processorMs: () => processorMs(wire.pid),
    close: () => wire.close(),
  };
}

interface Run extends Awaited<ReturnType<typeof load>> {
  /** Of one call. */
  readonly processorMs: number;
}

type Runs = ReadonlyMap<string, readonly Run[]>;

async function measure(
  callers: readonly Caller[],
  inFlight: number,
  call: (caller: Caller) => Promise<unknown>,
  count = CALLS,
): Promise<Runs> {
  const runs = new Map(callers.map(({ name }) => [name, [] as Run[]]));
  for (let turn = 0; turn < TURNS; turn++) {
    for (const caller of callers) {
      const before = caller.processorMs();
      const run = await load(count, inFlight, () => call(caller));
      runs.get(caller.name)?.push({ ...run, processorMs: (caller.processorMs() - before) / count });
    }
  }
  return runs;
}

const perSecond = (runs: Runs, name: string): number => median((runs.get(name) ?? []).map((run) => run.perSecond));
const timeOf = (runs: Runs, name: string): number => median((runs.get(name) ?? []).flatMap((run) => run.times));

/** One call at a time, compared with the fastest peer. */
function timeRow(limit: number, runs: Runs): Row {
  const peers = peersOf(runs).map((name) => ({ name, value: timeOf(runs, name) }));
  const ours = timeOf(runs, OURS);
  const ratio = ours / Math.min(...peers.map(({ value }) => value));
  return {
    what: `list of ${limit}, one call at a time: median`,
    figure: ms(ours),
    baseline: peers.map(({ name, value }) => `${name} ${ms(value)}`).join(', '),
    ratio: times(ratio),
    goal: `≤ ${times(1)}`,
    met: ratio <= 1,
  };
}

/** Calls per second, compared with the fastest peer. */
function rateRow(what: string, runs: Runs): Row {
  const peers = peersOf(runs).map((name) => ({ name, value: perSecond(runs, name) }));
  const ours = perSecond(runs, OURS);
  const ratio = ours / Math.max(...peers.map(({ value }) => value));
  return {
    what: `${what}: calls per second`,
    figure: whole(ours),
    baseline: peers.map(({ name, value }) => `${name} ${whole(value)}`).join(', '),
    ratio: times(ratio),
    goal: `≥ ${times(MIN_RATE)}`,
    met: ratio >= MIN_RATE,
  };
}

/** Processor time of one call, also of the threads that collect garbage. */
function processorRow(what: string, runs: Runs, most?: number): Row {
  const of = (name: string): number => median((runs.get(name) ?? []).map((run) => run.processorMs));
  const ours = of(OURS);
  return {
    what: `${what}: processor time`,
    figure: ms(ours),
    baseline: peersOf(runs)
      .map((name) => `${name} ${ms(of(name))}`)
      .join(', '),
    ...(most !== undefined && { goal: `≤ ${ms(most)}`, met: ours <= most }),
  };
}

const peersOf = (runs: Runs): string[] => [...runs.keys()].filter((name) => name !== OURS);
