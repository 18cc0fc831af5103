/**
 * Finds waiting requests that ask for the same with other values, so that a human can decide on them together: the same
 * agent, the same single call, and the same drawing but for ids, amounts, dates, addresses and names. What contradicts, is
 * unusual, or holds a value that nobody said always stands alone.
 */
import { isObject } from '../../platform/parse/coerce.ts';
import { jsonText, parsedJson } from '../../platform/parse/json-text.ts';
import { isHuman } from '../../platform/parse/messages.ts';
import { digest, foreign, isPlain } from '../../platform/text.ts';
import { compareTexts } from '../found-text.ts';
import { answersCall, THREAD_FIELDS } from '../threads/calls.ts';
import { lacksConversation } from '../threads/request.ts';
import { phaseOf } from '../threads/status.ts';
import { isMoneyKey } from './brief/contradict-money.ts';
import { folded, squashed } from './brief/folded.ts';
import { type Leaf, readLeaves } from './brief/input.ts';
import { type Wanted, words } from './brief/needles.ts';
import { isNamedKey, isPhraseKey, wantedOf } from './brief/notations.ts';
import { type Place, placesIn } from './brief/scan.ts';
import { type Block, drawingOf } from './drawing.ts';
import { fourEyesObjection } from './four-eyes.ts';
import { valueText } from './notation.ts';
import type { Sheet } from './sheet.ts';

/** Characters of a request that can be a row, and of a value in it. */
const LONGEST = 1_500;
const LONGEST_VALUE = 40;
/** Rows of a table: as many as one decision takes. */
export const MOST_ROWS = 50;
/** An amount that is so many times the median of its table stands alone; and rows that make a median. */
const FAR = 5;
const LEAST_ROWS = 3;

/** A request of a table. */
export interface Row {
  readonly sheet: Sheet;
  /** In the order of the table's columns, in full, each as it is shown. */
  readonly values: readonly string[];
}

/** What the amounts of a table's rows come to. */
export interface Sum {
  readonly column: string;
  readonly least: number;
  readonly most: number;
  readonly total: number;
}

/** Requests that differ in the values of its columns only. */
export interface Table {
  /** Digest of what they share. */
  readonly shape: string;
  /** What they share, with `‹column›` in place of each value that differs. */
  readonly blocks: readonly Block[];
  readonly columns: readonly string[];
  /** 2 to 50, longest wait first. */
  readonly rows: readonly Row[];
  readonly sums: readonly Sum[];
}

/** A request by itself or a table. */
export type Entry = { readonly sheet: Sheet; readonly table?: undefined } | { readonly table: Table };

/** The sheets of an entry. */
export const sheetsOf = (entry: Entry): readonly Sheet[] =>
  entry.table === undefined ? [entry.sheet] : entry.table.rows.map(({ sheet }) => sheet);

type People = Parameters<typeof fourEyesObjection>[1];

/** Each sheet in exactly one entry; a table stands where the first of its rows would. */
export function entriesOf(sheets: readonly Sheet[], people: People): Entry[] {
  const alike = new Map<string, { readonly sheet: Sheet; readonly shape: Shape }[]>();
  const keys = new Map<Sheet, string>();
  for (const sheet of sheets) {
    const shape = shapeOf(sheet, people);
    if (shape === undefined) continue;
    keys.set(sheet, shape.key);
    alike.set(shape.key, [...(alike.get(shape.key) ?? []), { sheet, shape }]);
  }
  const tables = new Map<Sheet, Entry>();
  for (const [key, members] of alike) {
    const { near, far } = apart(members.sort((a, b) => byWait(a.sheet, b.sheet)));
    for (const { sheet, fact } of far)
      tables.set(sheet, { sheet: { ...sheet, brief: { ...sheet.brief, unusual: [...sheet.brief.unusual, fact] } } });
    for (let at = 0; at < near.length; at += MOST_ROWS) {
      const rows = near.slice(at, at + MOST_ROWS);
      if (rows.length < 2) continue;
      const entry: Entry = { table: tableOf(key, rows) };
      for (const { sheet } of rows) tables.set(sheet, entry);
    }
  }
  return [...new Set(sheets.map((sheet): Entry => tables.get(sheet) ?? singles(sheet)))];
}

