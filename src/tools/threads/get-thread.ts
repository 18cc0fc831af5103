import * as z from 'zod';
import { briefOf } from '../../domain/approvals/brief/brief.ts';
import { briefData } from '../../domain/approvals/brief/lines.ts';
import { loadHistory } from '../../domain/approvals/brief/load.ts';
import { THREAD_FIELDS } from '../../domain/approvals/message-calls.ts';
import { type Place, readingOn, requestView } from '../../domain/approvals/read-on.ts';
import { textOfMessage } from '../../domain/approvals/request.ts';
import { reviewDigest, reviewToken } from '../../domain/approvals/review-token.ts';
import { moneyOf } from '../../domain/costs/currency.ts';
import { conversationPage, endOfPage, type Single, singleMessage } from '../../domain/threads/conversation.ts';
import { threadFacts } from '../../domain/threads/line.ts';
import { wasRejected } from '../../domain/threads/rejection.ts';
import { phaseOf } from '../../domain/threads/status.ts';
import type { Answer, NextStep } from '../../mcp/contract/answer.ts';
import { defineTool } from '../../mcp/contract/tool.ts';
import { instant } from '../../mcp/contract/turns.ts';
import { operations } from '../../platform/operations/index.ts';
import { placeholder } from '../../present/placeholders.ts';
import { age, count } from '../../present/units.ts';
import { conversationPart, onePart, threadId } from '../fields.ts';
import { briefShape, messageShape, records, result, texts, threadShape } from '../results.ts';

/** GET /v1/agents/threads/{threadId} answers with the whole conversation each time; this shows a part. */
export const getThread = defineTool({
  name: 'get_thread',
  title: 'Get thread',
  toolset: 'threads',
  effect: 'read',
  example: { threadId: 'thread-1' },
  view: 'thread',
  description: 'Reads one thread: status, cost, a brief if it is waiting, and the newest messages.',
  input: () =>
    z
      .strictObject({
        threadId: threadId(),
        ...conversationPart(),
        message: z.int().min(THREAD_FIELDS).optional().describe('This message alone; 0: the thread’s own fields.'),
      })
      .check(onePart),
  output: () => result(briefShape(), threadShape(), texts('reviewToken'), { messages: records(messageShape()) }),
  async handle({ threadId, limit, before, message, from }, context) {
    const { call, caller, readParts } = context;
    const asOf = instant();
    const thread = await call(operations.getThread, { path: { threadId } });
    const { messages, status } = thread;
    const notes = thread.id === threadId ? [] : [`The platform answered with thread ${thread.id}, not ${threadId}.`];
    const isWaiting = phaseOf(status) === 'waiting';
    const page = (place: Readonly<Record<string, number>>): NextStep => ({
      tool: 'get_thread',
      arguments: { threadId, ...place },
      why: 'read on',
    });
    const token = isWaiting ? reviewToken(thread, asOf) : undefined;
    const view = isWaiting ? requestView(thread) : undefined;
    /** What comes after a part: the rest of what it is decided on, and only then the decision. */
    const after = (place: Place): NextStep | undefined => {
      if (view === undefined || token === undefined) return undefined;
      const unread = readingOn(thread, view, place);
      return unread === undefined ? decision(threadId, token) : page(unread);
    };
    if (message !== undefined) {
      const whole = textOfMessage(thread, message);
      const single = singleMessage({ what: `thread ${threadId}`, messages, number: message, from, whole, call: page });
      readParts.note(caller, reviewDigest(thread), { message, from, to: single.end });
      return { ...partAnswer(single, after({ kind: 'message', number: message })), notes };
    }
    const isFirst = before === undefined;
    const end = endOfPage({ messages, before });
    const isBefore1 = !isFirst && end === 0;
    // With the newest messages only: whoever pages back has seen it.
    const isBriefed = isWaiting && isFirst;
    const [money, history] = await Promise.all([
      moneyOf([thread], context),
      isBriefed ? loadHistory(thread.agentId, context) : undefined,
    ]);
    const brief = history && briefData(briefOf(thread, history));
    const waited = isWaiting ? age(thread.updatedAt ?? thread.createdAt) : undefined;
    return {
      summary: `Thread ${threadId} is ${status}${wasRejected(thread) ? ' (rejected by a human)' : ''}${waited ? `, for ${waited}` : ''}; ${count(messages.length, 'message')}.`,
      notes: [...notes, ...(isBefore1 ? ['There are no messages before number 1.'] : [])],
      facts: { brief, ...threadFacts(thread, money), reviewToken: token },
      list: conversationPage({
        messages,
        before,
        limit,
        call: page,
        ...(isFirst && view !== undefined ? { view } : {}),
      }),
      // Nothing of the request was shown: there is nothing to decide on yet.
      next: isBefore1 ? page({}) : (shown) => after({ kind: isFirst ? 'first' : 'older', start: end - shown }),
    };
  },
});

const decision = (threadId: string, reviewToken: string): NextStep => ({
  tool: 'approve_thread',
  arguments: { threadId, status: placeholder('status'), reviewToken },
  why: 'send the human’s decision as status: APPROVED or REJECTED',
});

/** One message: its rest comes first, then what else is unread. */
const partAnswer = ({ summary, list, next }: Single, after: NextStep | undefined): Answer => ({
  summary,
  list,
  next: next ?? after,
});
