/** Costs by day or month as a result, for agents and projects. */

import { type Item, join, Money, type NextStep, type ToolResult, type Value } from '../../mcp/contract/result.ts';
import type { CostRow, Page } from '../../platform/parse/records.ts';
import { fewerNotes, isSentWhole, unreadableNotes } from '../../present/paging.ts';
import { count } from '../../present/units.ts';
import { amount, analyse, type CostSeries, currentDay, type Granularity, isDated, projectMonth } from './costs.ts';
import {
  coversMonthSoFar,
  gapNotes,
  newestPeriod,
  type RequestedWindow,
  rowsInside,
  type Window,
  windowOf,
} from './window.ts';

/** A table of days or months of an agent or project. */
export interface CostTable {
  /** `Agent ⟦Refund Desk⟧`. */
  readonly who: string;
  readonly ids: Readonly<Record<string, Value>>;
  readonly period: Granularity;
  readonly range: RequestedWindow;
  readonly page: Page<CostRow>;
  /** Which of the rows to show. Default: all. */
  part?(rows: readonly CostRow[]): readonly CostRow[];
  /** The call for the rows before the first one of those `shown`. */
  earlier(rows: readonly CostRow[], shown: number): NextStep | undefined;
}

/** The result with a table of days or months, newest last. */
export function costTable({ who, ids, period, range, page, part, earlier }: CostTable): ToolResult {
  const today = currentDay();
  const dated = page.items.filter(isDated);
  const wanted = rowsInside(dated, range, period, newestPeriod(dated, period, today));
  const figures = analyse(wanted, period, today);
  const { rows } = figures;
  const window = windowOf(rows, range, period, today);
  const unreadable = page.unreadable + page.items.length - dated.length;
  const newest = newestPeriod(wanted, period, today);
  // In a time zone ahead, one more day has costs.
  const now = period === 'daily' && newest > today ? newest : today;
  const isMonthWhole = isSentWhole({ ...page, unreadable }) && coversMonthSoFar(rows, range, period, now);
  const series = { ...figures, projection: isMonthWhole ? projectMonth(figures, now) : undefined };
  return {
    summary: summaryOf(who, period, series, window, unreadable),
    notes: [
      ...seriesNotes(series, period, window, unreadable),
      ...unnamedNotes(wanted, series.currency),
      ...outsideNotes(dated.length - wanted.length),
      ...unreadableNotes({ ...page, unreadable }),
      ...fewerNotes(page),
    ],
    facts: { ...ids, ...seriesFacts(series, period, window) },
    list: {
      name: 'rows',
      ...costRows(part?.(rows) ?? rows, series),
      keep: 'last',
      rest: (shown) => earlier(rows, shown),
    },
  };
}

function summaryOf(
  who: string,
  period: Granularity,
  { rows, total, average, currency, projection }: CostSeries,
  window: Window | undefined,
  unreadable: number,
): string {
  const span = window === undefined ? '' : ` from ${window.first} to ${window.last}`;
  if (rows.length === 0 && unreadable > 0) return `${who}: no ${period} costs${span} could be read.`;
  if (rows.length === 0) return `${who} has no ${period} costs${span}.`;
  const cost = total === undefined ? 'has costs' : `cost ${new Money(total, currency)}`;
  const ahead = projection
    ? `; at this rate the current month will come to ${new Money(projection.wholeMonth, currency)}`
    : '';
  return `${who} ${cost}${span}${peakText(rows, period, average, currency)}${ahead}.`;
}

/** `, 0.04 a day on average, most on 2026-03-16 (0.11)`; nothing for a single period, or without costs. */
function peakText(
  rows: readonly CostRow[],
  period: Granularity,
  average: number | undefined,
  currency: string | undefined,
): string {
  if (!average || rows.length < 2) return '';
  const peak = rows.reduce((most, row) => (row.cost > most.cost ? row : most));
  const [unit, on] = period === 'daily' ? ['day', 'on'] : ['month', 'in'];
  const most = `, most ${on} ${peak.period} (${new Money(amount(peak.cost), currency)})`;
  const isOne = rows.filter(({ cost }) => cost === peak.cost).length === 1;
  return `, ${new Money(average, currency)} a ${unit} on average${isOne ? most : ''}`;
}

