import * as z from 'zod';
import { agentsNamed, unreadNotes } from '../../domain/agents/agents.ts';
import { MOST_ROWS } from '../../domain/approvals/alike.ts';
import { loadHistories } from '../../domain/approvals/brief/load.ts';
import { drawingOf } from '../../domain/approvals/drawing.ts';
import { type Listed, type Listing, listingOf } from '../../domain/approvals/listing.ts';
import { decidesByToken } from '../../domain/approvals/may-approve.ts';
import { sheetOf } from '../../domain/approvals/sheet.ts';
import { withNames } from '../../domain/by-name.ts';
import { moneyOf, sameCurrency } from '../../domain/costs/currency.ts';
import { otherOwnerNotes } from '../../domain/filters.ts';
import { missNotes, wordsOf } from '../../domain/found-text.ts';
import { type Inbox, readInbox, readRequests, type Waiting } from '../../domain/threads/inbox.ts';
import { leftOutByStatus, leftOutNote } from '../../domain/threads/left-out.ts';
import { isOverdue } from '../../domain/threads/request.ts';
import { cursorOf, isInCursor, isWaitingCursor, newSince, watchInbox } from '../../domain/threads/watch-inbox.ts';
import { Refusal } from '../../mcp/contract/errors.ts';
import { type NextStep, present, Structured } from '../../mcp/contract/result.ts';
import { defineTool, type ToolContext } from '../../mcp/contract/tool.ts';
import { mapConcurrent } from '../../present/map-concurrent.ts';
import { restOf } from '../../present/paging.ts';
import { count } from '../../present/units.ts';
import { agentId, agentName, groupToken, pageLimit, pageOffset, project, threadWords } from '../fields.ts';
import { briefShape, flags, numbers, objects, records, result, textLists, texts } from '../results.ts';
import { decisionOn, groupResult, mayDecide } from './group-result.ts';
import { type InboxFilter, since, summaryOf, tenantNotes } from './inbox-summary.ts';

/** Requests that are read and grouped at a time. */
const MOST = 100;

/** Characters of a query: the token of a group holds it. */
const MOST_WORDS = 100;

