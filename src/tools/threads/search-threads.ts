import * as z from 'zod';
import {
  type AgentNote,
  agentListGap,
  agentsNamed,
  allAgents,
  gapNote,
  keepAgent,
  unreadNotes,
} from '../../domain/agents/agents.ts';
import type { WholeList } from '../../domain/all-pages.ts';
import { moneyOf } from '../../domain/costs/currency.ts';
import { countResult } from '../../domain/counts.ts';
import { otherOwnerNotes } from '../../domain/filters.ts';
import { missNotes } from '../../domain/found-text.ts';
import { OUTCOMES, WENT_WRONG } from '../../domain/threads/became.ts';
import { leftOutByStatus } from '../../domain/threads/left-out.ts';
import { MATCH_LINE } from '../../domain/threads/line.ts';
import { type Match, matchLines, type ThreadFilter, type Wanted } from '../../domain/threads/matches.ts';
import { type Found, searchThreads } from '../../domain/threads/search.ts';
import { rejectedIn, rejectedSuffix } from '../../domain/threads/status.ts';
import { type NextStep, present } from '../../mcp/contract/result.ts';
import { defineTool } from '../../mcp/contract/tool.ts';
import { operations } from '../../platform/operations/index.ts';
import { date, freeObject } from '../../platform/operations/schemas.ts';
import { jsonText } from '../../platform/parse/json-text.ts';
import { foreign } from '../../platform/text.ts';
import { fromOffset } from '../../present/paging.ts';
import { count, firstOf, matchText } from '../../present/units.ts';
import {
  agentId,
  agentName,
  COUNTED,
  countBy,
  countedLimit,
  ONE_AGENT,
  oneAgent,
  pageOffset,
  threadWords,
} from '../fields.ts';
import { countShape, numbers, records, result, shapeOf, texts } from '../results.ts';

/** Time after which no further agent is searched: most hosts allow a call one minute. */
const LIMIT_MS = 40_000;

