/** The pending approvals of 1,000 agents, compared with the same requests made as fast as the connections allow. */
import { bareClient, CONNECTIONS, load } from './bare-client.ts';
import { AGENTS, startPlatform, WAITING } from './platform.ts';
import { median, ms, type Part, times, whole } from './table.ts';
import { BUNDLE, platformEnv, startWire } from './wire.ts';

const LATENCY_MS = 10;
const TURNS = 5;
/** The pages of agents and one list for each agent. */
const REQUESTS = AGENTS / 100 + AGENTS;
/** All that wait must be found. */
const FOUND = `${WAITING} threads are waiting`;

export const inbox: Part = {
  name: 'inbox',
  about: `list_pending_approvals over ${whole(AGENTS)} agents, ${LATENCY_MS} ms an answer`,
  async run(say) {
    const platform = await startPlatform(LATENCY_MS);
    const bare = bareClient(platform.url);
    const wire = startWire([BUNDLE], platformEnv(platform.url));
    try {
      await wire.initialize();
      const ours: number[] = [];
      const best: number[] = [];
      let firstMs = 0;
      for (let turn = 0; turn <= TURNS; turn++) {
        say(`turn ${turn} of ${TURNS}`);
        const bareStart = performance.now();
        // All at once, as if the agents were known: the fastest possible over these connections.
        await load(REQUESTS, CONNECTIONS, (n) => bare.get(`/v1/agents/agent-${n}/threads?status=AWAITING_APPROVAL`));
        const bareTime = performance.now() - bareStart;
        const ourStart = performance.now();
        await wire.callUnread('list_pending_approvals', {}, FOUND);
        const ourTime = performance.now() - ourStart;
        // The first turn opens the connections, and reads what is then kept for a minute: agents' histories and currencies.
        if (turn === 0) {
          firstMs = ourTime;
          continue;
        }
        best.push(bareTime);
        ours.push(ourTime);
      }
      return [
        {
          what: `pending approvals over ${whole(AGENTS)} agents, asked again within a minute`,
          figure: ms(median(ours)),
          baseline: `bare, ${CONNECTIONS} connections ${ms(median(best))}; a session's first call ${ms(firstMs)}`,
          ratio: times(median(ours) / median(best)),
        },
      ];
    } finally {
      await wire.close();
      await bare.close();
      platform.close();
    }
  },
};
