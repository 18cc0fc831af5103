/** Calendar dates in text: ISO, `12 March 2026`, `March 12th, 2026`, `12.03.2026`, `03/12/2026`. */

import { DAY_MS } from '../../../present/units.ts';

/** A date and where it is in the text, as UTF-16 offsets. */
export interface FoundDate {
  readonly text: string;
  readonly at: number;
  readonly end: number;
  /** What it can mean: `03/12/2026` two days. Without a year it is of any year: see {@link isSameDay}. Months count from 1. */
  readonly meanings: readonly { readonly year: number | undefined; readonly month: number; readonly day: number }[];
  /** A time of day stands with it: elsewhere it may be the day before or after. */
  readonly hasTime: boolean;
}

const MONTHS = 'january february march april may june july august september october november december'.split(' ');
const MONTH =
  '(jan(?:uary)?|feb(?:ruary)?|mar(?:ch)?|apr(?:il)?|may|june?|july?|aug(?:ust)?|sept?(?:ember)?|oct(?:ober)?|nov(?:ember)?|dec(?:ember)?)\\.?';
const monthOf = (name: string): number =>
  MONTHS.findIndex((month) => month.startsWith(name.toLowerCase().slice(0, 3))) + 1;

type Reader = (parts: readonly string[]) => FoundDate['meanings'];

const READERS: readonly (readonly [RegExp, Reader])[] = [
  [/(?<!\d)(\d{4})-(\d{2})-(\d{2})(?!\d)/g, ([y, m, d]) => [dated(y, m, d)]],
  [
    new RegExp(`(?<![\\d.])(\\d{1,2})(?:st|nd|rd|th|\\.)? (?:of )?${MONTH}(?:,? (\\d{4}))?(?![\\p{L}\\d])`, 'giu'),
    ([d, m = '', y]) => [dated(y, String(monthOf(m)), d)],
  ],
  [
    new RegExp(`(?<!\\p{L})${MONTH} (\\d{1,2})(?:st|nd|rd|th)?(?:,? (\\d{4}))?(?![\\p{L}\\d])`, 'giu'),
    ([m = '', d, y]) => [dated(y, String(monthOf(m)), d)],
  ],
  [/(?<![\d.])(\d{1,2})\.(\d{1,2})\.(\d{4})(?!\d)/g, ([d, m, y]) => [dated(y, m, d)]],
  [/(?<![\d/])(\d{1,2})\/(\d{1,2})\/(\d{4})(?![\d/])/g, ([a, b, y]) => [dated(y, a, b), dated(y, b, a)]],
];

const dated = (year: string | undefined, month: string | undefined, day: string | undefined) => ({
  year: year === undefined || year === '' ? undefined : Number(year),
  month: Number(month),
  day: Number(day),
});

const TIME_AFTER = /^(?:[T ,]| at )+\d{1,2}[:.h]\d{2}/;

/** Dates in the order of the text. Where two patterns overlap, the first of them counts. */
export function datesIn(text: string): FoundDate[] {
  const found: FoundDate[] = [];
  for (const [pattern, read] of READERS) {
    for (const match of text.matchAll(pattern)) {
      const [written, ...parts] = match;
      const meanings = read(parts).filter(({ month, day }) => month >= 1 && month <= 12 && day >= 1 && day <= 31);
      const end = match.index + written.length;
      if (meanings.length === 0 || found.some((one) => match.index < one.end && end > one.at)) continue;
      found.push({
        text: written,
        at: match.index,
        end,
        meanings,
        hasTime: TIME_AFTER.test(text.slice(end, end + 12)),
      });
    }
  }
  return found.sort((a, b) => a.at - b.at);
}

/** Whether two dates can mean the same day; a neighbouring one where a time of day stands with either. */
export function isSameDay(a: FoundDate, b: FoundDate): boolean {
  const days = a.hasTime || b.hasTime ? 1 : 0;
  return a.meanings.some((one) =>
    b.meanings.some((other) => {
      const year = one.year ?? other.year ?? 2000;
      const off = Date.UTC(year, one.month - 1, one.day) - Date.UTC(other.year ?? year, other.month - 1, other.day);
      return Math.abs(off) <= days * DAY_MS;
    }),
  );
}
