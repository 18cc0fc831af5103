/** Days and lengths of time as six languages say them. */

import { count, DAY_MS } from '../../../present/units.ts';
import { type Needle, words } from './needles.ts';
import { NUMERALS } from './quantities.ts';

/** Weeks and months, each in a group, and years. */
const LONGER =
  '(weeks?|wochen?|semaines?|semanas?|週間)|(months?|monate?n?|mois|mes(?:es)?|か月|ヶ月)|(?:years?|jahr(?:en?)?|ans?|annees?|anos?|年間)';
const LENGTH = new RegExp(
  `(?<![\\d.,])(\\d{1,3}|${NUMERALS.flat().join('|')}) ?(?:(days?|nights?|tagen?|nachte?n?|jours?|nuits?|dias?|noches?|noites?|日間|(?<=3[2-9]|[4-9]\\d|\\d{3})日|日(?=以内)|泊)|${LONGER})(?![a-z])`,
  'g',
);
/** `"transit_days": 1`. */
const FIELD =
  /["_ ](?:(days|nights|tage|nachte|jours|nuits|dias|noches|noites)|(weeks|wochen|semaines|semanas)|(months|monate|mois|meses)|(?:years|jahre|annees|anos))"? ?[:=] ?"?(\d{1,3})(?!\d|[.,]\d)/g;
/** A length of time: days, and calendar months. */
export interface Length {
  readonly days: number;
  readonly months: number;
  readonly text: string;
}
/** The lengths of time that folded text names. */
export const lengthsIn = (text: string): Length[] => [
  ...[...text.matchAll(LENGTH)].slice(0, MOST_LENGTHS).map(([, said = '', ...units]) => {
    const numeral = NUMERALS.findIndex((same) => same.includes(said));
    return lengthOf(numeral < 0 ? Number(said) : numeral + 2, units);
  }),
  ...[...text.matchAll(FIELD)]
    .slice(0, MOST_LENGTHS)
    .map(([, days, weeks, months, times]) => lengthOf(Number(times), [days, weeks, months])),
];
const MOST_LENGTHS = 8;

function lengthOf(times: number, [days, weeks, months]: readonly (string | undefined)[]): Length {
  if (days !== undefined || weeks !== undefined) {
    const all = times * (weeks === undefined ? 1 : 7);
    return { days: all, months: 0, text: count(all, 'day') };
  }
  return monthsOf(times * (months === undefined ? 12 : 1));
}

/** A length of so many calendar months. */
const monthsOf = (months: number): Length => ({ days: 0, months, text: count(months, 'month') });

/** The days from which a length of time leads to a day: after it, before it, and as its last day. */
export function startsOf(day: number, { days, months, text }: Length): { value: string; formula: string }[] {
  const shifted = (from: number, sign: number): string => {
    const date = new Date(from + sign * days * DAY_MS);
    const of = date.getUTCDate();
    date.setUTCMonth(date.getUTCMonth() + sign * months);
    // A month without such a day ends before it.
    if (date.getUTCDate() !== of) date.setUTCDate(0);
    return date.toISOString().slice(0, 10);
  };
  const [after, before, last] = [shifted(day, -1), shifted(day, 1), shifted(day + DAY_MS, -1)];
  return [
    { value: after, formula: `${after} + ${text}` },
    { value: before, formula: `${before} − ${text}` },
    ...(months > 0 ? [{ value: last, formula: `${last} + ${text}, the last day` }] : []),
  ];
}

/** The names of the months. */
export const MONTHS =
  'jan january januar janv janvier ene enero janeiro,feb february februar fev fevr fevrier febrero fevereiro,mar march marz mrz mars marzo marco,apr april avr avril abr abril,may mai mayo maio,jun june juni juin junio junho,jul july juli juil juillet julio julho,aug august aout ago agosto,sep sept september septembre set septiembre setembro,oct october okt oktober octobre octubre out outubro,nov november novembre noviembre novembro,dec december dez dezember decembre dic diciembre dezembro'
    .split(',')
    .map((names) => names.split(' '));
/** Months that are also other words, as in `you may`, `long ago`, `set up`, `ran out`, and what makes them months. */
const IS_WORD = /^(?:may|ago|set|out)$/;
const BEFORE_MONTH = /(?<![a-z])(?:in|for|of|from|since|until|till|to|by|through|during|early|mid|late|de|em|ate) $/;
const NTH = '(?:st|nd|rd|th|er|o)?\\.?';
const RANGE =
  '(?: ?- ?|,? (?:instead of|rather than|statt|en vez de|en lugar de|au lieu de?|em vez de|to|until|and|or|bis|und|oder|au|et|ou|al?|y|e|ate)l? (?:the |el |le |du |del |do |o |zum |dem |am )?)';

/** `Thursday 5 March` is the 5th of March alone. */
const NTH_ALONE = new RegExp(
  `^(?:st|nd|rd|th|\\.)?(?![\\d:.,/]\\d|\\d| ?(?:of |de )?(?:${MONTHS.flat().join('|')})(?![a-z]))`,
);
const NOT_AFTER_DAY = new RegExp(`(?<!\\d${NTH} ?(?:of |de )?)$`);

/** The days of the week from Sunday. */
const NAMES_OF_WEEK =
  'sunday|sonntag|dimanche|domingo/monday|montag|lundi|lunes|segunda/tuesday|tues|dienstag|mardi|martes|terca/wednesday|weds|mittwoch|mercredi|miercoles|quarta/thursday|thu|thurs|donnerstag|jeudi|jueves|quinta/friday|fri|freitag|vendredi|viernes|sexta/saturday|samstag|sonnabend|samedi|sabado'.split(
    '/',
  );
const KANJI = '日月火水木金土';

const IS_SHORT = /^(?![./-]\d)/;
/** `06-30` in `2026-06-30` is no day of another year. */
const NOT_IN_DATE = /(?<!\d[./-])$/;
const NO_DAY = /^\.?(?! ?\d{1,2}(?!\d))/;
const DAY_SIGN = /^日/;

/** The first years of Japanese eras. */
const ERAS = { 令和: 2019, 平成: 1989, 昭和: 1926 };
/** A year with and without its century, and of the eras: `2026|26|令和8`. */
const yearsOf = (year: number): string => {
  const inEras = Object.entries(ERAS).flatMap(([era, first]) => {
    const nth = year - first + 1;
    return nth < 1 ? [] : [`${era}${nth}`, ...(nth === 1 ? [`${era}元`] : [])];
  });
  return [year, String(year).slice(2), ...inEras].join('|');
};

/** All notations of a day. */
export function notationsOfDay(start: number): Needle[] {
  const [y = '', mm = '', dd = ''] = new Date(start).toISOString().slice(0, 10).split('-');
  const [m, d] = [String(Number(mm)), String(Number(dd))];
  const names = MONTHS[Number(mm) - 1] ?? [];
  const month = `(?:${names.join('|')})(?![a-z])`;
  // The same day of another year is another day, and `2 out of 3` is none.
  const after = new RegExp(
    `^${NTH}(?! of (?:the|those|these|them|\\d{1,2})(?![a-z\\d]))(?!,? ?(?:de |del |of )?(?!${y})(?:19|20)\\d\\d(?!\\d))`,
  );
  const weekday = new Date(start).getUTCDay();
  const ofWeek = new RegExp(`(?<![a-z])(?:${NAMES_OF_WEEK[weekday]}),? (?:(?:the|el|le|dia|den|dem) )?$`);
  const day = (text: string, beside: Pick<Needle, 'after' | 'before'> = {}): Needle => ({ text, as: 'day', ...beside });
  const dayFirst = [...new Set([dd + mm, d + m, d + mm, dd + m])];
  const monthFirst = [...new Set([mm + dd, m + d, m + dd, mm + d])].filter((text) => !dayFirst.includes(text));
  const numeric = (text: string, as: Needle['as']): Needle[] => [
    { text: text + y, as },
    { text: text + y.slice(2), as },
    { text, as, before: NOT_IN_DATE, after: IS_SHORT },
  ];
  // A month that is named without a day has a first and a last one.
  const isEdge = d === '1' || new Date(start + DAY_MS).getUTCDate() === 1;
  const alone: Needle[] = isEdge
    ? names.map((name) => ({
        text: name,
        as: 'word',
        before: IS_WORD.test(name) ? BEFORE_MONTH : NOT_AFTER_DAY,
        after: NO_DAY,
      }))
    : [];
  return [
    ...words(isEdge ? [`${m}月末`, `${m}月から`] : []),
    { text: `${m}月${d}日`, as: 'word', before: new RegExp(`(?:(?<!年) ?|(?<!\\d)(?:${yearsOf(Number(y))})年 ?)$`) },
    ...alone,
    ...[mm + dd, m + d].map((text) => day(y + text)),
    ...dayFirst.flatMap((text) => numeric(text, 'day')),
    ...monthFirst.flatMap((text) => numeric(text, 'month-first')),
    ...names.flatMap((name) =>
      ['', 'st', 'nd', 'rd', 'th', 'er', 'o', 'de', 'of', 'thof', 'stof', 'ode'].map((nth) =>
        day(d + nth + name, { after }),
      ),
    ),
    ...names.flatMap((name) =>
      [d, ...['st', 'nd', 'rd', 'th'].map((nth) => d + nth)].map((nth) => day(name + nth, { after })),
    ),
    // After its own weekday: `jeudi 5`, `Thursday the 5th`; in Japanese before it: `5日(木)`.
    ...[d, dd].map((text): Needle => ({ text, as: 'number', before: ofWeek, after: NTH_ALONE })),
    { text: d, as: 'number', after: new RegExp(`^日 ?[(（]${KANJI[weekday]}`) },
    {
      text: d,
      as: 'number',
      after: new RegExp(
        `^${NTH}(?:,? ?\\d{1,2}${NTH}){0,8}${RANGE}\\d{1,2}(?:${NTH} ?(?:of |de )?${month}|[./]0?${m}(?!\\d))`,
      ),
    },
    { text: d, as: 'number', before: new RegExp(`(?<![a-z])${month}\\.? \\d{1,2}${NTH}${RANGE}$`), after },
    { text: d, as: 'number', before: new RegExp(`(?<!\\d)${m}月\\d{1,2}日?(?:から|~|-|、)$`), after: DAY_SIGN },
  ];
}

/**
 * The days that folded text which was written at a time names by their distance, as one of the next two such weekdays, or by
 * their day of the month alone.
 */
export function relativeDays(text: string, time: string): (day: number) => boolean {
  const named = new Set(AWAY.flatMap(([days, said]) => (said.test(text) ? days : [])));
  const weekdays = WEEKDAYS.map((names) => names.test(text));
  const ofMonth = daysOfMonth(text);
  const isMonthsEnd = MONTHS_END.test(text);
  const isYearsEnd = YEARS_END.test(text);
  return (day) => {
    const date = new Date(day);
    const isOfMonth = date.toISOString().startsWith(time.slice(0, 7));
    const away = Math.round((day - Date.parse(time.slice(0, 10))) / DAY_MS);
    return (
      named.has(away) ||
      (away > 0 && away <= 14 && weekdays[date.getUTCDay()] === true) ||
      (away >= 0 && away <= 31 && ofMonth.has(date.getUTCDate())) ||
      (isOfMonth && text.includes(`今月${date.getUTCDate()}日`)) ||
      (isYearsEnd && date.toISOString().startsWith(`${time.slice(0, 4)}-12-31`)) ||
      (isMonthsEnd && isOfMonth && new Date(day + DAY_MS).getUTCDate() === 1)
    );
  };
}
/** The days of some month that folded text names without the month: `by the 15th`, `dia 15`. Cap: the first eight. */
export function daysOfMonth(text: string): ReadonlySet<number> {
  return new Set([...text.matchAll(OF_MONTH)].slice(0, 8).map((found) => Number(found.slice(1).find(Boolean))));
}
/** The weekdays that folded text names without a day, from Sunday, 0; none of opening hours, which name many. */
export function weekdaysIn(text: string): readonly number[] {
  const named = ALONE.flatMap((names, day) => (names.test(text) ? day : []));
  return named.length > 2 ? [] : named;
}
/** In `le 5 et le 6 juin` both are of June. */
const NO_MONTH = `(?!${NTH}${RANGE}\\d{1,2}${NTH} ?(?:of |de )?(?:${MONTHS.flat().join('|')})(?![a-z]))`;
const ENDS =
  '(?![\\d.,:/%€$£-]*\\d)(?= *(?:[.,;:!?)\\n]|$)| (?:at|to|and|or|if|is|would|please|bitte|svp|um|bis|und|oder|geht|et|ou|au|a|y|o|e|as|por|si|se|q|que|porque|because|since|plutot|lieber|instead|mejor|melhor|with|mit|avec|con|com|for|fur|pour|para)(?![a-z]))';
const OF_MONTH = new RegExp(
  `(?<![a-z])(?:the (\\d\\d?)(?:st|nd|rd|th)|(?:am|bis|bis zum|zum|vom|ab|ab dem|de[mnr]) (\\d\\d?)\\.|(?:le|du|au|jusqu'au|el|al|del|dia|o dia) (\\d\\d?))${NO_MONTH}${ENDS}|(?:(?<![月\\d])|(?<=今月))(\\d\\d?)日(?!間|分|前|後|目|以)`,
  'g',
);
/** `翌月末` is of another month, and so is `end of the month of June`. */
const MONTHS_END = new RegExp(
  `(?<![a-z])(?:(?:by|at|to|until|till|before) (?:the )?(?:end of (?:(?:the|this) )?month|month[- ]end)|ende (?:des|dieses) monats|ende vom monat|monatsende|fin (?:de|du) (?:ce )?mois|fin(?:al|ales)? de(?:l| este)? mes|(?:fim|final) d(?:o|e|este) mes)(?![a-z]| (?:que viene|que vem|proximo|prochain|suivant|siguiente|seguinte|after|of|de|${MONTHS.flat().join('|')})(?![a-z]))|(?<![来翌先前\\d一二三四五六七八九十]|(?<!今)月の)月末`,
);
/** `bis Jahresende`; not `the end of year 2019`. */
const YEARS_END =
  /(?<![a-z])(?:(?:by|at|to|until|till|before) (?:the )?(?:end of (?:the |this )?year|year[- ]end)|(?:bis|zum|vor) (?:zum )?(?:jahresende|ende des jahres)|(?:jusqu'a|a|avant) (?:la )?fin (?:de l'|d')annee|(?:hasta|a|antes de|antes del|para) (?:el )?fin(?:al|ales)? de(?:l| este)? ano|(?:ate|antes do|no) (?:o )?(?:fim|final) d[oe](?:ste)? ano)(?![a-z]| (?:of |de )?(?:19|20)\d\d)|年末まで/;
const AWAY: readonly (readonly [number, RegExp])[] = [
  [0, /\b(?:today|tonight|heute|aujourd'hui|hoy|hoje)\b|今日|本日/],
  [1, /\b(?:tomorrow|(?<!guten |am |heute )morgen|demain|(?<!la |esta )manana|amanha)\b|明日|あした/],
  [2, /\b(?:day after tomorrow|ubermorgen|apres-demain|pasado manana|depois de amanha)\b|明後日|あさって/],
  [-2, /\b(?:day before yesterday|vorgestern|avant-hier|anteayer|anteanoche|anteontem)\b|一昨日|おととい/],
  [
    -1,
    /\b(?:yesterday|last night|anoche|gestern|hier(?! (?:ist|sind|die|der|das|meine?|unsere?|noch)\b)|ayer|ontem)\b|昨日|昨夜|昨晩/,
  ],
];
/** `this sat`; alone, some are other words. */
const SHORT_NAMES = 'sun,mon,tues?,weds?,thu(?:rs?)?,fri,sat'.split(',');
const WEEKDAYS = NAMES_OF_WEEK.map(
  (names, day) =>
    new RegExp(`\\b(?:${names})\\b|\\b(?:this|next|on|by|until|till|from|for) ${SHORT_NAMES[day]}\\b|${KANJI[day]}曜`),
);
const OF_DAY = `(?:\\d|(?<![a-z])(?:${MONTHS.flat().join('|')})(?![a-z]))`;
const ALONE = NAMES_OF_WEEK.map(
  (names) =>
    new RegExp(`(?<!${OF_DAY}[.,)]? ?\\(?|[a-z])(?:${names})(?![a-z]|[,.]? (?:the |el |le |dia |den |dem )?${OF_DAY})`),
);
/** Folded text that names days by their distance; also those of a week or a month, which are known to nobody here. */
export const NAMES_DAYS = new RegExp(
  `${[...AWAY.map(([, said]) => said), ...WEEKDAYS, MONTHS_END, YEARS_END].map(({ source }) => source).join('|')}|\\b(?:next|this|nachste[nrs]?|kommende[nrs]?|proxim[oa]|prochaine?|end of|ende|fin de|fim d[eo]) (?:the |des )?(?:week|month|woche|monats?|semaine|mois|semana|mes)|\\b(?:semaine|mois|semana|mes) (?:prochaine?|suivante?|proxim[oa]|entrante|(?:que|q) (?:viene|vem))\\b|来週|来月|今週|月末`,
);
