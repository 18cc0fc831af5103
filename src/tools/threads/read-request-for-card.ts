import * as z from 'zod';
import { briefData } from '../../domain/approvals/brief/brief.ts';
import { asCard } from '../../domain/approvals/card.ts';
import { fourEyesObjection } from '../../domain/approvals/four-eyes.ts';
import { LEFT_OUT } from '../../domain/approvals/question.ts';
import { lacksConversation } from '../../domain/approvals/request.ts';
import { reviewToken } from '../../domain/approvals/review-token.ts';
import { readSheet, type Sheet } from '../../domain/approvals/sheet.ts';
import { phaseOf } from '../../domain/threads/status.ts';
import type { Answer } from '../../mcp/contract/answer.ts';
import { cardDigest } from '../../mcp/contract/card.ts';
import { defineTool, type ToolContext } from '../../mcp/contract/tool.ts';
import { excerpt } from '../../present/excerpt.ts';
import { threadId } from '../fields.ts';
import { briefShape, flags, numbers, records, result, texts } from '../results.ts';

/** Reads a whole request for a card; the last page comes with the token to decide. */
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
      texts('threadId', 'agentId', 'agentName', 'status', 'phase', 'waitingSince', 'task', 'lastSaid'),
      texts('digest', 'reviewToken', 'startedBy', 'cannotDecide', 'currency'),
      numbers('cost', 'characters', 'dropped', 'next'),
      flags('asksInstead'),
      {
        parts: records({
          ...numbers('part', 'message', 'from'),
          ...texts('kind', 'title', 'text', 'state'),
        }),
      },
    ),
  async handle({ threadId, from }, context) {
    const sheet = await readSheet(threadId, context);
    const { thread, agent, cost, since, task, brief } = sheet;
    const phase = phaseOf(thread.status);
    const facts = {
      threadId: thread.id,
      agentId: thread.agentId,
      agentName: agent?.name?.line(160),
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
    const request = asCard(sheet, from);
    return {
      summary: `Thread ${thread.id} is ${thread.status}.`,
      facts: {
        // Only with the first page: they are about the whole request.
        ...(from === 0 ? { brief: briefData(brief), task: task && excerpt(task, 600) } : {}),
        ...facts,
        waitingSince: since,
        digest: cardDigest(sheet.digest),
        startedBy: sheet.startedBy?.line,
        ...toDecide(sheet, request.rest === undefined, context),
        characters: request.characters,
        dropped: request.dropped,
        next: request.rest,
      },
      list: { name: 'parts', items: request.items },
    };
  },
});

/** The token once the whole request has been sent, or why it can't be decided here. */
function toDecide(sheet: Sheet, isWhole: boolean, context: ToolContext): NonNullable<Answer['facts']> {
  const { has, settings, client, caller } = context;
  const objection = fourEyesObjection(sheet.thread, context);
  if (objection !== undefined) return { cannotDecide: `Four eyes: ${objection}.` };
  if (!caller.rights.has('decide')) return { cannotDecide: NO_RIGHT };
  if (!has('approve_thread')) return { cannotDecide: 'This server’s settings don’t allow decisions here.' };
  if (settings.approvals !== 'off' && client.canAsk) return { asksInstead: true, cannotDecide: CAN_ASK };
  if (settings.approvals === 'require') return { cannotDecide: REQUIRED };
  if (lacksConversation(sheet)) return { cannotDecide: LEFT_OUT };
  return isWhole ? { reviewToken: reviewToken(sheet, context) } : {};
}

const NO_RIGHT = 'You have no right to decide here.';
const CAN_ASK = 'This host can ask the human itself, which proves more than a press in a card: use approve_thread.';
const REQUIRED =
  'AGENT_PLATFORM_APPROVALS is require: a human decides in a host that asks, and a press in a card proves no human.';
