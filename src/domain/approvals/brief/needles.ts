/** What is looked for in texts: the notations of a value, and words that several kinds of values share. */

import { toCardinal as german } from 'n2words/de-DE';
import { toCardinal as english } from 'n2words/en-GB';
import { toCardinal as spanish } from 'n2words/es-ES';
import { toCardinal as french } from 'n2words/fr-FR';
import { toCardinal as portuguese } from 'n2words/pt-PT';
import { squashed } from './folded.ts';

/** A notation: letters and digits, `·` for a decimal mark, and what must or must not stand beside it. */
export interface Needle {
  readonly text: string;
  /**
   * `number`: with marks only between groups of three digits; `day`: with a mark between its parts; `month-first`: a day with
   * other marks than points, since `07.11.` is no day of July.
   */
  readonly as: 'word' | 'number' | 'day' | 'month-first';
  readonly after?: RegExp;
  readonly before?: RegExp;
  /** It is the value in other units: `20.50` of 2050 cents, the `2` of `2 million`. */
  readonly isConverted?: boolean;
}

export interface Wanted {
  /**
   * `value`: somebody must have said it; `common`: nothing follows where nobody did (`true`, `EUR`, a word of the tool's own);
   * `figures`: a phrase of which somebody must have said the figures, and nothing follows where somebody did; `free`: a phrase
   * that the agent may word, which is not looked for.
   */
  readonly is: 'value' | 'common' | 'figures' | 'free';
  /** All parts must be said in one message, each in any of its notations. */
  readonly parts: readonly (readonly Needle[])[];
  /** In units of its currency, if it is an amount. */
  readonly number?: number;
  /** The beginning of a day. */
  readonly day?: number;
}

/** Where a value comes from. `message` is the number of the message, from 1; 0 if it is computed from several. */
export type Source =
  | { readonly from: 'user'; readonly message: number; readonly isConfirmed: boolean }
  | { readonly from: 'tool'; readonly message: number; readonly tool: string | undefined }
  | { readonly from: 'computed'; readonly message: number; readonly formula: string }
  /** `told`: the agent told the user, who wrote again and didn't refuse. */
  | { readonly from: 'told' | 'agent'; readonly message: number }
  /** `not compared`: a text that the agent may word. */
  | { readonly from: 'platform' | 'nobody' | 'not known' | 'not compared' };

/** Words that may stand alone. */
export const words = (texts: readonly string[]): Needle[] => [...new Set(texts)].map((text) => ({ text, as: 'word' }));

/** Patterns by their source: what many days share is one object, and tested once at each place of a text. */
const patterns = new Map<string, RegExp>();
const MAX_PATTERNS = 1_000;
export function pattern(source: string): RegExp {
  const known = patterns.get(source);
  if (known !== undefined) return known;
  const made = new RegExp(source);
  if (patterns.size >= MAX_PATTERNS) patterns.clear();
  patterns.set(source, made);
  return made;
}

/** How small numbers are said, from two on. */
export const NUMERALS =
  'two zwei deux dos dois duas twice zweimal both coupleof unparde umparde beide beiden second zweite zweiter zweites zweiten seconde segundo segunda,three drei trois tres third dritte dritter drittes dritten troisieme tercero tercera terceiro terceira,four vier quatre cuatro quatro,five funf cinq cinco,six sechs seis,seven sieben sept siete sete,eight acht huit ocho oito,nine neun neuf nueve nove,ten zehn dix diez dez,eleven elf onze once,twelve zwolf douze doce doze dozen dutzend'
    .split(',')
    .map((said) => said.split(' '));

/** How a whole number is said in words, squashed: `twenty` and `zwanzig`. */
export function numeralsOf(number: number): readonly string[] {
  if (number <= 12) return NUMERALS[number - 2] ?? [];
  if (!Number.isInteger(number) || number > MOST_IN_WORDS) return [];
  return [english, german, french, spanish, portuguese].flatMap((words) => {
    const text = squashed(words(number));
    // `a hundred`, `hundert`.
    const short = text.replace(/^(?:one|ein)(?=hund|thou|taus)/, (one) => (one === 'one' ? 'a' : ''));
    return (short === text ? [text] : [text, short]).filter((one) => !PART.test(one));
  });
}
const MOST_IN_WORDS = 999_999;
/** `per cent`, `3 mil`. */
const PART = /^(?:cent|mil|mille|tausend)$/;

