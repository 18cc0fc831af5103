/**
 * The shape of a waiting request: its drawing with a place (`‹amount›`) for each value that may differ in another one that
 * asks for the same. Two requests are alike if their shapes are equal.
 */
import { isObject } from '../../platform/parse/coerce.ts';
import { jsonText, parsedJson } from '../../platform/parse/json-text.ts';
import { isHuman } from '../../platform/parse/messages.ts';
import { digest, isPlain } from '../../platform/text.ts';
import { holdsResult, THREAD_FIELDS } from '../threads/calls.ts';
import { lacksConversation } from '../threads/request.ts';
import { isUndecided } from '../threads/request-calls.ts';
import type { People } from '../threads/starter.ts';
import { phaseOf } from '../threads/status.ts';
import { currencyBeside, isMoneyKey, minorUnits } from './brief/contradict-money.ts';
import { folded, squashed } from './brief/folded.ts';
import { type Leaf, readLeaves, wordsOfKey } from './brief/input.ts';
import { mixtureOf } from './brief/look-alike.ts';
import { type Wanted, words } from './brief/needles.ts';
import { isNamedKey, isPhraseKey, wantedOf } from './brief/notations.ts';
import { valuesOf } from './brief/numbers.ts';
import { type Place, placesIn } from './brief/scan.ts';
import { amountIn, isAmountText, isFixedKey, isFixedText, isPhrase, kindOfValue, namesAct } from './column.ts';
import { type Block, drawingOf } from './drawing.ts';
import { fourEyesObjection } from './four-eyes.ts';
import { valueText } from './notation.ts';
import type { Sheet } from './sheet.ts';

/** Characters of a request that can be a row, and of a value in it. */
const LONGEST = 1_500;
const LONGEST_VALUE = 40;

/** A value that may differ between alike requests. */
interface Cell {
  readonly title: string;
  /** As it is shown. */
  readonly text: string;
  /** Of an amount of money. */
  readonly number?: number | undefined;
  /** Of an argument that is named as money: what is certain of it. */
  readonly money?:
    | undefined
    | {
        /** Undefined of a text that may be several numbers, or has a sign of its own. */
        readonly value: number | undefined;
        /** Its code, if amounts of it can be added. */
        readonly currency: string | undefined;
      };
  /** How the agent's words and the argument write it. */
  readonly written: string[];
}

/** A cell, and how a text may say its value. */
interface Sought {
  readonly cell: Cell;
  readonly wanted: Wanted & { readonly raw: string };
}

/** What is equal in alike requests, and the values that may differ. */
export interface Shape {
  readonly key: string;
  readonly blocks: readonly Block[];
  readonly cells: readonly Cell[];
}

