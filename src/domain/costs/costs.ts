/**
 * The arithmetic of costs, so that a model needs none: sorted rows, totals, averages, change, projection. Pure functions of
 * rows and today's date; days and months are UTC. Shapes of rows: docs/platform-notes.md, "Costs".
 */

import { Money } from '../../mcp/contract/result.ts';
import type { OtherAmount } from '../../platform/parse/costs.ts';
import type { CostRow } from '../../platform/parse/records.ts';
import { DAY_MS, firstOf } from '../../present/units.ts';
import { compareTexts } from '../found-text.ts';

export type Granularity = 'daily' | 'monthly';

/** The latest complete period compared with the one before. */
export interface Change {
  readonly period: string;
  readonly before: string;
  readonly percent: number;
}

/** Costs of one agent or project by period, and figures derived from them. */
export interface CostSeries {
  /** Oldest first, one row for each period and currency. */
  readonly rows: readonly CostRow[];
  readonly currency?: string;
  /** Amounts are in several currencies: they have no sum, so the fields below are absent. */
  readonly isMixed: boolean;
  readonly total?: number;
  /** Of the periods that the platform sent. */
  readonly average?: number;
  readonly change?: Change;
  readonly projection?: ReturnType<typeof projectFrom> | undefined;
}

/** Amounts in another currency that a note names. */
const OTHERS = 10;

/** An amount rounded to a millionth, or a tiny one to a billionth, which removes floating-point noise. */
export const amount = (value: number): number => Number(value.toFixed(Math.abs(value) < 0.001 ? 9 : 6));

/** An average or a projection, to the cent; below one, to two digits: more would be noise. */
const estimate = (value: number): number =>
  Number(Math.abs(value) >= 1 ? value.toFixed(2) : amount(value).toPrecision(2));

/** Amounts that a summary leaves out because they are in another currency: `currentMonth 30 USD`. */
export const otherAmounts = (others: readonly OtherAmount[]): string =>
  firstOf(others, OTHERS, ({ of, cost, currency }) => {
    const name = typeof of === 'string' ? of : of.line(80);
    return `${name} ${new Money(amount(cost), currency)}`;
  });

/** The rows in order, and their figures but for a projection, for which they have to cover the month so far. */
export function analyse(costs: readonly CostRow[], granularity: Granularity, today: string): CostSeries {
  const [currency, ...others] = currenciesOf(costs);
  const isMixed = others.length > 0;
  const named = currency === undefined || isMixed ? {} : { currency };
  // A row without a currency is in the only one there is: one row for each period.
  const rows = inOrder(
    costs.map((row) => ({ ...row, ...named })),
    granularity,
  );
  if (isMixed || rows.length === 0) return { rows, isMixed, ...named };
  const total = sum(rows);
  const change = changeOf(rows, granularity, today);
  return {
    rows,
    isMixed,
    ...named,
    total: amount(total),
    average: estimate(total / rows.length),
    ...(change ? { change } : {}),
  };
}

/** The current month's projection from a series that covers it so far; undefined without a row of it, or without a sum. */
export function projectMonth({ rows, isMixed }: CostSeries, today: string): CostSeries['projection'] {
  const month = rows.filter(({ period }) => period.startsWith(today.slice(0, 7)));
  return isMixed || month.length === 0 ? undefined : projectFrom(sum(month), today);
}

const currenciesOf = (rows: readonly CostRow[]): string[] => [
  ...new Set(rows.map(({ currency }) => currency).filter((currency) => currency !== undefined)),
];

/** Oldest first; rows with the same period and currency (by model, by thread) are merged. */
export function inOrder(rows: readonly CostRow[], granularity: Granularity): CostRow[] {
  const merged = new Map<string, CostRow>();
  for (const row of rows) {
    const period = granularity === 'monthly' ? row.period.slice(0, 7) : row.period;
    const key = `${period} ${row.currency ?? ''}`;
    const other = merged.get(key);
    merged.set(key, other ? plus(other, row) : { ...row, period });
  }
  return [...merged.values()].sort((a, b) => compareTexts(a.period, b.period));
}

function plus(a: CostRow, b: CostRow): CostRow {
  const added = (key: 'inputTokens' | 'outputTokens' | 'threadCount') =>
    a[key] === undefined && b[key] === undefined ? {} : { [key]: (a[key] ?? 0) + (b[key] ?? 0) };
  return {
    ...a,
    cost: amount(a.cost + b.cost),
    ...added('inputTokens'),
    ...added('outputTokens'),
    ...added('threadCount'),
  };
}

/** The last complete period compared with the one before, if that has costs. */
function changeOf(rows: readonly CostRow[], granularity: Granularity, today: string): Change | undefined {
  const current = granularity === 'monthly' ? today.slice(0, 7) : today;
  const last = rows.findLast(({ period }) => period < current);
  if (last === undefined) return undefined;
  const before = shifted(last.period, -1, granularity);
  const cost = rows.find(({ period }) => period === before)?.cost ?? 0;
  if (cost <= 0) return undefined;
  return { period: last.period, before, percent: Math.round(((last.cost - cost) / cost) * 1000) / 10 };
}

/** This month's cost so far, and the whole month at the rate of its `days` so far, including today, of all. */
export function projectFrom(soFar: number, today: string) {
  const days = Number(today.slice(8, 10));
  const of = daysIn(today.slice(0, 7));
  const spent = amount(soFar);
  const wholeMonth = days === of ? spent : Math.max(spent, estimate((soFar / days) * of));
  return { soFar: spent, wholeMonth, days, of };
}

/** Today in UTC, `YYYY-MM-DD`. */
export const currentDay = (): string => new Date().toISOString().slice(0, 10);

/** Whether a row's period is a valid day or month. */
export const isDated = ({ period }: CostRow): boolean => !Number.isNaN(Date.parse(period));

/** Days of a month, `YYYY-MM`. */
export function daysIn(month: string): number {
  const [year = 0, number = 1] = month.split('-').map(Number);
  return new Date(Date.UTC(year, number, 0)).getUTCDate();
}

/** The day or month that many later, or earlier. */
export function shifted(period: string, by: number, granularity: Granularity): string {
  if (granularity === 'daily')
    return new Date(Date.parse(period.slice(0, 10)) + by * DAY_MS).toISOString().slice(0, 10);
  const [year = 0, month = 1] = period.split('-').map(Number);
  return new Date(Date.UTC(year, month - 1 + by, 1)).toISOString().slice(0, 7);
}

/** Days or months from the first to the last, inclusive. */
export function periodsBetween(first: string, last: string, granularity: Granularity): number {
  if (granularity === 'daily') return Math.round((Date.parse(last) - Date.parse(first)) / DAY_MS) + 1;
  const index = (period: string): number => Number(period.slice(0, 4)) * 12 + Number(period.slice(5, 7));
  return index(last) - index(first) + 1;
}

const sum = (rows: readonly CostRow[]): number => rows.reduce((total, { cost }) => total + cost, 0);
