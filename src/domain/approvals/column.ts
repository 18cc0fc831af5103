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

/** In the names of arguments whose values say what kind of thing is done: they are equal in all rows. */
const FIXED =
  /currency|ccy|unit|denomination|role|env|plan|status|type|kind|mode|level|tier|region|scope|permission|method|action|channel|priority|category|severity|access|multiplier|rolle|\brol\b|papel|umgebung|entorno|nivel|prioridad|stufe|statut/i;
/** Words in which such a name is none. */
const OTHER_WORDS =
  /transaction|interaction|opportunit|communit|unit[_-]?(?=price|cost)|envelope|env[ií]o|planned|accessor|controller|enroll/gi;
/** Names that say it if their values are words: a policy has a number, too. */
const FIXED_WORDS = /policy|group|option/i;
/** Whether the value of an argument is equal in all rows, by its name. */
export const isFixedKey = (key: string, text: string): boolean =>
  FIXED.test(key.replace(OTHER_WORDS, '')) || (FIXED_WORDS.test(key) && !/\d/.test(text));

/** Words of six languages that say what is done, and not to whom. */
const ACT =
  /^(?:delet|remov|purg|drop$|eras(?!mus)|wip(?:e|ing)|keep|kept|retain|cancel|approv|reject|enabl|disabl|(?:de)?activat|suspend|clos(?:e|ing)$|open$|(?:re)?start$|stop$|terminat|revok|block|unblock|den(?:y|ied)$|releas|freez|reset$|archiv|restor|charge$|refund$|losch(?!er$)|entfern|behalt|stornier|verweiger|kundig|sperr|supprim|effac|gard(?:er|ez)$|conserv|annul|resili|bloqu|elimin|borr(?:ar|e(?!ll))|manten|apag(?:ar|ue)|exclu|mant(?:er|enha)|削除|消去|保持|停止|解約)/;
const isAct = (word: string): boolean => ACT.test(folded(word));
/** Names of arguments that are a choice, as `1` or `0` says. */
const OF_CHOICE = /^(?:is|has|can|should|allow|notify|force|skip|waive|include|send|auto|with|dry)$/;
/** The same by their last words. */
const CHOICES = /^(?:restock|permanent|cascade|required|enabled|disabled|active|confirmed|silent)$/;
/** Last words of names that count or identify something: `deniedCount`. */
const COUNTED = /^(?:count|id|number|day|quantity)$/;

/** Whether a name says what is done: `Production Database`, `Delete Account`. */
export const namesAct = (name: string): boolean => name.split(' ').some((word) => isAct(word) || isConsequential(word));

const wordsIn = (text: string): string[] => text.match(/\p{L}+/gu) ?? [];
const CURRENCY = /(?:(?<![A-Za-z])[A-Z]{1,2})?\p{Sc}|[A-Z]{3}/gu;
/** Behind a number that is no part of an id; of `mg/h`, both. Cap: the 40 characters of a value in a row. */
const BEHIND_NUMBER =
  /(?<![a-wyz_\d])\d[\d.,]*( ?)(?:([a-z]+(?![a-z\d_]))((?:\/[a-z]+| per [a-z]+)*)|([%‰]|°[cf]?|[\p{Script=Han}\p{Script=Katakana}]{1,2}))/gu;
/** Everybody, in six languages. */
const EVERYBODY = /^(?:all|alle|everyone|everybody|tous|toutes|todos|todas|全員|全社)$/;
/** Addresses of many, and networks, by how many they hold. */
const TO_MANY = /^(?:all|everyone|staff|team)(?![a-z])/;
const NETWORK = /^(?:\d{1,3}\.){3}\d{1,3}(\/\d{1,2})$|^(?=.*:)[\da-f:]+(\/\d{1,3})$/;
const DURATION = /^P(?=[\dT])(?:\d+[YMWD])*(?:T(?:\d+[HMS])+)?$/;

/** @param isApart whether a blank stands before it: a letter behind a number may be a part of an id */
function unitOf(word: string, isApart = false): string[] {
  const unit = unitNamed(word.replace(/(?<=..)s$/, '')) ?? unitSaid(word);
  if (unit !== undefined) return [`${unit[0]} ${unit[3]}`];
  if (/^[a-z]/.test(word) && (!isApart || word.length === 1 || /^[ap]m$/.test(word))) return [];
  // Of `box` and `boxes`, the stem.
  return [word.slice(0, 3)];
}

/** What a value is: a name, a date or an id; what somebody told; or anything else. */
type Holds = 'name' | 'phrase' | 'value';

const currenciesOf = (text: string): string[] =>
  (text.match(CURRENCY) ?? []).filter((one) => /\p{Sc}/u.test(one) || isCurrency(one));

/**
 * What of a value is equal in all rows: `-`, `GBP`, `time 86400` of `5 days`, `prod` of `prod-1`.
 * @param as what it is: `3M Deutschland` and `12 Mill Lane` hold no measures, `box 3 missing` no unit that is not known, and the
 * acts in a phrase are told, not asked for
 */
function kindOf(text: string, as: Holds): string {
  const plain = folded(text);
  const words = text.includes('@') ? [] : wordsIn(text);
  const isName = as === 'name';
  // `9d` at the end of an id in hexadecimal are no days.
  const measures =
    isName || /^[\da-f]+(?:-[\da-f]+){2,}$/i.test(text)
      ? []
      : [
          /^-|^\(.*\)$/.test(plain) ? '-' : '',
          ...currenciesOf(text),
          ...[...plain.matchAll(BEHIND_NUMBER)].flatMap(
            ({ 0: all, 1: gap, 2: word, 3: per = '', 4: sign = '', index }) => [
              // `3 March` and `1012 AB` hold no unit.
              ...unitOf(
                word ?? sign,
                as !== 'phrase' && gap !== '' && !/\p{Lu}/u.test(text.slice(index, index + all.length)),
              ),
              per,
            ],
          ),
          ...(DURATION.test(text) ? [text.replace(/\d+/g, '')] : []),
        ];
  const isEverybody = (word: string): boolean => words.length <= 2 && EVERYBODY.test(folded(word));
  const asksInWords = as === 'value' && /\s/.test(text);
  return [
    ...measures,
    text.includes('@') ? (TO_MANY.exec(plain)?.[0] ?? '') : '',
    ...(NETWORK.exec(plain)?.slice(1) ?? []),
    ...words
      .filter(
        (word) => isConsequential(word) || isEverybody(word) || ((words.length === 1 || asksInWords) && isAct(word)),
      )
      .map(folded),
  ]
    .filter(Boolean)
    .join(' ');
}

/** The same of a value by its name: a choice of 0 or 1 is no number that may differ. */
export function kindOfValue(key: string, value: unknown, as: Holds = 'value'): string {
  const text = String(value);
  const words = wordsOfKey(key);
  const [first = '', last = first] = [words[0], words.at(-1)];
  const isChoice = OF_CHOICE.test(first) || isAct(first) || CHOICES.test(last);
  return /^[01]$/.test(text) && isChoice && !COUNTED.test(last) ? text : kindOf(text, as);
}

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

/** The number of an amount in a text, the larger one that `1.900` may be; undefined if it holds several. */
export function amountIn(text: string): number | undefined {
  const [found, ...more] = AMOUNT.test(text) ? numbersIn(text) : [];
  if (found === undefined || more.length > 0 || found.values.length === 0) return undefined;
  const value = Math.max(...found.values);
  return /^[-(−]/.test(text) ? -value : value;
}
/** Whether a text is an amount. */
export const isAmountText = (text: string): boolean => AMOUNT.test(text);
