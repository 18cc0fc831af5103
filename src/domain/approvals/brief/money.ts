/** Amounts of money in text: a number with a currency beside it. */

import { type FoundNumber, numbersIn } from './numbers.ts';

export interface FoundMoney extends FoundNumber {
  /** ISO 4217 codes that it can mean: `$` has several. */
  readonly currencies: readonly string[];
  /** As it is written, currency included. */
  readonly words: string;
}

const CODES =
  'EUR USD GBP CHF JPY CNY SEK NOK DKK ISK PLN CZK HUF RON BGN CAD AUD NZD INR BRL MXN ZAR TRY AED SAR SGD HKD KRW THB IDR MYR PHP ILS UAH RUB';
const ISO = new Set(CODES.split(' '));
const SIGNS: Readonly<Record<string, readonly string[]>> = {
  '€': ['EUR'],
  '£': ['GBP'],
  $: ['USD', 'CAD', 'AUD', 'NZD', 'SGD', 'HKD', 'MXN'],
  '¥': ['JPY', 'CNY'],
  '₹': ['INR'],
  '₺': ['TRY'],
  '₩': ['KRW'],
  zł: ['PLN'],
  kr: ['SEK', 'NOK', 'DKK', 'ISK'],
};
const NAMES: Readonly<Record<string, readonly string[]>> = {
  euro: ['EUR'],
  pound: ['GBP'],
  dollar: SIGNS.$ ?? [],
  franc: ['CHF'],
  yen: ['JPY'],
  rupee: ['INR'],
  krona: ['SEK'],
  krone: ['NOK', 'DKK'],
};

const BEFORE = /(?:\b(US|CA|AU|NZ|C|A)?([$€£¥₹₺₩])|(?<![\p{L}\p{N}])([A-Z]{3}|Fr\.))\s?$/u;
const AFTER =
  /^\s?(?:([€£¥₹₺₩$]|zł|kr\b)|([A-Z]{3})(?![\p{L}\p{N}])|(euros?|pounds?|dollars?|francs?|yen|rupees?|krona|kronor|krone|kroner)(?!\p{L}))/u;

/** Those of `numbers`, the numbers of this very text, that have a currency before or after them. */
export function moneyIn(text: string, numbers = numbersIn(text)): FoundMoney[] {
  return numbers.flatMap((number) => {
    const before = BEFORE.exec(text.slice(Math.max(0, number.at - 8), number.at)) ?? beforeBare(text, number.at);
    const after = AFTER.exec(text.slice(number.end, number.end + 12));
    const currencies = currenciesBefore(before) ?? currenciesAfter(after);
    if (currencies === undefined) return [];
    const from = currenciesBefore(before) === undefined ? number.at : number.at - (before?.[0].length ?? 0);
    const to = currenciesBefore(before) === undefined ? number.end + (after?.[0].length ?? 0) : number.end;
    return [{ ...number, currencies, words: text.slice(from, to).trim() }];
  });
}

const beforeBare = (text: string, at: number): RegExpExecArray | null =>
  /()([$€£¥₹₺₩])\s?$/u.exec(text.slice(Math.max(0, at - 3), at));

function currenciesBefore(match: RegExpExecArray | null): readonly string[] | undefined {
  if (match === null) return undefined;
  const [, country, sign, code] = match;
  if (sign === '$' && country !== undefined && country !== '')
    return [`${country.padEnd(2, country === 'C' ? 'A' : 'U')}D`];
  if (sign !== undefined) return SIGNS[sign];
  if (code === 'Fr.') return ['CHF'];
  return code !== undefined && ISO.has(code) ? [code] : undefined;
}

function currenciesAfter(match: RegExpExecArray | null): readonly string[] | undefined {
  if (match === null) return undefined;
  const [, sign, code, name] = match;
  if (sign !== undefined) return SIGNS[sign];
  if (code !== undefined) return ISO.has(code) ? [code] : undefined;
  const singular = name?.replace(/^kron(?:or|er)$/, 'krone').replace(/(?<=euro|pound|dollar|franc|rupee)s$/, '');
  return singular === undefined ? undefined : NAMES[singular];
}
