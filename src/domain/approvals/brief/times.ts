/** Times of day in text (`14:30`, `5 pm CET`, `half past nine`, `2026-06-18T13:30Z`), and whether two can be the same. */

import type { Span } from './input.ts';
import { numbersIn } from './numbers.ts';

export interface FoundTime extends Span {
  /** Its possible minutes since midnight: `9:15` may be in the evening. */
  readonly minutes: readonly number[];
  /** The time zone named after it; `?` if that is unknown. */
  readonly zone: string | undefined;
}

const HALF_DAY = 12 * 60;
const CLOCK =
  /(?<![\p{L}\p{N}:.,/-]|\d[T ])(?:\d{4}-\d\d-\d\d[T ])?(\d{1,2})(?::([0-5]\d)(?::[0-5]\d(?:\.\d+)?)?)?(?:(?<=-\d\d[T ]\S+)(?:Z|[+-]\d\d:?\d\d))?(?:\s?(?:([ap])\.?m\b\.?|o['’]clock)|(?<=:\S{2,}))(?![\p{L}\p{N}:%/]|[.,-]\d)/giu;
const SPOKEN = /\b(?:(half past|quarter past|quarter to) (\p{L}+|\d{1,2})|noon)\b/giu;
const ZONE =
  /^ \(?(?:(UTC|GMT|CES?T|[A-Z]{2,3}T)\b|(?:in )?([A-Z]\p{L}+(?: [A-Z]\p{L}+)?)(?= time\b|[.,;?!]|$)|(?:their|local|your) time)/u;

/** Listed once: a text may name thousands of times. */
let zoneNames: readonly string[] | undefined;

function zoneAfter(text: string): string | undefined {
  const [written, code = '', city = ''] = ZONE.exec(text) ?? [];
  if (written === undefined) return undefined;
  if (/^(?:UTC|GMT)/.test(code)) return 'UTC';
  if (code.startsWith('CE')) return 'Europe/Berlin';
  zoneNames ??= Intl.supportedValuesOf('timeZone');
  return zoneNames.find((name) => name.endsWith(`/${city.replaceAll(' ', '_')}`)) ?? '?';
}

/** Times in text order. */
export function timesIn(text: string): FoundTime[] {
  const found = (match: RegExpExecArray, from: number, isOpen: boolean): FoundTime => {
    const end = match.index + match[0].length;
    const minutes = isOpen ? [from, (from + HALF_DAY) % (2 * HALF_DAY)] : [from];
    return { text: match[0], at: match.index, end, minutes, zone: zoneAfter(text.slice(end, end + 40)) };
  };
  const clock = [...text.matchAll(CLOCK)].map((match) => {
    const [written, hour = '', minute, half] = match;
    const from = (Number(hour) % (half === undefined ? 24 : 12)) * 60 + Number(minute ?? 0);
    const isOpen = half === undefined && !/^0|-/.test(written) && Number(hour) <= 12;
    return found(match, from + (/p/i.test(half ?? '') ? HALF_DAY : 0), isOpen);
  });
  const spoken = [...text.matchAll(SPOKEN)].flatMap((match) => {
    const [, part, word] = match;
    if (part === undefined) return [found(match, HALF_DAY, false)];
    const hour = numbersIn(`${word} `)[0]?.values[0];
    const past = /^half/i.test(part) ? 30 : /to$/i.test(part) ? -15 : 15;
    return hour === undefined ? [] : [found(match, hour * 60 + past, true)];
  });
  return [...clock, ...spoken].sort((a, b) => a.at - b.at);
}

/** Whether a time in the text can be one in a call. If a zone is unknown, they may differ by half hours. */
export function isSameTime(mention: FoundTime, held: FoundTime): boolean {
  const { zone: timeZone, minutes } = mention;
  const instant = /\d-\d.*(?:Z|[+-]\d\d:?\d\d)$/.test(held.text) ? new Date(held.text) : undefined;
  if (timeZone !== undefined && timeZone !== '?' && instant !== undefined) {
    const [hour, minute] = instant.toLocaleTimeString('en-GB', { timeZone, timeStyle: 'short' }).split(':');
    return minutes.includes(Number(hour) * 60 + Number(minute));
  }
  const isUnsure = timeZone !== undefined || /(?:Z|00:?00)$/.test(held.text);
  return minutes.some((one) => held.minutes.some((other) => one === other || (isUnsure && (one - other) % 30 === 0)));
}
