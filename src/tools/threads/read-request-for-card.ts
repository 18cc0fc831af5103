import * as z from 'zod';
import { findAgent } from '../../domain/agents/agents.ts';
import { briefOf } from '../../domain/approvals/brief/brief.ts';
import { briefData } from '../../domain/approvals/brief/lines.ts';
import { loadHistory } from '../../domain/approvals/brief/load.ts';
import { type CardRequest, cardRequest } from '../../domain/approvals/card-request.ts';
import { waitingSince } from '../../domain/approvals/request.ts';
import { reviewDigest } from '../../domain/approvals/review-token.ts';
import { moneyOf } from '../../domain/costs/currency.ts';
import { currentThread } from '../../domain/threads/current-thread.ts';
import { phaseOf } from '../../domain/threads/status.ts';
import type { Answer } from '../../mcp/contract/answer.ts';
import { digestForCard } from '../../mcp/contract/card.ts';
import { defineTool, type ToolContext } from '../../mcp/contract/tool.ts';
import { instant } from '../../mcp/contract/turns.ts';
import type { Thread } from '../../platform/parse/records.ts';
import { excerpt } from '../../present/excerpt.ts';
import { threadId } from '../fields.ts';
import { briefShape, flags, numbers, records, result, texts } from '../results.ts';

/** A card's own read of a request: all of it, and the ticket to decide on it. */
export const readRequestForCard = defineTool({
  name: 'read_request_for_card',
  title: 'Read a request for its card',
  toolset: 'threads',
  effect: 'read',
  forCardsWith: 'get_thread',
  description: [
    'For the card of a request: all that a thread asks for.',
    { text: 'Models read get_thread instead.', tools: ['get_thread'] },
  ],
  input: () =>
    z.strictObject({
      threadId: threadId(),
      from: z.int().min(0).default(0).describe('Start at this character of the request.'),
    }),
  output: () =>
    result(
      briefShape(),
      texts('threadId', 'agentId', 'agentName', 'agentChanged', 'status', 'phase', 'waitingSince', 'lastSaid'),
      texts('digest', 'ticket', 'cannotDecide', 'currency'),
      numbers('cost', 'characters', 'dropped', 'earlierMessages', 'next'),
      flags('isWhole', 'asksInstead'),
      {
        parts: records({
          ...numbers('part', 'message', 'from'),
          ...texts('kind', 'title', 'text'),
          ...flags('isAnswered'),
        }),
      },
    ),
  async handle({ threadId, from }, context) {
    const asOf = instant();
    const { thread } = await currentThread(threadId, context);
    const phase = phaseOf(thread.status);
    const [agent, money] = await Promise.all([agentFacts(thread, context), moneyOf([thread], context)]);
    const cost = money(thread);
    const facts = {
      threadId: thread.id,
      agentId: thread.agentId,
      ...agent,
      status: thread.status,
      phase,
      cost,
      currency: cost?.currency,
    };
    if (phase !== 'waiting') {
      const last = thread.messages.at(-1);
      return {
        summary: `Thread ${thread.id} is ${thread.status} and does not wait for approval.`,
        facts: { ...facts, lastSaid: last && excerpt(last.content, 600) },
      };
    }
    const request = cardRequest(thread, from, context);
    // With the first page: it is about the whole.
    const brief = from === 0 ? briefData(briefOf(thread, await loadHistory(thread.agentId, context))) : undefined;
    return {
      summary: `Thread ${thread.id} is ${thread.status}.`,
      facts: {
        brief,
        ...facts,
        waitingSince: waitingSince(thread),
        ...(await toDecide(thread, request, asOf, context)),
        characters: request.characters,
        dropped: request.dropped,
        earlierMessages: request.earlierMessages,
        next: request.rest,
      },
      list: { name: 'parts', items: request.items },
    };
  },
});

/** What a decision needs: the ticket, or why there is none. */
async function toDecide(
  thread: Thread,
  { isWhole }: CardRequest,
  asOf: number,
  { has, tickets }: ToolContext,
): Promise<NonNullable<Answer['facts']>> {
  const digest = reviewDigest(thread);
  const shown = { digest: digestForCard(digest), isWhole };
  if (!has('approve_thread')) return { ...shown, cannotDecide: 'This server’s settings don’t allow decisions here.' };
  if (tickets.obstacle !== undefined)
    return { ...shown, cannotDecide: tickets.obstacle, asksInstead: tickets.asksInstead };
  return { ...shown, ticket: await tickets.give({ threadId: thread.id, digest, asOf, isWhole }) };
}

/** The agent's name and since when it may have had it, where that can be read; a card without them is better than none. */
async function agentFacts({ agentId }: Thread, { call }: ToolContext): Promise<NonNullable<Answer['facts']>> {
  const agent = agentId === undefined ? undefined : await findAgent(call, agentId).catch(() => undefined);
  return { agentName: agent?.name?.line(80), agentChanged: agent?.updatedAt };
}
