/** Why nothing was done after a question, the same wherever it is told. */
import type { ConsentAnswer } from '../mcp/contract/question.ts';

/** `the human declined to answer`; where they answered, what they chose instead: `the human chose to keep it`. */
export function whyNot({ kind }: ConsentAnswer, chose: string): string {
  const did = { decided: chose, declined: 'declined to answer', closed: 'closed the question' };
  return `the human ${did[kind]}`;
}
