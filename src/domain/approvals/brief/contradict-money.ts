/** Amounts and currencies that the agent's words and its calls say differently. */

import { type BriefCall, type Finding, type Leaf, wordsOfKey } from './asked.ts';
import { currenciesIn } from './history.ts';
import { isSlip, numbersIn, standsFor } from './numbers.ts';
import type { FoundMoney } from './values.ts';
import { isAside, isAsked, sentenceAt, type Words } from './words.ts';

const MONEY_KEYS = new Set(
  'amount total price sum cost fare rent refund fee payment charge credit budget fine balance salary bonus tip deposit payout subtotal value money'.split(
    ' ',
  ),
);
const NO_MONEY = new Set(
  'percent percentage pct count id number day currency rate share unit quantity code type method reason status'.split(
    ' ',
  ),
);
const MINOR = new Set(['cent', 'minor']);

/** Whether a name among the arguments says that its value is money. */
export function isMoneyKey(key: string): boolean {
  const words = wordsOfKey(key);
  return words.some((word) => MONEY_KEYS.has(word) || MINOR.has(word)) && !words.some((word) => NO_MONEY.has(word));
}

/** An amount among the arguments. */
interface Amount {
  readonly leaf: Leaf;
  /** In units of its currency. */
  readonly value: number;
  readonly currency: string | undefined;
}

/** The amounts of a call. */
export function amountsOf(call: BriefCall): Amount[] {
  const only = onlyNumberOf(call);
  return call.leaves.flatMap((leaf): Amount[] => {
    if (!isMoneyKey(leaf.key) && leaf !== only) return [];
    const value = typeof leaf.value === 'number' ? leaf.value : numbersIn(String(leaf.value))[0]?.values[0];
    if (value === undefined) return [];
    const currency = currencyBeside(leaf, call.leaves);
    const scale = scaleOf(leaf.key, currency);
    return [{ leaf, value: Math.abs(value) / scale, currency }];
  });
}

/** The number that a currency stands beside, where no other argument can be meant. */
function onlyNumberOf({ leaves }: BriefCall): Leaf | undefined {
  if (currenciesIn(leaves).length === 0 || leaves.some(({ key }) => isMoneyKey(key))) return undefined;
  const numbers = leaves.filter(
    ({ key, value }) =>
      typeof value === 'number' && !/[^s]s$/.test(key) && !wordsOfKey(key).some((word) => NO_MONEY.has(word)),
  );
  return numbers.length === 1 ? numbers[0] : undefined;
}

/** How many of what an argument counts make a unit of its currency. */
function scaleOf(key: string, currency: string | undefined): number {
  const words = wordsOfKey(key);
  if (words.includes('micro')) return 1_000_000;
  return words.some((word) => MINOR.has(word)) && !hasNoCents(currency) ? 100 : 1;
}

/** Currencies of which the smallest unit is one. */
const WITHOUT_CENTS = new Set(['JPY', 'KRW', 'ISK']);
const hasNoCents = (currency: string | undefined): boolean => WITHOUT_CENTS.has(currency ?? '');

/**
 * The currency of an amount: the one in the same object, or else in the call. Of several, the one that is named alike
 * (`targetAmount`, `targetCurrency`); undefined where that does not tell.
 */
function currencyBeside({ key, holder }: Leaf, leaves: readonly Leaf[]): string | undefined {
  const all = currenciesIn(leaves);
  const beside = all.filter((one) => one.holder === holder);
  const near = beside.length > 0 ? beside : all;
  const [own] = wordsOfKey(key);
  return onlyValue(near) ?? onlyValue(near.filter((one) => wordsOfKey(one.key)[0] === own));
}

function onlyValue(leaves: readonly Leaf[]): string | undefined {
  const [only, ...others] = new Set(leaves.map(({ value }) => String(value).toUpperCase()));
  return others.length > 0 ? undefined : only;
}

const VERBS =
  'refund|pay|transfer|send|charge|credit|wire|reimburse|bill|deduct|debit|donate|withdraw|issue|give|grant|book|return';
/** What the action itself names: "refund 64 EUR". */
const DIRECT = new RegExp(
  `\\b(?:${VERBS})(?:\\s+(?!(?:below|under|above|over|than|instead|except|minus|without|and|or|if)\\b)[\\p{L}’']+){0,4}\\s*$`,
  'iu',
);
/** A price of one: what is paid for several is another amount. */
const RATE =
  /\b(?:each|apiece|per (?!our\b|policy\b)|hourly|daily|weekly|monthly|quarterly|yearly|annual|an? (?:person|head|piece|seat|hour|day|night|week|month|year))\b|\bat \S*\d/i;
/** The argument is such a price itself: `pricePerSeat`, `monthlyGross`. */
const RATE_KEY = /per|unit|each|hourly|daily|weekly|monthly|yearly|annual/i;
/** Only a part is meant, and which one the words don't say. */
const PARTIAL =
  /\b(?:part(?:s|ial|ly)?|some|share|portion|rest|remain(?:der|ing)|difference|instal?ments?|compensat\p{L}+|goodwill)\b/iu;

/** Something unnamed comes on top. */
const INCOMPLETE =
  /\b(?:net(?! \d)|excl\p{L}*|before tax|plus (?:\p{L}+ )?(?:tax|VAT|shipping|postage|fees?|expenses))\b/iu;

/**
 * Amounts of calls that the words don't name, where they name others. What the action itself names goes before all else;
 * bounds and amounts of other times don't count, nor what follows from the amounts that are named.
 */
