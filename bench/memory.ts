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

/** Most that counting may take, by the time of only listing the same chats. */
const MAX_COUNTING = 1.2;

export const chats: Part = {
  name: 'chats',
  about: 'search_chats over a chat list of 200 MB: a text, a page, and counts by a value that each chat has of its own',
  needs: 'Linux',
  async run(say) {
    needLinux();
    const platform = await startPlatform();
    const highest: number[] = [];
    const timed = async (args: object): Promise<number> => {
      const wire = startWire([BUNDLE], platformEnv(platform.url));
      await wire.initialize();
      await wire.request('tools/list');
      const started = performance.now();
      await wire.call('search_chats', args);
      const time = performance.now() - started;
      highest.push(memoryMb(wire.pid, 'VmHWM'));
      await wire.close();
      return time;
    };
    const [searched, listed, counted]: number[][] = [[], [], []];
    try {
      for (let round = 0; round < ROUNDS; round++) {
        say(`round ${round + 1} of ${ROUNDS}`);
        searched?.push(await timed({ query: NEEDLE }));
        listed?.push(await timed({}));
        counted?.push(await timed({ countBy: 'n' }));
      }
    } finally {
      platform.close();
    }
    const [time, list, counting] = [searched, listed, counted].map((seconds = []) => median(seconds));
    const share = (counting ?? 0) / (list ?? 1);
    const peak = Math.max(...highest);
    return [
      {
        what: 'chat list of 200 MB searched',
        figure: ms(time ?? 0),
        baseline: `${(CHAT_LIST_BYTES / 1e6 / ((time ?? 0) / 1000)).toFixed(0)} MB/s`,
      },
      {
        what: 'the same counted by a value, against listed',
        figure: `${share.toFixed(2)} times`,
        goal: `≤ ${MAX_COUNTING} times`,
        met: share <= MAX_COUNTING,
        baseline: `listed in ${ms(list ?? 0)}`,
      },
      { what: 'memory then (highest of 9)', figure: mb(peak), goal: `≤ ${mb(MAX_MB)}`, met: peak <= MAX_MB },
    ];
  },
};
