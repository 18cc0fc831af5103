/** Peak memory during many calls, and while 200 MB of chats are searched. */
import { load } from './bare-client.ts';
import { NEEDLE } from './chat-list.ts';
import { CHAT_LIST_BYTES, lastThread, startPlatform } from './platform.ts';
import { mb, median, ms, type Part, whole } from './table.ts';
import { BUNDLE, memoryMb, needLinux, platformEnv, startWire } from './wire.ts';

const CALLS = 100_000;
/** Maximum memory of the process. */
const MAX_MB = 200;
const ROUNDS = 3;

export const memory: Part = {
  name: 'memory',
  about: `the highest memory in ${whole(CALLS)} calls`,
  needs: 'Linux',
  async run(say) {
    needLinux();
    const platform = await startPlatform();
    const wire = startWire([BUNDLE], platformEnv(platform.url));
    try {
      await wire.initialize();
      await wire.request('tools/list');
      const call = (): Promise<string> =>
        wire.callUnread('list_agent_threads', { agentId: 'agent-1', limit: 20 }, lastThread(20));
      say(`${CALLS} calls`);
      await load(CALLS, 16, call);
      const peak = memoryMb(wire.pid, 'VmHWM');
      return [
        {
          what: `memory, highest in ${whole(CALLS)} calls`,
          figure: mb(peak),
          goal: `≤ ${mb(MAX_MB)}`,
          met: peak <= MAX_MB,
        },
      ];
    } finally {
      await wire.close();
      platform.close();
    }
  },
};

export const chats: Part = {
  name: 'chats',
  about: 'search_chats over a chat list of 200 MB',
  needs: 'Linux',
  async run(say) {
    needLinux();
    const platform = await startPlatform();
    const seconds: number[] = [];
    const highest: number[] = [];
    try {
      for (let round = 0; round < ROUNDS; round++) {
        say(`round ${round + 1} of ${ROUNDS}`);
        const wire = startWire([BUNDLE], platformEnv(platform.url));
        await wire.initialize();
        await wire.request('tools/list');
        const started = performance.now();
        await wire.call('search_chats', { query: NEEDLE });
        seconds.push(performance.now() - started);
        highest.push(memoryMb(wire.pid, 'VmHWM'));
        await wire.close();
      }
    } finally {
      platform.close();
    }
    const time = median(seconds);
    const peak = Math.max(...highest);
    return [
      {
        what: 'chat list of 200 MB searched',
        figure: ms(time),
        baseline: `${(CHAT_LIST_BYTES / 1e6 / (time / 1000)).toFixed(0)} MB/s`,
      },
      { what: 'memory then (highest of 3)', figure: mb(peak), goal: `≤ ${mb(MAX_MB)}`, met: peak <= MAX_MB },
    ];
  },
};
