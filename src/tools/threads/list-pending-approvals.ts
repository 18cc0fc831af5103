import * as z from 'zod';
import { unreadNotes } from '../../domain/agents/unread.ts';
import { type Brief, briefOf } from '../../domain/approvals/brief/brief.ts';
import { askedBy } from '../../domain/approvals/brief/calls.ts';
import { briefLines } from '../../domain/approvals/brief/lines.ts';
import { loadHistories } from '../../domain/approvals/brief/load.ts';
import { type Read, readEach, readInbox, type Waiting } from '../../domain/approvals/inbox.ts';
import { pendingRequest, waitingSince } from '../../domain/approvals/request.ts';
import { reviewToken } from '../../domain/approvals/review-token.ts';
import { phaseOf } from '../../domain/threads/status.ts';
import type { Item } from '../../mcp/contract/answer.ts';
import { join } from '../../mcp/contract/answer.ts';
import { Refusal } from '../../mcp/contract/errors.ts';
import { defineTool } from '../../mcp/contract/tool.ts';
import { instant } from '../../mcp/contract/turns.ts';
import type { Thread } from '../../platform/parse/records.ts';
import { type ForeignText, foreign } from '../../platform/text.ts';
import { age, count } from '../../present/units.ts';
import { agentId, pageLimit, pageOffset, projectId } from '../fields.ts';
import { briefShape, numbers, records, result, texts } from '../results.ts';

/** Characters of the request that a line shows. */
const EXCERPT = 300;
/** Characters of the agent's words where the brief holds the calls. */
const WORDS = 160;

/** No operation of the platform gives this: it is read from the thread lists of all agents, side by side. */
export const listPendingApprovals = defineTool({
  name: 'list_pending_approvals',
  title: 'List pending approvals',
  toolset: 'threads',
  effect: 'read',
  view: 'inbox',
  description:
    'Lists every thread waiting for a human decision, longest wait first, each with a brief and the reviewToken to decide with.',
  input: () =>
    z.strictObject({
      agentId: agentId().optional(),
      projectId: projectId().optional(),
      limit: pageLimit(20),
      offset: pageOffset(),
    }),
  needs: { projectId: 'list_projects' },
  output: () =>
    result({
      approvals: records({
        ...texts('threadId', 'agentId', 'agentName', 'asks', 'waitingSince', 'waitingFor', 'reviewToken'),
        ...numbers('cost'),
        ...briefShape(),
      }),
    }),
  async handle({ agentId, projectId, limit, offset }, context) {
    const { call, settings, progress } = context;
    if (agentId !== undefined && projectId !== undefined) {
      throw new Refusal('Give either agentId or projectId, not both. Nothing was sent.');
    }
    const asOf = instant();
    const inbox = await readInbox({
      call,
      agentId,
      projectId,
      width: settings.maxConnections,
      progress: (done, total) => progress(done, total, `Asked ${done} of ${total} agents`),
    });
    const sorted = [...inbox.waiting].sort((a, b) => (since(a) < since(b) ? -1 : 1));
    const page = sorted.slice(offset, offset + limit);
    const shown = await readEach(page, { call, width: settings.maxConnections });
    const histories = await loadHistories(
      shown.map(({ agent }) => agent.id),
      context,
    );
    const briefs = shown.map(({ thread, agent }) => briefOf(thread, histories(agent.id)));
    const [first] = shown;
    return {
      summary: summaryOf(sorted, inbox.agentsAsked, agentId, projectId),
      notes: [...inbox.notes, ...unreadNotes(inbox.failures)],
      list: {
        name: 'approvals',
        items: shown.map((one, index) => approvalItem(one, briefs[index], asOf)),
        total: sorted.length,
        rest: (kept) =>
          offset + kept < sorted.length
            ? {
                tool: 'list_pending_approvals',
                arguments: { agentId, projectId, limit, offset: offset + kept },
                why: 'see the rest',
              }
            : undefined,
      },
      next: first && {
        tool: 'get_thread',
        arguments: { threadId: first.thread.id },
        why: 'read the first request whole',
      },
    };
  },
});

const since = ({ thread }: Waiting): string => waitingSince(thread) ?? '';

function summaryOf(
  waiting: readonly Waiting[],
  agents: number,
  agentId: string | undefined,
  projectId: string | undefined,
): string {
  const whose = projectId === undefined ? '' : ` of project ${projectId}`;
  const over = agentId === undefined ? `over ${count(agents, 'agent')}${whose}` : `of agent ${agentId}`;
  const [longest] = waiting;
  if (longest === undefined) return `Nothing waits for a decision, ${over}.`;
  const wait = age(waitingSince(longest.thread));
  return `${count(waiting.length, 'thread')} ${over} ${waiting.length === 1 ? 'waits' : 'wait'} for a decision${wait ? `, the longest for ${wait}` : ''}.`;
}

function approvalItem({ thread, agent, isWhole }: Read, known: Brief | undefined, asOf: number): Item {
  const waitingFrom = waitingSince(thread);
  const waitingFor = age(waitingFrom);
  const agentName = agent.name?.line(60);
  // Between the list and the read of it, somebody may have decided.
  const isWaiting = phaseOf(thread.status) === 'waiting';
  const token = isWaiting && isWhole ? reviewToken(thread, asOf) : undefined;
  const { id: threadId, cost } = thread;
  const brief = isWaiting ? known : undefined;
  const asks = excerptOf(thread, brief);
  return {
    data: {
      threadId,
      agentId: agent.id,
      agentName,
      brief,
      asks,
      waitingSince: waitingFrom,
      waitingFor,
      cost,
      reviewToken: token,
      status: isWaiting ? undefined : thread.status,
    },
    line: [
      `- ${join(threadId, agentName, `agent ${agent.id}`, waitingFrom && `waiting since ${waitingFrom} (${waitingFor})`, cost !== undefined && `cost ${cost}`)}`,
      ...(brief === undefined ? [] : briefLines(brief).map((line) => `  ${line}`)),
      asks && `  asks: ${asks}`,
      token && `  reviewToken ${token}`,
      isWaiting ? undefined : `  no longer waiting: it is ${thread.status} now`,
    ]
      .filter((line) => line !== undefined)
      .join('\n'),
  };
}

/** What it asks for: the calls are in the brief, where it has any. */
function excerptOf(thread: Thread, brief: Brief | undefined): ForeignText | undefined {
  if (brief === undefined || brief.calls.length === 0) return pendingRequest(thread)?.ends(EXCERPT);
  const { words } = askedBy(thread);
  return words.trim() === '' ? undefined : foreign(words).ends(WORDS);
}
