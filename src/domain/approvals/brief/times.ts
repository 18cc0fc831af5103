/** Times of day as six languages say them. */

import { type Needle, words } from './needles.ts';
import { NUMERALS } from './quantities.ts';

const OCLOCK = /^ ?(?:uhr|o'?clock)/;
/** What stands before an hour without a sign: `after 5`, `a las 6`, `2 bis 4 Uhr`. */
const BEFORE_HOUR =
  /(?<![a-z])(?:at|by|from|after|before|until|till|to|between|um|ab|bis|nach|vor|gegen|von|as|las|les|des|vers|apres|avant|entre|das|ate|antes|depois|desde|hasta) $/;
/** What follows such an hour: no unit, no currency, nothing that is counted. */
const ALONE =
  /^(?: ?(?:uhr|h|[ap]m|heures?|horas?|o'?clock|de la|da|du|in the|bis|to|and|et|y|a|e|on|with|mit|avec|con|com|at|im?n?|en|bei|chez|para|for|fur|pour|please|bitte|por|if|wenn|si|se|-|–)(?![a-z])|[.,;:!?)]?(?: *$|\s(?! ?\d)(?=[^a-z%€$£¥])|$))/;
/** `18:30 bis 20`. */
const AFTER_CLOCK = /\d[:.h]\d\d ?(?:uhr |h )?(?:-|–|to|until|till|bis|a|as|y|e) ?$/;
/** `20 people` and `20 EUR` are no hour. */
const NOTHING_COUNTED = /^(?! ?(?!uhr|h(?![a-z])|on |am |for |with |mit |con |com )[a-z%€$£¥])/;
/** `ab 6, zustellen`; `2 von 5, die` is no time. */
const CLOCK_WORD = /(?<![a-z])(?:at|um|ab|bis|gegen|until|till|as|las|vers|hasta|ate) $/;
const COMMA = /^[,;] (?=[a-z])/;
const AFTER_HOUR =
  /^ ?(?:-|–|to|bis|a|et|y|e) ?\d{1,2}(?: ?(?:uhr|h(?![a-z])|[ap]m|o'?clock)|(?= *(?:[.,;!?)](?!\d)|$)))/;
/** `8.45` is a time, `8.45 EUR` and `version 8.45` are not. */
const NO_MONEY_BEFORE = /(?<![€$£¥] ?|(?:eur|usd|gbp|chf|v|version) )$/;
const NO_MONEY_AFTER = /^(?!\.\d| ?(?:[€$£¥%]|(?:euros?|eur|usd|gbp|chf|dollars?|pounds?|kg|km|per|each)(?![a-z])))/;
/** `7 in the morning`, `cinco a ocho de la tarde`. */
const PART_OF_DAY =
  /^ ?(?:(?:-|–|to|bis|a|et|y|e) [a-z]{2,8} )?(?:(?:h|heures?|horas?|uhr) )?(?:in the|de la|da|du|am) (?:morning|afternoon|evening|manana|tarde|noche|manha|noite|matin|soir|morgen|vormittag|nachmittag|abend)/;
const NOON = ['noon', 'midday', 'mittag', 'mittags', 'midi', 'mediodia', 'meiodia', '正午'];
const MIDNIGHT = 'midnight mitternacht minuit medianoche meianoite 真夜中 24uhr'.split(' ');

/** What says of which half of the day an hour is, after it and before it. `um 7 am Freitag` and `morgen um 7` don't. */
const AFTER_AM =
  'a\\.? ?m(?:\\.|(?= *(?:[^a-z\\d ]|$)| (?:on|at|to|and|the|for|please|in|with|or|until|till|this|next|every|tomorrow|today)(?![a-z])))|(?:in the|this) morning|morgens|vormittags|du matin|de la manana|da manha';
const AFTER_PM =
  "p\\.? ?m(?![a-z])|(?:in the|this) (?:afternoon|evening)|tonight|(?:am )?nachmittags?(?![a-z])|(?:am )?abends?(?![a-z])|(?:du|ce) soir|de l'apres-midi|(?:de|por) la tarde|da tarde|[dn]a noite";
const BEFORE_AM = 'morning|vormittag|matin|manha';
const BEFORE_PM = 'afternoon|evening|tonight|nachmittag|abend|soir|apres-midi|tarde|noche|noite';
/** `7 pm` is no 07:00, and `2時間` is no time of day. */
const notOf = (after: string, before: string, japanese: string) => ({
  after: `^(?! ?(?:uhr|o'?clock|h|heures?|horas?)? ?(?:${after})|間)`,
  before: `(?<!(?:${japanese})の?)(?<!(?<![a-z])(?:${before}),? (?:at|by|from|um|ab|a|as|a las|as|gegen|vers|des) )$`,
});
const NOT_PM = notOf(AFTER_PM, BEFORE_PM, '午後|夜|夕方');
const NOT_AM = notOf(AFTER_AM, BEFORE_AM, '午前|朝');

/** How the time of a day may be said; none of one in UTC, which is said in another zone. */
export function notationsOfTime(time: string): Needle[][] {
  const [, hh = '', mm = ''] = /^(\d\d):(\d\d)(?::[\d.]+)?(?:[+-]\d\d:?\d\d)?$/.exec(time) ?? [];
  if (hh === '') return [];
  const [h, twelve, half] = [Number(hh), Number(hh) % 12 || 12, Number(hh) < 12];
  const whole = [
    ...['h', 'uhr', '時', 'oclock'].flatMap((word) => [h + word, hh + word]),
    `${twelve}時`,
    twelve + (half ? 'am' : 'pm'),
  ];
  // In the first hour, 12:00 without am is noon, and 000 or 2400 is a number: 0:00 and 24:00 are not.
  const short = h === 0 ? [] : [h + mm, twelve + mm];
  const first: Needle[] = h === 0 ? [h + mm, `24${mm}`].map((text) => ({ text, as: 'day' })) : [];
  const clock = [hh + mm, ...short, `${h}h${mm}`, `${h}時${mm}分`, twelve + mm + (half ? 'am' : 'pm')];
  const oclock = saidOf(twelve).flatMap((text): Needle[] => [
    { text, as: 'word', after: OCLOCK },
    { text, as: 'word', after: PART_OF_DAY },
  ]);
  // `8.45`.
  const dotted: Needle[] = [
    ...(h === 0 ? [] : [{ text: h + mm, as: 'day', before: NO_MONEY_BEFORE, after: NO_MONEY_AFTER } as const]),
    { text: twelve + mm + (half ? 'am' : 'pm'), as: 'day' },
  ];
  const bare = h === 0 ? [] : [...new Set([h, twelve])].map(String);
  const hours = bare.flatMap((text): Needle[] => [
    { text, as: 'number', before: BEFORE_HOUR, after: ALONE },
    { text, as: 'number', after: AFTER_HOUR },
    { text, as: 'number', before: AFTER_CLOCK, after: NOTHING_COUNTED },
    { text, as: 'number', before: CLOCK_WORD, after: COMMA },
    { text, as: 'number', after: PART_OF_DAY },
  ]);
  const [hours12, next12] = [twelve, (twelve % 12) + 1].map((hour) => [String(hour), ...saidOf(hour)]);
  const each = (hours: readonly string[] = [], said: (hour: string) => readonly string[]): string[] =>
    hours.flatMap(said);
  const quarters: Readonly<Record<string, readonly string[]>> = {
    15: each(hours12, (hour) => [
      ...[`quarterpast${hour}`, `viertelnach${hour}`, `${hour}heuresetquart`, `${hour}hetquart`],
      ...[`${hour}ycuarto`, `${hour}equinze`],
    ]),
    30: [
      ...each(next12, (hour) => [`halb${hour}`]),
      ...each(hours12, (hour) => [
        ...[`halfpast${hour}`, `half${hour}`, `${hour}heuresetdemie`, `${hour}hetdemie`],
        ...[`${hour}ymedia`, `${hour}emeia`],
      ]),
    ],
    45: each(next12, (hour) => [
      ...[`quarterto${hour}`, `viertelvor${hour}`, `dreiviertel${hour}`, `${hour}heuresmoinslequart`],
      ...[`${hour}hmoinslequart`, `${hour}menoscuarto`, `quinzeparaas${hour}`],
    ]),
  };
  const japanese = (half ? ['午前', '朝'] : ['午後', '夜', '夕方', '昼']).map((part) => `${part}${h % 12}時`);
  const more =
    mm === '00'
      ? [...whole, ...japanese, ...(h === 12 ? NOON : h === 0 ? MIDNIGHT : [])]
      : [
          ...(quarters[mm] ?? []),
          ...(mm === '30' ? [...japanese, `${h}時`, `${twelve}時`].map((said) => `${said}半`) : []),
        ];
  const all = [...words([...clock, ...more]), ...first, ...dotted, ...(mm === '00' ? [...oclock, ...hours] : [])];
  return [ofHalf(all, half)];
}

/** The needles where nothing says the other half of the day. */
function ofHalf(all: readonly Needle[], isMorning: boolean): Needle[] {
  const other = isMorning ? NOT_PM : NOT_AM;
  return all.map((needle) => ({
    ...needle,
    after: new RegExp(other.after + (needle.after === undefined ? '' : `(?=${needle.after.source})`)),
    before: new RegExp((needle.before === undefined ? '' : `(?<=${needle.before.source})`) + other.before),
  }));
}

/**
 * What may be the hour of a time, for each of `14:30` and `09:00-11:00`: a bare number, as in `open 7 to 3` and `mañana sobre las
 * 11`, or of `15:15` a `3.15`.
 */
export const hoursOf = (times: string): Needle[][] =>
  [...times.matchAll(/(?<![\d:])(\d\d):(\d\d)/g)].map(([, hh, mm = '']) => {
    const [h, twelve] = [Number(hh), Number(hh) % 12 || 12];
    const bare = [...new Set([h, twelve])].map((hour): Needle => ({ text: String(hour), as: 'number' }));
    const dotted: Needle = { text: twelve + mm, as: 'day', before: NO_MONEY_BEFORE, after: NO_MONEY_AFTER };
    return ofHalf(h === 0 ? bare : [...bare, dotted], h < 12);
  });

/** How a number from two to twelve is said. */
const saidOf = (number: number): readonly string[] => NUMERALS[number - 2] ?? [];