/** The platform can't search threads, so the agents' lists are read concurrently. */
export const searchThreadsTool = defineTool({
  name: 'search_threads',
  title: 'Search threads',
  toolset: 'threads',
  effect: 'read',
  example: { query: 'order' },
  description: 'Searches all agents’ threads, latest change first, or counts them.',
  input: () => {
    const { status, tenantId, subtenantId } = operations.listAgentThreads.query().shape;
    return z
      .strictObject({
        query: threadWords(),
        status: status.describe('Only this status.'),
        rejected: z.boolean().optional().describe('Only these; false: none.'),
        decided: z.boolean().optional().describe('Decided, with what followed.'),
        agentId: agentId().optional(),
        agentName: agentName(),
        archived: z.boolean().optional().describe('Archived agents, too.'),
        fromDate: date().optional().describe('Changed since YYYY-MM-DD, UTC.'),
        toDate: date().optional().describe('Last: YYYY-MM-DD.'),
        metadata: freeObject().optional().describe('Fields to match.'),
        tenantId: tenantId.describe('Its tenant.'),
        subtenantId: subtenantId.describe('Its end user.'),
        byCost: z.boolean().optional().describe('Highest cost first.'),
        countBy: countBy('agent, status, day or month of last change,'),
        limit: countedLimit(ROWS),
        offset: pageOffset(),
        fromAgent: z.int().min(0).default(0).describe('Agents to skip.'),
      })
      .refine(({ fromDate, toDate }) => fromDate === undefined || toDate === undefined || fromDate <= toDate, {
        path: ['toDate'],
        message: 'toDate must not be before fromDate',
      })
      .refine(oneAgent, ONE_AGENT)
      .refine(({ byCost, countBy }) => byCost !== true || countBy === undefined, {
        path: ['byCost'],
        message: 'give either byCost or countBy: counts have no cost',
      });
  },
  output: () =>
    result(texts('currency', 'agentId', 'agentName'), numbers('matching', 'without'), {
      threads: records(shapeOf(MATCH_LINE)),
      counts: records(countShape()),
    }),
  async handle({ countBy, byCost, limit: asked, offset, fromAgent, agentId, agentName, archived, ...filter }, context) {
    const { call, settings, progress } = context;
    const limit = asked ?? (countBy === undefined ? ROWS : COUNTED);
    const { items: agents, isWhole }: WholeList<AgentNote> =
      agentId !== undefined
        ? { items: [{ id: agentId }], isWhole: true }
        : agentName === undefined
          ? await allAgents(call, archived ? undefined : false)
          : await agentsNamed(agentName, context, archived ? allAgents(call) : undefined);
    const started = performance.now();
    const search = (readsEveryStatus = false): Promise<Found> =>
      searchThreads(filter, {
        call,
        width: settings.maxConnections,
        agents: agents.slice(fromAgent),
        readsEveryStatus,
        keep: offset + limit,
        byCost,
        countBy,
        isRejected: rejectedIn(context.memory),
        limitMs: LIMIT_MS - (performance.now() - started),
        progress: (done, total) => progress(done, total, `Searched ${done} of ${total} agents`),
      });
    const filtered = await search();
    const isNone = filtered.threadsSearched + filtered.failures.length === 0;
    const leftOut =
      filter.status !== undefined &&
      isNone &&
      (await leftOutByStatus(filter.status, call, agents.slice(fromAgent), filter));
    const found = leftOut ? await search(true) : filtered;
    const next = fromAgent + found.agentsSearched;
    // Free fields as JSON text, as they are published.
    const metadata = filter.metadata && jsonText(filter.metadata);
    const same = { ...filter, metadata, agentId, agentName, archived, byCost, countBy, limit };
    const again = (from: Readonly<Record<string, number>>, why: string): NextStep => ({
      tool: 'search_threads',
      arguments: { ...same, ...from },
      why,
    });
    // Of a tenant, the platform leaves out those of others, too.
    const tenants = [filter.tenantId, filter.subtenantId, settings.tenantId, settings.subtenantId];
    const status = tenants.every((one) => one === undefined) ? filter.status : undefined;
    const extent = { agents, fromAgent, offset, rejected: filter.rejected, status, archived, byCost };
    const ofOthers = agentId === undefined ? [] : otherOwnerNotes('agentId', agentId, found.owners);
    const notes = present(
      leftOut &&
        `The platform's filter by status leaves out ${foreign(leftOut.status).line(40)}, so every thread was read, and its status compared by what it means.`,
      ...notesOf(found, { ...filter, byCost }),
      ...ofOthers,
      !isWhole && agentListGap(', and their threads,'),
    );
    const from = (start: number): NextStep =>
      again({ offset: start, ...(fromAgent > 0 ? { fromAgent } : {}) }, 'see the rest');
    const others =
      next < agents.length
        ? again({ fromAgent: next }, `search the other ${count(agents.length - next, 'agent')}`)
        : undefined;
    if (found.counted !== undefined) {
      const how = { noun: 'thread', searched: searchedText(found, extent), page: { limit, offset }, call: from };
      const counts = countResult(found.counted, how);
      return { ...counts, notes: [...notes, ...(counts.notes ?? [])], next: others };
    }
    const page = found.matches.slice(offset, offset + limit);
    const [first] = page;
    // One of those shown may be read next.
    for (const agent of agents)
      if (agent.name !== undefined && page.some(({ agentId: id }) => id === agent.id))
        keepAgent(agent.id, agent, context.memory);
    const money = await moneyOf(page, context);
    const { items, currency, ...agent } = matchLines(page, money);
    // A thread without a currency has that of its agent.
    const currencies = new Set(page.flatMap((match) => money(match)?.currency ?? [])).size;
    return {
      summary: summaryOf(found, extent),
      notes: present(...notes, byCost === true && Math.max(currencies, found.currencies) > 1 && SEVERAL_CURRENCIES),
      facts: { currency, agentId: agent.agentId, agentName: agent.agentName?.line(60) },
      list: {
        name: 'threads',
        items,
        total: found.matching,
        offset,
        rest: (shown) => (offset + shown < found.matching ? from(offset + shown) : undefined),
      },
      next:
        others ??
        (found.matching === 1 && first !== undefined
          ? { tool: 'get_thread', arguments: { threadId: first.id }, why: 'read it' }
          : undefined) ??
        // A thread may have gone on since it was seen.
        (found.matching === 0 && filter.status !== undefined && filter.query !== undefined
          ? { tool: 'search_threads', arguments: { ...same, status: undefined }, why: 'search all statuses' }
          : undefined),
    };
  },
});

const SEVERAL_CURRENCIES = 'The costs are in several currencies, and were compared by their numbers alone.';

