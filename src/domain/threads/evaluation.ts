/** Evaluations. Scores stay on the platform's own scale, 0 to 1 or 0 to 10, which is named. */
import type { Evaluation } from '../../platform/parse/records.ts';

/** `0.87 out of 1`, `85` where the scale is not known; undefined where there is no score. */
export const scoreOf = ({ score, scale }: Evaluation): string | undefined =>
  score === undefined ? undefined : `${score}${scale === undefined ? '' : ` out of ${scale}`}`;

/** Whether its result is still to come. */
export const isPending = ({ status }: Evaluation): boolean => status?.toUpperCase() === 'PENDING';