/** The drawing with places for the values that may differ; undefined for a request that stands alone. */
export function shapeOf(sheet: Sheet, people: People): Shape | undefined {
  const { brief, calls, thread, isFromList, isDecided } = sheet;
  const [call] = calls;
  const isClear = [brief.contradictions, brief.unsaid, brief.unusual, brief.notCompared].every(
    (facts) => facts.length === 0,
  );
  if (!isClear || isFromList || isDecided || thread.lacksMessages || lacksConversation(sheet)) return undefined;
  if (phaseOf(thread.status) !== 'waiting') return undefined;
  if (call === undefined || calls.length > 1 || !isUndecided(call)) return undefined;
  if (thread.agentId === undefined || fourEyesObjection(thread, people) !== undefined) return undefined;
  const { blocks, size } = drawingOf(sheet);
  if (size > LONGEST || blocks.some(({ text, title, dropped }) => dropped > 0 || /[‹›]/.test(title + text)))
    return undefined;
  const { leaves } = readLeaves(call.arguments);
  const cells: Sought[] = [];
  // What is equal in all rows as it was sent: a drawing shows no blanks at the ends of a text, and no second one within it.
  const fixed = new Map<string, unknown>(leaves.map(({ place, value }) => [place, value]));
  const templates = blocks.map((block): Block => {
    if (block.kind === 'argument' && KEY.test(block.title)) {
      const leaf = leaves.find(({ place }) => place === block.title);
      const wanted = leaf && columnOf(leaf, leaves, sheet);
      if (leaf === undefined || wanted === undefined) return block;
      const text = cellText(block.text, block.isJson);
      const raw = String(leaf.value);
      const isName = isNamedKey(leaf.key) || PLACE.test(leaf.key) || MONEY_ID.test(raw) || wanted.day !== undefined;
      fixed.set(
        leaf.place,
        kindOfValue(leaf.key, leaf.value, isName ? 'name' : isPhraseKey(leaf.key) ? 'phrase' : 'value'),
      );
      const number = typeof leaf.value === 'number' ? leaf.value : (wanted.number ?? amountIn(raw));
      const money = isMoneyKey(leaf.key) ? { number, money: moneyOf(leaf, leaves) } : {};
      const cell = { title: block.title, text, ...money, written: [block.text] };
      cells.push({ cell, wanted: { ...wanted, raw } });
      return { ...block, text: placeOf(block.title), isPlace: true };
    }
    return block;
  });
  cells.push(...namesIn(blocks, sheet));
  const spoken = templates.map((block): Block => {
    if (block.kind === 'says') {
      const wanted = cells.map((one) => one.wanted);
      const found = [...placesIn(block.text, wanted), ...wholePlaces(block.text, cells)];
      return { ...block, text: withPlaces(block.text, found, cells) };
    }
    const isOwn = block.kind === 'also' && block.message === THREAD_FIELDS;
    const ids = isOwn ? metadataOf(block, (text) => withPlaces(text, wholePlaces(text, cells), cells)) : undefined;
    if (ids === undefined) return block;
    for (const { key, title, value } of ids.cells) {
      fixed.set(title, kindOfValue(key, value));
      const cell = { title, text: cellText(value), written: [value] };
      cells.push({ cell, wanted: { is: 'free', parts: [], raw: value } });
    }
    return { ...block, text: ids.text };
  });
  // A table names its columns, the last of which are the threads’ ids: of two with one name, only one would be seen.
  if (new Set(['threadId', ...cells.map(({ cell }) => cell.title)]).size <= cells.length) return undefined;
  // No fact of the brief tells of names outside the arguments.
  if (cells.some(({ wanted: { raw } }) => mixtureOf(raw) !== undefined)) return undefined;
  const key = digest([
    thread.agentId,
    call.state,
    call.name,
    [...fixed],
    spoken.map(({ kind, title, text, isJson, isAgent, isPlace }) => [kind, title, text, isJson, isAgent, isPlace]),
  ]);
  return { key, blocks: spoken, cells: cells.map(({ cell }) => cell) };
}

/** Names of arguments that can stand for a value in a text. */
const KEY = /^[\w.-]{1,40}$/;
/** Stands for a value of this name. */
export const placeOf = (title: string): string => `‹${title}›`;

/** Names of what is done by its name. */
const OF_ACT = /job|task|rule|script|step|workflow|playbook/i;
const PLACE = /address|street|city|town|place|location/i;
/** A name: each word begins with a capital, but for particles. */
const NAME =
  /^(?:(?:\p{Lu}|\p{Lo})[\p{L}\p{M}'’.-]*|\p{Ll}{1,3}|&)(?: (?:(?:\p{Lu}|\p{Lo})[\p{L}\p{M}'’.-]*|\p{Ll}{1,3}|&)){0,5}$/u;

/** `ch_3Nx81a`: of a charge or a payment, its id. */
const MONEY_ID = /^(?:ch|py|pi|pm|in|inv|po|re|txn|pay|charge|payment|invoice)_(?=\w*\d)(?=\d*[A-Za-z])\w{4,}$/;
/** `agrant`, `mail.acme.example`: of a login or a machine. */
const HANDLE = /^[a-z][a-z._-]{2,}$/;
const isHandleKey = (key: string): boolean =>
  /^(?:user|username|login|handle|hostname|domain)$/.test(wordsOfKey(key).at(-1) ?? '');

