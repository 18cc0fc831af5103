/** Amounts and currencies that differ between the agent's text and its calls. */

import { currenciesIn } from './history.ts';
import { type BriefCall, type Finding, type Leaf, stem, wordsOfKey } from './input.ts';
import { isSlip, readNumber, standsFor } from './numbers.ts';
import { isBoundOrPast, isRequested, type Prose } from './prose.ts';
import { type FoundMoney, moneyIn } from './values.ts';

const MONEY_KEYS = new Set(
  'amount total price sum cost fare rent refund fee payment charge credit budget fine balance salary bonus tip deposit payout subtotal value'.split(
    ' ',
  ),
);
const NO_MONEY = new Set(
  'percent percentage pct count id number day rate share unit quantity code type method reason status'
    .split(' ')
    .map(stem),
);
const MINOR = new Set(['cent', 'minor', 'pence']);

/** Whether an argument's name says that its value is money. */
export function isMoneyKey(key: string): boolean {
  const parts = wordsOfKey(key);
  return parts.some((word) => MONEY_KEYS.has(word) || MINOR.has(word)) && !parts.some((word) => NO_MONEY.has(word));
}

/** An amount among the arguments. */
interface Amount {
  readonly leaf: Leaf;
  /** In units of its currency. */
  readonly value: number;
  readonly currency: string | undefined;
}

/** The amounts of a call. */
export function amountsOf(call: Pick<BriefCall, 'leaves'>): Amount[] {
  return call.leaves.flatMap((leaf): Amount[] => {
    if (!isMoneyKey(leaf.key)) return [];
    const written = typeof leaf.value === 'string' ? moneyIn(leaf.value)[0] : undefined;
    const value = typeof leaf.value === 'number' ? leaf.value : (written?.values[0] ?? numeric(leaf.value));
    if (value === undefined) return [];
    const currency = written?.currencies[0] ?? currencyBeside(leaf, call.leaves);
    const scale = wordsOfKey(leaf.key).some((word) => MINOR.has(word)) && !hasNoCents(currency) ? 100 : 1;
    return [{ leaf, value: Math.abs(value) / scale, currency }];
  });
}

/** Currencies without a minor unit. */
const WITHOUT_CENTS = new Set(['JPY', 'KRW', 'ISK']);
const hasNoCents = (currency: string | undefined): boolean => WITHOUT_CENTS.has(currency ?? '');

/**
 * The currency of an amount: the one in the same object, otherwise the one in the call. Of several, the one with a similar
 * name (`targetAmount`, `targetCurrency`); undefined if none is.
 */
function currencyBeside({ key, holder }: Leaf, leaves: readonly Leaf[]): string | undefined {
  const all = currenciesIn(leaves);
  const beside = all.filter((one) => one.holder === holder);
  const near = beside.length > 0 ? beside : all;
  const qualifier = qualifierOf(key);
  return onlyValue(near) ?? onlyValue(near.filter((one) => qualifierOf(one.key) === qualifier));
}

function onlyValue(leaves: readonly Leaf[]): string | undefined {
  const [only, ...others] = new Set(leaves.map(({ value }) => String(value).toUpperCase()));
  return others.length > 0 ? undefined : only;
}

/** A name without the words for amounts and currencies: `target` of `targetAmount`. */
const qualifierOf = (key: string): string =>
  wordsOfKey(key)
    .filter((word) => !MONEY_KEYS.has(word) && !MINOR.has(word) && word !== 'currency')
    .join(' ');

