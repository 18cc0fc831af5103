/** What is looked for in a conversation for each argument of a call: all its notations in six languages. */

import { groupBy } from '../../../basics/maps.ts';
import { DAY_MS } from '../../../present/units.ts';
import { currenciesIn, isMoneyKey } from './contradict-money.ts';
import { MONTHS, notationsOfDay } from './days.ts';
import { folded, kindOf, spellingsOf, squashed } from './folded.ts';
import { type BriefCall, type CallValue, isListed, type Leaf, wordsOfKey } from './input.ts';
import { type Needle, type Wanted, words } from './needles.ts';
import { valuesOf } from './numbers.ts';
import { notationsInUnits, notationsOfFigure, notationsOfNumber, unitNamed } from './quantities.ts';
import { notationsOfTime } from './times.ts';

/** Names of arguments that hold a phrase, and of those that hold a name, even in small letters. */
const FREE =
  /reason|message|mensa[gj]e|nachricht|text|subject|(?<!en)title|not(?:es?|as?)$|comment|coment|kommentar|desc|beschreib|summary|resum|body|content|inhalt|query|expression|question|pregunta|pergunta|prompt|instruc(?!tor)|anweisung|explanation|detail|detal[hl]e|purpose|justif|memo(?!r)|remar[kq]|merkung|label$|html|sql|script(?!ion)|command|reference$|url|path|grund|zweck|betreff|hinweis|titel|motivo|motif|objet|titre|libelle|asunto|assunto|titulo|concepto|observa|理由|件名|本文|摘要|備考|メッセージ|コメント|内容|説明|メモ/i;
const NAMED =
  /name|user|(?:^|_)to$|payee|recipient|account|email|host|customer|supplier|vendor|owner|assignee|member|benefici|iban|nombre|nome|^nom|titular|empfanger|empfaenger|destinata|client|kunde|proveedor|fornecedor|fournisseur|creditor|kreditor|glaubiger|acreedor|credor|creancier|seller|vendedor|contractor|company|(?<!con)firm(?!w)|empresa|merchant|employee|empleado|patient|domain|受取人|宛先|宛名|氏名|名前|振込先/i;
/** Whether an argument's name says that it holds a phrase, or a name. */
export const isPhraseKey = (key: string): boolean => FREE.test(key);
export const isNamedKey = (key: string): boolean => NAMED.test(folded(key)) || NAMED.test(key) || /[a-z]To$/.test(key);
/** A word of the tool's own vocabulary, which a conversation may say otherwise: `round_trip`, `LOW`, `inProgress`. */
const VOCABULARY = /^(?:[a-z]+(?:[_-][a-z]+)*|[A-Z]+(?:_[A-Z]+)*|[a-z]+(?:[A-Z][a-z]+)+|[A-Z][a-z]+)$/;
/** Words of that vocabulary that somebody must have said, with what they are called elsewhere. */
const CONSEQUENTIAL = [
  'production prod live produktion produktiv produktivsystem produccion producao 本番',
  'staging stage ステージング 検証',
  'left links linke linken linkes gauche izquierda izquierdo esquerda esquerdo 左',
  'right rechts rechte rechten rechtes droite droit derecha derecho direita direito 右',
  'owner eigentumer proprietaire propietario proprietario オーナー 所有者',
  'admin administrator administrateur administrador 管理者',
  'editor edit write writer schreiben schreibrecht schreibrechte schreibzugriff bearbeiten editeur ecriture escritura escrita edicion 編集',
  'viewer view reader read readonly lesen leserecht leserechte lesezugriff lecteur lecture lector lectura leitor leitura 閲覧',
  'urgent dringend urgente 至急 急ぎ',
].map((words) => words.split(' '));
/** Whether a word is one of these: `admin`, `production`. */
export const isConsequential = (text: string): boolean => CONSEQUENTIAL.some((same) => same.includes(squashed(text)));
const COMPANY =
  /^(?:gmbh|ag|kg|ltd|limited|inc|llc|plc|co|sas?|sarl|s[rl]l|ab|bv|ltda?|mrs?|ms|dra?|prof|ing|herr|frau|mme|mlle|madame|monsieur|sra?|srta|senora?|dona?|the|of)$/;