/** How a text may say the value of an argument that may differ; undefined for one that is equal in all rows. */
function columnOf(leaf: Leaf, leaves: readonly Leaf[], sheet: Sheet): Wanted | undefined {
  const { key, value } = leaf;
  const text = String(value);
  if (typeof value === 'boolean' || isFixedKey(key, text)) return undefined;
  if (text === '' || text.length > LONGEST_VALUE || isFixedText(text)) return undefined;
  const wanted = wantedOf(leaf, leaves);
  const isId = /\d/.test(text) && !/\s/.test(text);
  if (isPhraseKey(key) && !isId) return wasSaid(text, sheet) ? wholly(text) : undefined;
  if (typeof value === 'number' || /\d|@/.test(text)) {
    const isWords = isMoneyKey(key)
      ? !isAmountText(text) && !MONEY_ID.test(text)
      : isPhrase(text) && !wasSaid(text, sheet);
    if (isWords && wanted.day === undefined) return undefined;
    return wanted.is === 'value' || wanted.is === 'common' ? wanted : wholly(text);
  }
  if (isHandleKey(key) && HANDLE.test(text)) return wasSaid(text, sheet) ? wholly(text) : undefined;
  if (isNamedKey(key) || PLACE.test(key))
    return NAME.test(text) && !(OF_ACT.test(key) && namesAct(text)) ? wanted : undefined;
  // Any other word of the tool's own: a phrase may differ if somebody else said it, a single word may not.
  return /\s/.test(text) && wasSaid(text, sheet) ? wholly(text) : undefined;
}

/**
 * An amount, and its currency if amounts can be added: if the call names it by its code, they are not in cents, and none is the
 * price of several.
 */
function moneyOf(leaf: Leaf, leaves: readonly Leaf[]): Cell['money'] {
  const text = String(leaf.value);
  // `1.500` may be one and a half.
  const isBare = typeof leaf.value === 'number' || (/^\d[\d.,]*$/.test(text) && valuesOf(text).length === 1);
  const value = isBare ? (typeof leaf.value === 'number' ? leaf.value : valuesOf(text)[0]) : undefined;
  const currency = currencyBeside(leaf, leaves) ?? '';
  const isMinor = leaves.some((one) => minorUnits(one === leaf ? leaf.key : String(one.value), undefined) > 1);
  // Stripe's `usd` is in cents.
  const isSmall = leaves.some((one) => /currency|ccy/i.test(one.key) && /^[a-z]{3}$/.test(String(one.value)));
  const isPart = wordsOfKey(leaf.key).some((word) => PART.test(folded(word)));
  const isSafe = /^[A-Z]{3}$/.test(currency) && !isMinor && !isSmall && !isPart && !leaves.some(isCount);
  return { value, currency: isSafe ? currency : undefined };
}

/** Words for what is only a part of what is paid, or the price of one. */
const PART = /^(?:unit|per|each|fee|tip|tax|vat|mwst|discount|rabatt|shipping|surcharge|gebuhr|steuer)$/;
/** Words for a count, by which a price may be multiplied. */
const COUNTS =
  /(?:^|[^a-z])(?:quantity|qty|count|nights|days|weeks|months|hours|years|times|units|pieces|items|seats|tickets|guests|persons|people|rooms|licen[cs]es|installments|copies|percent|multiplier|menge|anzahl|stuck|tage|nachte|cantidad|noches|dias|meses|unidades|quantidade|noites|quantite|nuits|jours|mois|personnes|数量|個数|人数|泊数)(?![a-z])/;
/** Whether an argument is a count above one: `3`, `1,000`, `100 pcs`. */
const isCount = ({ key, value }: Leaf): boolean =>
  Number.parseFloat(String(value).replace(/[,\s](?=\d{3})/g, '')) > 1 &&
  COUNTS.test(folded(key.replace(/([a-z\d])([A-Z])/g, '$1 $2')));

const wholly = (text: string): Wanted => ({ is: 'value', parts: [words([squashed(text)])] });

/** Whether the user or a tool said a phrase word for word. */
const wasSaid = (phrase: string, { thread }: Sheet): boolean =>
  thread.messages.some((message) => (isHuman(message) || holdsResult(message)) && message.content.raw.includes(phrase));

/** A name of two words or more, within a sentence or at its beginning. Cap: the 1,500 characters of a request in a row. */
const NAMES = /\p{Lu}[\p{Ll}\p{M}][\p{L}\p{M}'’-]*(?: \p{Lu}[\p{L}\p{M}'’-]+)+/gu;

