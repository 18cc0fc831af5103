/** Latency added to a call, and calls per second, over the same requests made by a bare keep-alive client. */
import { bareClient, load } from './bare-client.ts';
import { startPlatform } from './platform.ts';
import { median, ms, type Part, quantile, type Row, times, whole } from './table.ts';
import { BUNDLE, platformEnv, startWire } from './wire.ts';

const ARGS = { agentId: 'agent-1', limit: 20 };
const PATH = '/v1/agents/agent-1/threads?offset=0&limit=20';
const WARM_UP = 3_000;
const CALLS = 4_000;
/** Server and bare client take turns, and the medians of the turns count: the machine is not quiet. */
const TURNS = 5;

export const calls: Part = {
  name: 'calls',
  about: 'added latency and throughput of list_agent_threads (20 threads, 8 KB)',
  async run(say) {
    const platform = await startPlatform();
    const bare = bareClient(platform.url);
    const wire = startWire([BUNDLE], platformEnv(platform.url));
    try {
      await wire.initialize();
      const viaServer = (): Promise<string> => wire.callUnread('list_agent_threads', ARGS);
      const viaBare = (): Promise<unknown> => bare.get(PATH);
      say('warming up');
      await load(WARM_UP, 16, viaServer);
      await load(WARM_UP, 16, viaBare);
      const rows: Row[] = [];
      for (const inFlight of [1, 16, 64]) {
        const ours: Awaited<ReturnType<typeof load>>[] = [];
        const theirs: typeof ours = [];
        for (let turn = 0; turn < TURNS; turn++) {
          say(`${inFlight} in flight, turn ${turn + 1} of ${TURNS}`);
          theirs.push(await load(CALLS / TURNS, inFlight, viaBare));
          ours.push(await load(CALLS / TURNS, inFlight, viaServer));
        }
        if (inFlight === 1)
          rows.push(
            ...latencyRows(
              ours.flatMap((run) => run.times),
              theirs.flatMap((run) => run.times),
            ),
          );
        rows.push(
          throughputRow(inFlight, median(ours.map((run) => run.perSecond)), median(theirs.map((run) => run.perSecond))),
        );
      }
      return rows;
    } finally {
      await wire.close();
      await bare.close();
      platform.close();
    }
  },
};

function latencyRows(ours: number[], theirs: number[]): Row[] {
  const added = (part: number): number => quantile(ours, part) - quantile(theirs, part);
  return [
    {
      what: 'added latency per call, p50',
      figure: ms(added(0.5)),
      baseline: `bare ${ms(median(theirs))}, with us ${ms(median(ours))}`,
      goal: '≤ 1 ms',
      met: added(0.5) <= 1,
    },
    {
      what: 'added latency per call, p99',
      figure: ms(added(0.99)),
      baseline: `bare ${ms(quantile(theirs, 0.99))}, with us ${ms(quantile(ours, 0.99))}`,
    },
  ];
}

function throughputRow(inFlight: number, ours: number, theirs: number): Row {
  const ratio = ours / theirs;
  return {
    what: `calls per second, ${inFlight} in flight`,
    figure: whole(ours),
    baseline: `bare ${whole(theirs)}`,
    ratio: times(ratio),
    ...(inFlight === 64 ? { goal: '≥ 0.50 ×', met: ratio >= 0.5 } : {}),
  };
}
