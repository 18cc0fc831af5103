/** What is new in the inbox since the last message, as counts and ages: no names, no arguments, no ids. */
import { askedKey, type Inbox, type Waiting } from '../../domain/threads/inbox.ts';
import { count, duration } from '../../present/units.ts';

/** A message: for programs its fields, for chats its `text`. */
export interface Message {
  readonly text: string;
  /** `started` is the first message after a start, if anything waits then. */
  readonly event: 'started' | 'news';
  /** Requests that wait for a decision; at least, if `isPartial`. */
  readonly waiting: number;
  /** Of those, how many are in a message for the first time. */
  readonly new: number;
  /** How many have now waited for longer than `overdueAfterMinutes`, and were not in a message as such before. */
  readonly overdue: number;
  readonly overdueAfterMinutes: number;
  readonly oldestMinutes: number;
  /** Whether some agents' requests could not be read. */
  readonly isPartial: boolean;
  readonly at: string;
}

interface Known {
  readonly agentId: string;
  readonly threadId: string;
  readonly firstSeen: number;
  /** How long it may be missing; not at all if a list leaves out the conversation, where the next request looks the same. */
  readonly goneMs: number;
  lastSeen: number;
  isTold: boolean;
  isToldOverdue: boolean;
}

const MINUTE_MS = 60_000;
/** A platform that restarts was seen to list nothing for a while: what returns within this time isn't new. */
const GONE_MS = 10 * MINUTE_MS;

/** Remembers what was told, in memory. */
export function createNews(overdueAfterMinutes: number) {
  const overdueMs = overdueAfterMinutes * MINUTE_MS;
  const known = new Map<string, Known>();
  let event: Message['event'] = 'started';

  /** A thread may ask again; other changes of it are not a new request, nor is that it can't be read, if it was before. */
  const keyOf = ({ thread, isUnread }: Waiting): string =>
    (isUnread && [...known].findLast(([, one]) => one.threadId === thread.id)?.[0]) || askedKey(thread);

  /** By the platform's time, but at least as long as it has been seen here: other changes renew that time. */
  function ageOf(one: Waiting, now: number, ticks: number): number {
    const key = keyOf(one);
    const threadId = one.thread.id;
    const goneMs = one.thread.messages.length === 0 ? 0 : GONE_MS;
    const agentId = one.agent.id;
    const before = known.get(key) ?? {
      agentId,
      threadId,
      firstSeen: ticks,
      goneMs,
      lastSeen: ticks,
      isTold: false,
      isToldOverdue: false,
    };
    before.lastSeen = ticks;
    known.set(key, before);
    const since = Date.parse(one.thread.updatedAt ?? one.thread.createdAt ?? '');
    return Math.max(ticks - before.firstSeen, Number.isNaN(since) ? 0 : now - since);
  }

  return {
    /**
     * Takes a reading of the inbox.
     * @param ticks milliseconds by a clock that nobody sets
     * @returns what to tell now, and `told` to call unless it surely did not arrive; undefined if there is nothing new
     */
    take({ waiting, failures, isPartial: isCut, isRead }: Inbox, now: number, ticks: number) {
      const isPartial = isCut || failures.length > 0;
      const ages = new Map(waiting.map((one) => [keyOf(one), ageOf(one, now, ticks)]));
      // What could not be read this time isn't new the next time.
      for (const [key, { agentId, lastSeen, goneMs }] of known)
        if (isRead(agentId) && ticks - lastSeen > goneMs) known.delete(key);
      const fresh = [...ages.keys()].filter((key) => known.get(key)?.isTold === false);
      const late = [...ages].filter(([key, age]) => age > overdueMs && known.get(key)?.isToldOverdue === false);
      if (fresh.length + late.length === 0) {
        event = 'news';
        return undefined;
      }
      const oldest = Math.max(...ages.values());
      const counts = { event, waiting: ages.size, new: fresh.length, overdue: late.length, isPartial };
      const told = (): void => {
        event = 'news';
        for (const key of fresh) Object.assign(known.get(key) ?? {}, { isTold: true });
        for (const [key] of late) Object.assign(known.get(key) ?? {}, { isToldOverdue: true });
      };
      const oldestMinutes = Math.floor(oldest / MINUTE_MS);
      const text = textOf(counts, oldest, overdueMs);
      const at = new Date(now).toISOString();
      const message: Message = { text, ...counts, overdueAfterMinutes, oldestMinutes, at };
      return { message, told };
    },
  };
}

type Counts = Pick<Message, 'event' | 'waiting' | 'new' | 'overdue' | 'isPartial'>;

function textOf({ event, waiting, new: fresh, overdue, isPartial }: Counts, oldest: number, overdueMs: number): string {
  const news = event === 'started' || fresh === 0 ? '' : `${count(fresh, 'new request')}. `;
  const minutes = oldest - (oldest % MINUTE_MS);
  const age = minutes === 0 ? '' : `, ${waiting === 1 ? '' : 'the oldest '}for ${duration(minutes)}`;
  const all = `${isPartial ? 'At least ' : ''}${count(waiting, 'request')} ${waiting === 1 ? 'is' : 'are'} waiting for a decision${age}.`;
  const late = `${overdue} of them ${overdue === 1 ? 'has' : 'have'} now waited for more than ${duration(overdueMs)}.`;
  return `${news}${all}${overdue === 0 || waiting === 1 ? '' : ` ${late}`}`;
}
