/** Wording of a step that asks for approval: prose that contains the tool name and its arguments as JSON. */
import type { ApprovalRequest, Step } from './thread.ts';

/** A request and the sentences before it that explain why. */
export interface Asking extends ApprovalRequest {
  readonly why: string;
  /** The question at the end, such as `Shall I refund 249.00 EUR?`. */
  readonly question: string;
}

/** The assistant message that asks. */
export function askingText({ why, tool, args, question }: Asking): string {
  return `${why}\n\nI would now call ${tool} with ${JSON.stringify(args)}.\n\n${question}`;
}

/** A step after which the thread waits for a human. */
export function askingStep(afterMs: number, asking: Asking): Step {
  const { tool, args, result, summary } = asking;
  return {
    afterMs,
    status: 'AWAITING_APPROVAL',
    messages: [{ role: 'assistant', content: askingText(asking) }],
    request: { tool, args, result, summary },
  };
}
