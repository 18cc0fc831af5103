import * as z from 'zod';
import { compareTexts } from '../../domain/found-text.ts';
import { ifReadable } from '../../domain/optional-read.ts';
import { checkPinnedTenant } from '../../domain/threads/guard.ts';
import { defineTool } from '../../mcp/contract/tool.ts';
import { operations } from '../../platform/operations/index.ts';
import { EVALUATION, type Evaluation, isPending, scoreText } from '../../platform/parse/threads.ts';
import { facts } from '../../present/record.ts';
import { threadId } from '../fields.ts';
import { result, shapeOf, texts } from '../results.ts';

/** POST .../evaluate. */
export const evaluateThread = defineTool({
  name: 'evaluate_thread',
  title: 'Evaluate thread',
  toolset: 'evaluations',
  effect: 'write',
  isOpenWorld: true,
  lookups: ['list_thread_evaluations', 'get_thread'],
  example: { threadId: 'ended' },
  description:
    'Asks the platform to evaluate a thread and returns score, criteria and feedback. An evaluation costs money.',
  input: () => z.strictObject({ threadId: threadId() }),
  output: () => result(texts('threadId', 'before'), shapeOf(EVALUATION)),
  async handle({ threadId }, { call, settings }) {
    await checkPinnedTenant(threadId, { call, settings });
    const earlier = await ifReadable(call(operations.listThreadEvaluations, { path: { threadId } }));
    const before = latestScore(earlier?.items ?? []);
    const evaluation = await call(operations.evaluateThread, { path: { threadId } });
    const score = evaluation.score === undefined ? undefined : scoreText(evaluation.score, evaluation.scale);
    const pending = isPending(evaluation);
    const failed = evaluation.status?.toUpperCase() === 'FAILED';
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
      next: {
        tool: 'list_thread_evaluations',
        arguments: { threadId },
        why: isOpen ? 'see the score once it is available' : 'see all its evaluations',
      },
    };
  },
});

/** The score of the newest evaluation that has one. */
function latestScore(evaluations: readonly Evaluation[]): string | undefined {
  const scored = evaluations.filter(({ score }) => score !== undefined);
  const [latest] = scored.toSorted((a, b) => compareTexts(b.createdAt ?? '', a.createdAt ?? ''));
  return latest?.score === undefined ? undefined : scoreText(latest.score, latest.scale);
}
