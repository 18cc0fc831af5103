import * as z from 'zod';
import { hindranceOf, keptAgent } from '../../domain/agents/agents.ts';
import { startedBy } from '../../domain/approvals/four-eyes.ts';
import { partOfRequest } from '../../domain/approvals/reading.ts';
import { type Sheet, sheetOf } from '../../domain/approvals/sheet.ts';
import { moneyOf } from '../../domain/costs/currency.ts';
import { THREAD_FIELDS } from '../../domain/threads/calls.ts';
import { conversationPage, extentText, singleMessage, textOfMessage } from '../../domain/threads/conversation.ts';
import { THREAD_FACTS, threadFacts } from '../../domain/threads/line.ts';
import { waitText } from '../../domain/threads/request.ts';
import { withoutStamp } from '../../domain/threads/starter.ts';
import { hasEnded, itIs, phaseOf, rejectedIn } from '../../domain/threads/status.ts';
import { Refusal } from '../../mcp/contract/errors.ts';
import { type NextStep, present, type ToolResult } from '../../mcp/contract/result.ts';
import { defineTool, type ToolContext } from '../../mcp/contract/tool.ts';
import { operations } from '../../platform/operations/index.ts';
import type { Thread } from '../../platform/parse/records.ts';
import { second } from '../../present/units.ts';
import { conversationPart, onePart, reviewToken, threadId } from '../fields.ts';
import { briefShape, messageShape, partShape, records, result, shapeOf, texts } from '../results.ts';

/** GET /v1/agents/threads/{threadId} responds with the whole conversation each time; this shows a part. */
export const getThread = defineTool({
  name: 'get_thread',
  title: 'Get thread',
  toolset: 'threads',
  effect: 'read',
  example: { threadId: 'thread-1' },
  view: 'approvals',
  description: 'Reads one thread: what it asks for if it waits, status, cost, newest messages.',
  input: () =>
    z
      .strictObject({
        threadId: threadId(),
        ...conversationPart(),
        message: z.int().min(THREAD_FIELDS).optional().describe('This message alone; 0: the thread’s own fields.'),
        reviewToken: reviewToken().optional().describe('Read on after its part.'),
      })
      .check(onePart)
      .check(({ value, issues }) => {
        if (value.reviewToken === undefined || (value.before ?? value.message) === undefined) return;
        issues.push({
          code: 'custom',
          input: value,
          path: ['reviewToken'],
          message: 'it reads on in what the thread asks for: leave out before and message',
        });
      }),
  output: () =>
    result(briefShape(), shapeOf(THREAD_FACTS), texts('reviewToken'), {
      request: records(partShape()).optional(),
      messages: records(messageShape()),
    }),
  async handle({ threadId, limit, before, message, from, reviewToken: token }, context) {
    const thread = withoutStamp(await context.call(operations.getThread, { path: { threadId } }), context);
    const { messages, status } = thread;
    const notes = present(thread.id !== threadId && `The platform answered with thread ${thread.id}, not ${threadId}.`);
    const page = (place: Readonly<Record<string, number>>): NextStep => ({
      tool: 'get_thread',
      arguments: { threadId, ...place },
      why: 'read on',
    });
    const isWaiting = phaseOf(status) === 'waiting';
    // Parts of the conversation show no request, so they give no token.
    const request: NextStep | undefined = isWaiting
      ? { tool: 'get_thread', arguments: { threadId }, why: 'read what it asks for' }
      : undefined;
    if (message !== undefined) {
      const whole = textOfMessage(thread, message);
      const single = singleMessage({
        what: `thread ${threadId}`,
        of: thread,
        number: message,
        from,
        whole,
        call: page,
      });
      const state = message === THREAD_FIELDS ? stateOf(thread) : {};
      return { summary: single.summary, facts: state, list: single.list, notes, next: single.next ?? request };
    }
    const money = await moneyOf([thread], context);
    if (isWaiting && before === undefined) {
      return waitingResult(
        await sheetOf(thread, context),
        { token, limit, page, notes, facts: threadFacts(thread, money) },
        context,
      );
    }
    if (token !== undefined)
      throw new Refusal(
        `Refused: thread ${threadId} is ${status} and asks for nothing, so there is no request to read on. Call again without reviewToken.`,
      );
    const list = conversationPage({ messages, before, limit, call: page });
    const isBefore1 = before !== undefined && list.items.length === 0;
    const started = startedBy(thread, context);
    return {
      summary: `Thread ${thread.id}${statusText(thread, context)}; ${agentText(thread, context)}${extentText(thread)}.`,
      notes: present(
        ...notes,
        started?.name !== undefined && started.line,
        isBefore1 && 'There are no messages before number 1.',
      ),
      facts: threadFacts(thread, money, rejectedIn(context.memory)),
      list,
      next: isBefore1 ? page({}) : request,
    };
  },
});

