/**
 * Values in text other than plain numbers: amounts of money, calendar dates, e-mail addresses, hosts and account numbers.
 * Each has UTF-16 offsets and a normalized form for comparison.
 */

import { DAY_MS } from '../../../present/units.ts';
import type { Span } from './input.ts';
import { type FoundNumber, numbersIn } from './numbers.ts';

/** An amount of money: a number with a currency beside it. */
export interface FoundMoney extends FoundNumber {
  /** Possible ISO 4217 codes: `$` has several. */
  readonly currencies: readonly string[];
  /** Verbatim, including the currency. */
  readonly written: string;
}

const CODES =
  'EUR USD GBP CHF JPY CNY SEK NOK DKK ISK PLN CZK HUF RON BGN CAD AUD NZD INR BRL MXN ZAR TRY AED SAR SGD HKD KRW THB IDR MYR PHP ILS UAH RUB';
const DOLLARS = 'USD CAD AUD NZD SGD HKD MXN';
/** Signs and names of currencies, and their possible codes. */
const CURRENCIES: ReadonlyMap<string, readonly string[]> = new Map(
  `€ EUR, £ GBP, $ ${DOLLARS}, ¥ JPY CNY, ₹ INR, ₺ TRY, ₩ KRW, zł PLN, kr SEK NOK DKK ISK, fr. CHF, euro EUR, pound GBP, dollar ${DOLLARS}, franc CHF, yen JPY, rupee INR, krona SEK, kronor SEK NOK DKK, krone NOK DKK, kroner NOK DKK`
    .split(', ')
    .map((line) => line.split(' '))
    .map(([name = '', ...codes]): [string, readonly string[]] => [name, codes])
    .concat(CODES.split(' ').map((code) => [code.toLowerCase(), [code]])),
);
const currenciesOf = (written = ''): readonly string[] | undefined =>
  CURRENCIES.get(written.toLowerCase().replace(/(?<=euro|pound|dollar|franc|rupee)s$/, ''));

const BEFORE = /([$€£¥₹₺₩]|(?<![\p{L}\p{N}])(?:[A-Z]{3}|Fr\.))\s?$/u;
const AFTER =
  /^\s?(?:([€£¥₹₺₩$]|zł|kr\b|[A-Z]{3}(?![\p{L}\p{N}]))|(?:\p{Lu}\p{L}+ )?((?:euro|pound|dollar|franc|rupee)s?|yen|kron(?:a|or|e|er))(?!\p{L}))/u;

/** The numbers with a currency before or after them. `numbers` are those of the same text. */
export function moneyIn(text: string, numbers = numbersIn(text)): FoundMoney[] {
  return numbers.flatMap((number) => {
    const before = BEFORE.exec(text.slice(Math.max(0, number.at - 8), number.at));
    const after = AFTER.exec(text.slice(number.end, number.end + 24));
    const first = currenciesOf(before?.[1]);
    const currencies = first ?? currenciesOf(after?.[1] ?? after?.[2]);
    if (currencies === undefined) return [];
    const from = first === undefined ? number.at : number.at - (before?.[0].length ?? 0);
    const to = first === undefined ? number.end + (after?.[0].length ?? 0) : number.end;
    return [{ ...number, currencies, written: text.slice(from, to).trim() }];
  });
}

/** A date in a text. */
export interface FoundDate extends Span {
  /** Possible meanings: `03/12/2026` has two. Without a year it matches any year, see {@link isSameDay}. Months count from 1. */
  readonly meanings: readonly { readonly year: number | undefined; readonly month: number; readonly day: number }[];
  /** It has a time of day: in another time zone it may be the day before or after. */
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
  // The first day of `3 to 7 August 2026`; the pattern above has found the second one.
  [
    new RegExp(
      `(?<![\\d.])(\\d{1,2})(?:st|nd|rd|th|\\.)?(?= ?(?:to|until|till|and|[-–]) ?\\d{1,2}(?:st|nd|rd|th|\\.)? ${MONTH}(?:,? (\\d{4}))?)`,
      'giu',
    ),
    ([d, m = '', y]) => [dated(y, String(monthOf(m)), d)],
  ],
  [/(?<![\d.])(\d{1,2})\.(\d{1,2})\.(\d{4})(?!\d)/g, ([d, m, y]) => [dated(y, m, d)]],
  [/(?<![\d/])(\d{1,2})\/(\d{1,2})\/(\d{4})(?![\d/])/g, ([a, b, y]) => [dated(y, a, b), dated(y, b, a)]],
];

const dated = (year: string | undefined, month: string | undefined, day: string | undefined) => ({
  year: year === undefined ? undefined : Number(year),
  month: Number(month),
  day: Number(day),
});

const TIME_AFTER = /^(?:[T ,]| at )+\d{1,2}[:.h]\d{2}/;

/** Dates in text order. If two patterns overlap, the first one wins. */
export function datesIn(text: string): FoundDate[] {
  const found: FoundDate[] = [];
  for (const [pattern, read] of READERS) {
    for (const match of text.matchAll(pattern)) {
      const [written, ...parts] = match;
      const end = match.index + written.length;
      if (found.some((one) => match.index < one.end && end > one.at)) continue;
      found.push({
        text: written,
        at: match.index,
        end,
        meanings: read(parts),
        hasTime: TIME_AFTER.test(text.slice(end, end + 12)),
      });
    }
  }
  return found.sort((a, b) => a.at - b.at);
}

