/** What `watch` tells, reading for reading: what is new, and what has waited for too long, each once. */
import { expect, it } from 'vitest';
import { News } from '../../src/cli/watch/news.ts';
import type { Inbox } from '../../src/domain/threads/inbox.ts';
import { readThread } from '../../src/platform/parse/threads.ts';
import { golden } from '../support/golden.ts';

/** A waiting thread with this many messages. */
function threadIn(id: string, messages: number, since: Date): Inbox['waiting'][number] {
  const all = Array.from({ length: messages }, () => ({ role: 'assistant', content: 'May I?' }));
  const thread = readThread({ id, status: 'AWAITING_APPROVAL', updatedAt: since.toISOString(), messages: all });
  if (thread === undefined) throw new Error('no thread');
  return { thread, agent: { id: 'agent-1' } };
}

const MINUTE = 60_000;
const NOW = Date.parse('2026-11-24T12:00:00Z');

/** An inbox of threads by name, number of messages and minutes that they have waited. */
const inbox = (
  threads: readonly (readonly [id: string, messages: number, minutes: number])[],
  more: Partial<Inbox> = {},
): Inbox => ({
  waiting: threads.map(([id, messages, minutes]) => threadIn(id, messages, new Date(NOW - minutes * MINUTE))),
  unmatched: [],
  agentsAsked: 1,
  isPartial: false,
  notes: [],
  failures: [],
  ...more,
});
/** The texts of messages for one reading after the other, each a minute later; each is told unless it is marked. */
function texts(...readings: readonly (Inbox | 'not told' | 'perhaps told')[]): string[] {
  const news = new News(60);
  return readings.flatMap((reading, at) => {
    if (typeof reading === 'string') return [];
    const found = news.take(reading, NOW + at * MINUTE);
    if (readings[at + 1] !== 'not told') found?.told(readings[at + 1] !== 'perhaps told');
    return found?.message.text ?? '-';
  });
}

it.each<{ it: string; readings: (Inbox | 'not told' | 'perhaps told')[] }>([
  {
    it: 'an overdue request was perhaps reported: not again alone, but once with other news',
    readings: [
      inbox([['a', 2, 70]]),
      'perhaps told',
      inbox([['a', 2, 70]]),
      inbox([
        ['a', 2, 70],
        ['b', 2, 0],
      ]),
      inbox([
        ['a', 2, 70],
        ['b', 2, 0],
        ['c', 2, 0],
      ]),
    ],
  },
  { it: 'nothing waits', readings: [inbox([]), inbox([])] },
  {
    it: 'something waits at the start',
    readings: [
      inbox([
        ['a', 2, 0],
        ['b', 2, 125],
      ]),
      inbox([
        ['a', 2, 0],
        ['b', 2, 125],
      ]),
    ],
  },
  {
    it: 'something comes',
    readings: [
      inbox([]),
      inbox([['a', 2, 0]]),
      inbox([['a', 2, 0]]),
      inbox([
        ['b', 2, 0],
        ['a', 2, 5],
      ]),
    ],
  },
  { it: 'a thread asks again', readings: [inbox([['a', 2, 9]]), inbox([['a', 4, 0]]), inbox([['a', 4, 1]])] },
  {
    it: 'something waits for too long, once',
    readings: [inbox([['a', 2, 59]]), inbox([['a', 2, 59]]), inbox([['a', 2, 60]]), inbox([['a', 2, 61]])],
  },
  {
    it: 'several wait for too long',
    readings: [
      inbox([]),
      inbox([
        ['a', 2, 70],
        ['b', 2, 61],
        ['c', 2, 0],
      ]),
    ],
  },
  { it: 'it is decided and comes back', readings: [inbox([['a', 2, 1]]), inbox([]), inbox([['a', 2, 1]])] },
  {
    it: 'an agent could not be read for a while',
    readings: [inbox([['a', 2, 1]]), inbox([], { isPartial: true }), inbox([['a', 2, 1]])],
  },
  {
    it: 'a message did not arrive',
    readings: [
      inbox([['a', 2, 1]]),
      'not told',
      inbox([
        ['a', 2, 1],
        ['b', 2, 0],
      ]),
      inbox([
        ['a', 2, 1],
        ['b', 2, 0],
      ]),
    ],
  },
])('reports only what is news when $it', ({ readings }) => {
  golden(texts(...readings).join('\n'));
});

it('an age is measured by its own clock if the platform renews the time of a waiting thread', () => {
  const news = new News(60);
  news.take(inbox([['a', 2, 0]]), NOW)?.told(true);
  const later = NOW + 61 * MINUTE;
  const renewed = { ...inbox([]), waiting: [threadIn('a', 2, new Date(later))] };
  expect(news.take(renewed, later)?.message).toMatchObject({ new: 0, overdue: 1, oldestMinutes: 61 });
});