export function moneyFindings(calls: readonly BriefCall[], words: Words): Finding[] {
  const all = calls.flatMap((call) => amountsOf(call).map((amount) => ({ call, amount })));
  const meant = words.money.filter((said) => !isAside(words, said));
  if (all.length === 0 || meant.length === 0) return [];
  const direct = meant.filter((said) => isDirect(said, words));
  const values = all.map(({ amount }) => amount.value);
  return all.flatMap(({ call, amount }): Finding[] => {
    const other = wrongCurrency(amount, direct.at(-1) ?? meant.at(-1), words.money);
    if (other !== undefined) return [{ said: other.words, call, path: 'currency', value: amount.currency ?? '' }];
    const wrong = wrongAmount(amount, values, { direct, meant, words });
    if (wrong === undefined) return [];
    return [{ said: wrong.words, call, path: amount.leaf.path, value: amount.leaf.value, hint: hint(wrong, amount) }];
  });
}

function isDirect({ at }: FoundMoney, words: Words): boolean {
  const from = Math.max(sentenceAt(words, at).at, at - 60);
  return DIRECT.test(words.text.slice(from, at));
}

interface Said {
  readonly direct: readonly FoundMoney[];
  readonly meant: readonly FoundMoney[];
  readonly words: Words;
}

/** What the words say instead of an amount. `values` are those of all calls. */
function wrongAmount({ value, leaf: { key } }: Amount, values: readonly number[], said: Said): FoundMoney | undefined {
  const { direct, meant, words } = said;
  const whole = values.reduce((sum, one) => sum + one, 0);
  if (values.length > 1 && words.money.some((one) => standsFor(one, whole))) return undefined;
  if (isReckoned(value, words)) return undefined;
  const named = words.money.filter((one) => standsFor(one, value));
  // Of several amounts in the calls, nothing tells which one the action names.
  if (values.length === 1 && direct.length > 0 && !direct.some((one) => named.includes(one))) return direct.at(-1);
  if (named.length > 0) return undefined;
  const alone = meant.filter((one) => !values.some((other) => standsFor(one, other)));
  const slip = alone.find((one) => isSlip(one, value));
  if (slip !== undefined) return slip;
  const last = alone.findLast(({ at }) => isAsked(words, at));
  if (last === undefined || (RATE.test(words.text) && !RATE_KEY.test(key))) return undefined;
  if (INCOMPLETE.test(words.text)) return undefined;
  const isPart = PARTIAL.test(words.text) && !words.numbers.some(({ isPercent }) => isPercent);
  return isPart && value < (last.values[0] ?? 0) ? undefined : last;
}

/** Whether the value follows from the amounts that are named: their sum or difference, a part or a multiple. */
function isReckoned(value: number, { money, numbers, text }: Words): boolean {
  const same = (result: number): boolean => Math.abs(result - value) < 0.0051;
  const amounts = [...new Set(money.map(({ values }) => values[0] ?? 0))].slice(0, 12);
  if (sums(amounts).some(same)) return true;
  if (amounts.some((a) => amounts.some((b) => same(a - b)))) return true;
  const shares = numbers.filter(({ isPercent }) => isPercent).map(({ values }) => (values[0] ?? 0) / 100);
  const ofShares = shares.flatMap((p) => [p, 1 + p, ...(LESS.test(text) ? [1 - p] : [])]);
  const factors = FRACTION.test(text) ? [...ofShares, ...FRACTIONS] : ofShares;
  const counts = numbers.flatMap(({ values }) => values).filter((n) => Number.isInteger(n) && n > 1);
  // A year has twelve months.
  const parts = [12, ...counts.filter((n) => n < 10)];
  if (amounts.some((a) => factors.some((factor) => same(a * factor)) || parts.some((n) => same(a / n)))) return true;
  return amounts.some((a) => counts.some((n) => n !== a && same(a * n) && !/^10*$/.test(String(n))));
}

const FRACTION = /\b(?:half|thirds?|quarters?|twice|double)\b/i;
const FRACTIONS = [1 / 2, 1 / 3, 2 / 3, 1 / 4, 3 / 4, 2];
const LESS =
  /\b(?:off|down|discount|rebate|less|minus|reduc\p{L}+|deduct\p{L}*|fee|cheaper|restock\p{L}*|withh\p{L}+)\b/iu;
/** Sums of two amounts and more. */
function sums(amounts: readonly number[]): number[] {
  let results: { sum: number; parts: number }[] = [{ sum: 0, parts: 0 }];
  for (const amount of amounts) {
    results = [...results, ...results.map(({ sum, parts }) => ({ sum: sum + amount, parts: parts + 1 }))];
  }
  return results.filter(({ parts }) => parts > 1).map(({ sum }) => sum);
}

/** Money of which every mention has another currency than the call. */
function wrongCurrency(
  { value, currency }: Amount,
  last: FoundMoney | undefined,
  money: readonly FoundMoney[],
): FoundMoney | undefined {
  if (currency === undefined) return undefined;
  const same = money.filter((one) => standsFor(one, value));
  const all = same.length > 0 ? same : money;
  return all.some(({ currencies }) => currencies.includes(currency)) ? undefined : (same.at(-1) ?? last);
}

function hint({ values }: FoundMoney, { value, currency }: Amount): string {
  const times = value / (values[0] ?? value);
  if (Math.abs(times - 100) < 1e-9)
    return `100 times as much${hasNoCents(currency) ? '' : '; the same, if the call counts in cents'}`;
  return [10, 1000].some((ten) => Math.abs(times - ten) < 1e-9) ? `${Math.round(times)} times as much` : '';
}
