/** Costs as columns or bars, each with a table of the figures. */
import { type Fields, number, text } from './data.ts';
import { type Child, drawTable, el } from './dom.ts';
import { amount, period, whole } from './format.ts';

const share = (value: number, highest: number): number =>
  highest > 0 ? Math.max(0, Math.min(100, (100 * value) / highest)) : 0;

/** Days or months as columns, with a table of the figures below. */
export function byPeriod(rows: readonly Fields[], currency: string | undefined): HTMLElement {
  const cost = (row: Fields): number => number(row, 'cost') ?? 0;
  const highest = Math.max(0, ...rows.map(cost));
  const periodOf = (row: Fields = {}): string => period(text(row, 'period') ?? '');
  const [first, last] = [periodOf(rows[0]), periodOf(rows.at(-1))];
  const costText = (row: Fields): string => amount(cost(row), text(row, 'currency') ?? currency);
  const chart = el(
    'div.chart',
    {
      role: 'img',
      'aria-label': `Costs from ${first} to ${last}, at most ${amount(highest, currency)}; see the table for each.`,
    },
    ...rows.map((row) =>
      el(
        'span.column',
        { title: `${periodOf(row)}: ${costText(row)}` },
        el('i', { style: `block-size:${share(cost(row), highest)}%` }),
      ),
    ),
  );
  const has = (key: string): boolean => rows.some((row) => number(row, key) !== undefined);
  const columns = (
    [
      ['threadCount', 'Threads'],
      ['inputTokens', 'Tokens in'],
      ['outputTokens', 'Tokens out'],
    ] as const
  ).filter(([key]) => has(key));
  const axis = (...ends: readonly string[]): HTMLElement =>
    el('div.axis.soft', { 'aria-hidden': 'true' }, ...ends.map((end) => el('span', end)));
  // Columns in different currencies can't be compared, and without any cost there are none: there is only the table.
  const isChart = highest > 0 && rows.every((row) => text(row, 'currency') === undefined);
  return el(
    'section',
    ...(isChart ? [axis(amount(highest, currency)), chart, axis(first, last)] : []),
    drawTable(
      'Table of costs',
      ['Period', 'Cost', ...columns.map(([, label]) => label)],
      [...rows]
        .reverse()
        .map((row) => [
          periodOf(row),
          costText(row),
          ...columns.map(([key]) => (number(row, key) === undefined ? '–' : whole(number(row, key) ?? 0))),
        ]),
    ),
  );
}

/** Agents or categories, most expensive first, with their amount and a bar relative to their currency; `–` if unknown. */
export function bars(
  rows: readonly Fields[],
  titles: readonly [string, string],
  name: (row: Fields) => Child,
  costOf: (row: Fields) => number | undefined,
  currency: string | undefined,
): HTMLElement {
  const cost = (row: Fields): number => costOf(row) ?? 0;
  const highest = new Map<string | undefined, number>();
  for (const row of rows) {
    const rowCurrency = text(row, 'currency');
    highest.set(rowCurrency, Math.max(highest.get(rowCurrency) ?? 0, cost(row)));
  }
  return drawTable(
    'Table of costs',
    titles,
    rows.map((row) => [
      el(
        'span',
        name(row),
        el(
          'span.bar-line',
          { 'aria-hidden': 'true' },
          el('i', { style: `inline-size:${share(cost(row), highest.get(text(row, 'currency')) ?? 0)}%` }),
        ),
      ),
      costOf(row) === undefined ? '–' : amount(cost(row), text(row, 'currency') ?? currency),
    ]),
  );
}
