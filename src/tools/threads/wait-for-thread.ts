import * as z from 'zod';
import { groupBy } from '../../basics/maps.ts';
import { asLine } from '../../domain/approvals/line.ts';
import { sheetOf } from '../../domain/approvals/sheet.ts';
import { knownMoney, moneyOf, sameCurrency } from '../../domain/costs/currency.ts';
import { phaseOf, rejectedIn } from '../../domain/threads/status.ts';
import { type Cursor, formatCursor, parseCursor, waitForThreads } from '../../domain/threads/wait.ts';
import { type Item, join, type Money, present } from '../../mcp/contract/result.ts';
import { defineTool, type ToolContext } from '../../mcp/contract/tool.ts';
import type { Thread } from '../../platform/parse/records.ts';
import { excerpt, isWhole } from '../../present/excerpt.ts';
import { count, duration } from '../../present/units.ts';
import { threadId } from '../fields.ts';
import { flags, numbers, objects, records, result, texts } from '../results.ts';

/** New messages shown per thread, characters of each, and of the last one of a settled thread if threads are few. */
const NEW_MESSAGES = 3;
const EXCERPT = 400;
const RESULT = 1_000;
const FEW = 3;

/** The platform has no operation that waits, so this polls. */
export const waitForThread = defineTool({
  name: 'wait_for_thread',
  title: 'Wait for threads',
  toolset: 'threads',
  effect: 'read',
  example: { threadIds: ['thread-1'], timeoutSeconds: 1 },
  description: 'Waits until threads settle (stop running) or change; shows what is new.',
  input: () =>
    z.strictObject({
      threadIds: z.array(threadId()).min(1).max(20).describe('Threads to wait for.'),
      until: z.enum(['settled', 'changed']).default('settled').describe('changed: new status or message.'),
      timeoutSeconds: z.int().min(1).max(3600).optional().describe('Longest wait.'),
      cursor: z
        .string()
        .refine((text) => text === '' || (text.length <= 4_000 && parseCursor(text) !== undefined), {
          message: 'it must be a cursor from an earlier result',
        })
        .optional()
        .describe('From an earlier result.'),
    }),
  output: () =>
    result(
      {
        threads: records({
          ...texts('threadId', 'status', 'outcome', 'currency'),
          ...numbers('cost', 'added'),
          ...objects('request'),
          messages: records({ ...numbers('number'), ...texts('role', 'content') }).optional(),
        }),
      },
      flags('isTimeUp'),
      texts('cursor', 'currency'),
    ),
  async handle({ threadIds, until, timeoutSeconds, cursor }, context) {
    const { call, signal, progress, settings, memory } = context;
    const { maxWaitSeconds } = settings;
    const limitMs = Math.min(timeoutSeconds ?? maxWaitSeconds, maxWaitSeconds) * 1000;
    const isCut = timeoutSeconds !== undefined && timeoutSeconds > maxWaitSeconds;
    const before: Cursor = (cursor ? parseCursor(cursor) : undefined) ?? new Map();
    const ids = [...new Set(threadIds)];
    const { threads, baseline, seen, open, failures, hasChanged, isTimeUp, waitedMs } = await waitForThreads({
      ids,
      until,
      before,
      limitMs,
      timeoutMs: settings.timeoutMs,
      call,
      signal,
      onPoll: (waited, settled) =>
        progress(
          waited / 1000,
          limitMs / 1000,
          `${settled} of ${count(ids.length, 'thread')} settled after ${duration(waited)}`,
        ),
    });
    const next = formatCursor(seen);
    // No further request once time is up.
    const money = isTimeUp ? knownMoney(memory) : await moneyOf(threads, context);
    const costs = threads.map(money);
    const currency = sameCurrency(costs);
    const asking = threads.filter((thread) => phaseOf(thread.status) === 'waiting');
    const [waiting] = asking;
    const running = threads.filter((thread) => phaseOf(thread.status) === 'running').length;
    const waited = duration(waitedMs);
    const lost = new Set(failures.map(({ id }) => id));
    const statuses = statusesOf(threads, lost);
    // Unreadable threads don't count as settled, nor those in a state that nobody knows.
    const isSettled = threads.every(({ status }) => !['running', 'other'].includes(phaseOf(status)));
    const isFew = threads.length <= FEW;
    const unread = isSettled ? threads.find((thread) => !isResultWhole(thread, isFew)) : threads[0];
    const ended = until === 'changed' && hasChanged ? 'Something changed' : isSettled ? 'Settled' : 'Stopped waiting';
    return {
      summary: isTimeUp
        ? `Time is up after ${waited}: ${until === 'changed' ? `nothing changed; ${statuses}` : running > 0 ? `${count(running, 'thread')} had not settled when last read` : `${count(open.length, 'thread')} could not be read`}.`
        : `${ended} after ${waited}: ${statuses}.`,
      notes: present(
        isTimeUp &&
          isCut &&
          `${timeoutSeconds} s were asked for; this server waits ${maxWaitSeconds} s at most (AGENT_PLATFORM_MAX_WAIT_SECONDS).`,
        ...failures.map(({ id, why }) => `Thread ${id} could not be read: ${why}`),
      ),
      facts: { isTimeUp, cursor: next, currency },
      list: {
        name: 'threads',
        isVerbatim: true,
        items: await Promise.all(
          threads.map(async (thread, index) => {
            const from = baseline.get(thread.id)?.messages;
            const isRejected = rejectedIn(context.memory);
            const news = threadNews(thread, { from, cost: costs[index], currency, isFew, isRejected });
            // Each takes requests of its own, and no further one is made once time is up.
            const isAsking = !isTimeUp && asking.length <= FEW && asking.includes(thread);
            return isAsking ? requestItem(thread, news, context) : news;
          }),
        ),
      },
      next:
        waiting && !(until === 'changed' && isTimeUp)
          ? { tool: 'get_thread', arguments: { threadId: waiting.id }, why: 'see what it asks for' }
          : open.length > 0
            ? {
                tool: 'wait_for_thread',
                arguments: { threadIds: open, until, timeoutSeconds, cursor: next },
                why: 'keep waiting',
              }
            : unread && { tool: 'get_thread', arguments: { threadId: unread.id }, why: 'read the conversation' },
    };
  },
});

