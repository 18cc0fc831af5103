import { agentListGap, allAgents } from '../../domain/agents/agents.ts';
import { ofListed } from '../../domain/by-name.ts';
import {
  amount,
  analyse,
  currentDay,
  type Granularity,
  inOrder,
  isDated,
  otherAmounts,
} from '../../domain/costs/costs.ts';
import { outsideNotes } from '../../domain/costs/series.ts';
import {
  gapNotes,
  newestPeriod,
  type RequestedWindow,
  rowsInside,
  windowArguments,
  windowOf,
} from '../../domain/costs/window.ts';
import { compareTexts } from '../../domain/found-text.ts';
import { type Item, join, Money, present, type ToolResult } from '../../mcp/contract/result.ts';
import type { ToolContext } from '../../mcp/contract/tool.ts';
import { PlatformError } from '../../platform/client/errors.ts';
import { operations } from '../../platform/operations/index.ts';
import type { Agent, CostRow, CostSummary, Page } from '../../platform/parse/records.ts';
import { fromOffset, isSentWhole, type PageQuery, restOf } from '../../present/paging.ts';
import { failureNotes, readEach } from '../../present/read-each.ts';
import { count, firstOf } from '../../present/units.ts';

/**
 * An agent's figures: those of a summary, or the cost of a window, its rows, and the number of those `outside`; `lacks` says why
 * that has none.
 */
type Costs = Pick<CostSummary, 'currency' | 'others'> &
  Partial<Record<Figure, number>> & {
    readonly lacks?: string;
    readonly rows?: readonly CostRow[];
    readonly outside?: number;
  };

interface AgentCosts {
  readonly agent: Agent;
  readonly costs: Costs;
}

/** The days or months to compare. */
export interface ComparedWindow {
  readonly period: Granularity;
  readonly range: RequestedWindow;
}

/** Agents that a note names. */
const NAMED = 10;

/** The figures that a summary may have, the most useful first. */
const FIGURES = ['windowCost', 'totalCost', 'currentMonth', 'today'] as const;
type Figure = (typeof FIGURES)[number];

/** Sorts after every currency. */
const LAST = '\uffff';

/** Whether it has an amount of which nobody knows the currency; nothing is nothing in each. */
const isOfNoCurrency = ({ costs }: AgentCosts): boolean =>
  costs.currency === undefined && FIGURES.some((figure) => (costs[figure] ?? 0) !== 0);

