import * as z from 'zod';
import { checkPinnedTenant } from '../../domain/threads/guard.ts';
import { phaseOf } from '../../domain/threads/status.ts';
import { defineTool } from '../../mcp/contract/tool.ts';
import { operations } from '../../platform/operations/index.ts';
import { EVALUATION, isPending, scoreText } from '../../platform/parse/threads.ts';
import { facts } from '../../present/record.ts';
import { threadId } from '../fields.ts';
import { result, shapeOf, texts } from '../results.ts';

/** POST .../evaluate. */
export const evaluateThread = defineTool({
  name: 'evaluate_thread',
  title: 'Evaluate thread',
  toolset: 'evaluations',
  effect: 'write',
  example: { threadId: 'ended' },
  description:
    'Asks the platform to evaluate a thread and returns score, criteria and feedback. An evaluation costs money.',
  input: () => z.strictObject({ threadId: threadId() }),
  output: () => result(texts('threadId'), shapeOf(EVALUATION)),
  async handle({ threadId }, { call, settings }) {
    await checkPinnedTenant(threadId, { call, settings });
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
    const isShown = score !== undefined || (evaluation.status ?? evaluation.id) !== undefined;
    return {
      summary: !isShown
        ? `The platform accepted the request; its answer shows no evaluation of thread ${threadId}.`
        : failed
          ? `The evaluation of thread ${threadId} failed.`
          : score === undefined && phaseOf(evaluation.status ?? '') === 'completed'
            ? `The evaluation of thread ${threadId} is ${evaluation.status}; its answer shows no score.`
            : score === undefined || pending
              ? `The evaluation of thread ${threadId} has started; its score is not available yet.`
              : `Thread ${threadId} scores ${score}.`,
      facts: { threadId, ...facts(EVALUATION, evaluation) },
      next:
        pending || (score === undefined && !failed)
          ? {
              tool: 'list_thread_evaluations',
              arguments: { threadId },
              why: isShown ? 'see the score once it is available' : 'see whether it was evaluated',
            }
          : undefined,
    };
  },
});