const singles = (sheet: Sheet): Entry => ({ sheet });

/** Longest wait first, then by id, so that a table's rows are the same whenever it is read. */
export const byWait = (a: Sheet, b: Sheet): number =>
  compareTexts(a.since ?? '', b.since ?? '') || compareTexts(a.thread.id, b.thread.id);

/** A value that may differ between alike requests. */
interface Cell {
  readonly title: string;
  /** As it is shown. */
  readonly text: string;
  readonly number: number | undefined;
  readonly isMoney: boolean;
  /** How the agent's words and the argument write it. */
  readonly written: readonly string[];
}

interface Shape {
  readonly key: string;
  readonly blocks: readonly Block[];
  readonly cells: readonly Cell[];
}

/** The drawing with places for the values that may differ; undefined for a request that stands alone. */
function shapeOf(sheet: Sheet, people: People): Shape | undefined {
  const { brief, calls, thread, isFromList, isDecided } = sheet;
  const [call] = calls;
  const isClear = [brief.contradictions, brief.unsaid, brief.unusual, brief.notCompared].every(
    (facts) => facts.length === 0,
  );
  if (!isClear || isFromList || isDecided || thread.lacksMessages || lacksConversation(sheet)) return undefined;
  if (phaseOf(thread.status) !== 'waiting') return undefined;
  if (call === undefined || calls.length > 1 || !['open', 'in-text'].includes(call.state)) return undefined;
  if (thread.agentId === undefined || fourEyesObjection(thread, people) !== undefined) return undefined;
  const { blocks, size } = drawingOf(sheet);
  if (size > LONGEST || blocks.some(({ text, title, dropped }) => dropped > 0 || /[‹›]/.test(title + text)))
    return undefined;
  const { leaves } = readLeaves(call.arguments);
  const cells: { readonly cell: Cell; readonly wanted: Wanted & { readonly raw: string } }[] = [];
  const templates = blocks.map((block): Block => {
    if (block.kind === 'argument' && KEY.test(block.title)) {
      const leaf = leaves.find(({ place }) => place === block.title);
      const wanted = leaf && columnOf(leaf, leaves, sheet);
      if (leaf === undefined || wanted === undefined) return block;
      const number = typeof leaf.value === 'number' ? leaf.value : wanted.number;
      const text = cellText(block.text, block.isJson);
      const cell = { title: block.title, text, number, isMoney: isMoneyKey(leaf.key), written: [block.text] };
      cells.push({ cell, wanted: { ...wanted, raw: String(leaf.value) } });
      return { ...block, text: placeOf(block.title), isPlace: true };
    }
    return block;
  });
  cells.push(...namesIn(blocks, sheet));
  const written = cells.map(({ cell }) => [...cell.written]);
  const spoken = templates.map((block): Block => {
    if (block.kind === 'says') return { ...block, text: withPlaces(block.text, cells, written) };
    const ids = block.kind === 'also' && block.message === THREAD_FIELDS ? metadataOf(block) : undefined;
    if (ids === undefined) return block;
    for (const { title, value } of ids.cells) {
      const text = cellText(value);
      cells.push({
        cell: { title, text, number: undefined, isMoney: false, written: [] },
        wanted: { is: 'free', parts: [], raw: value },
      });
      written.push([value]);
    }
    return { ...block, text: ids.text };
  });
  const key = digest([
    thread.agentId,
    call.state,
    spoken.map(({ kind, title, text, isJson, isAgent, isPlace }) => [kind, title, text, isJson, isAgent, isPlace]),
  ]);
  return {
    key,
    blocks: spoken,
    cells: cells.map(({ cell }, index) => ({ ...cell, written: written[index] ?? [] })),
  };
}

/** Names of arguments that can stand for a value in a text. */
const KEY = /^[\w.-]{1,40}$/;
const placeOf = (title: string): string => `‹${title}›`;

/** Arguments whose values say what kind of thing is done: they are equal in all rows. */
const FIXED =
  /currency|unit|role|env|plan|status|type|kind|mode|level|tier|region|scope|permission|method|action|channel|priority|category/i;