/** Whom an agent calls 安西様, a user calls 安西さん. */
const HONORIFIC = /(?<=[\u3041-\u30ff\u3400-\u9fff]{2})\s?(?:様|殿|さん|さま|氏|御中)(?=[\s,]|$)/gu;
/** In small letters: `Y. Tanaka` has an initial. */
const AND_NAME = /^(?:and|und|et|y|e)$/;

/** A time of day with its seconds, its zone, and the name of one or a half of the day. */
const TIME = /^(\d\d:\d\d(:[\d.]+)?)(?: ?(?:utc|gmt)?(z|[+-]\d\d:?\d\d)| ?(utc|gmt|[ap]m)\b)?/i;
/** Characters of a name, an id or a day with what follows it; a longer text is a phrase. */
const SHORT = 80;
/** Figures that an id or an amount has, beside a zone's or a week's. */
const FIGURES = 3;

/** All values of calls. */
export function callValues(calls: readonly Pick<BriefCall, 'leaves'>[]): CallValue[] {
  return calls.flatMap(({ leaves }, call) => {
    const currencies = currenciesIn(leaves);
    const counted = countedIn(leaves);
    return leaves.map((leaf) => {
      const wanted = wantedOf(leaf, currencies);
      const known: Wanted = counted.has(leaf) ? { ...wanted, is: 'common', parts: [] } : wanted;
      return { ...known, call, leaf, raw: String(leaf.value) };
    });
  });
}

/** Entries of a list whose numbers aren't 1, 2, 3 by chance. */
const MANY = 4;

/** The numbers of a list's lines, which nobody says: 1, 2, 3 and so on. In a list of numbers they may be pages to delete. */
function countedIn(leaves: readonly Leaf[]): ReadonlySet<Leaf> {
  const columns = groupBy(
    leaves.filter(({ path }) => path.includes('[].')),
    ({ path }) => path,
  );
  return new Set(
    [...columns.values()]
      .filter((column) => column.length >= MANY && column.every(({ value }, at) => value === at + 1))
      .flat(),
  );
}

/** Words between others, or something counted: `月1回1個`. */
const CJK_PHRASE = /\p{Script=Hiragana}|\d(?:[回個錠枚人台泊食本件杯袋]|kg|cm|mm|ml)/u;
/** Japanese writes no spaces. */
const BETWEEN_WORDS = /[\s\u3041-\u30ff\u3400-\u9fff]+/;
/** `8月18日9時` */
const CJK_TIME = /\d{1,4}[年月日時分]/g;

