/** Describes the human's choice after which nothing was done. */
import type { Chosen } from '../mcp/contract/question.ts';

/** How a human dismissed a question without an answer. */
export const NO_ANSWER = { declined: 'declined to answer', closed: 'closed the question' } as const;

/** `the human declined to answer`; after an answer, what they chose: `the human chose to keep it`. */
export function describeChoice({ kind }: Chosen, chose: string): string {
  return `the human ${kind === 'decided' ? chose : NO_ANSWER[kind]}`;
}
