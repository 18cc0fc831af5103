import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  amount,
  analyse,
  daysIn,
  inOrder,
  periodsBetween,
  projectFrom,
  projectMonth,
  shifted,
} from '../../src/domain/costs/costs.ts';
import { gapNotes, newestPeriod, rowsInside } from '../../src/domain/costs/window.ts';
import type { CostRow } from '../../src/platform/parse/records.ts';

const day = (period: string, cost: number, more: Partial<CostRow> = {}): CostRow => ({ period, cost, ...more });
const DAY = 86_400_000;
const isoDay = (ms: number): string => new Date(ms).toISOString().slice(0, 10);

describe('analyse', () => {
  it('puts days in order and gives total, average and change, and the projection', () => {
    const rows = [day('2026-11-03', 1), day('2026-11-02', 6), day('2026-11-01', 4)];
    const series = analyse(rows, 'daily', '2026-11-03');
    expect(series).toEqual({
      rows: [...rows].reverse(),
      isMixed: false,
      total: 11,
      average: 3.67,
      change: { period: '2026-11-02', before: '2026-11-01', percent: 50 },
    });
    expect(projectMonth(series, '2026-11-03')).toEqual({ soFar: 11, wholeMonth: 110, days: 3, of: 30 });
  });

  it('compares the last complete month with the one before', () => {
    const rows = [day('2026-09', 10), day('2026-10', 5), day('2026-11', 3)];
    const series = analyse(rows, 'monthly', '2026-11-10');
    expect(series.change).toEqual({ period: '2026-10', before: '2026-09', percent: -50 });
    expect(projectMonth(series, '2026-11-10')).toEqual({ soFar: 3, wholeMonth: 9, days: 10, of: 30 });
  });

  it('has no percentage against nothing, and no projection without a row of this month', () => {
    const series = analyse([day('2026-10-01', 0), day('2026-10-02', 5)], 'daily', '2026-11-01');
    expect(series.change).toBeUndefined();
    expect(projectMonth(series, '2026-11-01')).toBeUndefined();
  });

  it('adds up several rows of one period', () => {
    const rows = [day('2026-11-01', 0.1, { threadCount: 1 }), day('2026-11-01', 0.2, { threadCount: 2 })];
    expect(inOrder(rows, 'daily')).toEqual([day('2026-11-01', 0.3, { threadCount: 3 })]);
  });

  it('projects no month of several currencies', () => {
    const rows = [day('2026-11-02', 5, { currency: 'EUR' }), day('2026-11-20', 1000, { currency: 'JPY' })];
    expect(projectMonth(analyse(rows, 'daily', '2026-11-20'), '2026-11-20')).toBeUndefined();
  });

  it('handles an empty list', () => {
    expect(analyse([], 'daily', '2026-11-01')).toEqual({ rows: [], isMixed: false });
  });
});

describe('properties', () => {
  const date = fc.integer({ min: 0, max: 40_000 }).map((days) => isoDay(days * DAY));
  const cost = fc.integer({ min: 0, max: 1_000_000 }).map((micros) => micros / 1000);
  const series = fc.array(fc.record({ period: date, cost }), { maxLength: 60 });

  it('keeps the sum, whatever the order and the repetitions', () => {
    fc.assert(
      fc.property(series, (rows) => {
        const ordered = inOrder(rows, 'daily');
        const sum = (list: readonly CostRow[]): number => list.reduce((total, row) => total + row.cost, 0);
        expect(sum(ordered)).toBeCloseTo(sum(rows), 3);
        expect(new Set(ordered.map(({ period }) => period)).size).toBe(ordered.length);
        expect(ordered.map(({ period }) => period)).toEqual([...ordered.map(({ period }) => period)].sort());
        expect(inOrder(ordered, 'daily')).toEqual(ordered);
      }),
    );
  });

  it('projects no less than what was spent, and exactly that on the last day', () => {
    fc.assert(
      fc.property(cost, date, (soFar, today) => {
        const { wholeMonth, days, of } = projectFrom(soFar, today);
        expect(wholeMonth).toBeGreaterThanOrEqual(soFar - 1e-6);
        expect(days).toBeLessThanOrEqual(of);
        if (days === of) expect(wholeMonth).toBe(amount(soFar));
      }),
    );
  });

  it('counts periods one by one', () => {
    fc.assert(
      fc.property(date, (last) => {
        expect(periodsBetween(shifted(last, -1, 'daily'), last, 'daily')).toBe(2);
        const month = last.slice(0, 7);
        expect(periodsBetween(shifted(month, -1, 'monthly'), month, 'monthly')).toBe(2);
        expect(shifted(`${month}-01`, -1, 'daily')).toBe(
          `${shifted(month, -1, 'monthly')}-${daysIn(shifted(month, -1, 'monthly'))}`,
        );
      }),
    );
  });
});

it('nothing is compared with a period before the first row: what it cost is not known', () => {
  expect(analyse([day('2026-11-02', 6), day('2026-11-03', 1)], 'daily', '2026-11-03').change).toBeUndefined();
});

it.each([
  ['daily', 7, '2026-11-27', '2026-11-20', true],
  ['daily', 7, '2026-11-27', '2026-11-19', false],
  ['monthly', 3, '2026-11-27', '2026-09', true],
  ['monthly', 3, '2026-11-27', '2026-08', false],
  ['monthly', 3, '2026-11-01', '2026-08', true],
] as const)(
  'a number of periods takes one more where it may be of a time zone behind: %s %i at %s, %s',
  (granularity, periods, today, period, inside) => {
    const row = day(period, 1);
    expect(rowsInside([row], { periods }, granularity, newestPeriod([row], granularity, today))).toEqual(
      inside ? [row] : [],
    );
  },
);

it.each([
  ['the default window', -29, 0, [-6, 0]],
  ['a month with the days to come', -10, 5, [-6, 0]],
  ['the days up to tomorrow, of a time zone ahead', -29, 1, [-5, 1]],
] as const)(
  'a platform that ignores the number of days and sends %s: the newest seven count',
  (_what, from, to, [first, last]) => {
    const at = (days: number): string => shifted('2026-11-27', days, 'daily');
    const rows = Array.from({ length: to - from + 1 }, (_, index) =>
      day(at(from + index), from + index > last ? 0 : 1),
    );
    const inside = rowsInside(rows, { periods: 7 }, 'daily', newestPeriod(rows, 'daily', '2026-11-27')).filter(
      ({ cost }) => cost > 0,
    );
    expect([inside[0]?.period, inside.at(-1)?.period, inside.length]).toEqual([at(first), at(last), 7]);
  },
);

it.each([
  ['some days', [1, 3, 3], 'The platform sent nothing for 2 of the 4 days.'],
  ['every day', [], 'The platform sent nothing for this window.'],
  ['no day', [1, 2, 3, 4], undefined],
])('a window says how many of its days have no row: %s', (_what, days, note) => {
  const rows = days.map((date) => day(`2026-10-0${date}`, 1));
  expect(gapNotes(rows, { first: '2026-10-01', last: '2026-10-04' }, 'daily', 0)[0]).toBe(note);
});
