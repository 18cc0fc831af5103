/** Amounts among the arguments, and amounts and currencies that differ from those that the agent says. */

import { folded } from './folded.ts';
import { type BriefCall, type Leaf, wordsOfKey } from './input.ts';
import { type FoundNumber, numbersIn } from './numbers.ts';

const MONEY_KEYS = new Set(
  'amount total price sum cost fare rent refund fee payment charge credit budget fine balance salary gehalt lohn salaire salario sueldo bonus tip deposit payout subtotal betrag summe preis miete gebuhr kosten montant prix loyer tarif importe precio coste cuota valor preco netto brutto neto bruto custo taxa taxe tax vat mwst tva steuer discount rabatt remise descuento desconto surcharge supplement zuschlag acompte anzahlung anticipo sinal 金額 合計 料金 価格 消費税 税額 送料 freight frete flete fracht'.split(
    ' ',
  ),
);
/** Beside such a word, a number counts or identifies something: `total_baggages`, `payment_method`. */
const OTHERS =
  /^(?:percent|percentage|pct|count|id|number|day|night|rate|share|quantity|code|type|method|reason|status|date)$/;
/** Words that may stand beside one for money without changing what it is. */
const BESIDE = new Set(
  'eur usd gbp chf jpy brl mxn currency gross net unit target source amount due du max min limit daily monthly weekly yearly annual hourly new old value per total order refund payment item line base shipping tax micro in the of to cap goodwill ht ttc tva iva ust mwst vat'.split(
    ' ',
  ),
);

/** Whether an argument's name says that its value is money; `total_baggages` says what else is counted. */
export function isMoneyKey(key: string): boolean {
  const parts = wordsOfKey(key);
  if (parts.some((word) => MINOR.has(word) || word === 'amount')) return !parts.some((word) => OTHERS.test(word));
  return (
    parts.some((word) => MONEY_KEYS.has(word)) &&
    parts.every((word) => MONEY_KEYS.has(word) || (BESIDE.has(word) && !OTHERS.test(word)))
  );
}

/** Whether an argument's name has a word for money: `goods_total`, of which {@link isMoneyKey} isn't certain. */
export function namesMoney(key: string): boolean {
  const parts = wordsOfKey(key);
  return parts.some((word) => MONEY_KEYS.has(word)) && !parts.some((word) => OTHERS.test(word));
}

/** Whether an argument's name says that it is a percentage. */
export const isShareKey = (key: string): boolean => wordsOfKey(key).some((word) => SHARES.test(word));
const SHARES = /^(?:percent|percentage|pct|prozent|porcentaje|porcentagem)$/;

const IDS =
  /^(?:id|account|iban|code|phone|tel|zip|postal|postcode|pin|ref|reference|konto|cuenta|conta|compte|number|numero|nummer)$/;

/** Whether an argument's name says that its figures identify something: nobody computes them. */
export const isIdKey = (key: string): boolean => wordsOfKey(key).some((word) => IDS.test(word));

/** Arguments that hold a currency. */
export const currenciesIn = <T extends Pick<Leaf, 'key' | 'value'>>(leaves: readonly T[]): T[] =>
  leaves.filter(({ key, value }) => CURRENCY.test(folded(key)) && typeof value === 'string');
const CURRENCY = /currency|devise|monnaie|moneda|moeda|valuta|wa(?:e)?hrung|通貨/;

/** An amount among the arguments. */
export interface Amount {
  readonly leaf: Leaf;
  /** In units of its currency. */
  readonly value: number;
  readonly currency: string | undefined;
}