const numeric = (value: unknown): number | undefined =>
  typeof value === 'string' && /^\s*-?\d[\d.,'’ ]*$/.test(value)
    ? readNumber(value.trim().replace(/^-/, ''))?.values[0]
    : undefined;

/** The amount is the object of the action: "refund 64 EUR". */
const DIRECT = /\b(?:refund|pay|transfer|send|charge|credit)\s+(?:\p{Sc}|[A-Z]{3}\s)?$/iu;
/** A unit price: the total is another amount. */
const RATE =
  /\b(?:each|apiece|per|hourly|daily|weekly|monthly|quarterly|yearly|annual|an? (?:person|head|piece|seat|hour|day|night|week|month|year))\b|\bat \S*\d/i;
/** An unspecified part of an amount. */
const PARTIAL =
  /\b(?:part(?:s|ial|ly)?|some|share|portion|rest|remain(?:der|ing)|difference|instal?ments?|compensat\p{L}+|goodwill)\b/iu;

/** An unspecified addition to an amount. */
const INCOMPLETE = /\b(?:net|excl\p{L}*|before tax|plus (?:\p{L}+ )?(?:tax|VAT|shipping|postage|fees?|expenses))\b/iu;

/**
 * Amounts in calls that the text doesn't name although it names others. An amount that is the object of the action takes
 * precedence; bounds, amounts of other times and amounts derived from those in the text don't count.
 */
export function moneyFindings(calls: readonly BriefCall[], prose: Prose): Finding[] {
  const all = calls.flatMap((call) => amountsOf(call).map((amount) => ({ call, amount })));
  const meant = prose.money.filter((one) => !isBoundOrPast(prose, one));
  if (all.length === 0 || meant.length === 0) return [];
  const direct = meant.filter(({ at }) => DIRECT.test(prose.text.slice(Math.max(0, at - 20), at)));
  const values = all.map(({ amount }) => amount.value);
  return all.flatMap(({ call, amount }): Finding[] => {
    const other = wrongCurrency(amount, prose.money);
    if (other !== undefined) return [{ quote: other.written, call, path: 'currency', value: amount.currency ?? '' }];
    const wrong = wrongAmount(amount, values, { direct, meant, prose });
    if (wrong === undefined) return [];
    return [
      { quote: wrong.written, call, path: amount.leaf.path, value: amount.leaf.value, hint: hint(wrong, amount) },
    ];
  });
}

interface Mentions {
  readonly direct: readonly FoundMoney[];
  readonly meant: readonly FoundMoney[];
  readonly prose: Prose;
}

/** The amount in the text that contradicts an amount of a call. `values` are the amounts of all calls. */
function wrongAmount(
  { value, currency }: Amount,
  values: readonly number[],
  mentions: Mentions,
): FoundMoney | undefined {
  const { direct, meant, prose } = mentions;
  const whole = values.reduce((sum, one) => sum + one, 0);
  if (values.length > 1 && prose.money.some((one) => standsFor(one, whole))) return undefined;
  if (isDerived(value, prose)) return undefined;
  const named = prose.money.filter((one) => standsFor(one, value));
  const ofAction = direct.filter(({ currencies }) => currency === undefined || currencies.includes(currency));
  // If the calls have several amounts, it isn't certain which one the action names.
  if (values.length === 1 && ofAction.length > 0 && !ofAction.some((one) => named.includes(one)))
    return ofAction.at(-1);
  if (named.length > 0) return undefined;
  const alone = meant.filter((one) => !values.some((other) => standsFor(one, other)));
  const slip = alone.find((one) => isSlip(one, value));
  if (slip !== undefined) return slip;
  const last = alone.findLast(({ at }) => isRequested(prose, at));
  if (last === undefined || RATE.test(prose.text) || INCOMPLETE.test(prose.text)) return undefined;
  const isPart = PARTIAL.test(prose.text) && !prose.numbers.some(({ isPercent }) => isPercent);
  return isPart && value < (last.values[0] ?? 0) ? undefined : last;
}

/** Whether the value derives from amounts in the text: a sum, a difference, a part or a multiple. */
function isDerived(value: number, { money, numbers, text }: Prose): boolean {
  const same = (result: number): boolean => Math.abs(result - value) < 0.0051;
  const amounts = [...new Set(money.map(({ values }) => values[0] ?? 0))].slice(0, 12);
  if (sums(amounts).some(same)) return true;
  if (amounts.some((a) => amounts.some((b) => a > b && same(a - b)))) return true;
  if (amounts.some((a) => PARTS.some(([word, part]) => word.test(text) && same(a * part)))) return true;
  const shares = numbers.filter(({ isPercent }) => isPercent).map(({ values }) => (values[0] ?? 0) / 100);
  const less = LESS.test(text) ? -1 : 1;
  if (amounts.some((a) => shares.some((p) => [p, 1 + p, 1 + less * p].some((part) => same(a * part))))) return true;
  // A factor of ten is a slip, whatever the text counts.
  const counts = numbers
    .filter(({ at }) => !money.some((one) => one.at === at))
    .flatMap(({ values }) => values)
    .filter((n) => !/^10*$/.test(String(n)));
  return amounts.some((a) => counts.some((n) => same(a * n) || same(a / n)));
}

const LESS =
  /\b(?:off|down|discount|rebate|less|minus|reduc\p{L}+|deduct\p{L}*|fee|cheaper|restock\p{L}*|withh\p{L}+)\b/iu;
const PARTS: readonly (readonly [RegExp, number])[] = [
  [/\bhalf\b/i, 0.5],
  [/\bthird\b/i, 1 / 3],
  [/\bquarter\b/i, 0.25],
  [/\btwo thirds\b/i, 2 / 3],
  [/\bthree quarters\b/i, 0.75],
  [/\b(?:twice|double)\b/i, 2],
];

/** Sums of two or more amounts. */
function sums(amounts: readonly number[]): number[] {
  let results: { sum: number; parts: number }[] = [{ sum: 0, parts: 0 }];
  for (const amount of amounts) {
    results = [...results, ...results.map(({ sum, parts }) => ({ sum: sum + amount, parts: parts + 1 }))];
  }
  return results.filter(({ parts }) => parts > 1).map(({ sum }) => sum);
}

/** The same amount, of which every mention has another currency than the call. */
function wrongCurrency({ value, currency }: Amount, money: readonly FoundMoney[]): FoundMoney | undefined {
  if (currency === undefined || !/^[A-Z]{3}$/.test(currency)) return undefined;
  const fits = ({ currencies }: FoundMoney): boolean => currencies.includes(currency);
  const same = money.filter((one) => standsFor(one, value));
  return same.some(fits) ? undefined : same.at(-1);
}

function hint({ values }: FoundMoney, { value, currency }: Amount): string {
  const times = value / (values[0] ?? value);
  const isHundred = Math.abs(times - 100) < 1e-9;
  if (isHundred && hasNoCents(currency)) return '100 times as much';
  if (isHundred) return '100 times as much; the same, if the call counts in cents';
  return Math.abs(times - 10) < 1e-9 || Math.abs(times - 1000) < 1e-9 ? `${Math.round(times)} times as much` : '';
}
