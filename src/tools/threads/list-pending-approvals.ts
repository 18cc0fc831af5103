import * as z from 'zod';
import { agentsNamed, unreadNotes } from '../../domain/agents/agents.ts';
import { loadHistories } from '../../domain/approvals/brief/load.ts';
import { asLine } from '../../domain/approvals/line.ts';
import { reviewToken } from '../../domain/approvals/review-token.ts';
import { sheetOf } from '../../domain/approvals/sheet.ts';
import { moneyOf, sameCurrency } from '../../domain/costs/currency.ts';
import { otherOwnerNotes } from '../../domain/filters.ts';
import { type Inbox, readInbox, readRequests, type Waiting } from '../../domain/threads/inbox.ts';
import { cursorOf, isInCursor, isWaitingCursor, newSince, watchInbox } from '../../domain/threads/watch-inbox.ts';
import { Refusal } from '../../mcp/contract/errors.ts';
import { defineTool, type ToolContext } from '../../mcp/contract/tool.ts';
import { mapConcurrent } from '../../present/map-concurrent.ts';
import { fromOffset } from '../../present/paging.ts';
import { age, count, duration } from '../../present/units.ts';
import { agentId, agentName, pageLimit, pageOffset, projectId } from '../fields.ts';
import { briefShape, flags, numbers, objects, records, result, texts } from '../results.ts';

/** The platform has no operation for this, so the agents' thread lists are read concurrently. */
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
      waitSeconds: z.int().min(1).max(3600).optional().describe('Wait for one not in known.'),
      known: z
        .string()
        .max(10_000)
        .refine(isWaitingCursor, { message: 'it must be the cursor of an earlier result' })
        .optional()
        .describe('cursor of an earlier result: only newer ones.'),
      limit: pageLimit(20),
      offset: pageOffset(),
    }),
  needs: { projectId: 'list_projects' },
  output: () =>
    result(texts('currency', 'cursor'), {
      approvals: records({
        ...texts('threadId', 'agentId', 'agentName', 'about', 'asks', 'waitingSince', 'waitingFor', 'createdAt'),
        ...texts('currency', 'reviewToken', 'status'),
        ...numbers('cost', 'moreCalls'),
        ...flags('isDecided'),
        ...briefShape(),
        calls: records({ ...texts('name', 'state'), ...objects('arguments') }).optional(),
      }),
    }),
  async handle(query, context) {
    const { agentId, agentName, projectId, limit, offset } = query;
    const filters = [agentId, agentName, projectId].filter((one) => one !== undefined);
    if (filters.length > 1) throw new Refusal('Give one of agentId, agentName and projectId. Nothing was sent.');
    const { inbox, waitedMs } = await watchInbox(
      () => inboxOf(query, context),
      { known: query.known, waitSeconds: query.waitSeconds },
      context,
    );
    const sorted = newSince(inbox.waiting, query.known).sort(byWait);
    const lines = await linesOf(sorted.slice(offset, offset + limit), agentId, context);
    const unread = lines.items.find(({ isWhole }) => !isWhole);
    return {
      waiting: isEverything(query) && inbox.failures.length === 0 ? inbox.waiting.length : undefined,
      summary: summaryOf(sorted, inbox, { ...query, waitedMs }),
      notes: [
        ...inbox.notes,
        ...(agentId === undefined
          ? []
          : otherOwnerNotes(
              'agent',
              agentId,
              sorted.map(({ thread }) => thread.agentId),
            )),
        ...unreadNotes(inbox.failures),
        ...(unread !== undefined && !context.client.canAsk && context.has('approve_thread') ? [PART_TOKENS] : []),
      ],
      facts: {
        currency: lines.currency,
        cursor: cursorOf(inbox.waiting, inbox.failures.length > 0 ? query.known : undefined),
      },
      list: {
        name: 'approvals',
        items: lines.items.map(({ item }) => item),
        total: sorted.length,
        rest: (kept) =>
          offset + kept < sorted.length
            ? {
                tool: 'list_pending_approvals',
                arguments: { agentId, agentName, projectId, known: query.known, limit, offset: offset + kept },
                why: 'see the rest',
              }
            : undefined,
      },
      next: unread && {
        tool: 'get_thread',
        arguments: { threadId: unread.threadId },
        why: unread === lines.items[0] ? 'read the first request in full' : 'read the rest of this request',
      },
    };
  },
});

const PART_TOKENS = 'The reviewToken of a cut line only rejects; a whole reading gives the one that approves.';