/** The amounts of a call. */
export function amountsOf({ leaves }: Pick<BriefCall, 'leaves'>): Amount[] {
  const currencies = currenciesIn(leaves);
  return leaves.flatMap((leaf): Amount[] => {
    if (!isMoneyKey(leaf.key)) return [];
    const text = String(leaf.value).trim();
    const written = typeof leaf.value === 'string' ? moneyIn(text)[0] : undefined;
    const isNumber = typeof leaf.value === 'number' || /^-?\d[\d.,'’ ]*$/.test(text);
    const value =
      typeof leaf.value === 'number' ? leaf.value : (written ?? (isNumber ? numbersIn(text)[0] : undefined))?.values[0];
    if (value === undefined) return [];
    const currency = written?.currencies[0] ?? currencyBeside(leaf, currencies);
    return [{ leaf, value: Math.abs(value) / minorUnits(leaf.key, currency), currency }];
  });
}

/** How many of the units that an argument's name says make one of its currency. */
export function minorUnits(key: string, currency: string | undefined): number {
  const words = wordsOfKey(key);
  if (words.includes('micro')) return 1e6;
  return words.some((word) => MINOR.has(word)) && !WITHOUT_CENTS.has(currency ?? '') ? 100 : 1;
}
const MINOR = new Set(['cent', 'minor', 'pence', 'centime', 'centavo']);
const WITHOUT_CENTS = new Set(['JPY', 'KRW', 'ISK', 'CLP']);

/**
 * The currency of an amount: the one in its name or in the same object, otherwise the one in the call. Of several, the one
 * with a similar name (`targetAmount`, `targetCurrency`); undefined if none is.
 */
export function currencyBeside({ key, holder }: Leaf, leaves: readonly Leaf[]): string | undefined {
  const all = currenciesIn(leaves);
  const beside = all.filter((one) => one.holder === holder);
  const near = beside.length > 0 ? beside : all;
  const ofKey = wordsOfKey(key).find((word) => CURRENCIES.has(word) && word.length === 3);
  return (
    ofKey?.toUpperCase() ??
    onlyValue(near) ??
    onlyValue(near.filter((one) => qualifierOf(one.key) === qualifierOf(key)))
  );
}

function onlyValue(leaves: readonly Leaf[]): string | undefined {
  const [only, ...others] = new Set(leaves.map(({ value }) => String(value).toUpperCase()));
  return others.length > 0 ? undefined : only;
}

/** A name without the words for amounts and currencies: `target` of `targetAmount`. */
const qualifierOf = (key: string): string =>
  wordsOfKey(key)
    .filter((word) => !MONEY_KEYS.has(word) && word !== 'amount' && !MINOR.has(word) && word !== 'currency')
    .join(' ');

/** An amount of money in a text: a number with a currency beside it. */
export interface FoundMoney extends FoundNumber {
  /** Possible ISO 4217 codes: `$` has several. */
  readonly currencies: readonly string[];
}

const CODES =
  'EUR USD GBP CHF JPY CNY SEK NOK DKK ISK PLN CZK HUF RON BGN CAD AUD NZD INR BRL MXN ARS CLP COP PEN ZAR TRY AED SAR SGD HKD KRW THB IDR MYR PHP ILS UAH RUB';
const ALL_CODES: ReadonlySet<string> = new Set(CODES.split(' '));
/** Whether a word is the code of a currency: `EUR`. */
export const isCurrency = (word: string): boolean => ALL_CODES.has(word);
/** Those that are words in other letters. */
const WORDS = new Set(['try', 'pen', 'ron', 'cop', 'php']);
const DOLLARS = 'USD CAD AUD NZD SGD HKD TWD MXN ARS CLP COP';
/** Signs and names of currencies in folded text, and their possible codes. */
const CURRENCIES: ReadonlyMap<string, readonly string[]> = new Map(
  `€ EUR,£ GBP,r$ BRL,us$ USD,a$ AUD,c$ CAD,mx$ MXN,$ ${DOLLARS},¥ JPY CNY,₹ INR,₺ TRY,₩ KRW,zl PLN,kr SEK NOK DKK ISK,fr. CHF,euro EUR,pound GBP EGP,pfund GBP,livre GBP,libra GBP,dollar ${DOLLARS},dolar ${DOLLARS},franc CHF XOF XAF,franken CHF,yen JPY,円 JPY,ユーロ EUR,ドル ${DOLLARS},ポンド GBP,rupee INR PKR LKR,krona SEK,kronor SEK NOK DKK,krone NOK DKK,kroner NOK DKK,reais BRL,peso MXN ARS CLP COP PHP UYU DOP`
    .split(',')
    .map((line) => line.split(' '))
    .map(([name = '', ...codes]): [string, readonly string[]] => [name, codes])
    .concat(CODES.split(' ').map((code) => [code.toLowerCase(), [code]])),
);
const BEFORE = /((?<![a-z])(?:r|us|a|c|mx)\$|[$€£¥₹₺₩]|(?<![a-z\d])(?:[a-z]{3}|fr\.))\s?$/;
const AFTER =
  /^\s?(?:([€£¥₹₺₩円]|\$(?!\d)|ユーロ|ドル|ポンド|zl\b|kr\b|[a-z]{3}(?![a-z\d]))|(?!(?:pound|livre|libra)s? (?:of (?!(?:the|it|this|that|your|my|his|her|their|our) )|de |d'))([a-z]{4,7}?)(?:e?s)?(?![a-z]))/;

/** The numbers with a currency before or after them. `text`: the whole, folded. */
export function moneyIn(whole: string, text = folded(whole)): FoundMoney[] {
  return numbersIn(whole, Number.POSITIVE_INFINITY, text).flatMap((number): FoundMoney[] => {
    const before = BEFORE.exec(text.slice(Math.max(0, number.at - 8), number.at));
    const after = AFTER.exec(text.slice(number.end, number.end + 24));
    const isCode = (name: string): boolean =>
      !WORDS.has(name) || whole.slice(Math.max(0, number.at - 4), number.end + 4).includes(name.toUpperCase());
    const named = (name = ''): readonly string[] | undefined => (isCode(name) ? CURRENCIES.get(name) : undefined);
    // `PHP 8` is a language.
    const first = before?.[1] === 'php' ? undefined : named(before?.[1]);
    const currencies = first ?? named(after?.[1] ?? after?.[2]);
    if (currencies === undefined) return [];
    const at = first === undefined ? number.at : number.at - (before?.[0].length ?? 0);
    const end = first === undefined ? number.end + (after?.[0].length ?? 0) : number.end;
    return [{ ...number, at, end, text: whole.slice(at, end).trim(), currencies }];
  });
}
