import { agentNameOf } from '../../domain/agents/agents.ts';
import { currentDay, daysSoFar, type Granularity } from '../../domain/costs/costs.ts';
import { costTable } from '../../domain/costs/series.ts';
import { type RequestedWindow, windowArguments } from '../../domain/costs/window.ts';
import type { ToolResult } from '../../mcp/contract/result.ts';
import type { ToolContext } from '../../mcp/contract/tool.ts';
import { operations } from '../../platform/operations/index.ts';
import type { CostRow, Page } from '../../platform/parse/records.ts';
import { isSentWhole } from '../../present/paging.ts';

export interface PeriodQuery extends RequestedWindow {
  readonly agentId: string;
  readonly period: Granularity;
  readonly limit: number | undefined;
  readonly offset: number;
}

/** The platform's default number of days. */
const DEFAULT_DAYS = 30;

/** A table of days or months with bars, newest last. */
export async function costsByPeriod(requested: PeriodQuery, { call }: ToolContext): Promise<ToolResult> {
  const { agentId, period, limit, offset } = requested;
  const [[page, month], name] = await Promise.all([readRows(requested, call), agentNameOf(call, agentId)]);
  const same = windowArguments(period, requested);
  const lastOf = (rows: readonly unknown[]): number => Math.max(0, rows.length - offset);
  return costTable({
    who: `Agent ${name === undefined ? agentId : name.line(80)}`,
    ids: { agentId, agentName: name?.line(80) },
    period,
    range: requested,
    page,
    month,
    part: (rows) => rows.slice(limit === undefined ? 0 : Math.max(0, lastOf(rows) - limit), lastOf(rows)),
    earlier: (rows, shown) =>
      lastOf(rows) - shown > 0
        ? {
            tool: 'get_agent_costs',
            arguments: { agentId, ...same, limit, offset: offset + shown },
            why: 'see earlier ones',
          }
        : undefined,
  });
}

/** The requested rows, and the rows of the month so far if those begin earlier: the projection needs them. */
async function readRows(requested: PeriodQuery, call: ToolContext['call']) {
  const { agentId, period, periods, start, end } = requested;
  if (period === 'monthly') return [await readCosts(agentId, period, requested, call), undefined] as const;
  const today = currentDay();
  const days = daysSoFar(today);
  // A window that ends before today gives no projection, nor does a month that wasn't read whole.
  const isPast = end !== undefined && end < today;
  const begin = `${today.slice(0, 8)}01`;
  const isCovered = isPast || (start === undefined ? (periods ?? DEFAULT_DAYS) >= days : start <= begin);
  const [page, month] = await Promise.all([
    readCosts(agentId, period, requested, call),
    isCovered ? undefined : readCosts(agentId, period, { periods: days }, call),
  ]);
  return [page, isPast || !isSentWhole(month ?? page) ? [] : month?.items] as const;
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