/** The platform has no operation for this, so the agents' thread lists are read concurrently. */
export const listPendingApprovals = defineTool({
  name: 'list_pending_approvals',
  title: 'List pending approvals',
  toolset: 'threads',
  effect: 'read',
  example: {},
  view: 'approvals',
  description:
    'Lists what waits for a human decision, longest wait first, contradictions on top; with brief and reviewToken; alike ones as a table.',
  input: () =>
    z.strictObject({
      query: threadWords(MOST_WORDS),
      agentId: agentId().optional(),
      agentName: agentName(),
      projectId: project().optional(),
      waitSeconds: z.int().min(1).max(3600).optional().describe('Wait for a new one.'),
      known: z
        .string()
        .max(10_000)
        .refine(isWaitingCursor, { message: 'it must be the cursor of an earlier result' })
        .optional()
        .describe('Cursor: only newer ones.'),
      groupToken: groupToken().optional().describe('That table alone.'),
      limit: pageLimit(MOST),
      offset: pageOffset(),
    }),
  needs: { projectId: 'list_projects' },
  output: () =>
    result(texts('currency', 'cursor', 'groupToken'), numbers('overdue'), objects('group'), textLists('columns'), {
      rows: z.array(z.array(z.string())).optional(),
      approvals: records({
        ...texts(
          'threadId',
          'agentId',
          'agentName',
          'agentState',
          'about',
          'asks',
          'waitingSince',
          'waitingFor',
          'createdAt',
        ),
        ...texts('currency', 'reviewToken', 'status'),
        ...numbers('cost', 'moreCalls', 'overdue'),
        ...flags('isDecided', 'isBarred', 'isCut'),
        ...briefShape(),
        calls: records({ ...texts('name', 'state'), ...objects('arguments') }).optional(),
        ...texts('groupToken', 'shared', 'sameCallAs'),
        ...numbers('alike'),
        ...textLists('columns', 'olderThreadIds', 'also'),
        rows: z.array(z.array(z.string())).optional(),
      }).optional(),
    }),
  handle: withNames(['projectId'], 'read', async (query, context) => {
    const { agentId, agentName, projectId, limit, offset } = query;
    const filters = [agentId, agentName, projectId].filter((one) => one !== undefined);
    if (query.groupToken !== undefined) {
      const others = [...filters, query.query, query.known, query.waitSeconds].filter((one) => one !== undefined);
      if (others.length > 0 || offset > 0)
        throw new Refusal('Give groupToken alone: it says which requests to show. Nothing was sent.');
      return groupResult(query.groupToken, context);
    }
    if (filters.length > 1) throw new Refusal('Give one of agentId, agentName and projectId. Nothing was sent.');
    const { inbox, waitedMs } = await watchInbox(() => inboxOf(query, context), query, context);
    const words = wordsOf(query.query);
    const isEmpty = inbox.waiting.length + inbox.unmatched.length === 0;
    const agentsRead = inbox.agents.filter((agent) => inbox.failures.every(({ item }) => item !== agent));
    const leftOut = isEmpty ? await leftOutByStatus('AWAITING_APPROVAL', context.call, agentsRead) : undefined;
    const sorted = newSince(inbox.waiting, query.known).sort(byWait);
    // `limit` requests are read and grouped at a time; an offset within them counts entries.
    const first = Math.floor(offset / limit) * limit;
    const page = sorted.slice(first, first + limit);
    // Of those without the words, the caller has seen only what it knew before.
    const seen = [...inbox.waiting, ...inbox.unmatched.filter((one) => isInCursor(one, query.known))];
    // What could not be read now isn't new the next time.
    const isLess = inbox.failures.length > 0 || inbox.waiting.some(({ isUnread }) => isUnread);
    const cursor = cursorOf(seen, isLess ? query.known : undefined);
    const others = inbox.waiting.filter((one) => !page.includes(one));
    const about = { agentId, words, others, taken: cursor.length };
    const { entries: all, currency } = await entriesOf(page, about, context);
    const entries = all.slice(offset - first);
    const later = sorted.length - first - page.length;
    const filter = {
      query: query.query,
      agentId,
      agentName,
      projectId,
      known: query.known,
      limit: limit === MOST ? undefined : limit,
    };
    const unread = entries.find(({ isWhole }) => !isWhole);
    const contradicts = entries.some((entry) => entry.contradicts);
    const { overdueHours } = context.settings;
    const overdue =
      overdueHours && inbox.waiting.filter(({ thread }) => isOverdue(thread, context.settings.overdueHours)).length;
    return {
      waiting:
        isEverything(query) && inbox.failures.length === 0 && !leftOut
          ? { count: inbox.waiting.length, overdue }
          : undefined,
      summary: summaryOf(sorted, leftOut ? { ...inbox, isPartial: true } : inbox, { ...query, waitedMs, contradicts }),
      notes: [
        ...inbox.notes,
        ...(leftOut ? [leftOutNote(leftOut)] : []),
        ...(agentId === undefined
          ? []
          : otherOwnerNotes(
              'agentId',
              agentId,
              sorted.map(({ thread }) => thread),
            )),
        ...(isEmpty ? tenantNotes(context.settings) : []),
        ...unreadNotes(inbox.failures),
        ...sameCallNotes(entries),
        ...(inbox.waiting.length === 0 && inbox.unmatched.length > 0 ? missNotes(query.query) : []),
        ...(unread !== undefined && decidesByToken(context) ? [PART_TOKENS] : []),
        ...(contradicts && decidesByToken(context) && context.settings.approvals === 'auto' ? [ONLY_REJECTED] : []),
      ],
      facts: {
        currency,
        cursor,
        overdue: overdue ? new Structured(`${overdue}, waiting for more than ${overdueHours} h`, overdue) : undefined,
      },
      list: {
        name: 'approvals',
        isVerbatim: true,
        items: entries.map(({ item }) => item),
        offset,
        total: first + all.length + later,
        notes: (kept) =>
          kept === entries.length && later === 0
            ? []
            : present(
                all.length < page.length &&
                  `${count(page.length, 'thread')} are ${count(all.length, 'entry', 'entries')} here: alike ones, and repeated ones, share one.`,
                later > 0 &&
                  `${count(later, 'later request')} ${later === 1 ? 'was' : 'were'} not checked for contradictions.`,
                context.has('approve_thread') && LIST_AGAIN,
              ),
        rest: (kept) => {
          const isCut = kept < entries.length;
          if (!isCut && later === 0) return undefined;
          return restOf('list_pending_approvals', filter)(isCut ? offset + kept : first + limit);
        },
      },
      next: (shown) => {
        if (leftOut)
          return { tool: 'search_threads', arguments: { agentId, agentName }, why: 'find them by their status' };
        return inbox.waiting.length === 0 && inbox.unmatched.length > 0
          ? { tool: 'list_pending_approvals', arguments: { agentId, agentName, projectId }, why: 'list all that wait' }
          : nextOf(entries.slice(0, shown), context);
      },
    };
  }),
});

