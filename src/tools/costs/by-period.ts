import { agentNameOf } from '../../domain/agents/agents.ts';
import { analyse, type CostSeries, daysSoFar, type Granularity, isDated } from '../../domain/costs/costs.ts';
import { costRowItems, seriesFacts, seriesNotes } from '../../domain/costs/series.ts';
import { type RequestedWindow as AskedWindow, isInside, type Window, windowOf } from '../../domain/costs/window.ts';
import { type Answer, Money, type NextStep } from '../../mcp/contract/answer.ts';
import type { ToolContext } from '../../mcp/contract/tool.ts';
import { operations } from '../../platform/operations/index.ts';
import type { Agent } from '../../platform/parse/records.ts';
import { unreadableNotes } from '../../present/paging.ts';

export interface Asked extends AskedWindow {
  readonly agentId: string;
  readonly period: Granularity;
  readonly limit: number | undefined;
  readonly offset: number;
}

/** The platform's default number of days. */
const DEFAULT_DAYS = 30;

/** A table of days or months with bars, newest last. */
export async function costsByPeriod(asked: Asked, { call }: ToolContext): Promise<Answer> {
  const { agentId, period, periods, start, end, limit, offset } = asked;
  const today = new Date().toISOString().slice(0, 10);
  const [[page, month], name] = await Promise.all([readRows(asked, today, call), agentNameOf(call, agentId)]);
  const dated = page.items.filter(isDated);
  const wanted = dated.filter((row) => isInside(row, asked, period, today));
  const series = analyse(wanted, period, today, month);
  const { rows } = series;
  const window = windowOf(rows, asked, period, today);
  const last = Math.max(0, rows.length - offset);
  const unreadable = page.unreadable + page.items.length - dated.length;
  const counted = period === 'daily' ? { days: periods } : { months: periods };
  const range = period === 'daily' ? { startDate: start, endDate: end } : { startMonth: start, endMonth: end };
  return {
    summary: summary(asked, name, series, window, unreadable),
    notes: [...seriesNotes(series, period, window), ...unreadableNotes({ ...page, unreadable })],
    facts: { agentId, agentName: name?.line(80), ...seriesFacts(series, period, window) },
    list: {
      name: 'rows',
      items: costRowItems(rows.slice(limit === undefined ? 0 : Math.max(0, last - limit), last), series),
      keep: 'last',
      rest: (shown): NextStep | undefined =>
        last - shown > 0
          ? {
              tool: 'get_agent_costs',
              arguments: { agentId, period, ...counted, ...range, limit, offset: offset + shown },
              why: 'see earlier ones',
            }
          : undefined,
    },
  };
}

/** The requested rows, and the rows of the month so far if those begin earlier: the projection needs them. */
async function readRows({ agentId, period, periods, start, end }: Asked, today: string, call: ToolContext['call']) {
  const path = { agentId };
  if (period === 'monthly') {
    const query = { months: periods, startMonth: start, endMonth: end };
    return [await call(operations.getMonthlyCosts, { path, query }), undefined] as const;
  }
  const days = daysSoFar(today);
  // A window that ends before today gives no projection.
  const isPast = end !== undefined && end < today;
  const begin = `${today.slice(0, 8)}01`;
  const isCovered = isPast || (start === undefined ? (periods ?? DEFAULT_DAYS) >= days : start <= begin);
  const [page, month] = await Promise.all([
    call(operations.getDailyCosts, { path, query: { days: periods, startDate: start, endDate: end } }),
    isCovered ? undefined : call(operations.getDailyCosts, { path, query: { days } }),
  ]);
  return [page, isPast ? [] : month?.items] as const;
}

function summary(
  { agentId, period }: Asked,
  name: Agent['name'],
  { rows, total, currency, projection }: CostSeries,
  window: Window | undefined,
  unreadable: number,
): string {
  const who = name === undefined ? `Agent ${agentId}` : `Agent ${name.line(80)}`;
  const span = window === undefined ? '' : ` from ${window.first} to ${window.last}`;
  if (rows.length === 0 && unreadable > 0) return `${who}: no ${period} costs${span} could be read.`;
  if (rows.length === 0) return `${who} has no ${period} costs${span}.`;
  const cost = total === undefined ? 'has costs' : `cost ${new Money(total, currency)}`;
  const ahead = projection
    ? `; at this rate the current month will come to ${new Money(projection.wholeMonth, currency)}`
    : '';
  return `${who} ${cost}${span}${ahead}.`;
}
