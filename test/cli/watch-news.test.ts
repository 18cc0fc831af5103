/** What `watch` tells, reading for reading: what is new, and what has waited for too long, each once. */
import { expect, it } from 'vitest';
import { createNews } from '../../src/cli/watch/news.ts';
import { type Inbox, readInbox } from '../../src/domain/threads/inbox.ts';
import { readThread } from '../../src/platform/parse/threads.ts';
import { golden } from '../support/golden.ts';

const MINUTE = 60_000;
const NOW = Date.parse('2026-11-24T12:00:00Z');

/** A thread that has waited for some minutes. */
function waits(id: string, minutes: number, messages = 2): Inbox['waiting'][number] {
  const all = Array.from({ length: messages }, () => ({ role: 'assistant', content: 'May I?' }));
  const updatedAt = new Date(NOW - minutes * MINUTE).toISOString();
  const thread = readThread({ id, status: 'AWAITING_APPROVAL', updatedAt, messages: all });
  if (thread === undefined) throw new Error('no thread');
  return { thread, agent: { id: 'agent-1' } };
}

const inbox = (...waiting: readonly Inbox['waiting'][number][]): Inbox => ({
  waiting,
  unmatched: [],
  agents: [{ id: 'agent-1', source: {} }],
  isPartial: false,
  isRead: () => true,
  notes: [],
  failures: [],
});
/** The texts of messages for one reading after the other, each a minute later; each is told unless it is marked. */
function texts(...readings: readonly (Inbox | 'not told')[]): string[] {
  const news = createNews(60);
  return readings.flatMap((reading, at) => {
    if (typeof reading === 'string') return [];
    const found = news.take(reading, NOW + at * MINUTE, at * MINUTE);
    if (readings[at + 1] !== 'not told') found?.told();
    return found?.message.text ?? '-';
  });
}

const [A, B] = [waits('a', 1), waits('b', 0)];

it.each<{ it: string; readings: (Inbox | 'not told')[] }>([
  { it: 'nothing waits', readings: [inbox(), inbox()] },
  {
    it: 'something waits at the start',
    readings: [inbox(waits('a', 0), waits('b', 125)), inbox(waits('a', 0), waits('b', 125))],
  },
  {
    it: 'something comes',
    readings: [inbox(), inbox(waits('a', 0)), inbox(waits('a', 0)), inbox(B, waits('a', 5))],
  },
  {
    it: 'a thread asks again',
    readings: [inbox(waits('a', 9)), inbox(waits('a', 0, 4)), inbox(waits('a', 1, 4))],
  },
  {
    it: 'something waits for too long, once',
    readings: [59, 59, 60, 61].map((minutes) => inbox(waits('a', minutes))),
  },
  {
    it: 'several wait for too long',
    readings: [inbox(), inbox(waits('a', 70), waits('b', 61), waits('c', 0))],
  },
  { it: 'it is decided and comes back', readings: [inbox(A), ...Array.from({ length: 12 }, () => inbox()), inbox(A)] },
  {
    it: 'it is decided and asks again, in a list without conversations',
    readings: [inbox(waits('a', 0, 0)), inbox(), inbox(waits('a', 0, 0))],
  },
  { it: 'the platform lists nothing for a moment', readings: [inbox(A), inbox(), inbox(A)] },
  {
    it: 'an agent could not be read for a while',
    readings: [inbox(A), { ...inbox(), isPartial: true, isRead: () => false }, inbox(A)],
  },
  {
    it: 'it asks again, in a list without conversations, while another agent can’t be read',
    readings: [[waits('a', 0, 0)], [], [waits('a', 0, 0)]].map((waiting) => ({
      ...inbox(...waiting),
      isPartial: true,
      isRead: (agentId: string) => agentId === 'agent-1',
    })),
  },
  {
    it: 'a thread that can’t be read is gone and waits again',
    readings: [[true], [], [true]].map((all) =>
      inbox(...all.map(() => ({ ...waits('a', 0, 0), isUnread: true as const }))),
    ),
  },
  {
    it: 'a thread can’t be read by itself now and then',
    readings: [0, 1, 2, 3].map((at) => inbox(at % 2 === 0 ? { ...waits('a', 0, 0), isUnread: true } : waits('a', 0))),
  },
  { it: 'a message did not arrive', readings: [inbox(A), 'not told', inbox(A, B), inbox(A, B)] },
])('reports only what is news when $it', ({ readings }) => {
  golden(texts(...readings).join('\n'));
});

it('a request of a long thread, of which a list keeps no conversation, is news when it asks again', async () => {
  const said = ['Refund it. '.repeat(2_500), 'May I refund it?', 'Refunded.', 'May I close the account?'];
  const read = (messages: number) => {
    const all = said.slice(0, messages).map((content) => ({ role: 'assistant', content }));
    const thread = readThread({ id: 'a', agentId: 'agent-1', status: 'AWAITING_APPROVAL', messages: all });
    return readInbox({
      call: (async () => ({ items: [thread], unreadable: 0 })) as never,
      width: 1,
      agentId: 'agent-1',
    });
  };
  const found = texts(await read(2), await read(2), await read(4)).map((text) => text.replace(/, for .*\./, '.'));
  expect(found).toEqual([
    '1 request is waiting for a decision.',
    '-',
    '1 new request. 1 request is waiting for a decision.',
  ]);
});

it('a request that can’t be read is news once, whatever else of its thread changes', () => {
  const asks = (heartbeat: number) => {
    const thread = readThread({ id: 'a', status: 'AWAITING_APPROVAL', pendingAction: 'pay', heartbeat, messages: [] });
    if (thread === undefined) throw new Error('no thread');
    return inbox({ thread, agent: { id: 'agent-1' } });
  };
  expect(texts(asks(1), asks(2), asks(3)).slice(1)).toEqual(['-', '-']);
});

it.each([
  { it: 'the platform renews the time of a waiting thread', since: -61, passed: 61 },
  { it: 'the machine’s clock is set back', since: 0, passed: -600 },
])('an age is measured by its own clock if $it', ({ since, passed }) => {
  const news = createNews(60);
  news.take(inbox(waits('a', 0)), NOW, 0)?.told();
  const told = news.take(inbox(waits('a', since)), NOW + passed * MINUTE, 61 * MINUTE);
  expect(told?.message).toMatchObject({ new: 0, overdue: 1, oldestMinutes: 61 });
});
