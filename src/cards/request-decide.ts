/** Sends a decision made in a card and reports its outcome. */
import { callTool, HostError } from './bridge.ts';
import { dataOf, notesOf, number, text, textOf } from './data.ts';
import { marked } from './dom.ts';
import { errorMessage } from './format.ts';
import type { RequestRecord } from './request-record.ts';
import { banner, tellModel } from './shell.ts';
import { statusText } from './status.ts';

export type Decision = 'APPROVED' | 'REJECTED';

const DONE = { APPROVED: 'Approved', REJECTED: 'Rejected' } as const;

/** Longer than the server allows for a decision's wait, sending and check together. */
const DECIDE_MS = 150_000;

const CHECK = 'Check before you decide again.';

/** @returns the outcome; never throws */
export async function decideInCard(record: RequestRecord, pressed: Decision, comment: string): Promise<HTMLElement> {
  const { threadId } = record;
  try {
    // The token of the last part; a rejection may not have loaded it.
    while ((number(record.data, 'left') ?? 0) > 0) {
      const { data } = await record.readOn();
      const changed = data && text(data, 'changed');
      if (changed !== undefined) return banner('warning', 'Not sent.', ' ', changed);
    }
    const reviewToken = text(record.data, 'reviewToken');
    const args = { threadId, decision: pressed, reviewToken, ...(comment === '' ? {} : { comment }) };
    const result = await callTool('decide_from_card', args, DECIDE_MS);
    const data = dataOf(result) ?? {};
    const summary = text(data, 'summary');
    const message = summary === undefined ? textOf(result) : [summary, ...notesOf(data)].join(' ');
    if (data.dryRun === true) return banner('info', 'Dry run.', ' ', ...marked(message));
    if (data.sent === false) return banner('warning', 'Not sent.', ' ', ...marked(message));
    if (result.isError === true || data.sent !== true) return banner('danger', CHECK, ' ', ...marked(message));
    const decision = data.decision === 'APPROVED' || data.decision === 'REJECTED' ? data.decision : pressed;
    const status = text(data, 'status');
    const now = status === undefined ? '' : `; the thread is now ${status}`;
    const decided = `The human ${DONE[decision].toLowerCase()} the request of thread ${threadId} in the card${now}.`;
    if (data.confirmed !== true) {
      tellModel(`${decided} ${message}`);
      return banner('warning', 'Sent.', ' ', ...marked(message));
    }
    tellModel(decided);
    return banner('success', `${DONE[decision]}.`, status && ` The thread is now: ${statusText(status)}.`);
  } catch (error) {
    if (!(error instanceof HostError && error.isTimeout)) return banner('danger', CHECK, ` ${errorMessage(error)}`);
    return banner('warning', 'No answer came.', ' It is unknown whether the decision was sent. The thread now:');
  }
}
