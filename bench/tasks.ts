/** The cost of twelve tasks of an operator's day for a model: calls, and tokens of their results. */

import { messageOf } from '../src/basics/errors.ts';
import { type Part, type Row, whole } from './table.ts';
import { startBigPlatform } from './tasks/big-platform.ts';
import { TASKS } from './tasks/scripts.ts';
import { Session, type Spent } from './tasks/session.ts';
import { BIG, SANDBOX, type World } from './tasks/world.ts';
import { BUNDLE, platformEnv, startWire, type Wire } from './wire.ts';

const CALLS = 18;
const TOKENS = 4_500;

/** Does all tasks in one session of the server, each with only its own results. @throws if one can't be done */
async function doTasks(wire: Wire, world: World, say: (text: string) => void): Promise<(Spent & { title: string })[]> {
  await wire.initialize();
  const spent: (Spent & { title: string })[] = [];
  for (const { title, run } of TASKS) {
    say(title);
    const session = new Session(wire);
    try {
      await run(session, world);
    } catch (error) {
      throw new Error(`${title}: ${messageOf(error)}`);
    }
    spent.push({ title, ...session.spent });
  }
  return spent;
}

function rows(where: string, spent: readonly (Spent & { title: string })[]): Row[] {
  const calls = spent.reduce((sum, one) => sum + one.calls, 0);
  const tokens = spent.reduce((sum, one) => sum + one.tokens, 0);
  const structured = spent.reduce((sum, one) => sum + one.structured, 0);
  return [
    ...spent.map((one) => ({
      what: `${where}: ${one.title}`,
      figure: `${one.calls} ${one.calls === 1 ? 'call' : 'calls'}, ${whole(one.tokens)} tokens, ${whole(one.structured)} as structured content`,
    })),
    { what: `${where}: twelve tasks, calls`, figure: whole(calls), goal: `≤ ${CALLS}`, met: calls <= CALLS },
    {
      what: `${where}: twelve tasks, tokens of results`,
      figure: whole(tokens),
      goal: `≤ ${whole(TOKENS)}`,
      met: tokens <= TOKENS,
    },
    {
      what: `${where}: twelve tasks, tokens of results as structured content`,
      figure: whole(structured),
      goal: `≤ ${whole(TOKENS)}`,
      met: structured <= TOKENS,
    },
  ];
}

export const tasks: Part = {
  name: 'tasks',
  about: 'twelve everyday tasks, in the sandbox and over 1,000 agents with 20,000 threads',
  async run(say) {
    const sandbox = startWire([BUNDLE, '--sandbox']);
    const platform = await startBigPlatform();
    const big = startWire([BUNDLE], platformEnv(platform.url));
    try {
      return [
        ...rows('sandbox', await doTasks(sandbox, SANDBOX, say)),
        ...rows('big platform', await doTasks(big, BIG, say)),
      ];
    } finally {
      await sandbox.close();
      await big.close();
      platform.close();
    }
  },
};