const HALF_HOURS: Readonly<Record<number, readonly string[]>> = {
  0.5: ['halfanhour', 'halfanhr', 'halbestunde', 'halbenstunde', 'demiheure', 'mediahora', 'meiahora', '半時間'],
  1.5: ['hourandahalf', 'heureetdemie', 'horaymedia', 'horaemeia', '1時間半'],
};
const ONE_AND_HALF = ['oneandahalf', 'anderthalb', 'eineinhalb'];
const AND_HALF = pattern('^ (?:and a half|(?:heures )?et demie?|(?:horas )?y medi[oa]|(?:horas )?e mei[oa])(?![a-z])');
/** `a las tres y media` is a time. */
const NOT_AT = pattern('(?<!(?<![a-z])(?:a|a las|as|vers|des) )$');

/** How a number that ends in a half is said: `three and a half`, `zwanzigeinhalb`, and of hours `half an hour`. */
export function halvesOf(number: number, isOfHours: boolean): Needle[] {
  const whole = number - 0.5;
  if (!Number.isInteger(whole)) return [];
  const said = [String(whole), ...numeralsOf(whole)];
  return [
    ...words(isOfHours ? [...(HALF_HOURS[number] ?? []), `${whole}時間半`] : []),
    ...words(whole === 1 ? ONE_AND_HALF : whole > 1 ? said.map((one) => `${one}einhalb`) : []),
    ...said.map((text): Needle => ({ text, as: 'word', after: AND_HALF, before: NOT_AT })),
  ];
}

/** Units: what they measure, their words in an argument's name and in a text, and their size. */
export const UNITS: readonly (readonly [measure: string, name: RegExp, said: RegExp, size: number])[] = [
  [
    'time',
    /^(?:s|sec|second|sekunde|seconde|segundo)$/,
    /^[ -]?(?:s(?![a-z])|sec|second|sekunde|seconde|segundo|秒)/,
    1,
  ],
  ['time', /^(?:min|minute|minuten|minuto)$/, /^[ -]?(?:min|分)/, 60],
  ['time', /^(?:h|hr|hour|std|stunden?|heure|hora)$/, /^[ -]?(?:h(?![a-z])|hour|stunde|std|heure|hora|時間)/, 3600],
  [
    'time',
    /^(?:d|day|night|tage?|nachte?|jour|nuit|dia|noche|noite)$/,
    /^[ -]?(?:day|night|tag|nacht|nachte|jour|nuit|dia|noche|noite|日|泊)/,
    86_400,
  ],
  ['time', /^(?:w|week|wochen?|semaine|semana)$/, /^[ -]?(?:week|woche|semaine|semana|週)/, 604_800],
  ['months', /^(?:mo|month|monate?|mois?|mes|mese)$/, /^[ -]?(?:month|monat|mois|mes(?![a-z])|meses|か月|ヶ月)/, 1],
  [
    'months',
    /^(?:y|yr|year|jahre?|an|annee|ano)$/,
    /^[ -]?(?:y(?![a-z])|year|jahr|an(?![a-z])|ans(?![a-z])|annee|ano|年)/,
    12,
  ],
  ['length', /^mm$/, /^(?: x \d[\d.,]*){0,2} ?mm/, 0.001],
  ['length', /^cm$/, /^(?: x \d[\d.,]*){0,2} ?(?:cm|センチ)/, 0.01],
  ['length', /^(?:m|met(?:er|re))$/, /^(?: x \d[\d.,]*){0,2} ?(?:m(?![a-z])|met|メートル)/, 1],
  ['length', /^km$/, /^ ?km/, 1000],
  ['weight', /^(?:g|gram)$/, /^ ?(?:g(?![a-z])|gr)/, 0.001],
  ['weight', /^kg$/, /^ ?(?:kg|kilo)/, 1],
  ['weight', /^(?:lb|pound)$/, /^ ?(?:lb|pound)/, 0.45359237],
  ['weight', /^(?:t|ton|tonne)$/, /^ ?(?:t(?![a-z])|ton)/, 1000],
  ['volume', /^ml$/, /^ ?ml/, 0.001],
  ['volume', /^cl$/, /^ ?cl/, 0.01],
  ['volume', /^(?:l|lit(?:er|re|ro))$/, /^ ?(?:l(?![a-z])|lit|リットル)/, 1],
  ['volume', /^hl$/, /^ ?(?:hl|hectol)/, 100],
  ['volume', /^m3$/, /^ ?(?:m3|m³|cubic)/, 1000],
  ['bytes', /^m(?:b|ib?)$/, /^ ?m(?:[bo]|ib?(?![a-z]))/, 1],
  ['bytes', /^g(?:b|ib?)$/, /^ ?g(?:[bo]|ib?(?![a-z]))/, 1024],
  ['bytes', /^tb$/, /^ ?t[bo]/, 1024 * 1024],
];
