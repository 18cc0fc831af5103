/**
 * All seeded threads: those that wait, run or are paused, the requests that humans decided on, with which the brief compares
 * a waiting one, and what the agents did in the last 60 days. In order 10511 the call differs from the text on purpose: the
 * brief reports it; a hasty reader would miss it.
 */
import { DAY, HOUR, MINUTE, SECOND } from '../clock.ts';
import { fractionFor } from '../ids.ts';
import type { Scenario } from '../options.ts';
import { askingText } from '../threads/plan.ts';
import type { Thread } from '../threads/thread.ts';
import decidedRequests from './decided-requests.json' with { type: 'json' };
import endedRuns from './ended-runs.json' with { type: 'json' };
import { hundredStories } from './hundred.ts';
import openThreads from './open-threads.json' with { type: 'json' };
import { type Line, type Story, toThread } from './stories.ts';

export function seedThreads(startedAt: number, scenario: Scenario = 'shop'): Thread[] {
  const open: readonly Story[] = scenario === 'hundred' ? hundredStories() : openThreads;
  const stories: Story[] = [...open, ...decidedStories(), ...endedStories()];
  return stories.map((story) => toThread(story, startedAt));
}

/** When the n-th newest thread was created, in ms before the start: dense recently, sparse before. */
const spread = (index: number, all: readonly unknown[], days: number, key: string): number =>
  ((index + 1) / all.length) ** 2 * days * DAY + fractionFor(`${key}:start`) * 3 * HOUR;

/** The times of a thread that was created and ended so many ms before the start. */
const times = (createdAgo: number, updatedAgo: number) => ({
  createdSecondsAgo: createdAgo / SECOND,
  updatedSecondsAgo: updatedAgo / SECOND,
});

/** The newest first; `rejected` is the reviewer's comment. */
const decidedStories = (): Story[] =>
  decidedRequests.map(({ agent, task, asking, rejected }, index, all) => {
    const key = `decided-${index + 1}`;
    const createdAgo = DAY + spread(index, all, 38, key);
    const { tool, result, summary } = asking;
    const outcome: readonly Line[] =
      rejected === undefined
        ? [{ system: 'Approval decision: APPROVED.' }, { tool, result: { ...result } }, { assistant: summary }]
        : [
            { system: `Approval decision: REJECTED. Comment: ${rejected}` },
            { assistant: `Stopped: the request to run ${tool} was rejected by a human, so nothing was changed.` },
          ];
    return {
      key,
      agent,
      status: rejected === undefined ? 'COMPLETED' : 'FAILED',
      isRejected: rejected !== undefined,
      ...times(createdAgo, createdAgo - 30 * MINUTE),
      messages: [{ user: task }, { assistant: askingText(asking) }, ...outcome],
    };
  });

/** The newest first: one request, one tool, one result each. */
function endedStories(): Story[] {
  return endedRuns.map(({ agent, asked, used, found, reply, failed }, index, all) => {
    const key = `ended-${index + 1}`;
    const createdAgo = 2 * HOUR + spread(index, all, 59, key);
    return {
      key,
      agent,
      status: failed ? 'FAILED' : 'COMPLETED',
      ...times(createdAgo, createdAgo - 2 * MINUTE - fractionFor(`${key}:took`) * 40 * MINUTE),
      messages: [
        { user: asked },
        { assistant: `I use ${used} for this.` },
        { tool: used, result: found },
        { assistant: reply },
      ],
    };
  });
}