interface InboxFilter {
  readonly agentId?: string | undefined;
  readonly agentName?: string | undefined;
  readonly projectId?: string | undefined;
}

const isEverything = ({ agentId, agentName, projectId }: InboxFilter): boolean =>
  [agentId, agentName, projectId].every((filter) => filter === undefined);

const inboxOf = ({ agentId, agentName, projectId }: InboxFilter, context: ToolContext): Promise<Inbox> => {
  const { call, settings, progress } = context;
  return readInbox({
    call,
    agentId,
    agentsNamed: agentName === undefined ? undefined : (onGap) => agentsNamed(agentName, context, onGap),
    projectId,
    width: settings.maxConnections,
    progress: (done, total) => progress(done, total, `Asked ${done} of ${total} agents`),
  });
};

/** The lines of a page, each thread read as a decision will read it. */
async function linesOf(page: readonly Waiting[], agentId: string | undefined, context: ToolContext) {
  const { call, settings } = context;
  const [read, histories] = await Promise.all([
    readRequests(page, { call, width: settings.maxConnections }),
    loadHistories(
      page.map(({ agent }) => agent.id),
      context,
    ),
  ]);
  const threads = read.map(({ thread, agent }) => ({ ...thread, agentId: agent.id }));
  const costs = threads.map(await moneyOf(threads, context));
  const currency = sameCurrency(costs);
  const items = await mapConcurrent(read, settings.maxConnections, async ({ thread, agent, isWhole }, index) => {
    const history = histories(agent.id);
    const cost = costs[index];
    const sheet = await sheetOf(thread, context, { agent, history, ...(cost === undefined ? {} : { cost }) });
    const tokenOf = (isPart: boolean) => (isWhole ? reviewToken(sheet, context, isPart ? 0 : undefined) : undefined);
    return asLine(sheet, { lines: read.length, currency, agentId, tokenOf });
  });
  return { items, currency };
}

const since = ({ thread }: Waiting): string => thread.updatedAt ?? thread.createdAt ?? '';

/** Longest wait first, then by id, so that pages are consistent. */
function byWait(a: Waiting, b: Waiting): number {
  const [first, second] = since(a) === since(b) ? [a.thread.id, b.thread.id] : [since(a), since(b)];
  return first < second ? -1 : 1;
}

interface InboxQuery extends InboxFilter {
  readonly offset: number;
  readonly known?: string | undefined;
  readonly waitedMs: number;
}

function summaryOf(waiting: readonly Waiting[], inbox: Inbox, query: InboxQuery): string {
  const { agentId, projectId, offset, known, waitedMs } = query;
  const { agentsAsked, failures, isPartial } = inbox;
  const readable = isPartial ? ' that could be read' : '';
  const ofProject = projectId === undefined ? '' : ` of project ${projectId}`;
  const read = failures.length === 0 ? '' : `${agentsAsked - failures.length} of `;
  const searched = agentId === undefined ? ` Searched: ${read}${count(agentsAsked, 'agent')}${ofProject}.` : '';
  const of = agentId === undefined ? '' : ` of agent ${agentId}`;
  const waited = waitedMs > 0 ? ` after ${duration(waitedMs)}` : '';
  if (known !== undefined || waitedMs > 0) {
    const others = inbox.waiting.filter((one) => isInCursor(one, known)).length;
    const before = others === 0 ? '' : ` ${others} known before ${others === 1 ? 'is' : 'are'} still waiting.`;
    if (waiting.length === 0)
      return `Nothing new${of}${readable} is waiting for a decision${waited}.${before}${searched}`;
    // A thread that was known may ask for something else; without a cursor, nothing tells what is new.
    const what = known === undefined ? 'thread' : 'new request';
    return `${count(waiting.length, what)}${of} ${waiting.length === 1 ? 'is' : 'are'} waiting for a decision${waited}.${before}${searched}`;
  }
  if (waiting.length === 0) return `Nothing${of}${readable} is waiting for a decision.${searched}`;
  // Without a time of its last change, how long a thread has waited is not known.
  const isKnown = waiting.every(({ thread }) => thread.updatedAt !== undefined);
  const [longest] = waiting;
  const wait = isKnown && longest ? age(since(longest)) : undefined;
  if (waiting.length === 1) return `1 thread${of} is waiting for a decision${wait ? `, for ${wait}` : ''}.${searched}`;
  const order = wait ? `, longest wait first: the longest for ${wait}` : ', earliest change or creation first';
  return `${count(waiting.length, 'thread')}${of} are waiting for a decision${order}${fromOffset({ offset })}.${searched}`;
}
