/** The sums above a chart of costs, as far as the platform sent them. */
import { type Fields, number, text } from './data.ts';
import { type Child, el } from './dom.ts';
import { amount, percent, period } from './format.ts';

const FIGURES = [
  ['totalCost', 'Total'],
  ['windowCost', 'In this period'],
  ['totalOfAgents', 'All agents'],
  ['currentMonthOfAgents', 'All agents, this month'],
  ['todayOfAgents', 'All agents, today'],
  ['today', 'Today'],
  ['currentMonth', 'This month'],
  ['projectedMonth', 'Whole month, at this rate'],
  ['averagePerDay', 'Average a day'],
  ['averagePerMonth', 'Average a month'],
] as const;

/** Undefined if there are none. */
export function figures(received: Fields, currency: string | undefined): HTMLElement | undefined {
  const shown = FIGURES.flatMap(([key, label]): Child[] => {
    const value = number(received, key);
    return value === undefined ? [] : [el('div.figure', el('dt', label), el('dd', amount(value, currency)))];
  });
  const change = number(received, 'changePercent');
  if (change !== undefined)
    shown.push(
      el(
        'div.figure',
        el('dt', `Change, ${(text(received, 'changeOf') ?? '').replace(/[\d-]{7,}/g, (one) => period(one))}`),
        el('dd', percent(change)),
      ),
    );
  return shown.length === 0 ? undefined : el('dl.figures', ...shown);
}