interface Extent {
  readonly agents: readonly AgentNote[];
  readonly fromAgent: number;
  readonly offset: number;
  /** The filter; if set, the summary leaves out the number of rejected threads. */
  readonly rejected: boolean | undefined;
  readonly status: string | undefined;
  readonly archived: boolean | undefined;
  readonly byCost: boolean | undefined;
}

/** Rows of a page, unless the caller asks for another number. */
const ROWS = 10;

function summaryOf(found: Found, extent: Extent): string {
  const { matching, rejected } = found;
  const { offset, rejected: filter, byCost } = extent;
  const order = matching <= 1 ? '' : byCost === true ? ', highest cost first' : ', latest change first';
  const suffix = filter === undefined ? rejectedSuffix(rejected, matching) : '';
  return `${matchText(matching, 'thread')}${order}${fromOffset({ offset })}${suffix}; ${searchedText(found, extent)}.`;
}

/** `searched 66 threads of 6 agents`, and why not all. */
function searchedText(found: Found, { agents, fromAgent, archived, status }: Extent): string {
  const { threadsSearched, agentsSearched, failures, gaps } = found;
  const [only] = agents;
  const isWhole = fromAgent === 0 && agentsSearched === agents.length;
  // The platform filters by status: no thread with it says nothing about the others.
  const searched =
    status !== undefined && threadsSearched + failures.length + gaps.length === 0
      ? `the platform sent no thread for status ${status}`
      : `searched ${count(threadsSearched, 'thread')}`;
  const read = agentsSearched - failures.length;
  const of = `${read === agents.length ? '' : `${read} of `}${count(agents.length, 'agent')}`;
  const all = `${of}${archived === true ? '' : ', without archived ones'}`;
  const where = !isWhole ? of : only !== undefined && agents.length === 1 ? named(only) : all;
  const after = isWhole
    ? ''
    : fromAgent > 0
      ? `, starting at agent ${fromAgent}`
      : '; time ran out, so there may be more';
  return `${searched} of ${where}${after}`;
}

const named = ({ id, name }: AgentNote): string => `agent ${id}${name === undefined ? '' : ` ${name.line(60)}`}`;

/** Threads that a note names. */
const NAMED = 3;

/** `Outcomes: 1 failed (thread-12); 3 done as approved.` Named is what went wrong, unless the list has it. */
function outcomeNote(what: string, outcomes: Found['outcomes']['recorded'], listed: readonly Match[]): string | false {
  const counts = OUTCOMES.flatMap((outcome) => {
    const ids = outcomes.get(outcome);
    if (ids === undefined) return [];
    const wrong = WENT_WRONG.has(outcome) ? ids.filter((one) => listed.every(({ id }) => id !== one)) : [];
    return `${ids.length} ${outcome}${wrong.length === 0 ? '' : ` (${firstOf(wrong, NAMED)})`}`;
  });
  return counts.length > 0 && `${what}: ${counts.join('; ')}.`;
}

function notesOf(
  found: Found,
  { metadata, query, rejected, decided, byCost }: ThreadFilter & Pick<Wanted, 'byCost'>,
): string[] {
  const { withoutText, undated, byCreation, withoutCost, failures, gaps, matching, seenMetadata, threadsSearched } =
    found;
  const { recorded, claimed } = found.outcomes;
  return present(
    withoutText > 0 &&
      `The platform's list leaves out the conversation of ${count(withoutText, 'thread')}: their text was not searched.`,
    undated > 0 && `Left out because the platform sent no date: ${count(undated, 'thread')}.`,
    byCreation > 0 &&
      `Compared by the day of their creation, because the platform sent no time of their last change: ${count(byCreation, 'thread')}.`,
    byCost === true && withoutCost > 0 && `Last, because the platform sent no cost: ${count(withoutCost, 'thread')}.`,
    ...(matching === 0 && metadata !== undefined ? seenMetadata.notes('threads searched') : []),
    // Where nothing was searched, its words were not the reason.
    ...(matching === 0 && threadsSearched > 0 ? missNotes(query) : []),
    rejected !== undefined &&
      'A rejection counts only if the status, a note in the conversation or `approval` records it, or if it was made here within the last hour.',
    decided !== undefined &&
      'A decision is found only if the status, a note in the conversation, or `approval` in the thread or its metadata records it.',
    outcomeNote('Outcomes', recorded, found.matches),
    outcomeNote(
      'Outcomes of those whose decision only metadata records, which whoever starts a thread can write',
      claimed,
      found.matches,
    ),
    ...unreadNotes(failures),
    gapNote(gaps),
  );
}
