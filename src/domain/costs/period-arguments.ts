/** The arguments that say which days or months a table of costs covers, named as the platform's API names them. */
import { Refusal } from '../../mcp/contract/errors.ts';
import type { Granularity } from './costs.ts';
import type { Asked } from './window.ts';

/** Those of days go with the period daily, those of months with monthly. */
export interface PeriodArguments {
  readonly days?: number | undefined;
  readonly startDate?: string | undefined;
  readonly endDate?: string | undefined;
  readonly months?: number | undefined;
  readonly startMonth?: string | undefined;
  readonly endMonth?: string | undefined;
}

const NAMES = {
  daily: { count: 'days', start: 'startDate', end: 'endDate', form: 'YYYY-MM-DD' },
  monthly: { count: 'months', start: 'startMonth', end: 'endMonth', form: 'YYYY-MM' },
} as const;

/** The period that the arguments are of; undefined where none of them is given. */
export const periodOf = (given: PeriodArguments): Granularity | undefined =>
  (['daily', 'monthly'] as const).find((period) => firstGiven(given, period) !== undefined);

function firstGiven(given: PeriodArguments, period: Granularity): 'count' | 'start' | 'end' | undefined {
  const names = NAMES[period];
  return (['count', 'start', 'end'] as const).find((role) => given[names[role]] !== undefined);
}

/** Refuses arguments that would be ignored. @throws Refusal that names the argument to give instead */
export function refuseMisplaced(given: PeriodArguments, period: Granularity | 'summary'): void {
  for (const other of ['daily', 'monthly'] as const) {
    const role = other === period ? undefined : firstGiven(given, other);
    if (role === undefined) continue;
    const argument = NAMES[other][role];
    const instead =
      period === 'summary'
        ? `Leave out ${argument}`
        : `Give ${NAMES[period][role]}${role === 'count' ? '' : ` (${NAMES[period].form})`} instead`;
    throw new Refusal(
      `${argument} goes with period ${other}, but period is ${period}. Nothing was sent. ${instead}, or set period to ${other}.`,
    );
  }
}

/** What was asked for. @throws Refusal for a number beside a range, and for an end before its start */
export function rangeOf(given: PeriodArguments, period: Granularity): Asked {
  const names = NAMES[period];
  const range = { periods: given[names.count], start: given[names.start], end: given[names.end] };
  const { periods, start, end } = range;
  if (periods !== undefined && (start ?? end) !== undefined) {
    throw new Refusal(`Give either ${names.count}, or ${names.start} and ${names.end}. Nothing was sent.`);
  }
  if (start !== undefined && end !== undefined && end < start) {
    throw new Refusal(`${names.end} must not be before ${names.start}. Nothing was sent.`);
  }
  return range;
}
