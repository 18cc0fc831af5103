/** Memory at rest, after many calls, and while 200 MB of chats are searched. */
import { load } from './bare-client.ts';
import { NEEDLE } from './chat-list.ts';
import { CHAT_LIST_BYTES, lastThread, startPlatform } from './platform.ts';
import { mb, median, ms, type Part, times, whole } from './table.ts';
import { BUNDLE, memoryMb, needLinux, platformEnv, startWire } from './wire.ts';

const CALLS = 100_000;
/** By then the code is compiled and the heap has its size. */
const WARM = 20_000;
const ROUNDS = 3;

export const memory: Part = {
  name: 'memory',
  about: `memory at rest, and the highest of ${whole(CALLS)} calls`,
  needs: 'Linux',
  async run(say) {
    needLinux();
    const platform = await startPlatform();
    const wire = startWire([BUNDLE], platformEnv(platform.url));
    try {
      await wire.initialize();
      await wire.request('tools/list');
      const idle = memoryMb(wire.pid, 'VmRSS');
      const call = (): Promise<string> =>
        wire.callUnread('list_agent_threads', { agentId: 'agent-1', limit: 20 }, lastThread(20));
      say(`${WARM} calls`);
      await load(WARM, 16, call);
      const warm = memoryMb(wire.pid, 'VmHWM');
      say(`${CALLS - WARM} more calls`);
      await load(CALLS - WARM, 16, call);
      const peak = memoryMb(wire.pid, 'VmHWM');
      return [
        { what: 'memory (RSS) before them', figure: mb(idle) },
        {
          what: `memory, highest in ${whole(CALLS)} calls`,
          figure: mb(peak),
          baseline: `in the first ${whole(WARM)} ${mb(warm)}`,
          ratio: times(peak / warm),
          goal: '≤ 1.15 ×',
          met: peak / warm <= 1.15,
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
    const above: number[] = [];
    try {
      for (let round = 0; round < ROUNDS; round++) {
        say(`round ${round + 1} of ${ROUNDS}`);
        const wire = startWire([BUNDLE], platformEnv(platform.url));
        await wire.initialize();
        await wire.request('tools/list');
        const idle = memoryMb(wire.pid, 'VmRSS');
        const started = performance.now();
        await wire.call('search_chats', { query: NEEDLE });
        seconds.push(performance.now() - started);
        above.push(memoryMb(wire.pid, 'VmHWM') - idle);
        await wire.close();
      }
    } finally {
      platform.close();
    }
    const time = median(seconds);
    const peak = Math.max(...above);
    return [
      {
        what: 'chat list of 200 MB searched',
        figure: ms(time),
        baseline: `${(CHAT_LIST_BYTES / 1e6 / (time / 1000)).toFixed(0)} MB/s`,
      },
      { what: 'its peak above idle (highest of 3)', figure: mb(peak), goal: '≤ 150 MB', met: peak <= 150 },
    ];
  },
};
