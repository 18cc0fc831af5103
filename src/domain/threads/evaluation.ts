/** An evaluation as a line and as facts. Scores stay on the platform's own scale, 0 to 1 or 0 to 10, which is named. */

import { type Item, join, type Value } from '../../mcp/contract/answer.ts';
import type { Evaluation } from '../../platform/parse/records.ts';
import { firstOf, minute } from '../../present/units.ts';

/** Criteria that are shown. */
const CRITERIA = 20;

/** `0.87 out of 1`, `85` where the scale is not known; undefined where there is no score. */
export const scoreOf = ({ score, scale }: Evaluation): string | undefined =>
  score === undefined ? undefined : `${score}${scale === undefined ? '' : ` out of ${scale}`}`;

/** An evaluation with its first 20 criteria; `feedback` is how many characters of its text are kept. */
export function evaluationFacts(evaluation: Evaluation, feedback = 2000): Record<string, Value> {
  const { id, status, createdAt, criteria } = evaluation;
  return {
    evaluationId: id,
    score: evaluation.score,
    scale: evaluation.scale,
    status,
    createdAt: createdAt && minute(createdAt),
    criteria:
      criteria.length > 0 ? firstOf(criteria, CRITERIA, ({ name, score }) => `${name.line(60)} ${score}`) : undefined,
    feedback: evaluation.feedback?.line(feedback),
  };
}

/** An evaluation as a line of a list: its feedback up to 300 characters. */
export function evaluationItem(evaluation: Evaluation): Item {
  const facts = evaluationFacts(evaluation, 300);
  const { criteria } = facts;
  const score = scoreOf(evaluation);
  return {
    data: facts,
    line: join(
      evaluation.id,
      score !== undefined && `score ${score}`,
      evaluation.status,
      facts.createdAt !== undefined && `created ${facts.createdAt}`,
      criteria !== undefined && `criteria ${criteria}`,
      evaluation.feedback?.line(300),
    ),
  };
}

/** Whether its result is still to come. */
export const isPending = ({ status }: Evaluation): boolean => status?.toUpperCase() === 'PENDING';
