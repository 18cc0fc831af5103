/** Evaluations of a thread, and the latest of each of an agent's threads: which of them went badly. */
import * as z from 'zod';
import { withNames } from '../../domain/by-name.ts';
import { otherOwnerNotes } from '../../domain/filters.ts';
import { checkPinnedTenant } from '../../domain/threads/current-thread.ts';
import { aboutOf } from '../../domain/threads/line.ts';
import { ifReadable } from '../../mcp/contract/error-text.ts';
import { present, type ToolResult } from '../../mcp/contract/result.ts';
import { defineTool, type ToolContext } from '../../mcp/contract/tool.ts';
import { operations } from '../../platform/operations/index.ts';
import { identifier, text, time } from '../../platform/parse/coerce.ts';
import type { Thread } from '../../platform/parse/records.ts';
import type { Table } from '../../platform/parse/table.ts';
import {
  EVALUATION,
  type Evaluation,
  isFailed,
  isPending,
  newestFirst,
  scoreText,
} from '../../platform/parse/threads.ts';
import {
  fromOffset,
  isLastPage,
  localPage,
  mayBeCapped,
  type PageQuery,
  restOf,
  unreadableNotes,
} from '../../present/paging.ts';
import { failureNotes, readEach } from '../../present/read-each.ts';
import { facts, listOf } from '../../present/record.ts';
import { count } from '../../present/units.ts';
import { agent, pageLimit, pageOffset, threadId } from '../fields.ts';
import { records, result, shapeOf, texts } from '../results.ts';

/** POST .../evaluate. */
export const evaluateThread = defineTool({
  name: 'evaluate_thread',
  title: 'Evaluate thread',
  toolset: 'evaluations',
  effect: 'write',
  isOpenWorld: true,
  lookups: ['list_thread_evaluations', 'get_thread'],
  example: { threadId: 'ended' },
  description: 'Evaluates a thread: score, criteria and feedback. It costs money.',
  input: () => z.strictObject({ threadId: threadId() }),
  output: () => result(texts('threadId', 'before'), shapeOf(EVALUATION)),
  async handle({ threadId }, { call, settings }) {
    await checkPinnedTenant(threadId, { call, settings });
    const earlier = await ifReadable(call(operations.listThreadEvaluations, { path: { threadId } }));
    const scores = scoresOf(earlier?.items ?? []);
    const before = scores.length === 0 ? undefined : beforeText(scores);
    const evaluation = await call(operations.evaluateThread, { path: { threadId } });
    const score = evaluation.score === undefined ? undefined : scoreText(evaluation.score, evaluation.scale);
    const pending = isPending(evaluation);
    const failed = isFailed(evaluation);
    const isOther = evaluation.threadId !== undefined && evaluation.threadId.toLowerCase() !== threadId.toLowerCase();
    if (isOther) {
      return {
        summary: `The platform accepted the request, but its answer is about thread ${evaluation.threadId}, not ${threadId}.`,
        facts: { threadId },
        next: { tool: 'list_thread_evaluations', arguments: { threadId }, why: 'see whether it was evaluated' },
      };
    }
    const isOpen = pending || (score === undefined && !failed);
    return {
      summary: failed
        ? `The evaluation of thread ${threadId} failed.`
        : isOpen
          ? `The platform accepted the request; its answer shows no score of thread ${threadId} yet.`
          : `Thread ${threadId} scores ${score}${before === undefined ? '' : `; before, it was ${before}`}.`,
      facts: { threadId, before, ...facts(EVALUATION, evaluation) },
      // Without a score yet, or with scores that are not shown.
      next:
        isOpen || earlier === undefined || scores.length > SHOWN
          ? {
              tool: 'list_thread_evaluations',
              arguments: { threadId },
              why: isOpen ? 'see the score once it is available' : 'see all its evaluations',
            }
          : undefined,
    };
  },
});

/** Earlier scores that are shown. */
const SHOWN = 10;

/** The score of a verdict: one that is pending or failed may be sent with a score of 0. */
const verdictOf = (evaluation: Evaluation): number | undefined =>
  isPending(evaluation) || isFailed(evaluation) ? undefined : evaluation.score;

