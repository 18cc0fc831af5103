/** The latest evaluation of each of an agent's threads: which of them went badly. */
import { otherOwnerNotes } from '../../domain/filters.ts';
import { aboutOf } from '../../domain/threads/line.ts';
import { reasonText } from '../../mcp/contract/error-text.ts';
import { present, type ToolResult } from '../../mcp/contract/result.ts';
import type { ToolContext } from '../../mcp/contract/tool.ts';
import { operations } from '../../platform/operations/index.ts';
import { identifier, text, time } from '../../platform/parse/coerce.ts';
import type { Thread } from '../../platform/parse/records.ts';
import type { Table } from '../../platform/parse/table.ts';
import { EVALUATION, type Evaluation, newestFirst } from '../../platform/parse/threads.ts';
import { readEach } from '../../present/map-concurrent.ts';
import {
  fromOffset,
  isLastPage,
  localPage,
  mayBeCapped,
  type PageQuery,
  restOf,
  unreadableNotes,
} from '../../present/paging.ts';
import { listOf } from '../../present/record.ts';
import { count, firstOf } from '../../present/units.ts';

/** An evaluation among those of other threads. */
const { id, threadId: _threadId, ...judgement } = EVALUATION;
export const EVALUATED = {
  threadId: { read: identifier, show: { line: 'thread …' } },
  ...judgement,
  /** The thread's task, and its last change. */
  about: { read: text, show: { line: 'about …' } },
  updatedAt: { read: time, show: { line: 'thread updated …' } },
  id: { ...id, show: { ...id.show, line: false } },
} as const satisfies Table;

/** Threads whose evaluations are read, one request each: the first that the platform lists. */
const THREADS = 50;
/** Threads that a note names, and characters of a thread's task. */
const NAMED = 5;
const ABOUT = 60;

/** Lowest score first, by the share of its scale; without a verdict last: one that failed may be sent with a score of 0. */
const shareOf = ({ score, scale = 1, status }: Evaluation): number =>
  score === undefined || /^(?:FAILED|ERROR|PENDING)$/i.test(status ?? '') ? Number.POSITIVE_INFINITY : score / scale;

/** @throws PlatformError if the threads can't be listed, or none can be read */
export async function evaluationsOfAgent(agentId: string, query: PageQuery, context: ToolContext): Promise<ToolResult> {
  const { call, settings, progress } = context;
  const threads = await call(operations.listAgentThreads, { path: { agentId }, query: { limit: THREADS } });
  const items = threads.items.slice(0, THREADS);
  /** Of one of several, only its time says that it is the newest. */
  let isNewest = true;
  const evaluationOf = async (thread: Thread) => {
    const { id: threadId, updatedAt } = thread;
    const { items: all } = await call(operations.listThreadEvaluations, { path: { threadId } });
    const [newest] = newestFirst(all);
    isNewest &&= all.length < 2 || all.every(({ createdAt }) => createdAt !== undefined);
    return newest === undefined ? [] : [{ ...newest, threadId, about: aboutOf(thread, ABOUT), updatedAt }];
  };
  const { found, failures } = await readEach(items, settings.maxConnections, evaluationOf, (done, total) =>
    progress(done, total, `Read the evaluations of ${done} of ${total} threads`),
  );
  const [first] = failures;
  const evaluated = found.flat().sort((a, b) => shareOf(a) - shareOf(b));
  const page = localPage(
    { items: evaluated, unreadable: 0 },
    query,
    restOf('list_thread_evaluations', { agentId, ...query }),
  );
  const asked = { offset: 0, limit: THREADS };
  const isAll = items.length === threads.items.length && isLastPage(threads, asked) && !mayBeCapped(threads, asked);
  const which = `${isNewest ? 'the newest' : 'an'} evaluation of each${evaluated.length > 1 ? ', lowest score first' : ''}`;
  return {
    summary: `${evaluated.length} of ${isAll ? count(items.length, 'thread') : items.length === 1 ? 'the first thread' : `the first ${items.length} threads`} of agent ${agentId} ${evaluated.length === 1 ? 'is' : 'are'} evaluated${evaluated.length > 0 ? `; ${which}` : ''}${fromOffset(query)}.`,
    notes: present(
      first !== undefined &&
        `The evaluations of ${count(failures.length, 'thread')} could not be read: ${firstOf(failures, NAMED, ({ item }) => item.id)}. ${reasonText(first.error)}`,
      ...unreadableNotes(threads),
      ...otherOwnerNotes('agentId', agentId, items),
    ),
    list: listOf('evaluations', EVALUATED, page),
  };
}
