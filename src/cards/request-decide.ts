/** A decision that was made in a card is sent, and what became of it is said. */
import { callTool, HostError } from './bridge.ts';
import { dataOf, text, wordsOf } from './data.ts';
import { errorWords } from './format.ts';
import { type Decision, DONE, notDone } from './request-outcome.ts';
import type { RequestRecord } from './request-record.ts';
import { banner, tellModel } from './shell.ts';

/** A decision waits for its turn, is sent and looked after: longer than the server gives all three. */
const DECIDE_MS = 150_000;

/** @returns what became of it; never throws */
export async function decideInCard(record: RequestRecord, decision: Decision, comment: string): Promise<HTMLElement> {
  const { threadId } = record;
  try {
    if (!(await record.isStill()))
      return banner(
        'warning',
        'Not sent.',
        ' The thread has changed since this card showed it. Read it again, then decide.',
      );
    const ticket = text(record.data, 'ticket');
    const args = { threadId, decision, ticket, ...(comment === '' ? {} : { comment }) };
    const result = await callTool('decide_from_card', args, DECIDE_MS);
    const words = firstLine(wordsOf(result));
    if (result.isError === true) return notDone(words);
    const data = dataOf(result) ?? {};
    if (data.dryRun === true) return banner('info', 'Dry run.', ` ${words}`);
    const status = text(data, 'status');
    const now = status === undefined ? '' : `; the thread is now ${status}`;
    const pressed = `The human ${DONE[decision].toLowerCase()} the request of thread ${threadId} in the card`;
    // Where the thread leaves open whether it took, the second line says why.
    if (!words.startsWith(DONE[decision])) {
      const open = wordsOf(result).split('\n', 2).join(' ');
      tellModel(`${pressed}${now}. ${open}`.trimEnd());
      return banner('warning', 'Sent.', ` ${open}`);
    }
    tellModel(`${pressed}${now}.`);
    return banner('success', `${DONE[decision]}.`, ` ${words.replace(/^(?:Approved|Rejected): /, '')}`);
  } catch (error) {
    if (!(error instanceof HostError && error.isTimeout)) return notDone(errorWords(error));
    return banner('warning', 'No answer came.', ' It is unknown whether the decision was sent. The thread now:');
  }
}

const firstLine = (words: string): string => words.split('\n', 1)[0] ?? '';