/** The scores of the evaluations with a verdict, newest first. */
const scoresOf = (evaluations: readonly Evaluation[]): readonly string[] =>
  newestFirst(evaluations).flatMap((one) => {
    const score = verdictOf(one);
    return score === undefined ? [] : [scoreText(score, one.scale)];
  });

/** `0.61, then 0.68`; of more than ten, the latest. */
function beforeText(scores: readonly string[]): string {
  const text = scores.slice(0, SHOWN).toReversed().join(', then ');
  return scores.length > SHOWN ? `${text} (the last ${SHOWN} of ${scores.length} scores)` : text;
}

/** GET .../evaluations. The platform sends it whole, so it is paged here. */
export const listThreadEvaluations = defineTool({
  name: 'list_thread_evaluations',
  title: 'List thread evaluations',
  toolset: 'evaluations',
  effect: 'read',
  example: { agentId: 'agent-1' },
  description: "Lists a thread's evaluations, or the newest of each of an agent's threads, lowest score first.",
  input: () =>
    z
      .strictObject({
        threadId: threadId().optional(),
        agentId: agent().optional(),
        limit: pageLimit(20),
        offset: pageOffset(),
      })
      .refine((args) => (args.threadId === undefined) !== (args.agentId === undefined), {
        path: ['threadId'],
        message: 'give either threadId or agentId',
      }),
  output: () => result({ evaluations: records(shapeOf(EVALUATED)) }),
  handle: withNames(['agentId'], 'read', async ({ threadId, agentId, ...query }, context) => {
    const { call, settings } = context;
    // The schema takes one of them.
    if (threadId === undefined) return evaluationsOfAgent(agentId ?? '', query, context);
    await checkPinnedTenant(threadId, { call, settings });
    const response = await call(operations.listThreadEvaluations, { path: { threadId } });
    const items = newestFirst(response.items);
    const page = localPage({ ...response, items }, query, restOf('list_thread_evaluations', { threadId, ...query }));
    const isOrdered = items.length > 1 && items.every(({ createdAt }) => createdAt !== undefined);
    const pending = items.filter(isPending).length;
    return {
      summary: `${items.length === 0 ? 'No evaluations' : count(items.length, 'evaluation')} of thread ${threadId}${isOrdered ? ', newest first' : ''}${pending > 0 ? `, ${pending} pending` : ''}${fromOffset(query)}.`,
      notes: [...page.notes, ...otherOwnerNotes('threadId', threadId, items)],
      list: listOf('evaluations', EVALUATION, page),
      next: items.length === 0 ? { tool: 'evaluate_thread', arguments: { threadId }, why: 'evaluate it' } : undefined,
    };
  }),
});

/** An evaluation among those of other threads. */
const { id, threadId: _threadId, ...judgement } = EVALUATION;
const EVALUATED = {
  threadId: { read: identifier, show: { line: 'thread …' } },
  ...judgement,
  /** The thread's task, and its last change. */
  about: { read: text, show: { line: 'about …' } },
  updatedAt: { read: time, show: { line: 'thread updated …' } },
  id: { ...id, show: { ...id.show, line: false } },
} as const satisfies Table;

/** Threads whose evaluations are read, one request each: the first that the platform lists. */
const THREADS = 50;
/** Characters of a thread's task. */
const ABOUT = 60;

/** Lowest score first, by the share of its scale; without a verdict last. */
function shareOf(evaluation: Evaluation): number {
  const score = verdictOf(evaluation);
  return score === undefined ? Number.POSITIVE_INFINITY : score / (evaluation.scale ?? 1);
}

/** @throws PlatformError if the threads can't be listed, or none can be read */
async function evaluationsOfAgent(agentId: string, query: PageQuery, context: ToolContext): Promise<ToolResult> {
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
      ...failureNotes(failures, 'thread', ({ id }) => id, 'The evaluations of '),
      ...unreadableNotes(threads),
      ...otherOwnerNotes('agentId', agentId, items),
    ),
    list: listOf('evaluations', EVALUATED, page),
  };
}
