import * as z from 'zod';
import { briefData } from '../../domain/approvals/brief/brief.ts';
import { THREAD_FIELDS } from '../../domain/approvals/calls.ts';
import { fourEyesObjection, startedBy } from '../../domain/approvals/four-eyes.ts';
import { isShownAtOnce, readOnArguments, requestView } from '../../domain/approvals/read-on.ts';
import { requestOf, waitText } from '../../domain/approvals/request.ts';
import { reviewToken } from '../../domain/approvals/review-token.ts';
import { sheetOf } from '../../domain/approvals/sheet.ts';
import { moneyOf } from '../../domain/costs/currency.ts';
import {
  conversationPage,
  endOfPage,
  extentText,
  singleMessage,
  textOfMessage,
} from '../../domain/threads/conversation.ts';
import { THREAD_FACTS, threadFacts } from '../../domain/threads/line.ts';
import { wasRejected } from '../../domain/threads/rejection.ts';
import { withoutStamp } from '../../domain/threads/starter.ts';
import { itIs, phaseOf } from '../../domain/threads/status.ts';
import type { NextStep } from '../../mcp/contract/answer.ts';
import { defineTool } from '../../mcp/contract/tool.ts';
import { operations } from '../../platform/operations/index.ts';
import { conversationPart, onePart, threadId } from '../fields.ts';
import { briefShape, messageShape, records, result, shapeOf, texts } from '../results.ts';

/** GET /v1/agents/threads/{threadId} answers with the whole conversation each time; this shows a part. */
export const getThread = defineTool({
  name: 'get_thread',
  title: 'Get thread',
  toolset: 'threads',
  effect: 'read',
  example: { threadId: 'thread-1' },
  view: 'thread',
  description: 'Reads one thread: status, cost, newest messages, and a brief if it is waiting.',
  input: () =>
    z
      .strictObject({
        threadId: threadId(),
        ...conversationPart(),
        message: z.int().min(THREAD_FIELDS).optional().describe('This message alone; 0: the thread’s own fields.'),
      })
      .check(onePart),
  output: () =>
    result(briefShape(), shapeOf(THREAD_FACTS), texts('reviewToken'), { messages: records(messageShape()) }),
  async handle({ threadId, limit, before, message, from }, context) {
    const read = await context.call(operations.getThread, { path: { threadId } });
    const thread = withoutStamp(read, context);
    const { messages, status } = thread;
    const notes = thread.id === threadId ? [] : [`The platform answered with thread ${thread.id}, not ${threadId}.`];
    const page = (place: Readonly<Record<string, number>>): NextStep => ({
      tool: 'get_thread',
      arguments: { threadId, ...place },
      why: 'read on',
    });
    const isWaiting = phaseOf(status) === 'waiting';
    const request = isWaiting ? requestOf(thread) : undefined;
    const objection = isWaiting ? fourEyesObjection(thread, context) : undefined;
    const started = startedBy(thread, context);
    /** The request could be shown at once, but this answer shows other messages, or too few. */
    const isPart =
      request !== undefined &&
      isShownAtOnce(request) &&
      !(before === undefined && message === undefined && isShownAtOnce(request, limit));
    const token = request && reviewToken(request, context, isPart);
    /** The next step: the rest of the request before the message `unreadBefore`, then the decision. */
    const after = (unreadBefore: number | undefined): NextStep | undefined => {
      if (request === undefined || token === undefined) return undefined;
      const unread = isPart ? {} : readOnArguments(request, unreadBefore);
      if (unread !== undefined) return page(unread);
      return objection === undefined ? decision(threadId, token) : undefined;
    };
    if (message !== undefined) {
      const whole = textOfMessage(thread, message);
      const { summary, list, next } = singleMessage({
        what: `thread ${threadId}`,
        of: thread,
        number: message,
        from,
        whole,
        call: page,
      });
      return { summary, list, notes, next: next ?? after(message) };
    }
    const isFirst = before === undefined;
    const end = endOfPage({ messages, before });
    const isBefore1 = !isFirst && end === 0;
    // Only with the newest messages: a caller who pages back has seen it.
    const sheet = isWaiting && isFirst ? await sheetOf(thread, context) : undefined;
    const money = await moneyOf([thread], context);
    const waited = isWaiting ? waitText(thread, 'for') : undefined;
    return {
      summary: `Thread ${thread.id}${status === 'UNKNOWN' ? `: ${itIs(status)}` : ` is ${status}`}${wasRejected(thread) ? ' (rejected by a human)' : ''}${waited ? `, ${waited}` : ''}; ${extentText(thread)}.`,
      notes: [
        ...notes,
        ...(started !== undefined && (isWaiting || started.name !== undefined) ? [started.line] : []),
        ...(objection === undefined ? [] : [`Four eyes: ${objection}.`]),
        ...(isBefore1 ? ['There are no messages before number 1.'] : []),
      ],
      facts: {
        brief: sheet && briefData(sheet.brief),
        ...threadFacts(thread, money),
        reviewToken: token,
      },
      list: conversationPage({
        messages,
        before,
        limit,
        call: page,
        ...(isFirst && request !== undefined ? { view: requestView(request) } : {}),
      }),
      next: isBefore1 ? page({}) : after(isFirst ? undefined : 0),
    };
  },
});

const decision = (threadId: string, reviewToken: string): NextStep => ({
  tool: 'approve_thread',
  arguments: { threadId, status: '‹APPROVED or REJECTED›', reviewToken },
  why: 'send the human’s decision',
});
