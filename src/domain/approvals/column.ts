/**
 * What the values of a table's column have in common: they differ in a number, an id or a name, and never in a sign, a unit, a
 * currency, or a word that says what is done.
 */
import { isCurrency } from './brief/contradict-money.ts';
import { folded } from './brief/folded.ts';
import { wordsOfKey } from './brief/input.ts';
import { isConsequential } from './brief/notations.ts';
import { numbersIn } from './brief/numbers.ts';
import { unitNamed, unitSaid } from './brief/quantities.ts';

/** Blanks that a drawing doesn't show. */
const BLANKS = /^\s|\s$|\s{2}|[^\S ]/;
/** A choice in words. */
const CHOICE =
  /^(?:true|false|yes|no|on|off|null|none|(?:en|dis)abled|(?:in)?active|ja|nein|(?:in)?aktiv|oui|non|(?:in)?actif|s[ií]|(?:in)?activo|sim|n[aã]o|(?:in)?ativo|はい|いいえ)$/i;
/** Whether a value is none that may differ: a word that says what is done, or one with blanks that nobody sees. */
export const isFixedText = (text: string): boolean => BLANKS.test(text) || CHOICE.test(text) || isConsequential(text);

/** Words of six languages that say what is done, and not to whom. */
const ACT =
  /^(?:delet|remov|purg|drop$|eras|wip(?:e|ing)|keep|kept|retain|cancel|approv|reject|enabl|disabl|(?:de)?activat|suspend|clos(?:e|ing)$|open$|(?:re)?start$|stop$|terminat|revok|block|unblock|archiv|restor|charge$|refund$|losch|entfern|behalt|stornier|kundig|sperr|supprim|effac|gard(?:er|ez)$|conserv|annul|resili|bloqu|elimin|borr(?:ar|e)|manten|apag(?:ar|ue)|exclu|mant(?:er|enha)|削除|消去|保持|停止|解約)/;
const isAct = (word: string): boolean => ACT.test(folded(word));
/** Names of arguments that are a choice, as `1` or `0` says. */
const OF_CHOICE = /^(?:is|has|can|should|allow|notify|force|skip|waive|include|send|auto|with)$/;

/** Whether a name in the agent's words says what is done: `Production Database`, `Delete Account`. */
export const namesAct = (name: string): boolean => name.split(' ').some((word) => isAct(word) || isConsequential(word));

const wordsIn = (text: string): string[] => text.match(/\p{L}+/gu) ?? [];
const CURRENCY = /(?:(?<![A-Za-z])[A-Z]{1,2})?\p{Sc}|[A-Z]{3}/gu;
/** Behind a number that is no part of an id. Cap: the 40 characters of a value in a row. */
const BEHIND_NUMBER = /(?<![a-wyz_\d])\d[\d.,]* ?([a-z]+(?![a-z\d_])|[%‰]|[\p{Script=Han}\p{Script=Katakana}]{1,2})/gu;
const DURATION = /^P(?=[\dT])(?:\d+[YMWD])*(?:T(?:\d+[HMS])+)?$/;

function unitOf(word: string): string[] {
  const unit = unitNamed(word.replace(/(?<=..)s$/, '')) ?? unitSaid(word);
  if (unit !== undefined) return [`${unit[0]} ${unit[3]}`];
  return /^[a-z]/.test(word) ? [] : [word];
}

const currenciesOf = (text: string): string[] =>
  (text.match(CURRENCY) ?? []).filter((one) => /\p{Sc}/u.test(one) || isCurrency(one));

/**
 * What of a value is equal in all rows: `-`, `GBP`, `time 86400` of `5 days`, `prod` of `prod-1`.
 * @param isName `3M Deutschland` and `12 Mill Lane` hold no measures
 */
export function kindOf(text: string, isName = false): string {
  const plain = folded(text);
  const words = text.includes('@') ? [] : wordsIn(text);
  const measures = isName
    ? []
    : [
        /^-|^\(.*\)$/.test(plain) ? '-' : '',
        ...currenciesOf(text),
        ...[...plain.matchAll(BEHIND_NUMBER)].flatMap(([, word = '']) => unitOf(word)),
        ...(DURATION.test(text) ? [text.replace(/\d+/g, '')] : []),
      ];
  return [
    ...measures,
    ...words.filter((word) => isConsequential(word) || (words.length === 1 && isAct(word))).map(folded),
  ].join(' ');
}

/** The same of a number: a choice is no number that may differ. */
export const kindOfNumber = (key: string, value: number): string => {
  const [first = ''] = wordsOfKey(key);
  return (value === 0 || value === 1) && (OF_CHOICE.test(first) || isAct(first))
    ? String(value)
    : kindOf(String(value));
};

/** Words of three letters or more, and not those in the groups of an account. */
const WORDS = /(?<![\p{L}\d])\p{L}{3,}(?:\s|$)|[\u3041-\u30ff\u3400-\u9fff]{2}/u;
const IBAN = /^[A-Z]{2}\d\d[A-Z\d ]+$/;

/** Whether a text with figures has words beside units and currencies: what they say may be what is done. */
export function isPhrase(text: string): boolean {
  if (!WORDS.test(text) || IBAN.test(text)) return false;
  const isMeasure = (word: string): boolean =>
    isCurrency(word) || (/^[a-z]/i.test(word) && unitOf(folded(word)).length > 0);
  return wordsIn(text).some((word) => word.length > 2 && !isMeasure(word));
}

/** An amount as people write it: `£12.50`, `1.200,00 EUR`, `5k`, `50,- €`. */
const AMOUNT =
  /^[-+−(]? ?(?:[A-Za-z]{0,3}\p{Sc}|\p{L}{2,3}\.?)? ?[-+−]?\d(?:[\d.,' ]*\d)?\)?(?:[.,][-–])? ?(?:k|m|mio\.?|mrd\.?)? ?(?:\p{Sc}|\p{L}{2,7}\.?|円|%)?$/iu;

/** The number of an amount in a text; undefined if it may be several. */
export function amountIn(text: string): number | undefined {
  const [found, ...more] = AMOUNT.test(text) ? numbersIn(text) : [];
  const [value, ...others] = found?.values ?? [];
  return more.length + others.length > 0 || value === undefined ? undefined : /^[-(−]/.test(text) ? -value : value;
}
/** Whether a text is an amount. */
export const isAmountText = (text: string): boolean => AMOUNT.test(text);
