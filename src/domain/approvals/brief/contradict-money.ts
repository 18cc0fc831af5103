/** Amounts and currencies that the agent's words and its calls say differently. */

import type { BriefCall } from './calls.ts';
import { contradiction, type Evidence } from './evidence.ts';
import { currenciesIn } from './history.ts';
import { type Leaf, wordsOfKey } from './leaves.ts';
import { type FoundMoney, moneyIn } from './money.ts';
import { readNumber, standsFor } from './numbers.ts';
import { sentenceAt } from './sentences.ts';

const MONEY_KEYS = new Set(
  'amount total price sum cost refund fee payment charge credit budget fine balance salary bonus tip deposit payout subtotal value money'.split(
    ' ',
  ),
);
const NO_MONEY = new Set(
  'percent percentage pct count id number day currency rate share unit quantity code type method reason status'.split(
    ' ',
  ),
);
const MINOR = new Set(['cent', 'minor', 'pence', 'penny']);

/** An amount among the arguments. */
export interface Amount {
  readonly leaf: Leaf;
  /** In units of its currency. */
  readonly value: number;
  readonly currency: string | undefined;
}

/** The amounts of a call. "value" and "total" are money only where a currency stands beside them. */
export function amountsOf(call: BriefCall): Amount[] {
  return call.leaves.flatMap((leaf): Amount[] => {
    const words = wordsOfKey(leaf.key);
    if (!words.some((word) => MONEY_KEYS.has(word) || MINOR.has(word)) || words.some((word) => NO_MONEY.has(word)))
      return [];
    const written = typeof leaf.value === 'string' ? moneyIn(leaf.value)[0] : undefined;
    const value = typeof leaf.value === 'number' ? leaf.value : (written?.values[0] ?? numeric(leaf.value));
    if (value === undefined) return [];
    const currency = written?.currencies[0] ?? currencyBeside(leaf, call.leaves);
    const scale = words.some((word) => MINOR.has(word)) && !hasNoCents(currency) ? 100 : 1;
    return [{ leaf, value: Math.abs(value) / scale, currency }];
  });
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
  const own = nameApart(key);
  return onlyValue(near) ?? onlyValue(near.filter((one) => nameApart(one.key) === own));
}

function onlyValue(leaves: readonly Leaf[]): string | undefined {
  const [only, ...others] = new Set(leaves.map(({ value }) => String(value).toUpperCase()));
  return others.length > 0 ? undefined : only;
}

/** What is left of a name without the words that say that it is an amount or a currency: `target`. */
const nameApart = (key: string): string =>
  wordsOfKey(key)
    .filter((word) => !MONEY_KEYS.has(word) && !MINOR.has(word) && !['currency', 'code', 'in'].includes(word))
    .join(' ');

