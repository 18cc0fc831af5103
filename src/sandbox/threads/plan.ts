/** What a new thread will do: a small plan that follows from what it was asked. */
import { SECOND } from '../clock.ts';
import { askingStep } from './ask.ts';
import { askingFor } from './risky-actions.ts';
import type { Step } from './thread.ts';

const FIRST_ANSWER_MS = 2 * SECOND;
const NEXT_STEP_MS = 2 * SECOND;

/**
 * Steps for a request in plain words. Anything that moves money or goods, deletes, deploys or goes out to customers
 * ends in AWAITING_APPROVAL; everything else completes.
 */
export function planFor(text: string): Step[] {
  const short = text.length > 120 ? `${text.slice(0, 117)}...` : text;
  const asking = askingFor(text);
  if (asking !== undefined) {
    const content = `I have read the request “${short}”. Before I act, I will check the records it affects.`;
    return [
      { afterMs: FIRST_ANSWER_MS, status: 'RUNNING', messages: [{ role: 'assistant', content }] },
      askingStep(NEXT_STEP_MS, asking),
    ];
  }
  const content = `Done: “${short}”. It only needed reading, so I did not have to ask anybody. (Sandbox answer.)`;
  return [{ afterMs: FIRST_ANSWER_MS, status: 'COMPLETED', messages: [{ role: 'assistant', content }] }];
}