/** One line per agent, most expensive first. An agent that can't be read is named and does not stop the others. */
export async function costsOfAllAgents(
  { limit, offset }: PageQuery,
  window: ComparedWindow | undefined,
  context: ToolContext,
): Promise<ToolResult> {
  const { call, settings, progress } = context;
  const { items: agents, isWhole } = await allAgents(call);
  let unknown = 0;
  const { found: sent, failures } = await readEach(
    agents,
    settings.maxConnections,
    async (agent) => {
      const read = await readAgent(agent.id, window, call).catch((error: unknown) => {
        const failure = ofListed(error, agent.id, 'agent');
        if (isUnoffered(failure)) unknown++;
        throw failure;
      });
      return { agent, read };
    },
    (done, total) => progress(done, total, `Read the costs of ${done} of ${total} agents`),
  ).catch((error: unknown) => {
    throw isUnoffered(error) && unknown === agents.length ? ofNone(error, unknown) : error;
  });
  // Of one window for all: an agent may have cost nothing today.
  const rowsSent = sent.flatMap(({ read }) => ('items' in read ? read.items : []));
  const newest = newestPeriod(rowsSent, window?.period ?? 'daily', currentDay());
  const found = sent.map(({ agent, read }): AgentCosts => {
    if (!('items' in read)) return { agent, costs: read };
    return { agent, costs: window === undefined ? {} : windowCosts(read, window, newest) };
  });
  const figure = comparedBy(found);
  const currencies = new Set(found.map(({ costs }) => costs.currency).filter((currency) => currency !== undefined));
  const unnamed = currencies.size > 0 ? found.filter(isOfNoCurrency) : [];
  const isMixed = currencies.size > 1 || unnamed.length > 0;
  const currencyOf = ({ costs }: AgentCosts): string => costs.currency ?? LAST;
  const read = found.sort(
    (a, b) =>
      Number(a.costs[figure] === undefined) - Number(b.costs[figure] === undefined) ||
      (isMixed ? compareTexts(currencyOf(a), currencyOf(b)) : 0) ||
      (b.costs[figure] ?? 0) - (a.costs[figure] ?? 0),
  );
  const currency = isMixed ? undefined : [...currencies][0];
  const totals = isMixed ? {} : sums(read, currency);
  const total = totals.totalOfAgents === undefined ? '' : `: ${totals.totalOfAgents}${window ? '' : ' in total'}`;
  const without = read.filter(({ costs }) => costs[figure] === undefined);
  const otherCurrencies = read.flatMap(({ agent, costs: { others = [] } }) => {
    const figures = others.filter(({ of }) => typeof of === 'string');
    return figures.length === 0 ? [] : [`${agent.id} ${otherAmounts(figures)}`];
  });
  const order = read.length > 1 ? `, most expensive first by ${figure}${isMixed ? ' within each currency' : ''}` : '';
  // Days of a platform in another time zone may lie outside.
  const period = window?.period ?? 'daily';
  const rows = inOrder(
    read.flatMap(({ costs }) => costs.rows ?? []),
    period,
  );
  const span = window && windowOf(rows, window.range, period, currentDay());
  const empty = rows.length === 0 ? [] : read.filter(({ costs }) => costs.rows?.length === 0 && costs.windowCost === 0);
  const days = span?.first === span?.last ? ` in ${span?.first}` : ` from ${span?.first} to ${span?.last}`;
  const rest = restOf('get_agent_costs', { ...(window && windowArguments(window.period, window.range)), limit });
  return {
    summary: `Costs of ${failures.length > 0 ? `${read.length} of ` : ''}${count(agents.length, 'agent')}${archivedText(agents)}${span === undefined ? '' : days}${total}${order}${fromOffset({ offset })}.`,
    notes: present(
      ...failureNotes(
        failures.map(({ item, error }) => ({ item, error: isUnoffered(error) ? ofSome(error, unknown) : error })),
        'agent',
        ({ id }) => id,
        'The costs of ',
      ),
      !isWhole && agentListGap(', and their costs,'),
      currencies.size > 1 && 'The amounts are in several currencies, so there is no total.',
      unnamed.length > 0 &&
        `The platform names no currency for the costs of ${firstOf(unnamed, NAMED, ({ agent }) => agent.id)}${currencies.size > 1 ? '' : ', so there is no total'}.`,
      otherCurrencies.length > 0 && `In another currency, not summed: ${firstOf(otherCurrencies, NAMED)}.`,
      ...withoutNotes(without, figure),
      ...gapNotes(rows, span, period, failures.length + without.filter(({ costs }) => costs.lacks === UNREAD).length),
      empty.length > 0 &&
        `Shown as 0, because the platform sent nothing for this window: ${firstOf(empty, NAMED, ({ agent }) => agent.id)}.`,
      ...outsideNotes(read.reduce((all, { costs }) => all + (costs.outside ?? 0), 0)),
    ),
    facts: { window: span && `${span.first} to ${span.last}`, currency, ...totals },
    list: {
      name: 'agents',
      items: read.slice(offset, offset + limit).map((entry) => costItem(entry, isMixed)),
      total: read.length,
      offset,
      rest: (shown) => (offset + shown < read.length ? rest(offset + shown) : undefined),
    },
  };
}

const isUnoffered = (error: unknown): error is PlatformError =>
  error instanceof PlatformError && error.facts.kind === 'unoffered';

/** The error of agents that are listed, while the platform sends a 404 for their costs: it knows those of others. */
const ofSome = (error: PlatformError, number: number): PlatformError =>
  error.with({
    what: `The platform lists ${number === 1 ? 'this agent, but does not know its' : 'these agents, but does not know their'} costs (404).`,
    advice: 'No argument changes that.',
    otherwise: 'Do without them.',
  });

/** The same if it does so for every agent. */
const ofNone = (error: PlatformError, number: number): PlatformError =>
  ofSome(error, number).with({
    advice: 'This deployment probably does not offer costs, and no argument changes that.',
    operation: 'get the costs of all agents',
    target: {},
  });