/** Above the list, where one looks for what is odd in it. */
function sameCallNotes(entries: readonly Listed[]): string[] {
  const same = entries.filter(({ item }) => item.data.sameCallAs !== undefined).length;
  return same === 0
    ? []
    : [`${count(same, 'request')} ask${same === 1 ? 's' : ''} for the same call as an earlier one.`];
}

const PART_TOKENS = 'A token marked (part) can only reject; reading to the end gives one that approves.';

const LIST_AGAIN = 'After a decision, list again without an offset: decided requests leave the list.';

const ONLY_REJECTED = 'What is contradictory can only be rejected here, since nobody can be asked.';

/** Groups are decided in one call; where nobody is asked, only those that were shown whole. */
function nextOf(entries: readonly Listed[], context: ToolContext): NextStep | undefined {
  let left = MOST_ROWS;
  const groups = entries.flatMap(({ group, isWhole }) => {
    if (group === undefined || !(isWhole || context.client.canAsk) || group.size > left) return [];
    left -= group.size;
    return [group.token];
  });
  if (groups.length > 0 && mayDecide(context)) return decisionOn(groups);
  const unread = entries.find(({ isWhole }) => !isWhole);
  return (
    unread && {
      ...unread.readOn,
      why: unread === entries[0] ? 'read the first request in full' : 'read the rest of this request',
    }
  );
}

const isEverything = ({ query, agentId, agentName, projectId }: InboxFilter): boolean =>
  [wordsOf(query), agentId, agentName, projectId].every((filter) => filter === undefined);

const inboxOf = ({ query, agentId, agentName, projectId }: InboxFilter, context: ToolContext): Promise<Inbox> => {
  const { call, settings, progress } = context;
  return readInbox({
    call,
    agentId,
    agentsNamed: agentName === undefined ? undefined : () => agentsNamed(agentName, context),
    projectId,
    words: wordsOf(query),
    width: settings.maxConnections,
    progress: (done, total) => progress(done, total, `Asked ${done} of ${total} agents`),
  });
};

/** The entries of a page, each thread read as a decision will read it. */
async function entriesOf(page: readonly Waiting[], about: Omit<Listing, 'currency'>, context: ToolContext) {
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
  // A few at once: this computes more than it waits.
  const sheets = await mapConcurrent(read, 4, async ({ thread, agent, isWhole }, index) => {
    const cost = costs[index];
    const known = { agent, history: histories(agent.id), isFromList: !isWhole };
    const sheet = await sheetOf(thread, context, { ...known, ...(cost === undefined ? {} : { cost }) });
    // Made here, where others get a turn between two of them; the listing needs all of them at once.
    drawingOf(sheet);
    return sheet;
  });
  return { entries: listingOf(sheets, { ...about, currency }, context), currency };
}

/** Longest wait first, then by id, so that pages are consistent. */
function byWait(a: Waiting, b: Waiting): number {
  const [first, second] = since(a) === since(b) ? [a.thread.id, b.thread.id] : [since(a), since(b)];
  return first < second ? -1 : 1;
}