/** The days from one date to another, by those of their meanings that are nearest; a year that one lacks is the other's. */
export function daysBetween(from: FoundDate, to: FoundDate): number {
  const all = from.meanings.flatMap((one) =>
    to.meanings.map((other) => {
      const year = one.year ?? other.year ?? 2000;
      const end = Date.UTC(other.year ?? year, other.month - 1, other.day);
      return (end - Date.UTC(year, one.month - 1, one.day)) / DAY_MS;
    }),
  );
  return all.sort((a, b) => Math.abs(a) - Math.abs(b))[0] ?? Number.NaN;
}

/** Whether two dates can mean the same day, or adjacent days if either has a time of day. */
export const isSameDay = (a: FoundDate, b: FoundDate): boolean =>
  Math.abs(daysBetween(a, b)) <= (a.hasTime || b.hasTime ? 1 : 0);

/** An address in a text. */
export interface FoundAddress extends Span {
  /** Lower case, without formatting. */
  readonly value: string;
}

const found = (match: RegExpMatchArray, value: string): FoundAddress => ({
  text: match[0],
  at: match.index ?? 0,
  end: (match.index ?? 0) + match[0].length,
  value,
});

const EMAIL = /(?<![\p{L}\p{N}._%+-])[\p{L}\p{N}._%+-]{1,64}@[\p{L}\p{N}-]+(?:\.[\p{L}\p{N}-]+)+/gu;

/** E-mail addresses; `value` is lower case. */
export const emailsIn = (text: string): FoundAddress[] =>
  [...text.matchAll(EMAIL)].map((match) => found(match, match[0].toLowerCase()));

/** Top-level domains that distinguish a host from a file name or an abbreviation. */
const ENDINGS =
  'com|org|net|io|dev|app|ai|cloud|info|biz|shop|store|online|example|test|co|eu|de|at|ch|uk|fr|it|es|nl|be|se|no|dk|fi|pl|cz|us|ca|in|jp|cn|br|au|me|tv';
const HOST = new RegExp(
  `(?<![@\\p{L}\\p{N}._-])(?:[a-z][a-z0-9+.-]*:\\/\\/(?:[^\\s/@]*@)?([^\\s/:?#"'<>)\\]]+)(?:[^\\s"'<>)\\]]*)|((?:[\\p{L}\\p{N}-]+\\.)+(?:${ENDINGS}))(?![\\p{L}\\p{N}@-]))`,
  'giu',
);

/** Hosts of URLs, and names with one of {@link ENDINGS}. */
export const hostsIn = (text: string): FoundAddress[] =>
  [...text.matchAll(HOST)].map((match) =>
    found(
      match,
      (match[1] ?? match[2] ?? '')
        .toLowerCase()
        .replace(/^www\./, '')
        .replace(/[.,;!]+$/, ''),
    ),
  );

/** Whether the hosts are equal, or one is a subdomain of the other. */
export const isSameHost = (a: string, b: string): boolean => a === b || a.endsWith(`.${b}`) || b.endsWith(`.${a}`);

const IBAN = /(?<![\p{L}\p{N}])[A-Z]{2}\d{2}(?: ?[A-Z0-9]{4}){2,7}(?: ?[A-Z0-9]{1,3})?(?![\p{L}\p{N}])/gu;
const DIGITS = /(?<![\p{L}\p{N}.,+-])\d(?:[ -]?\d){7,}(?![\p{L}\p{N}]|[.,]\d)/gu;
const ENDING = /(?:\bend(?:s|ing)?(?: in| with| on)?\s|…|\.{3}|\*{2,20}|[x•]{2,20})\s?(\d{3,6})(?!\d)/giu;

/** Account numbers: an IBAN, or eight digits or more. Of a masked one, the last digits: `…2051`. */
export function accountsIn(text: string): FoundAddress[] {
  const whole = [...text.matchAll(IBAN)].filter(([iban]) => iban.replace(/\D/g, '').length >= 8);
  const others = [...text.matchAll(DIGITS)].filter(
    ({ index }) => !whole.some((one) => index >= one.index && index < one.index + one[0].length),
  );
  const ends = [...text.matchAll(ENDING)];
  return [
    ...[...whole, ...others].map((match) => found(match, match[0].replace(/[ -]/g, '').toLowerCase())),
    ...ends.map((match) => found(match, `…${match[1] ?? ''}`)),
  ];
}

/**
 * Whether two values of {@link accountsIn} can be the same account: equal, or one ends with the other, which is masked or
 * has at least eight characters.
 */
export function isSameAccount(a: string, b: string): boolean {
  if (a.startsWith('…')) return b.endsWith(a.slice(1));
  if (b.startsWith('…')) return a.endsWith(b.slice(1));
  return a === b || (Math.min(a.length, b.length) >= 8 && (a.endsWith(b) || b.endsWith(a)));
}
