/** Numbers and measures as six languages say them. */

import { toCardinal as german } from 'n2words/de-DE';
import { toCardinal as english } from 'n2words/en-GB';
import { toCardinal as spanish } from 'n2words/es-ES';
import { toCardinal as french } from 'n2words/fr-FR';
import { toCardinal as portuguese } from 'n2words/pt-PT';
import { currencyBeside, minorUnits } from './contradict-money.ts';
import { spellingsOf, squashed } from './folded.ts';
import { type Leaf, wordsOfKey } from './input.ts';
import { type Needle, words } from './needles.ts';
import { valuesOf } from './numbers.ts';

/** How small numbers are said, from two on. */
export const NUMERALS =
  'two zwei deux dos dois duas twice zweimal both coupleof unparde umparde beide beiden second zweite zweiter zweites zweiten seconde segundo segunda,three drei trois tres third dritte dritter drittes dritten troisieme tercero tercera terceiro terceira,four vier quatre cuatro quatro,five funf cinq cinco,six sechs seis,seven sieben sept siete sete,eight acht huit ocho oito,nine neun neuf nueve nove,ten zehn dix diez dez,eleven elf onze once,twelve zwolf douze doce doze dozen dutzend'
    .split(',')
    .map((said) => said.split(' '));

/** How a whole number is said in words, squashed: `twenty` and `zwanzig`. */
function numeralsOf(number: number): readonly string[] {
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

/** `2万5千` and `2万5000` of 25,000. */
function myriadsOf(number: number): readonly string[] {
  const [myriads, rest] = [Math.floor(number / 1e4), number % 1e4];
  // `2万5` may go on with 千.
  if (myriads === 0 || rest < 100 || !Number.isInteger(number)) return [];
  return [`${myriads}万${rest}`, ...(rest % 1e3 === 0 ? [`${myriads}万${rest / 1e3}千`] : [])];
}

const HALF_HOURS: Readonly<Record<number, readonly string[]>> = {
  0.5: ['halfanhour', 'halfanhr', 'halbestunde', 'halbenstunde', 'demiheure', 'mediahora', 'meiahora', '半時間'],
  1.5: ['hourandahalf', 'heureetdemie', 'horaymedia', 'horaemeia', '1時間半'],
};
const ONE_AND_HALF = ['oneandahalf', 'anderthalb', 'eineinhalb'];
const AND_HALF = /^ (?:and a half|(?:heures )?et demie?|(?:horas )?y medi[oa]|(?:horas )?e mei[oa])(?![a-z])/;
/** `a las tres y media` is a time. */
const NOT_AT = /(?<!(?<![a-z])(?:a|a las|as|vers|des) )$/;

/** How a number that ends in a half is said: `three and a half`, `zwanzigeinhalb`, and of hours `half an hour`. */
function halvesOf(number: number, isOfHours: boolean): Needle[] {
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
const UNITS: readonly (readonly [measure: string, name: RegExp, said: RegExp, size: number])[] = [
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
  ['weight', /^(?:mcg|ug)$/, /^ ?(?:(?:mc|[uµμ])g(?![a-z])|mi[ck]rogr|マイクログラム)/, 1e-9],
  ['weight', /^mg$/, /^ ?(?:mg(?![a-z])|mill?igr|ミリグラム)/, 1e-6],
  ['weight', /^(?:g|gram)$/, /^ ?(?:g(?![a-z])|gr)/, 0.001],
  ['weight', /^kg$/, /^ ?(?:kg|kilo)/, 1],
  ['weight', /^(?:lb|pound)$/, /^ ?(?:lb|pound)/, 0.45359237],
  ['weight', /^(?:t|ton|tonne)$/, /^ ?(?:t(?![a-z])|ton)/, 1000],
  ['volume', /^ml$/, /^ ?ml/, 0.001],
  ['volume', /^cl$/, /^ ?cl/, 0.01],
  ['volume', /^(?:l|lit(?:er|re|ro))$/, /^ ?(?:l(?![a-z])|lit|リットル)/, 1],
  ['volume', /^hl$/, /^ ?(?:hl|hectol)/, 100],
  ['volume', /^m3$/, /^ ?(?:m3|m³|cubic)/, 1000],
  ['bytes', /^m(?:b|ib?)$/, /^ ?m(?:[bo]|ib?(?![a-z])|ega)/, 1],
  ['bytes', /^g(?:b|ib?)$/, /^ ?g(?:[bo]|ib?(?![a-z])|ig)/, 1024],
  ['bytes', /^tb$/, /^ ?t(?:[bo]|era)/, 1024 * 1024],
];

const SCALES: readonly (readonly [size: number, said: RegExp])[] = [
  [1e3, /^ ?(?:k|thousand|tausend|mil|mille|千)(?![a-z])/],
  [1e4, /^万/],
  [1e6, /^ ?(?:m|mio|million|millionen|millions|millones|milhao|milhoes)(?![a-z])/],
];

/** Lengths of time without a unit in their name are seconds. */
const IN_SECONDS = /^(?:ttl|timeout|expiry|expiration)$/;
const SHARE = /^(?:rate|share|ratio|percent|percentage|pct|discount|fraction)$/;

/** `a week`. */
const ONE = 'a an one un une ein eine einen einer una um uma'.split(' ');

type Unit = (typeof UNITS)[number];

/** In the middle of a name, too: `weight_kg_each`, `avisar_minutos_antes`. */
const unitOfSize = (name: string): Unit | undefined =>
  /^(?:cm|mm|km|kg|lb|mb|gb|tb|day|dia|\w{4,})$/.test(name) ? unitNamed(name) : undefined;

/** The unit of a name in an argument's name, or of one behind a number: `min`, `kg`. */
export const unitNamed = (name: string): Unit | undefined => UNITS.find(([, named]) => named.test(name));

/** The unit that folded text begins with: `kilos`, `lbs`. */
export const unitSaid = (text: string): Unit | undefined => UNITS.find(([, , said]) => said.test(text));

function unitOf(names: readonly string[]): Unit | undefined {
  const last = unitNamed(names.at(-1) ?? '') ?? names.map(unitOfSize).find((one) => one !== undefined);
  return last ?? (names.some((name) => IN_SECONDS.test(name)) ? UNITS[0] : undefined);
}

/** The unit of time that an argument's name says, if it says one. */
export function timeUnitOf(key: string): Unit | undefined {
  const unit = unitOf(wordsOfKey(key));
  return unit?.[0] === 'time' ? unit : undefined;
}

/** A number in figures. */
function inFigures(value: number, beside: Omit<Needle, 'text' | 'as'> = {}): Needle[] {
  // Of a conversion, four places; a number that was sent may have more, but not those of `0.1 + 0.2`.
  const rounded = beside.isConverted ? Math.round(value * 1e4) / 1e4 : Number(value.toPrecision(15));
  // At most the twelve places of toFixed.
  const plain = rounded < 1e-6 ? rounded.toFixed(12).replace(/0{1,12}$/, '') : String(rounded);
  const [whole = '', fraction = ''] = plain.split('.');
  const ends =
    fraction === '' ? ['', '·0', '·00'] : fraction.length === 1 ? [`·${fraction}`, `·${fraction}0`] : [`·${fraction}`];
  return ends.map((end) => ({ text: whole + end, as: 'number', ...beside }));
}

/** Neither a unit nor a currency. */
const BARE = /^(?! ?[a-z%$€£¥円])/;
/** A measure in all units that say it: `180 minutes`, `three hours`. */
export const notationsInUnits = (number: number, unit: Unit): Needle[] =>
  UNITS.filter(([measure]) => measure === unit[0]).flatMap(([, , after, size]) => {
    const converted = (number * unit[3]) / size;
    const beside = converted === number ? { after } : { after, isConverted: true };
    return [
      ...inFigures(converted, beside),
      // `One of 2.60 m and two of 1.85`.
      ...(unit[0] === 'time' || Number.isInteger(converted) ? [] : inFigures(converted, { ...beside, after: BARE })),
      ...(converted === 1 ? ONE : numeralsOf(converted)).map((text): Needle => ({ text, as: 'word', ...beside })),
      ...(unit[0] === 'time' && size === 3600 ? [...halvesOf(converted, true), ...hoursAndMinutes(converted)] : []),
    ];
  });

/** `1h30`, `1 h 05 min`; `à 13h30` is a time. */
function hoursAndMinutes(hours: number): Needle[] {
  const [whole, minutes] = [Math.floor(hours), Math.round((hours % 1) * 60)];
  if (whole === 0 || minutes === 0) return [];
  const said = [minutes, String(minutes).padStart(2, '0')].flatMap((of) => [`${whole}h${of}`, `${whole}h${of}min`]);
  return [...said, `${whole}時間${minutes}分`].map((text): Needle => ({ text, as: 'word', before: NOT_AT }));
}

/** A figure of a phrase: as it stands, as a number, or in words. */
export function notationsOfFigure(word: string): Needle[] {
  const [number] = /^\d(?:[\d.,]*\d)?$/.test(word) ? valuesOf(word) : [];
  const said = number === undefined ? [] : [...inFigures(number), ...words(numeralsOf(number))];
  return [...words(spellingsOf(word)), ...said];
}

/**
 * A number in all notations, by what its argument's name says of it; `inUnits` is an amount in units of its currency.
 * `leaves`: those with currencies will do.
 */
export function notationsOfNumber(leaf: Leaf, number: number, leaves: readonly Leaf[]) {
  const names = wordsOfKey(leaf.key);
  const values: Needle[] = [];
  const add = (value: number, beside: Pick<Needle, 'after' | 'before'> = {}): void => {
    values.push(...inFigures(value, value === number ? beside : { ...beside, isConverted: true }));
  };
  const size = minorUnits(leaf.key, currencyBeside(leaf, leaves));
  add(number / size);
  // Units are said of minor ones only beside their name. Cap: the 40 characters before a number.
  if (size > 1) add(number, { before: /(?:cent|minor|pence|micro)[^.;]{0,30}$/ });
  if (size > 1) add(number, { after: /^ ?(?:cent|ct|minor|pence)/ });
  else if (number < 1) add(number * 100, { after: /^ ?(?:p|ct|cents?|pence|centimes?|centimos|centavos)(?![a-z])/ });
  for (const [scale, after] of SCALES) if (number / size >= scale) add(number / size / scale, { after });
  if (names.some((name) => SHARE.test(name))) {
    const percent = number < 1 ? number * 100 : number;
    if (number < 1) add(percent);
    add(percent / 10, { after: /^割/ });
  }
  const unit = unitOf(names);
  if (unit !== undefined) values.push(...notationsInUnits(number, unit));
  values.push(...words([...numeralsOf(number), ...myriadsOf(number)]), ...halvesOf(number, unit === undefined));
  return { values, inUnits: number / size };
}
