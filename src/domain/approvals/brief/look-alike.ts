/**
 * Names and addresses that mix scripts, and those that differ from another one of the agent only by characters that look
 * alike or can't be seen; and ids that stand twice. Uncertain findings are left out: the same name is written in several ways in good faith.
 */

import { groupBy } from '../../../basics/maps.ts';
import { INVISIBLE, plainOrMarked } from '../../../platform/text.ts';
import { type AgentHistory, isShort, tookPlace } from './history.ts';
import { type BriefInput, type Leaf, wordsOfKey } from './input.ts';
import { isPhraseKey } from './notations.ts';
import { plainPath, sourceKey } from './source-text.ts';

/** Scripts in the order in which they are named. All others count as one. */
const SCRIPTS =
  'Latin Greek Cyrillic Armenian Georgian Hebrew Arabic Ethiopic Devanagari Bengali Gurmukhi Gujarati Oriya Tamil Telugu Kannada Malayalam Sinhala Thai Lao Tibetan Myanmar Khmer Cherokee Coptic Lisu Han Hiragana Katakana Bopomofo Hangul'.split(
    ' ',
  );
/** What "highly restrictive" (UTS 39) allows beside a single script. */
const TOGETHER = [
  ['Latin', 'Han', 'Hiragana', 'Katakana'],
  ['Latin', 'Han', 'Bopomofo'],
  ['Latin', 'Han', 'Hangul'],
];
type Asked = Pick<BriefInput, 'calls' | 'threadId'>;

const ASCII = /^\p{ASCII}*$/u;
/** The number of a king or a part, which has Latin letters in any script: `Пётр I`. */
const ROMAN = /(?<!\p{L})[IVX]{1,5}(?!\p{L})/gu;
let patterns: readonly (readonly [script: string, letters: RegExp])[] | undefined;

/** `mixes Latin and Cyrillic letters`; undefined for scripts that stand together in good faith. */
export function mixtureOf(text: string): string | undefined {
  if (ASCII.test(text)) return undefined;
  patterns ??= SCRIPTS.map((script) => [script, new RegExp(`\\p{Script=${script}}`, 'gu')] as const);
  let rest = text.replace(ROMAN, '').replace(/[\p{Script=Common}\p{Script=Inherited}]/gu, '');
  const found = patterns.flatMap(([script, letters]) => {
    const before = rest.length;
    rest = rest.replace(letters, '');
    return rest.length < before ? [script] : [];
  });
  if (/\p{L}/u.test(rest)) found.push('other');
  if (found.length < 2 || TOGETHER.some((allowed) => found.every((script) => allowed.includes(script))))
    return undefined;
  return `mixes ${found.slice(0, -1).join(', ')} and ${found.at(-1)} letters`;
}

/** Letters that look like the first of each group, among them those of Unicode's `confusables.txt` that fonts draw alike. */
const LOOK_ALIKE = new Map(
  'AАΑ BВΒ CСϹ EЕΕ FϜ GԌ HНΗ JЈͿ KКΚ MМΜϺ NΝ OОΟՕ PРΡ QԚ SЅՏ TТΤ UՍ VѴ WԜ XХΧ YУҮΥ ZΖ aаɑα bЬ cсϲ dԁ eеҽ gɡց hһհ iіιɩ jјϳ kкκ lIІΙӀӏ nո oоοσօ pрρ qԛզ rг sѕ uυսʋ vνѵ wѡԝա xхχ yуγү 3ЗӠ 6б ßβ ÐĐƉ ГΓ ПΠ ФΦ фφ ЛΛ カ力 ロ口 ニ二 エ工 ト卜 ハ八 タ夕 ヘへ ー一'
    .split(' ')
    .flatMap(([first = '', ...others]) => others.map((other): [string, string] => [other, first])),
);
/** Invisible characters that change how the ones before them are drawn: joiners in Persian or Hindi, variants of Han. */
const SEEN =
  /(?<=[^\p{Script=Latin}\p{Script=Greek}\p{Script=Cyrillic}\p{Script=Common}])[\u200c\u200d](?=\p{L})|(?<=\p{Script=Han})[\ufe00-\ufe02\u{e0100}-\u{e01ef}]/u;
const SEEN_OR_NOT = new RegExp(`(${SEEN.source})|${INVISIBLE.source}`, 'gu');

/** Without what can't be seen, and as the same code points for the same characters. */
const visible = (text: string): string =>
  ASCII.test(text) ? text : text.normalize('NFC').replace(SEEN_OR_NOT, (_, seen: string | undefined) => seen ?? '');

/** The same for two texts that look alike, except for digits. An ideographic space is seen to be none of ours. */
const looksOf = (text: string): string =>
  visible(text)
    .normalize('NFD')
    .replace(/[^\S\u3000]/g, ' ')
    .replace(/[^A-HJ-Za-z\d ]/gu, (letter) => LOOK_ALIKE.get(letter) ?? letter)
    .replaceAll('rn', 'm');

/** A name or address, and a thread that has it. */
interface Name {
  readonly path: string;
  readonly value: string;
  /** See {@link looksOf}. */
  readonly looks: string;
  readonly threadId: string;
}

/** An address is no phrase, though nobody need have said it. */
function isPhrase(key: string): boolean {
  const last = wordsOfKey(key).at(-1) ?? '';
  return (isPhraseKey(last) && !/^(?:url|path|reference)$/.test(last)) || last === 'detail';
}

