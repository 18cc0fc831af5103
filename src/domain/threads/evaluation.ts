/** Evaluations. Scores keep the platform's scale, 0 to 1 or 0 to 10, which is named. */
import type { Evaluation } from '../../platform/parse/records.ts';

/** `0.87 out of 1`, or `85` if the scale is unknown; undefined without a score. */
export const scoreOf = ({ score, scale }: Evaluation): string | undefined =>
  score === undefined ? undefined : `${score}${scale === undefined ? '' : ` out of ${scale}`}`;

/** Whether the result is pending. */
export const isPending = ({ status }: Evaluation): boolean => status?.toUpperCase() === 'PENDING';