const numeric = (value: unknown): number | undefined =>
  typeof value === 'string' && /^\s*-?\d[\d.,'’ ]*$/.test(value)
    ? readNumber(value.trim().replace(/^-/, ''))?.values[0]
    : undefined;

const VERBS =
  'refund|pay|transfer|send|charge|credit|wire|reimburse|bill|deduct|debit|donate|withdraw|issue|give|grant|book|return';
const NOUNS = 'refund|payment|transfer|payout|credit|charge|voucher|discount|invoice';
const DIRECT = new RegExp(
  `\\b(?:(?:${VERBS})(?:\\s+(?!(?:below|under|above|over|than|instead|except|minus|without|and|or|if)\\b)[\\p{L}’']+){0,4}|(?:${NOUNS}) (?:of|over|for)(?: about| around)?)\\s*$`,
  'iu',
);

/** Amounts and currencies of calls against those that the words say are paid. Amounts that add up to what is said are a split. */
export function moneyContradictions(calls: readonly BriefCall[], evidence: Evidence): string[] {
  const all = calls.flatMap((call) => amountsOf(call).map((amount) => ({ call, amount })));
  if (all.length === 0 || evidence.money.length === 0) return [];
  const { direct, acting } = saidToHappen(evidence);
  const whole = all.reduce((sum, { amount }) => sum + amount.value, 0);
  const isSplit = all.length > 1 && evidence.money.some((said) => standsFor(said, whole));
  return all.flatMap(({ call, amount }) => {
    const other = wrongCurrency(amount, direct.length > 0 ? direct : acting, evidence.money);
    if (other !== undefined)
      return [contradiction(other.words, call, { path: 'currency', value: amount.currency ?? '' })];
    if (isSplit) return [];
    const wrong = wrongAmount(amount, direct, acting, evidence);
    return wrong === undefined ? [] : [contradiction(wrong.words, call, amount.leaf, hint(wrong, amount))];
  });
}

/** What is said to be paid, and what else stands in sentences that announce something. */
function saidToHappen({ money, text, sentences }: Evidence): { direct: FoundMoney[]; acting: FoundMoney[] } {
  const direct = money.filter((said) => {
    const from = sentenceAt(sentences, said.at)?.at ?? 0;
    const before = text.slice(Math.max(from, said.at - 60), said.at).replace(/(?:[$€£¥₹₺₩]|\b[A-Z]{3}|[~≈])\s?$/u, '');
    return DIRECT.test(before);
  });
  const acting = money.filter((said) => sentenceAt(sentences, said.at)?.isAction);
  return { direct, acting };
}

function wrongAmount(
  { value, currency }: Amount,
  direct: readonly FoundMoney[],
  acting: readonly FoundMoney[],
  evidence: Evidence,
): FoundMoney | undefined {
  const { money } = evidence;
  const others = currency === undefined ? [] : direct.filter(({ currencies }) => !currencies.includes(currency));
  const isConverted =
    others.length > 0 && money.some((said) => standsFor(said, value) && said.currencies.includes(currency ?? ''));
  if (isConverted || isReckoned(value, evidence)) return undefined;
  if (direct.length > 0) return direct.some((said) => standsFor(said, value)) ? undefined : direct.at(-1);
  if (money.some((said) => standsFor(said, value))) return undefined;
  return acting.at(-1);
}

/** Whether the value follows from the amounts that are named: their sum or difference, a part or a multiple. */
function isReckoned(value: number, { money, numbers, text }: Evidence): boolean {
  const same = (result: number): boolean => Math.abs(result - value) < 0.0051;
  const amounts = [...new Set(money.map(({ values }) => values[0] ?? 0))].slice(0, 12);
  if (sums(amounts).some(same)) return true;
  if (amounts.some((a) => amounts.some((b) => a > b && b > 0 && same(a - b) && !amounts.some(same)))) return true;
  if (amounts.some((a) => PARTS.some(([word, part]) => word.test(text) && same(a * part)))) return true;
  const percents = numbers.filter(({ isPercent }) => isPercent).flatMap(({ values }) => values);
  if (
    amounts.some((a) => percents.some((p) => same((a * p) / 100) || same(a * (1 - p / 100)) || same(a * (1 + p / 100))))
  )
    return true;
  if (!/\b(?:each|apiece|per|times|every|at)\b|[×x]\s?\d|\d\s?[×x]/i.test(text)) return false;
  const counts = numbers.flatMap(({ values }) => values).filter((n) => Number.isInteger(n) && n > 1 && n <= 10_000);
  return amounts.some((a) => counts.some((n) => n !== a && same(a * n) && !/^10*$/.test(String(n))));
}

const PARTS: readonly (readonly [RegExp, number])[] = [
  [/\bhalf\b/i, 0.5],
  [/\bthird\b/i, 1 / 3],
  [/\bquarter\b/i, 0.25],
  [/\btwo thirds\b/i, 2 / 3],
  [/\bthree quarters\b/i, 0.75],
  [/\b(?:twice|double)\b/i, 2],
];

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
  said: readonly FoundMoney[],
  money: readonly FoundMoney[],
): FoundMoney | undefined {
  if (currency === undefined || !/^[A-Z]{3}$/.test(currency)) return undefined;
  const fits = ({ currencies }: FoundMoney): boolean => currencies.includes(currency);
  const same = money.filter((one) => standsFor(one, value));
  if (same.length > 0) return same.some(fits) ? undefined : same.at(-1);
  return money.some(fits) ? undefined : said.at(-1);
}

function hint({ values }: FoundMoney, { value, currency }: Amount): string {
  const times = value / (values[0] ?? value);
  const isHundred = Math.abs(times - 100) < 1e-9;
  if (isHundred && hasNoCents(currency)) return ' (100 times as much)';
  if (isHundred) return ' (100 times as much; the same, if the call counts in cents)';
  return Math.abs(times - 10) < 1e-9 || Math.abs(times - 1000) < 1e-9 ? ` (${Math.round(times)} times as much)` : '';
}
