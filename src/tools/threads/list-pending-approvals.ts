import * as z from 'zod';
import { unreadNotes } from '../../domain/agents/unread.ts';
import { briefOf } from '../../domain/approvals/brief/brief.ts';
import { loadHistories } from '../../domain/approvals/brief/load.ts';
import { type Inbox, readInbox, readRequests, type Waiting } from '../../domain/approvals/inbox.ts';
import { approvalOf } from '../../domain/approvals/inbox-item.ts';
import { waitingSince } from '../../domain/approvals/request.ts';
import { moneyOf, sameCurrency } from '../../domain/costs/currency.ts';
import { Refusal } from '../../mcp/contract/errors.ts';
import { defineTool } from '../../mcp/contract/tool.ts';
import { instant } from '../../mcp/contract/turns.ts';
import { fromOffset } from '../../present/paging.ts';
import { age, count } from '../../present/units.ts';
import { agentId, agentName, pageLimit, pageOffset, projectId } from '../fields.ts';
import { briefShape, numbers, records, result, texts } from '../results.ts';

/** No operation of the platform gives this: it is read from the thread lists of all agents, side by side. */
export const listPendingApprovals = defineTool({
  name: 'list_pending_approvals',
  title: 'List pending approvals',
  toolset: 'threads',
  effect: 'read',
  example: {},
  view: 'inbox',
  description:
    'Lists every thread waiting for a human decision, longest wait first, each with a brief and the reviewToken to decide with.',
  input: () =>
    z.strictObject({
      agentId: agentId().optional(),
      agentName: agentName(),
      projectId: projectId().optional(),
      limit: pageLimit(20),
      offset: pageOffset(),
    }),
  needs: { projectId: 'list_projects' },
  output: () =>
    result(texts('currency'), {
      approvals: records({
        ...texts('threadId', 'agentId', 'agentName', 'about', 'asks', 'waitingSince', 'waitingFor', 'currency'),
        ...texts('reviewToken', 'status'),
        ...numbers('cost'),
        ...briefShape(),
      }),
    }),
  async handle({ agentId, agentName, projectId, limit, offset }, context) {
    const { call, settings, progress } = context;
    const given = [agentId, agentName, projectId].filter((one) => one !== undefined);
    if (given.length > 1) throw new Refusal('Give one of agentId, agentName and projectId. Nothing was sent.');
    const asOf = instant();
    const inbox = await readInbox({
      call,
      agentId,
      agentName,
      projectId,
      width: settings.maxConnections,
      progress: (done, total) =>
        progress(done, total, `Asked ${total === undefined ? count(done, 'agent') : `${done} of ${total} agents`}`),
    });
    if (agentName !== undefined && inbox.agentsAsked === 0) {
      const check = context.has('list_agents') ? ' Check with list_agents.' : '';
      throw new Refusal([`Refused: no agent has a name like that.${check}`, ...inbox.notes].join(' '));
    }
    const sorted = [...inbox.waiting].sort(byWait);
    const page = sorted.slice(offset, offset + limit);
    const [shown, histories] = await Promise.all([
      readRequests(page, { call, width: settings.maxConnections }),
      loadHistories(
        page.map(({ agent }) => agent.id),
        context,
      ),
    ]);
    const threads = shown.map(({ thread, agent }) => ({ ...thread, agentId: agent.id }));
    const costs = threads.map(await moneyOf(threads, context));
    const currency = sameCurrency(costs);
    const approvals = shown.map((one, index) =>
      approvalOf(one, {
        brief: briefOf(one.thread, histories(one.agent.id)),
        cost: costs[index],
        currency,
        asOf,
        agentId,
      }),
    );
    const unread = approvals.find(({ isWhole }) => !isWhole);
    return {
      summary: summaryOf(sorted, inbox, { agentId, projectId, offset }),
      notes: [...inbox.notes, ...unreadNotes(inbox.failures)],
      facts: { currency },
      list: {
        name: 'approvals',
        items: approvals.map(({ item }) => item),
        total: sorted.length,
        rest: (kept) =>
          offset + kept < sorted.length
            ? {
                tool: 'list_pending_approvals',
                arguments: { agentId, agentName, projectId, limit, offset: offset + kept },
                why: 'see the rest',
              }
            : undefined,
      },
      next: unread && {
        tool: 'get_thread',
        arguments: { threadId: unread.threadId },
        why: unread === approvals[0] ? 'read the first request in full' : 'read the rest of this request',
      },
    };
  },
});

const since = ({ thread }: Waiting): string => waitingSince(thread) ?? '';

/** Longest wait first; those that wait equally long by their ids, so that pages fit together. */
function byWait(a: Waiting, b: Waiting): number {
  const [first, second] = since(a) === since(b) ? [a.thread.id, b.thread.id] : [since(a), since(b)];
  return first < second ? -1 : 1;
}

interface Asked {
  readonly agentId: string | undefined;
  readonly projectId: string | undefined;
  readonly offset: number;
}

function summaryOf(
  waiting: readonly Waiting[],
  { agentsAsked, failures }: Inbox,
  { agentId, projectId, offset }: Asked,
): string {
  const whose = projectId === undefined ? '' : ` of project ${projectId}`;
  const read = failures.length === 0 ? '' : `${agentsAsked - failures.length} of `;
  const searched = agentId === undefined ? ` Searched: ${read}${count(agentsAsked, 'agent')}${whose}.` : '';
  const of = agentId === undefined ? '' : ` of agent ${agentId}`;
  // Those without a time come first: they may have waited longest, but nobody knows.
  const timed = waiting.filter((one) => since(one) !== '');
  const [longest] = timed;
  if (waiting.length === 0) return `Nothing${of} is waiting for a decision.${searched}`;
  const wait = longest && age(waitingSince(longest.thread));
  if (waiting.length === 1) return `1 thread${of} is waiting for a decision${wait ? `, for ${wait}` : ''}.${searched}`;
  const equal = timed.filter((one) => longest !== undefined && since(one) === since(longest)).length;
  const ties = equal > 1 ? ` (${equal === waiting.length ? 'all' : equal} have waited equally long)` : '';
  const order = wait ? `, longest wait first: the longest for ${wait}${ties}` : '';
  const untimed = waiting.length - timed.length;
  const some =
    untimed === 1
      ? '1 of them has waited is not known; it is'
      : `${untimed} of them have waited is not known; they are`;
  const unknown =
    untimed === 0 ? '' : ` How long ${timed.length === 0 ? 'they have waited is not known' : `${some} listed first`}.`;
  return `${count(waiting.length, 'thread')}${of} are waiting for a decision${order}${fromOffset({ offset })}.${unknown}${searched}`;
}