/** The notations of an argument, and whether somebody must have said it. `leaves`: those with currencies will do. */
export function wantedOf(leaf: Leaf, leaves: readonly Leaf[]): Wanted {
  const { key, value } = leaf;
  if (typeof value === 'boolean') return { is: 'common', parts: [] };
  const text = String(value).trim();
  const isNumeric = /^[-+]?\d[\d.,' ]*$/.test(text) && (isMoneyKey(key) || /[.,]\d\d$/.test(text));
  const numeric = typeof value === 'number' ? value : isNumeric ? valuesOf(text.replace(/^[-+]/, ''))[0] : undefined;
  const number = numeric === undefined ? undefined : Math.abs(numeric);
  if (number !== undefined) {
    const { values, inUnits } = notationsOfNumber(leaf, number, leaves);
    // Any conversation has a 0 or a 1.
    return number === 0 || number === 1
      ? { is: 'common', parts: [], number: inUnits }
      : { is: 'value', parts: [values], number: inUnits };
  }
  const [, year = '', month = '', date, from, time = ''] =
    /^(\d{4})-(\d\d)(?:-(\d\d)(?:([T ])(.+))?)?$/.exec(text) ?? [];
  const ofMonth = MONTHS[Number(month) - 1];
  if (ofMonth !== undefined && date === undefined) {
    const names = ofMonth.filter((name) => name.length > 3 || name === 'may' || name === 'mai');
    return { is: 'value', parts: [words([year + month, month + year, `${Number(month)}月`, ...names])] };
  }
  const start = Date.parse(`${year}-${month}-${date}`);
  // No month has a day 45, and February no day 30.
  if (ofMonth !== undefined && new Date(start).getUTCDate() === Number(date) && text.length <= SHORT) {
    const [whole = '', clock = '', seconds, offset, named] = TIME.exec(time) ?? [];
    // In `2026-05-03 09:00-11:00` it is the end of a period.
    const isEnd = from === ' ' && seconds === undefined && offset?.startsWith('-') === true;
    const zone = isEnd ? undefined : offset;
    const isElsewhere = zone !== undefined || /^(?:utc|gmt)$/i.test(named ?? '');
    const days = isElsewhere ? [start - DAY_MS, start, start + DAY_MS] : [start];
    // The end of a period, or an id.
    const others = time
      .slice(isEnd ? clock.length : whole.length)
      .split(/\s+/)
      .map((word) => word.replace(/^[-–/]/, ''))
      .filter((word) => word.replace(/\D/g, '').length >= FIGURES)
      .map((value) => wantedOf({ ...leaf, value }, leaves))
      .flatMap(({ is, parts }) => (is === 'value' ? parts : []));
    // A day without a time of its own often comes with midnight; how a time in UTC, or of half a day, was said is not known.
    const isSaid = named === undefined && !clock.startsWith('00:00');
    const times = isSaid ? notationsOfTime(clock + (zone ?? '')) : [];
    return { is: 'value', parts: [days.flatMap(notationsOfDay), ...times, ...others], day: start };
  }
  const [clock, end] = /^(\d\d:\d\d(?::\d\d)?)(?: ?[-–] ?(\d\d:\d\d))?$/.exec(text)?.slice(1) ?? [];
  if (clock !== undefined)
    return { is: 'value', parts: [...notationsOfTime(clock), ...(end === undefined ? [] : notationsOfTime(end))] };
  const [, amount, ofUnit = ''] = /^(\d{1,6}(?:\.\d{1,4})?) ?([a-z]{1,7})$/i.exec(text) ?? [];
  const unit = unitNamed(ofUnit.toLowerCase().replace(/(?<=..)s$/, ''));
  if (amount !== undefined && unit !== undefined) {
    const others = notationsInUnits(Number(amount), unit);
    return { is: Number(amount) > 1 ? 'value' : 'common', parts: [[...words(spellingsOf(text)), ...others]] };
  }
  if (text.length > SHORT) return { is: 'free', parts: [] };
  const is = kindOfText(key, text);
  // A day is said in other figures, and the year of a phrase may be that of the conversation.
  const figures = text
    .replace(CJK_TIME, ' ')
    .split(BETWEEN_WORDS)
    .map((word) => word.replace(/[,;:!?)]$/, ''))
    .filter(
      (word) => /\d/.test(word) && word.length <= 20 && !/^(?:19|20)\d\d$|^\d\d?(?:\/|\.(?=\d+\.))\d\d?\.?$/.test(word),
    );
  if (is === 'free' && figures.length > 0 && !FREE.test(key))
    return { is: 'figures', parts: figures.map(notationsOfFigure) };
  return { is, parts: partsOf(text, isListed(leaf) && !isOfPeople(leaf) ? formsOf : spellingsOf) };
}

function kindOfText(key: string, text: string): Wanted['is'] {
  const all = text.split(/\s+/);
  const isCjk = [...text].filter((letter) => kindOf(letter.charCodeAt(0)) === 3).length > text.length / 2;
  const isId = /\d/.test(text) && !isCjk && all.every((word) => /\d|^[A-Z]{1,4}$/.test(word));
  const hasCjk = [...text].some((letter) => kindOf(letter.charCodeAt(0)) === 3);
  // Before the argument's name: `context: production` is no phrase.
  if (all.length === 1 && isConsequential(text)) return 'value';
  if (text === '' || (FREE.test(key) && (!isId || hasCjk))) return 'free';
  if (hasCjk && !isNamedKey(key) && (text.length > 10 || CJK_PHRASE.test(text))) return 'free';
  if (isId || /@/.test(text)) return 'value';
  if (all.length > 6 || /\p{L}{4}[.!?:;。]\s|[!?。]$|\p{L}{4}\.$|\n/u.test(text)) return 'free';
  // Words without figures that are nobody's name (a product, a category, a place) are often the tool's own or translated.
  const isNamed =
    isNamedKey(key) || /\w\.\w/.test(text) || (PEOPLE.test(folded(holderOf(key))) && /^\p{Lu}\S* \p{Lu}/u.test(text));
  if (!isNamed && !/\d/.test(text)) return 'common';
  if (hasCjk && !/[a-z\d]/i.test(text)) return text.length > 10 ? 'free' : 'value';
  if (all.length === 1 && VOCABULARY.test(text)) return text.length > 3 ? 'value' : 'common';
  return all.length === 1 || isNamed || all.filter((word) => /^\p{Lu}|\d/u.test(word)).length > all.length / 2
    ? 'value'
    : 'free';
}

