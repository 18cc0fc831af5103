import {
  analyse,
  type CostSeries,
  daysSoFar,
  type Granularity,
  isDated,
  outsideWindow,
} from '../../domain/costs/costs.ts';
import { costRowItem, seriesFacts } from '../../domain/costs/series.ts';
import type { Answer, NextStep } from '../../mcp/contract/answer.ts';
import type { ToolContext } from '../../mcp/contract/tool.ts';
import { operations } from '../../platform/operations/index.ts';
import type { CostRow } from '../../platform/parse/records.ts';
import { unreadableNotes } from '../../present/paging.ts';
import { count } from '../../present/units.ts';

interface Asked {
  readonly agentId: string;
  readonly period: Granularity;
  /** Days or months; undefined for the platform's own number. */
  readonly periods: number | undefined;
  readonly offset: number;
}

/** The platform's own number of days where none is asked for. */
const USUAL_DAYS = 30;
const UNIT = { daily: 'day', monthly: 'month' } as const;

/** A table of days or months with a bar for each, newest last. */
export async function costsByPeriod(asked: Asked, { call }: ToolContext): Promise<Answer> {
  const { agentId, period, periods, offset } = asked;
  const today = new Date().toISOString().slice(0, 10);
  const [page, month] = await readRows(asked, today, call);
  // A platform that ignores the number asked for sends its usual one.
  const isAsked = (row: CostRow): boolean => periods === undefined || !outsideWindow(row, period, today, periods);
  const dated = page.items.filter(isDated);
  const wanted = dated.filter(isAsked);
  const series = analyse(wanted, period, today, month?.items);
  const { rows } = series;
  const end = Math.max(0, rows.length - offset);
  const highest = rows.reduce((most, { cost }) => Math.max(most, cost), 0);
  const dropped = dated.length - wanted.length;
  const unreadable = page.unreadable + page.items.length - dated.length;
  const unit = UNIT[period];
  return {
    summary: summary(asked, series),
    notes: [
      ...(dropped > 0 ? [`The platform also sent ${count(dropped, unit)} before those asked for: left out.`] : []),
      ...(series.isMixed ? ['The amounts are in several currencies, so there is no total.'] : []),
      ...unreadableNotes({ ...page, unreadable }),
    ],
    facts: { agentId, ...seriesFacts(series, period) },
    list: {
      name: 'rows',
      items: rows.slice(0, end).map((row) => costRowItem(row, highest, series.isMixed)),
      keep: 'last',
      rest: (shown): NextStep | undefined =>
        end - shown > 0
          ? {
              tool: 'get_agent_costs',
              arguments: {
                agentId,
                period,
                ...(period === 'daily' ? { days: periods } : { months: periods }),
                offset: offset + shown,
              },
              why: 'see older ones',
            }
          : undefined,
    },
  };
}

/** The rows asked for, and those of the month so far where the former begin later: the projection needs them. */
function readRows({ agentId, period, periods }: Asked, today: string, call: ToolContext['call']) {
  const path = { agentId };
  if (period === 'monthly') {
    return Promise.all([call(operations.getMonthlyCosts, { path, query: { months: periods } }), undefined]);
  }
  const days = daysSoFar(today);
  const isCovered = (periods ?? USUAL_DAYS) >= days;
  return Promise.all([
    call(operations.getDailyCosts, { path, query: { days: periods } }),
    isCovered ? undefined : call(operations.getDailyCosts, { path, query: { days } }),
  ]);
}

function summary({ agentId, period }: Asked, { rows, total, currency, projection }: CostSeries): string {
  const [first] = rows;
  const last = rows.at(-1);
  if (first === undefined || last === undefined) return `Agent ${agentId} has no ${period} costs.`;
  const unit = currency === undefined ? '' : ` ${currency}`;
  const span = `from ${first.period} to ${last.period}`;
  const cost = total === undefined ? `has costs ${span}` : `cost ${total}${unit} ${span}`;
  const ahead = projection ? `; at this pace the current month comes to ${projection.wholeMonth}${unit}` : '';
  return `Agent ${agentId} ${cost}${ahead}.`;
}