const PLACE = /address|street|city|town|place|location/i;
/** A name: each word begins with a capital, but for particles. */
const NAME =
  /^(?:(?:\p{Lu}|\p{Lo})[\p{L}\p{M}'’.-]*|\p{Ll}{1,3}|&)(?: (?:(?:\p{Lu}|\p{Lo})[\p{L}\p{M}'’.-]*|\p{Ll}{1,3}|&)){0,5}$/u;

/** How a text may say the value of an argument that may differ; undefined for one that is equal in all rows. */
function columnOf(leaf: Leaf, leaves: readonly Leaf[], sheet: Sheet): Wanted | undefined {
  const { key, value } = leaf;
  if (typeof value === 'boolean' || FIXED.test(key)) return undefined;
  const text = String(value);
  if (text === '' || text.length > LONGEST_VALUE || /\n/.test(text)) return undefined;
  const wanted = wantedOf(leaf, leaves);
  const isId = /\d/.test(text) && !/\s/.test(text);
  const isPhrase = isPhraseKey(key) && !isId;
  if (isPhrase) return wasSaid(text, sheet) ? wholly(text) : undefined;
  if (typeof value === 'number' || /\d|@/.test(text)) return wanted.is === 'free' ? wholly(text) : wanted;
  if (isNamedKey(key) || PLACE.test(key)) return NAME.test(text) ? wanted : undefined;
  // Any other word of the tool's own: a phrase may differ if somebody else said it, a single word may not.
  return /\s/.test(text) && wasSaid(text, sheet) ? wholly(text) : undefined;
}

const wholly = (text: string): Wanted => ({ is: 'value', parts: [words([squashed(text)])] });

/** Whether the user or a tool said a phrase word for word. */
const wasSaid = (phrase: string, { thread }: Sheet): boolean =>
  thread.messages.some((message) => (isHuman(message) || answersCall(message)) && message.content.raw.includes(phrase));

/** A name of two words or more, within a sentence or at its beginning. Cap: the 1,500 characters of a request in a row. */
const NAMES = /\p{Lu}[\p{Ll}\p{M}][\p{L}\p{M}'’-]*(?: \p{Lu}[\p{L}\p{M}'’-]+)+/gu;

/** Names in the agent's words that are no arguments, if the user or a tool said them: `‹named›`. */
function namesIn(blocks: readonly Block[], sheet: Sheet) {
  const args = blocks.filter(({ kind }) => kind === 'argument').map(({ text }) => text);
  const said = blocks.flatMap(({ kind, text }) => (kind === 'says' ? (text.match(NAMES) ?? []) : []));
  return [...new Set(said)]
    .filter((name) => name.length <= LONGEST_VALUE && !args.includes(name) && wasSaid(name, sheet))
    .map((name, index) => ({
      cell: {
        title: index === 0 ? 'named' : `named ${index + 1}`,
        text: cellText(name),
        number: undefined,
        isMoney: false,
        written: [],
      },
      wanted: { ...wholly(name), raw: name },
    }));
}

/** What the agent says, with places for the values of the call; how it writes them is added to `written`. */
function withPlaces(
  text: string,
  cells: readonly { readonly cell: Cell; readonly wanted: Wanted & { readonly raw: string } }[],
  written: readonly string[][],
): string {
  const found = [
    ...placesIn(
      text,
      cells.map(({ wanted }) => wanted),
    ),
    ...cells.flatMap(({ wanted }, index) => wholePlaces(text, wanted.raw, index)),
  ].sort((a, b) => a.at - b.at || b.end - a.end || a.index - b.index);
  let [shown, from] = ['', 0];
  let last: Place | undefined;
  for (const place of found) {
    if (place.at < from) continue;
    const between = text.slice(from, place.at);
    // The words of one name are one place.
    const goesOn = last?.index === place.index && /^\s+$/.test(between);
    if (!goesOn) shown += between + placeOf(cells[place.index]?.cell.title ?? '');
    written[place.index]?.push(text.slice(place.at, place.end));
    last = place;
    from = place.end;
  }
  return shown + text.slice(from);
}