const statusText = (thread: Thread, { memory }: Pick<ToolContext, 'memory'>): string => {
  const { status } = thread;
  return `${status === 'UNKNOWN' ? `: ${itIs(status)}` : ` is ${status}`}${rejectedIn(memory)(thread) ? ' (rejected)' : ''}`;
};

/** `its agent is disabled; `, which may be why nothing happens. */
function stateText(agent: Parameters<typeof hindranceOf>[0]): string {
  const state = hindranceOf(agent);
  return state === undefined ? '' : `its agent is ${state}; `;
}

/** The same of a thread that has not ended, if the agent was read a moment ago: it isn't worth another request. */
const agentText = ({ agentId, status }: Thread, { memory }: Pick<ToolContext, 'memory'>): string =>
  agentId === undefined || hasEnded(status) ? '' : stateText(keptAgent(agentId, memory)?.agent);

/** What the thread's own fields don't repeat. */
const stateOf = ({ status, createdAt, updatedAt }: Thread) => ({
  status,
  createdAt: createdAt && second(createdAt),
  updatedAt: updatedAt && second(updatedAt),
});

interface Reading {
  readonly token: string | undefined;
  readonly limit: number;
  readonly notes: readonly string[];
  readonly facts: NonNullable<ToolResult['facts']>;
  page(place: Readonly<Record<string, number>>): NextStep;
}

/** Room that a result must have for a message. */
const MESSAGES = 1_500;

/** A thread that waits: what it asks for, then the messages before as far as there is room. */
function waitingResult(sheet: Sheet, { token, limit, notes, facts, page }: Reading, context: ToolContext): ToolResult {
  const { thread, startedBy, from } = sheet;
  const part = partOfRequest(sheet, token, context);
  const waited = waitText(thread, 'for');
  const before = thread.messages.slice(0, from);
  const asking = thread.messages.length - from;
  const inRequest = asking > 0 ? `; the last ${asking === 1 ? 'one is' : `${asking} are`} in the request below` : '';
  const list = conversationPage({ messages: before, before: undefined, limit, call: page });
  return {
    summary: `Thread ${thread.id}${statusText(thread, context)}${waited ? `, ${waited}` : ''}; ${stateText(sheet.agent)}${part.extent === undefined ? extentText(thread) + inRequest : `${part.extent} of what it asks for`}.`,
    notes: present(...notes, startedBy?.line, ...part.notes),
    facts: {
      brief: part.facts.brief,
      request: part.facts.request,
      // The request holds the other fields.
      ...(part.isFirst ? { ...facts, metadata: undefined, toolCalls: undefined, otherFields: undefined } : {}),
      reviewToken: part.facts.reviewToken,
    },
    // Later parts of the request show nothing else.
    list:
      part.isFirst && part.extent === undefined
        ? part.room > MESSAGES
          ? list
          : { ...list, items: [] }
        : { name: 'messages', items: [] },
    next: part.next,
  };
}
