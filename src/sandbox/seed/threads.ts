/** All seeded threads: waiting ones, running ones, and those that ended in the last 60 days. */
import { DAY, HOUR, MINUTE } from '../clock.ts';
import { fractionFor } from '../ids.ts';
import { askingText } from '../threads/plan.ts';
import type { Thread } from '../threads/thread.ts';
import { DECIDED } from './decided.ts';
import { ENDED_RUNS } from './ended.ts';
import { RUNNING_STORIES } from './running.ts';
import { type Line, type Story, toThread } from './stories.ts';
import { WAITING_STORIES } from './waiting.ts';

export function seedThreads(startedAt: number): Thread[] {
  const stories = [...WAITING_STORIES, ...RUNNING_STORIES, ...decidedStories(), ...endedStories()];
  return stories.map((story) => toThread(story, startedAt));
}

/** When the n-th newest thread was created: dense recently, sparse before. */
const spread = (index: number, all: readonly unknown[], days: number, key: string): number =>
  ((index + 1) / all.length) ** 2 * days * DAY + fractionFor(`${key}:start`) * 3 * HOUR;

function decidedStories(): Story[] {
  return DECIDED.map(({ agent, task, asking, rejected }, index) => {
    const key = `decided-${index + 1}`;
    const createdAgo = DAY + spread(index, DECIDED, 38, key);
    const { tool, result, summary } = asking;
    const outcome: readonly Line[] =
      rejected === undefined
        ? [{ system: 'Approval decision: APPROVED.' }, { tool, result }, { assistant: summary }]
        : [
            { system: `Approval decision: REJECTED. Comment: ${rejected}` },
            { assistant: `Stopped: the request to run ${tool} was rejected by a human, so nothing was changed.` },
          ];
    return {
      key,
      agent,
      status: rejected === undefined ? 'COMPLETED' : 'FAILED',
      isRejected: rejected !== undefined,
      createdAgo,
      updatedAgo: createdAgo - 30 * MINUTE,
      messages: [{ user: task }, { assistant: askingText(asking) }, ...outcome],
    };
  });
}

function endedStories(): Story[] {
  return ENDED_RUNS.map(({ agent, asked, used, found, reply, failed }, index) => {
    const key = `ended-${index + 1}`;
    const createdAgo = 2 * HOUR + spread(index, ENDED_RUNS, 59, key);
    return {
      key,
      agent,
      status: failed === true ? 'FAILED' : 'COMPLETED',
      createdAgo,
      updatedAgo: createdAgo - 2 * MINUTE - fractionFor(`${key}:took`) * 40 * MINUTE,
      messages: [
        { user: asked },
        { assistant: `I use ${used} for this.` },
        { tool: used, result: found },
        { assistant: reply },
      ],
    };
  });
}