/** Where a text has a value as it is, between other characters than letters and digits. */
function wholePlaces(text: string, raw: string, index: number): Place[] {
  const [whole, value] = [folded(text), folded(raw)];
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

/** Metadata with places for its ids; undefined for other fields. */
function metadataOf({ title, text }: Block) {
  if (title !== 'The thread’s metadata') return undefined;
  const fields = parsedJson(text);
  if (!isObject(fields)) return undefined;
  const cells = Object.entries(fields).flatMap(([key, value]) =>
    typeof value === 'string' && ID.test(value) && KEY.test(key) && !TENANT.test(key)
      ? [{ key, title: `metadata.${key}`, value }]
      : [],
  );
  if (cells.length === 0) return undefined;
  const places = cells.map(({ key, title: column }) => [key, placeOf(column)]);
  return { cells, text: jsonText({ ...fields, ...Object.fromEntries(places) }) };
}

interface Member {
  readonly sheet: Sheet;
  readonly shape: Shape;
}

/** Sets requests apart whose amount is far above the median of those that are alike. */
function apart(members: readonly Member[]) {
  const near: Member[] = [];
  const far: { readonly sheet: Sheet; readonly fact: string }[] = [];
  const medians = (members[0]?.shape.cells ?? []).map((_, column) => {
    const values = members.flatMap(({ shape }) => shape.cells[column]?.number ?? []).sort((a, b) => a - b);
    return values.length < LEAST_ROWS ? undefined : values[Math.floor((values.length - 1) / 2)];
  });
  for (const { sheet, shape } of members) {
    const index = shape.cells.findIndex(({ isMoney, number }, column) => {
      const median = medians[column];
      return isMoney && number !== undefined && median !== undefined && median > 0 && number >= FAR * median;
    });
    const cell = shape.cells[index];
    if (cell === undefined) near.push({ sheet, shape });
    else
      far.push({ sheet, fact: `${cell.title} ${cell.text}; requests like it that wait have about ${medians[index]}` });
  }
  return { near, far };
}

function tableOf(key: string, members: readonly Member[]): Table {
  const [first] = members as readonly [Member, ...Member[]];
  const { blocks, cells } = first.shape;
  // A value that is the same everywhere, and written the same, is a part of what they share.
  const isSame = cells.map((cell, column) => {
    const written = digest([cell.text, cell.written]);
    return members.every(({ shape }) => {
      const other = shape.cells[column];
      return (
        other !== undefined && digest([other.text, other.written]) === written && new Set(other.written).size === 1
      );
    });
  });
  const kept = cells.flatMap((cell, column) => (isSame[column] ? [] : [{ ...cell, column }]));
  const fill = (text: string): string =>
    cells.reduce(
      (all, cell, column) => (isSame[column] ? all.replaceAll(placeOf(cell.title), cell.written[0] ?? '') : all),
      text,
    );
  return {
    shape: key,
    blocks: blocks.map((block) => {
      const own = block.isPlace ? cells.findIndex(({ title }) => placeOf(title) === block.text) : -1;
      if (own >= 0) return isSame[own] ? original(block, first.sheet) : block;
      return { ...block, text: fill(block.text) };
    }),
    columns: kept.map(({ title }) => title),
    rows: members.map(({ sheet, shape }) => ({
      sheet,
      values: kept.map(({ column }) => shape.cells[column]?.text ?? ''),
    })),
    sums: kept.flatMap(({ title, column, isMoney }): Sum[] => {
      const numbers = members.flatMap(({ shape }) => shape.cells[column]?.number ?? []);
      if (!isMoney || numbers.length < members.length) return [];
      // Cents are added as whole numbers.
      const total = numbers.reduce((sum, number) => sum + Math.round(number * 1e4), 0) / 1e4;
      return [{ column: title, least: Math.min(...numbers), most: Math.max(...numbers), total }];
    }),
  };
}

/** An argument's block as the request has it. */
const original = (place: Block, sheet: Sheet): Block =>
  drawingOf(sheet).blocks.find(({ kind, title, isAct }) => kind === 'argument' && title === place.title && isAct) ??
  place;

/** The currency that a table's amounts are in, if its requests name one. */
export function currencyOf({ blocks }: Table): string | undefined {
  const found = blocks.find(({ kind, title, isPlace }) => kind === 'argument' && /currency/i.test(title) && !isPlace);
  return found === undefined ? undefined : String(foreign(found.text).visible);
}