const nameOf = ({ path, key, value }: Pick<Leaf, 'path' | 'key' | 'value'>, threadId: string): Name[] =>
  typeof value === 'string' && isShort(value) && !isPhrase(key)
    ? [{ path, value, looks: looksOf(value), threadId }]
    : [];

/** Names by how they look, without and with digits, and by value. */
type Index = Map<string, Map<string, Name>>;

/** Two of each name, so that those that differ in digits leave room for those that look the same. */
const keysOf = ({ path, looks }: Name): readonly string[] => [
  JSON.stringify([path, looks]),
  JSON.stringify([path, looks.replace(/[0o]/g, 'O').replaceAll('1', 'l'), 'digits']),
];

/** Names that are compared by each key: a name of twenty zeros and letters O has a million that look like it. */
const MOST_ALIKE = 50;

function indexOf(names: readonly Name[]): Index {
  const index: Index = new Map();
  for (const name of names) {
    for (const key of keysOf(name)) {
      const same = index.get(key) ?? new Map<string, Name>();
      if (!same.has(name.value) && same.size < MOST_ALIKE) index.set(key, same.set(name.value, name));
    }
  }
  return index;
}

/** The index of a history is made once: a list of waiting requests has many of one agent. */
const indexes = new WeakMap<AgentHistory, Index>();

function indexOfHistory(history: AgentHistory): Index {
  const calls = history.calls.filter(tookPlace);
  const made =
    indexes.get(history) ??
    indexOf(calls.flatMap((call) => call.leaves.flatMap((leaf) => nameOf(leaf, call.threadId))));
  indexes.set(history, made);
  return made;
}

/** A shorter text is a code, in which an `O` and a `0` may stand for different things. */
const LEAST = 4;

/** Where both have digits, such as ids in base 36, a `0` is no `O`. */
function isTwin({ value: one, looks }: Name, { value: other, looks: others }: Name): boolean {
  if (looks === others) return one.normalize('NFC') !== other.normalize('NFC');
  return one.length >= LEAST && /\d/.test(one) !== /\d/.test(other);
}

/** Whether it has what no honest name has. Of two that look alike, the other one is not told. */
function isOdd(name: Name): boolean {
  const { value } = name;
  const is = odd.get(name) ?? (mixtureOf(value) !== undefined || visible(value) !== value.normalize('NFC'));
  odd.set(name, is);
  return is;
}
const odd = new WeakMap<Name, boolean>();

/** `payee Асme GmbH; mixes Latin and Cyrillic letters`: a fact for each name or address of which it is true. */
export function lookAlikeFacts({ calls, threadId }: Asked, history: AgentHistory | undefined): string[] {
  const asked = calls.flatMap(({ leaves }, call) =>
    leaves.flatMap((leaf) => nameOf(leaf, threadId).map((name) => ({ ...name, call, leaf }))),
  );
  const known = [indexOf(asked), ...(history === undefined ? [] : [indexOfHistory(history)])];
  return asked.flatMap((one) => {
    const alike = known.flatMap((index) => keysOf(one).flatMap((key) => [...(index.get(key)?.values() ?? [])]));
    const twin = alike.find((other) => isTwin(one, other) && (isOdd(one) || !isOdd(other)));
    const facts = [mixtureOf(one.value) ?? [], twin === undefined ? [] : differs(one, twin)].flat();
    const name = `${sourceKey(one, calls.length)} ${plainOrMarked(one.value)}`;
    return facts.length === 0 ? [] : [`${name}; ${facts.join(', and ')}`];
  });
}

function differs(one: Name, twin: Name): string {
  const where = twin.threadId === one.threadId ? 'this thread' : `thread ${plainOrMarked(twin.threadId)}`;
  const kind = visible(one.value) === visible(twin.value) ? 'invisible' : 'look-alike';
  return `differs from ${plainOrMarked(twin.value)} in ${where} only by ${kind} characters`;
}

/** Entries from which on a list's ids are expected to differ. */
const LEAST_IDS = 4;
/** One entry in so many may repeat another's: of more, the value is no id of the entry. */
const RARE = 10;
/** Shortest id. */
const ID = /^(?=.*\d)[\p{L}\p{N}][\p{L}\p{N} ./_-]{3,39}$/u;

/**
 * Ids that stand twice in a list whose other ids all differ, such as an invoice that would be paid twice:
 * `payments[].invoice RE-7727 stands in payments[8] and payments[30]`.
 */
export function listedTwice({ calls }: Pick<BriefInput, 'calls'>): string[] {
  return calls.flatMap(({ leaves }) => {
    const ids = leaves.filter(({ value, path }) => typeof value === 'string' && path.includes('[].') && ID.test(value));
    return [...groupBy(ids, ({ path }) => path)].flatMap(([path, column]) => repeatedIn(path, column));
  });
}

function repeatedIn(path: string, column: readonly Leaf[]): string[] {
  const same = groupBy(column, ({ value }) => String(value).toLowerCase());
  if (column.length < LEAST_IDS || column.length - same.size > Math.max(1, column.length / RARE)) return [];
  const repeated = [...same.values()].filter(({ length }) => length > 1);
  return repeated.map((leaves) => {
    const places = leaves.map(({ place }) => plainPath(place.slice(0, place.lastIndexOf(']') + 1)));
    return `${plainPath(path)} ${plainOrMarked(String(leaves[0]?.value))} stands in ${places.join(' and ')}`;
  });
}
