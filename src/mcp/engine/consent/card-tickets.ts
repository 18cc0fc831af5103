/**
 * Decisions in cards. A call that a card makes can't be told from a model's, so a decision needs a ticket that only the
 * card's own read gives out: signed, bound to the thread, to what was shown and to the caller, good once and for ten
 * minutes. It is as strong as the host's duty to keep tools for cards from the model (docs/approvals-and-safety.md,
 * "Decisions in a card").
 */
import type { ServerContext } from '@modelcontextprotocol/server';
import type { Settings } from '../../../settings/table.ts';
import type { CardTickets } from '../../contract/card.ts';
import { Refusal } from '../../contract/errors.ts';
import { type States, UNTRUSTED } from './request-state.ts';

/** What a ticket has in place of the tool in a question's state: neither is ever taken for the other. */
const TICKET = 'ticket of a card';

/** The tickets of one call, good for its caller. @param canAsk whether the host can show questions */
export function createTickets(
  settings: Pick<Settings, 'approvals' | 'trustCards'>,
  states: States,
  context: ServerContext,
  canAsk: boolean,
): CardTickets {
  // A press proves less than an answer, so it does not replace a human who can be asked.
  const isWeaker = !settings.trustCards && settings.approvals !== 'off';
  const asksInstead = isWeaker && canAsk;
  const obstacle = asksInstead ? CAN_ASK : isWeaker && settings.approvals === 'require' ? NOT_TRUSTED : undefined;
  return {
    obstacle,
    asksInstead,
    give: ({ threadId, digest, asOf, isWhole }) =>
      states.sign({ tool: TICKET, subject: threadId, digest, asOf, isWhole }, context),
    async redeem(ticket, { threadId, digest, choice, comment }) {
      if (obstacle !== undefined) throw new Refusal(`Refused: ${obstacle} Nothing was sent.`);
      const verdict = await states.open(ticket, context);
      if (!verdict.valid) throw refuse(REASONS[verdict.why]);
      const { tool, subject, digest: shown, asOf, isWhole } = verdict.state;
      if (tool !== TICKET || subject !== threadId) throw refuse('it was issued for something else');
      if (shown !== digest) throw refuse('the request has changed since the card showed it');
      if (choice === 'APPROVED' && isWhole !== true) throw refuse('the card has not shown all of the request yet');
      return { kind: 'decided', by: 'card', choice, asOf, ...(comment === undefined ? {} : { comment }) };
    },
  };
}

const CAN_ASK = 'This host can ask the human itself, which is safer than a press in a card: use approve_thread.';
const NOT_TRUSTED =
  'AGENT_PLATFORM_APPROVALS is require, and a press in a card does not prove that a human made it unless AGENT_PLATFORM_TRUST_CARDS is set.';

const REASONS = {
  expired: 'it is more than ten minutes old',
  elsewhere: 'it was issued to another caller',
  ...UNTRUSTED,
} as const;

const refuse = (why: string): Refusal =>
  new Refusal(
    `Refused: the card’s ticket was not accepted: ${why}. Nothing was sent. Open the request again in the card.`,
  );
