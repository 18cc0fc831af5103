/** Formats times and amounts for the reader's language and region. */

let locale: string | undefined;
let timeZone: string | undefined;

/** Sets the reader's language and time zone; one that is missing or unsupported stays as it was. */
export function setReader(language: string | undefined, zone: string | undefined): void {
  const isSupported = (tag?: string, name?: string): boolean => {
    try {
      new Intl.DateTimeFormat(hyphened(tag), { timeZone: name });
      return true;
    } catch {
      return false;
    }
  };
  if (language !== undefined && isSupported(language)) locale = hyphened(language);
  if (zone !== undefined && isSupported(undefined, zone)) timeZone = zone;
}

/** Some hosts write `de_DE`. */
const hyphened = (tag: string | undefined): string | undefined => tag?.replaceAll('_', '-');

const parsed = (iso: string): number => Date.parse(/^\d{4}-\d{2}-\d{2}$/.test(iso) ? `${iso}T00:00:00Z` : iso);

/** `21 Nov 2026, 16:05`. */
export function moment(iso: string): string {
  const time = parsed(iso);
  if (Number.isNaN(time)) return iso;
  return new Intl.DateTimeFormat(locale, { dateStyle: 'medium', timeStyle: 'short', timeZone }).format(time);
}

/** A day or month of a table: `21 Nov`, in another year `21 Nov 2024`, `Nov 2026`. Both are in UTC, as the platform counts. */
export function period(text: string): string {
  const isMonth = /^\d{4}-\d{2}$/.test(text);
  const time = parsed(isMonth ? `${text}-01` : text);
  if (Number.isNaN(time)) return text;
  const shape: Intl.DateTimeFormatOptions = isMonth
    ? { month: 'short', year: 'numeric' }
    : {
        day: 'numeric',
        month: 'short',
        year: text.startsWith(`${new Date().getUTCFullYear()}-`) ? undefined : 'numeric',
      };
  return new Intl.DateTimeFormat(locale, { ...shape, timeZone: 'UTC' }).format(time);
}

const UNITS: readonly (readonly [Intl.RelativeTimeFormatUnit, number])[] = [
  ['day', 86_400],
  ['hour', 3_600],
  ['minute', 60],
];

/** The duration since a time: `3 hours`, `< 1 minute`. */
export function lasting(iso: string): string {
  const seconds = Math.max(0, (Date.now() - parsed(iso)) / 1_000);
  if (Number.isNaN(seconds)) return '';
  const [unit, size] = UNITS.find(([, one]) => seconds >= one) ?? ['minute', 60];
  const count = Math.floor(seconds / size);
  const duration = new Intl.NumberFormat(locale, { style: 'unit', unit, unitDisplay: 'long' });
  return count === 0 ? `<\u00a0${duration.format(1)}` : duration.format(count);
}

/** An amount with its currency if known; small amounts keep four digits. */
export function amount(value: number, currency?: string): string {
  const digits = value !== 0 && Math.abs(value) < 0.01 ? 4 : 2;
  const shape: Intl.NumberFormatOptions = { minimumFractionDigits: 2, maximumFractionDigits: digits };
  try {
    if (currency !== undefined)
      return new Intl.NumberFormat(locale, { ...shape, style: 'currency', currency }).format(value);
  } catch {
    // Not a known currency.
  }
  return `${new Intl.NumberFormat(locale, shape).format(value)}${currency === undefined ? '' : ` ${currency}`}`;
}

export const whole = (value: number): string => new Intl.NumberFormat(locale).format(value);

export const percent = (value: number): string =>
  new Intl.NumberFormat(locale, { style: 'percent', maximumFractionDigits: 1, signDisplay: 'exceptZero' }).format(
    value / 100,
  );

/** The message of a thrown value. */
export const errorMessage = (error: unknown): string => (error instanceof Error ? error.message : String(error));