/** Names in the agent's words that are no arguments, if the user or a tool said them: `‹named›`. */
function namesIn(blocks: readonly Block[], sheet: Sheet) {
  const args = blocks.filter(({ kind }) => kind === 'argument').map(({ text }) => text);
  const said = blocks.flatMap(({ kind, text }) => (kind === 'says' ? (text.match(NAMES) ?? []) : []));
  return [...new Set(said)]
    .filter((name) => name.length <= LONGEST_VALUE && !args.includes(name) && wasSaid(name, sheet))
    .filter((name) => !namesAct(name))
    .map((name, index) => ({
      cell: { title: index === 0 ? 'named' : `named ${index + 1}`, text: cellText(name), written: [] },
      wanted: { ...wholly(name), raw: name },
    }));
}

/** A text with places for the values of the call that were found in it; how it writes them is added to their cells. */
function withPlaces(text: string, places: readonly Place[], cells: readonly Sought[]): string {
  const found = places.toSorted((a, b) => a.at - b.at || b.end - a.end || a.index - b.index);
  let [shown, from] = ['', 0];
  let last: Place | undefined;
  for (const place of found) {
    if (place.at < from) continue;
    const between = text.slice(from, place.at);
    // The words of one name are one place.
    const goesOn = last?.index === place.index && /^\s+$/.test(between);
    const { title = '' } = cells[place.index]?.cell ?? {};
    // `£‹feeCents›` beside 2050 would read as £2050.
    if (!goesOn) shown += between + placeOf(place.isConverted ? `${title} in other units` : title);
    cells[place.index]?.cell.written.push(text.slice(place.at, place.end));
    last = place;
    from = place.end;
  }
  return shown + text.slice(from);
}

/** Where a text has values as they are, between other characters than letters and digits. */
const wholePlaces = (text: string, cells: readonly Sought[]): Place[] =>
  cells.flatMap(({ wanted }, index) => placesOf(folded(wanted.raw), folded(text), index));

function placesOf(value: string, whole: string, index: number): Place[] {
  const places: Place[] = [];
  const isWord = (letter: string | undefined): boolean => letter !== undefined && /[\p{L}\p{N}]/u.test(letter);
  for (let at = whole.indexOf(value); at >= 0; at = whole.indexOf(value, at + value.length)) {
    const end = at + value.length;
    if (
      !isWord(whole[at - 1]) &&
      !isWord(whole[end]) &&
      !/^[.,]\d/.test(whole.slice(end, end + 2)) &&
      !/\d[.,]$/.test(whole.slice(0, at))
    )
      places.push({ index, at, end });
  }
  return places;
}

/** A value as it stands in a row, where nothing but other values is beside it: plain words without quotes. */
const cellText = (text: string, isJson = false): string =>
  text.split(' ').every(isPlain) ? text : valueText({ text, isJson, dropped: 0, left: 0 });

/** An id in the thread's metadata: one word with a digit. */
const ID = /^(?=\S*\d)[^\s‹›]{1,40}$/;
const TENANT = /tenant/i;

/** Metadata with places for its ids, and for the call's values as they are in a title or another phrase; undefined for other fields. */
function metadataOf({ title, text }: Block, withValues: (phrase: string) => string) {
  const whole = parsedJson(text);
  if (!isObject(whole)) return undefined;
  const isAlone = title === 'The thread’s metadata';
  // Beside other fields, which are equal in all rows, and must not be lost by reading them.
  if (!isAlone && (title !== 'Also sent with the thread' || jsonText(whole) !== text)) return undefined;
  const fields = isAlone ? whole : whole.metadata;
  if (!isObject(fields)) return undefined;
  const own = Object.entries(fields).filter(([key]) => KEY.test(key) && !TENANT.test(key));
  const cells = own.flatMap(([key, value]) =>
    typeof value === 'string' && ID.test(value) && !isFixedKey(key, value)
      ? [{ key, title: `metadata.${key}`, value }]
      : [],
  );
  const phrases = own.flatMap(([key, value]) =>
    typeof value === 'string' && isPhraseKey(key) && /\s/.test(value) ? [[key, withValues(value)]] : [],
  );
  const places = cells.map(({ key, title: column }) => [key, placeOf(column)]);
  const metadata = { ...fields, ...Object.fromEntries([...phrases, ...places]) };
  return { cells, text: jsonText(isAlone ? metadata : { ...whole, metadata }) };
}