/** A phone number after the code of its country, which the ITU's E.164 assigns. */
const PHONE = /^\+(?:[17]|2[07]|3[0-469]|4[013-9]|5[1-8]|6[0-6]|8[1246]|9[0-58]|\d{3})(\d{7,12})$/;

/** Arguments that hold a person beside other things (`deputy`), or a list of them (`guests[]`). */
const PEOPLE =
  /contact|contato|ansprech|kontakt|manager|approve[rd]|aprob|aprov|superv|gestor|leiter|leader|lider|driver|fahrer|chauffeur|conductor|motorista|techni[ck](?!al)|tecnico|doctor|arzt|medic[oa]?s?$|medec|teacher|lehrer|lehrkraft|author(?!i)|autor|deput|deleg|vertret|substitut|suplent|sustitut|remplac|responsable|responsavel|reviewe[rd]|signat[ao]|signed|firmant|witness|zeuge|temoin|testigo|guest|attend|invit|particip|person|people|passenger|traveller|gast|teilnehm|asistent|convidad|担当|代理|医師|講師/;
/** `signed` of `signed_by`, but of `contact_method` no contact. */
const holderOf = (key: string): string => wordsOfKey(key).findLast((word) => !/^[a-z\d]{1,3}$/.test(word)) ?? '';
/** Whether a value stands in a list of people, who are not in the plural: `recipients[].name`. */
const isOfPeople = ({ path }: Leaf): boolean => {
  const before = path.slice(0, path.lastIndexOf('['));
  const list = before.slice(Math.max(before.lastIndexOf('.'), before.lastIndexOf(']')) + 1);
  return isNamedKey(list) || PEOPLE.test(folded(list));
};

/** The spellings of a word, and of its singular or plural: the goods in a list are called by either. `Martine` is no `Martin`. */
function formsOf(word: string): string[] {
  const plain = spellingsOf(word);
  if (!/^\p{L}{5,}$/u.test(word)) return plain;
  const forms = plain.flatMap((one) => [
    ...['s', 'n', 'e', 'es', 'en', 'er'].map((end) => one + end),
    one.replace(/(?:e?[snr]|e)$/, ''),
  ]);
  return [...plain, ...forms];
}

/** `77118` may be BK-77118, and `E-77118` is another id. */
const NO_PREFIX = /(?<!(?<![a-z])[a-z]{1,6}[-_/]?)$/;

/** One part for an id or an address, which may be written with other marks; a part for each word of a name. */
function partsOf(written: string, spelled: (word: string) => string[]): Needle[][] {
  const text = written.replace(HONORIFIC, '');
  const all = text.split(/[\s,]+/).filter((word) => squashed(word) !== '');
  const [, digits] = /^#?[A-Za-z]{1,6}[-_ #]?(\d{4,})$/.exec(text) ?? [];
  if (
    digits === undefined &&
    all.length > 1 &&
    all.some((word) => !/\d/.test(word)) &&
    !/@|:\/\/|^[A-Z]{2}\d\d /.test(text)
  )
    return all
      .filter((word) => !AND_NAME.test(word))
      .map((word) => words(spelled(word)))
      .filter(([first]) => !COMPANY.test(first?.text ?? ''));
  const [, host] = /^[a-z]+:\/\/(?:[^/@]*@)?(?:www\.)?([^/:?#]+)/i.exec(text) ?? [];
  const [, national] = PHONE.exec(text.replace(/[\s().-]/g, '')) ?? [];
  const same = CONSEQUENTIAL.find((one) => one.includes(squashed(text))) ?? [];
  // `3ºB` and `3ro B` of 3B.
  const [, nth, letter] = /^(\d{1,2})([a-z])$/i.exec(text) ?? [];
  const ordinals =
    nth === undefined ? [] : ['º', 'ª', 'ro', 'do', 'to', 'mo', 'vo', 'no'].map((end) => nth + end + letter);
  return [
    [
      ...(digits === undefined ? [] : [{ text: digits, as: 'word', before: NO_PREFIX } as const]),
      ...words([
        ...[text, ...ordinals].flatMap(spelled),
        ...[host, national, national && `0${national}`, text.replace(/\/32$/, '')].flatMap((one) =>
          one === undefined ? [] : spellingsOf(one),
        ),
        ...same,
      ]),
    ],
  ];
}
