/** Why nothing was done after a question. */
import type { Chosen } from '../mcp/contract/question.ts';

/** What a human who did not answer did instead. */
export const NO_ANSWER = { declined: 'declined to answer', closed: 'closed the question' } as const;

/** `the human declined to answer`, or after an answer what they chose: `the human chose to keep it`. */
export function describeChoice({ kind }: Chosen, chose: string): string {
  return `the human ${kind === 'decided' ? chose : NO_ANSWER[kind]}`;
}
