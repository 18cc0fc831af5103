import * as z from 'zod';
import { briefOf } from '../../domain/approvals/brief/brief.ts';
import { loadHistory } from '../../domain/approvals/brief/load.ts';
import { THREAD_FIELDS, textOfMessage } from '../../domain/approvals/request.ts';
import { reviewDigest, reviewToken } from '../../domain/approvals/review-token.ts';
import { noteShown } from '../../domain/approvals/shown.ts';
import { conversationPage, FULL, singleMessage } from '../../domain/threads/conversation.ts';
import { threadFacts } from '../../domain/threads/line.ts';
import { phaseOf } from '../../domain/threads/status.ts';
import type { NextStep } from '../../mcp/contract/answer.ts';
import { defineTool } from '../../mcp/contract/tool.ts';
import { instant } from '../../mcp/contract/turns.ts';
import { operations } from '../../platform/operations/index.ts';
import { age, count } from '../../present/units.ts';
import { conversationPart, onePart, threadId } from '../fields.ts';
import { briefShape, messageShape, records, result, texts, threadShape } from '../results.ts';

/** GET /v1/agents/threads/{threadId} answers with the whole conversation each time; this shows a part. */
export const getThread = defineTool({
  name: 'get_thread',
  title: 'Get thread',
  toolset: 'threads',
  effect: 'read',
  view: 'thread',
  description: 'Reads one thread: status, cost, a brief if it waits, and the newest messages.',
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
    const { call, caller } = context;
    const asOf = instant();
    const thread = await call(operations.getThread, { path: { threadId } });
    const { messages, status } = thread;
    const isWaiting = phaseOf(status) === 'waiting';
    const page = (place: Readonly<Record<string, number>>): NextStep => ({
      tool: 'get_thread',
      arguments: { threadId, ...place },
      why: 'read on',
    });
    const waited = isWaiting ? age(thread.updatedAt ?? thread.createdAt) : undefined;
    const token = isWaiting ? reviewToken(thread, asOf) : undefined;
    const whole = message === undefined ? undefined : textOfMessage(thread, message);
    if (message !== undefined && whole !== undefined) {
      noteShown(caller, reviewDigest(thread), { message, from, to: from + FULL });
    }
    // With the newest messages only: whoever pages back has seen it.
    const isFirstPage = message === undefined && before === undefined;
    const brief = isWaiting && isFirstPage ? briefOf(thread, await loadHistory(thread.agentId, context)) : undefined;
    return {
      summary: `Thread ${threadId} is ${status}${waited ? `, for ${waited}` : ''}; ${count(messages.length, 'message')}.`,
      facts: { brief, ...threadFacts(thread), reviewToken: token },
      list:
        message === undefined
          ? conversationPage({ messages, before, limit, call: page })
          : singleMessage({ what: `thread ${threadId}`, messages, number: message, from, whole, call: page }),
      next: token
        ? {
            tool: 'approve_thread',
            arguments: { threadId, reviewToken: token },
            why: 'send the human’s decision as status: APPROVED or REJECTED',
          }
        : undefined,
    };
  },
});
