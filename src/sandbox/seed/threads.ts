/** All seeded threads: those that wait, those that run, those that ended. */
import type { Thread } from '../threads/thread.ts';
import { decidedStories } from './decided-stories.ts';
import { endedStories } from './ended-stories.ts';
import { RUNNING_STORIES } from './running-stories.ts';
import { toThread } from './stories.ts';
import { WAITING_STORIES } from './waiting-stories.ts';

export function seedThreads(startedAt: number): Thread[] {
  const stories = [...WAITING_STORIES, ...RUNNING_STORIES, ...decidedStories(), ...endedStories()];
  return stories.map((story) => toThread(story, startedAt));
}