/** The figures of a table of costs. */
function seriesFacts(
  { currency, total, average, change, projection }: CostSeries,
  granularity: Granularity,
  window?: Window,
): Record<string, Value> {
  const money = (value: number | undefined): Money | undefined =>
    value === undefined ? undefined : new Money(value, currency);
  return {
    window: window && `${window.first} to ${window.last}`,
    currency,
    windowCost: money(total),
    [granularity === 'daily' ? 'averagePerDay' : 'averagePerMonth']: money(average),
    changePercent: change?.percent,
    changeOf: change && `${change.period} against ${change.before}`,
    currentMonth: money(projection?.soFar),
    projectedMonth: money(projection?.wholeMonth),
    projectedFrom: projection && `${projection.days} of ${projection.of} days`,
  };
}

/** What there is to know about a table's figures: currencies, and periods for which nothing was sent. */
function seriesNotes(
  { rows, isMixed, average, projection }: CostSeries,
  granularity: Granularity,
  window: Window | undefined,
  unreadable: number,
): string[] {
  const gaps = gapNotes(rows, window, granularity, unreadable);
  const [name, unit] = granularity === 'daily' ? ['averagePerDay', 'day'] : ['averagePerMonth', 'month'];
  const month = rows.at(-1)?.period.slice(0, 7) ?? '';
  const daysSent = rows.filter(({ period }) => period.startsWith(month)).length;
  const isPart = projection && granularity === 'daily' && daysSent < projection.days;
  const inMonth = isPart ? '; currentMonth counts days without a row as 0' : '';
  return [
    ...(isMixed ? ['The amounts are in several currencies, so there is no total.'] : []),
    ...gaps,
    ...(gaps.length > 0 && average !== undefined
      ? [`${name} is of what was sent: ${count(rows.length, unit)}${inMonth}.`]
      : []),
  ];
}

/** A note on amounts that count as in the only currency that other rows name. */
function unnamedNotes(rows: readonly CostRow[], currency: string | undefined): string[] {
  const unnamed = rows.filter((row) => row.currency === undefined && row.cost !== 0).length;
  if (currency === undefined || unnamed === 0) return [];
  return [`${count(unnamed, 'row')} without a currency ${unnamed === 1 ? 'counts' : 'count'} as ${currency}.`];
}

/** A note on rows that a platform sent although they were not requested. */
export const outsideNotes = (rows: number): string[] =>
  rows === 0 ? [] : [`Left out: ${count(rows, 'row')} from outside the window that was asked for.`];

/** What a row may say beside its cost, and the word for it above the rows. */
const BESIDE = [
  ['threadCount', 'threads'],
  ['inputTokens', 'tokens in'],
  ['outputTokens', 'tokens out'],
] as const;

/** The days or months as numbers below their names, which is a third of the same in words. */
function costRows(
  shown: readonly CostRow[],
  { isMixed, currency }: CostSeries,
): { readonly head: string; readonly items: Item[] } {
  const named = BESIDE.filter(([key]) => shown.some((row) => row[key] !== undefined));
  return {
    head: join('period', currency === undefined ? 'cost' : `cost in ${currency}`, ...named.map(([, word]) => word)),
    items: shown.map((row) => costRowItem(row, named, isMixed)),
  };
}

/** The currency stands in each row only if they differ; otherwise it is a fact of the result. */
function costRowItem(row: CostRow, named: readonly (typeof BESIDE)[number][], isMixed: boolean): Item {
  const { period } = row;
  const cost = amount(row.cost);
  const currency = isMixed ? row.currency : undefined;
  // A day without costs gets a short line.
  const isIdle = cost === 0 && !row.threadCount;
  const beside = isIdle ? [] : named.map(([key]): [string, number | undefined] => [key, row[key]]);
  return {
    data: { period, cost, currency, ...Object.fromEntries(beside) },
    line: join(period, String(new Money(cost, currency)), ...beside.map(([, value]) => String(value ?? '–'))),
  };
}