/** `thread-1 is COMPLETED`; of several, which the list shows one by one, `6 COMPLETED, 1 RUNNING when last read`. */
function statusesOf(threads: readonly Thread[], lost: ReadonlySet<string>): string {
  if (threads.length === 1)
    return threads
      .map(({ id, status }) =>
        status === 'UNKNOWN'
          ? `${id}, whose status the platform does not say`
          : `${id} ${lost.has(id) ? 'was' : 'is'} ${status}`,
      )
      .join('');
  const states = groupBy(threads, ({ id, status }) =>
    status === 'UNKNOWN' ? 'without a status' : `${status}${lost.has(id) ? ' when last read' : ''}`,
  );
  return [...states].map(([state, { length }]) => `${length} ${state}`).join(', ');
}

/** As long as a line of the inbox among others: get_thread shows the rest. */
const ONE_OF_MANY = 5;

/** A thread that waits for a decision, as the inbox shows it; get_thread gives the token. */
async function requestItem(thread: Thread, { data: { status, added } }: Item, context: ToolContext): Promise<Item> {
  const sheet = await sheetOf(thread, context);
  const { item } = asLine(sheet, { requests: ONE_OF_MANY, isWithoutTokens: true }, context);
  return { data: { threadId: thread.id, status, added, request: item.data }, line: item.line };
}

/** What the caller knows of a thread: its first `from` messages; undefined if the platform never showed them. */
interface NewsOptions {
  readonly from: number | undefined;
  readonly cost: Money | undefined;
  /** The currency that all costs share. */
  readonly currency: string | undefined;
  /** Few threads have room for long results. */
  readonly isFew: boolean;
  isRejected(thread: Thread): boolean;
}

/** Whether a settled thread's last message says something, and was shown from its beginning to its end. */
const isResultWhole = ({ messages }: Thread, isFew: boolean): boolean => {
  const last = messages.at(-1);
  return last !== undefined && !last.content.isEmpty && isWhole(last.content, isFew ? RESULT : EXCERPT);
};

function threadNews(thread: Thread, { from, cost, currency, isFew, isRejected }: NewsOptions): Item {
  const added = from === undefined || thread.lacksMessages ? undefined : thread.messages.slice(from);
  const isSettled = !['running', 'other'].includes(phaseOf(thread.status));
  // The last message of a settled thread is its result, also if it was there before.
  const news = added?.length || !isSettled ? (added ?? []) : thread.messages.slice(-1);
  const start = thread.messages.length - news.length;
  const messages = news
    .map(({ role, content }, index) => ({ number: start + index + 1, role, content }))
    // An agent that calls a tool often says nothing.
    .filter(({ content }) => !content.isEmpty)
    .slice(-NEW_MESSAGES)
    .map(({ content, ...message }) => {
      const isResult = isSettled && isFew && message.number === thread.messages.length;
      return { ...message, content: excerpt(content, isResult ? RESULT : EXCERPT) };
    });
  const { id: threadId, status } = thread;
  // A result that was there before is shown: that nothing was added would seem to deny it.
  const more = added?.length === 0 && messages.length > 0 ? undefined : added?.length;
  const outcome = isRejected(thread) ? 'rejected' : undefined;
  return {
    data: {
      threadId,
      status,
      outcome,
      cost,
      currency: cost?.currency === currency ? undefined : cost?.currency,
      added: more,
      messages,
    },
    line: [
      `- ${join(threadId, outcome ? `${status} (${outcome})` : status, cost !== undefined && `cost ${cost}`, more !== undefined && `added ${more}`)}`,
      ...messages.map(({ number, role, content }) => `  #${number} ${role}: ${content}`),
    ].join('\n'),
  };
}
