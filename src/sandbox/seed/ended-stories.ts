/** Threads of the last 60 days that have ended: the recent days are denser, and some failed. */
import { DAY, HOUR, MINUTE } from '../clock.ts';
import { fractionFor } from '../ids.ts';
import type { ThreadMessage } from '../threads/message.ts';
import { ENDED_RUNS, type EndedRun } from './ended-runs.ts';
import { assistant, type Story, tool, user } from './stories.ts';

/** The n-th of them was created n² parts of 60 days ago: dense lately, sparse before. */
export function endedStories(): Story[] {
  return ENDED_RUNS.map((ended, index) => {
    const back = ((index + 1) / ENDED_RUNS.length) ** 2 * 59 * DAY;
    const key = `ended-${index + 1}`;
    const createdAgo = back + 2 * HOUR + fractionFor(`${key}:start`) * 3 * HOUR;
    const took = 2 * MINUTE + fractionFor(`${key}:took`) * 40 * MINUTE;
    return {
      key,
      agent: ended.agent,
      status: ended.failed === true ? 'FAILED' : 'COMPLETED',
      createdAgo,
      updatedAgo: createdAgo - took,
      messages: lines(ended),
    };
  });
}

function lines({ asked, used, found, said }: EndedRun): ThreadMessage[] {
  const first = `I use ${used} for this.`;
  return [user(asked), assistant(first), tool(used, found), assistant(said)];
}
