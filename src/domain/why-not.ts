/** Why nothing was done after a question, the same wherever it is told. */
import type { Chosen } from '../mcp/contract/question.ts';

/** What a human did who was asked and did not answer. */
export const UNANSWERED = { declined: 'declined to answer', closed: 'closed the question' } as const;

/** `the human declined to answer`; where they answered, what they chose instead: `the human chose to keep it`. */
export function whyNot({ kind }: Chosen, chose: string): string {
  return `the human ${kind === 'decided' ? chose : UNANSWERED[kind]}`;
}
