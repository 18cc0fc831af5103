/** Times, counts and amounts for people. */
import type { Money } from '../mcp/contract/result.ts';

/** Units of time in seconds, from the largest: short, and as a word. */
const TIME_UNITS = [
  ['d', 86_400, 'day'],
  ['h', 3600, 'hour'],
  ['min', 60, 'minute'],
  ['s', 1, 'second'],
] as const;

/** A duration in its largest unit, rounded: `3 days`, `1 hour`, `40 seconds`. */
export function roundDuration(ms: number): string {
  const [, size, word] = TIME_UNITS.find(([, seconds]) => ms >= seconds * 1000) ?? TIME_UNITS[3];
  return count(Math.round(ms / 1000 / size), word);
}

/** A duration in its two largest units: `2 d 3 h`, `4 min 10 s`, `less than a second`. */
export function duration(ms: number): string {
  if (ms < 1000) return 'less than a second';
  const seconds = Math.round(ms / 1000);
  const first = TIME_UNITS.findIndex(([, size]) => seconds >= size);
  const [name = 's', size = 1] = TIME_UNITS[first] ?? [];
  const [lesser, lesserSize = 1] = TIME_UNITS[first + 1] ?? [];
  const whole = Math.floor(seconds / size);
  const rest = Math.floor((seconds % size) / lesserSize);
  return lesser === undefined || rest === 0 ? `${whole} ${name}` : `${whole} ${name} ${rest} ${lesser}`;
}

export const MINUTE_MS = 60_000;
export const DAY_MS = 86_400_000;

/**
 * How long ago: from a minute on in whole minutes, from ten days on in whole days, since nobody decides by the hour then.
 * Undefined for a time that is more than a minute ahead.
 */
export function age(iso: string | undefined): string | undefined {
  if (iso === undefined) return undefined;
  const now = Date.now();
  const ms = Math.max(0, now - Date.parse(iso));
  if (Date.parse(iso) - now > MINUTE_MS) return undefined;
  const step = ms >= 10 * DAY_MS ? DAY_MS : ms >= MINUTE_MS ? MINUTE_MS : 1;
  return duration(ms - (ms % step));
}

/** An amount with two decimals, or with two significant digits if it is less than a hundredth. */
export function roundMoney({ amount, currency }: Money): string {
  const rounded = Math.abs(amount) >= 0.01 || amount === 0 ? amount.toFixed(2) : String(Number(amount.toPrecision(2)));
  return currency === undefined ? rounded : `${rounded} ${currency}`;
}

/** `1 thread`, `2 threads`; the plural is regular by default. */
export function count(n: number, singular: string, plural = `${singular}s`): string {
  return `${n} ${n === 1 ? singular : plural}`;
}

/** `No thread matches`, `1 thread matches`, `2 threads match`. */
export const matchText = (n: number, noun: string): string =>
  n === 0 ? `No ${noun} matches` : `${count(n, noun)} ${n === 1 ? 'matches' : 'match'}`;

/** The first `max` entries and how many more: `a, b and 3 more`. `total` is needed if `all` is incomplete. */
export function firstOf<T>(
  all: readonly T[],
  max: number,
  format: (one: T) => string = String,
  total: number = all.length,
): string {
  const first = all.slice(0, max).map(format);
  return first.join(', ') + (total > first.length ? ` and ${total - first.length} more` : '');
}

/** Length of an ISO time with a four-digit year: `2026-11-20T14:21:07.000Z`. */
const ISO_LENGTH = 24;

/** A time from `toISOString`, to the minute: `2026-11-20T14:21Z`, which can still be parsed. */
export const minute = (iso: string): string => (iso.length === ISO_LENGTH ? `${iso.slice(0, 16)}Z` : iso);

/** A time from `toISOString`, to the second: `2026-11-20T14:21:07Z`. */
export const second = (iso: string): string => (iso.length === ISO_LENGTH ? `${iso.slice(0, 19)}Z` : iso);

/** `6,087`. Cap: the 21 digits of the longest number that is written without an exponent. */
export const grouped = (n: number): string =>
  n >= 0 && n < 1_000 ? String(n) : String(n).replace(/\B(?=(?:\d{3})+$)/g, ',');