/** ` (2 archived)`: how many of them are; empty if the platform doesn't say. */
function archivedText(agents: readonly Agent[]): string {
  const number = agents.filter(({ archived }) => archived).length;
  if (number > 0) return ` (${number} archived)`;
  return agents.length > 0 && agents.every(({ archived }) => archived === false) ? ' (none archived)' : '';
}

/** The figure that most agents have: only equal figures can be compared. */
function comparedBy(read: readonly AgentCosts[]): Figure {
  const known = (figure: Figure): number => read.filter(({ costs }) => costs[figure] !== undefined).length;
  return FIGURES.reduce((best, figure) => (known(figure) > known(best) ? figure : best));
}

const readAgent = (
  agentId: string,
  window: ComparedWindow | undefined,
  call: ToolContext['call'],
): Promise<Costs | Page<CostRow>> =>
  window === undefined
    ? call(operations.getCostSummary, { path: { agentId } })
    : readCosts(agentId, window.period, window.range, call);

/** Why an agent has no cost of a window if rows of it are missing. */
const UNREAD = 'not read whole';

/** A note on the agents without the figure by which they are compared. */
function withoutNotes(without: readonly AgentCosts[], figure: Figure): string[] {
  if (without.length === 0) return [];
  if (figure !== 'windowCost')
    return [`The platform sends no ${figure} for ${count(without.length, 'agent')}, listed last.`];
  const each = firstOf(without, NAMED, ({ agent, costs }) => `${agent.id} (${costs.lacks})`);
  return [`Listed last, without a ${figure}: ${each}.`];
}

/**
 * The cost of one agent in a window. Without rows, it is 0; in several currencies, or with rows that can't be read,
 * there is no sum.
 */
function windowCosts(page: Page<CostRow>, { period, range }: ComparedWindow, newest: string): Costs {
  const dated = page.items.filter(isDated);
  const inside = rowsInside(dated, range, period, newest);
  const { total = 0, currency, isMixed, rows } = analyse(inside, period, currentDay());
  const sent = { rows, outside: dated.length - inside.length };
  if (!isSentWhole(page) || dated.length < page.items.length) return { lacks: UNREAD, ...sent };
  if (isMixed) return { lacks: 'several currencies', ...sent };
  return { ...(currency === undefined ? {} : { currency }), windowCost: total, ...sent };
}

/** The rows of a window as the platform sends them. */
export function readCosts(
  agentId: string,
  period: Granularity,
  { periods, start, end }: RequestedWindow,
  call: ToolContext['call'],
): Promise<Page<CostRow>> {
  const path = { agentId };
  return period === 'daily'
    ? call(operations.getDailyCosts, { path, query: { days: periods, startDate: start, endDate: end } })
    : call(operations.getMonthlyCosts, { path, query: { months: periods, startMonth: start, endMonth: end } });
}

/** Names of sums over agents; a figure's plain name is for one agent. */
const OF_AGENTS = {
  windowCost: 'totalOfAgents',
  totalCost: 'totalOfAgents',
  currentMonth: 'currentMonthOfAgents',
  today: 'todayOfAgents',
} as const;

/** The sums of the figures that all agents have. */
const sums = (read: readonly AgentCosts[], currency: string | undefined): Record<string, Money> =>
  Object.fromEntries(
    FIGURES.flatMap((figure) => {
      const values = read.map(({ costs }) => costs[figure]).filter((value) => value !== undefined);
      if (values.length === 0 || values.length < read.length) return [];
      return [[OF_AGENTS[figure], new Money(amount(values.reduce((total, value) => total + value, 0)), currency)]];
    }),
  );

function costItem({ agent, costs }: AgentCosts, isMixed: boolean): Item {
  const name = agent.name?.line(80);
  const { state } = agent;
  const figures = Object.fromEntries(
    FIGURES.flatMap((figure) => {
      const value = costs[figure];
      return value === undefined ? [] : [[figure, new Money(amount(value), isMixed ? costs.currency : undefined)]];
    }),
  );
  const amounts = Object.entries(figures).map(([key, value]) => `${key} ${value}`);
  return {
    data: { agentId: agent.id, name, ...figures, currency: isMixed ? costs.currency : undefined, state },
    line: join(agent.id, name, ...amounts, state),
  };
}
