import * as z from 'zod';
import { checkPinnedTenant } from '../../domain/threads/current-thread.ts';
import { ifReadable } from '../../mcp/contract/error-text.ts';
import { defineTool } from '../../mcp/contract/tool.ts';
import { operations } from '../../platform/operations/index.ts';
import { EVALUATION, type Evaluation, isPending, newestFirst, scoreText } from '../../platform/parse/threads.ts';
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

/** The scores of the evaluations that have one, newest first. */
const scoresOf = (evaluations: readonly Evaluation[]): readonly string[] =>
  newestFirst(evaluations).flatMap(({ score, scale }) => (score === undefined ? [] : [scoreText(score, scale)]));

/** `0.61, then 0.68`; of more than ten, the latest. */
function beforeText(scores: readonly string[]): string {
  const text = scores.slice(0, SHOWN).toReversed().join(', then ');
  return scores.length > SHOWN ? `${text} (the last ${SHOWN} of ${scores.length} scores)` : text;
}
