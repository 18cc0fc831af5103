/**
 * Finds waiting requests that ask for the same with other values, so that a human can decide on them together: the same
 * agent, the same single call, and the same drawing but for ids, amounts, dates, addresses and names. What contradicts, is
 * unusual, or holds a value that nobody said always stands alone.
 */
import { groupBy } from '../../basics/maps.ts';
import { jsonText } from '../../platform/parse/json-text.ts';
import { digest } from '../../platform/text.ts';
import { compareTexts } from '../found-text.ts';
import type { People } from '../threads/starter.ts';
import { FAR } from './brief/unusual.ts';
import { type Block, drawingOf } from './drawing.ts';
import { placeOf, type Shape, shapeOf } from './shape.ts';
import type { Sheet } from './sheet.ts';

/** Rows of a table: as many as one decision takes. */
export const MOST_ROWS = 50;
/** Rows that make a median. */
const LEAST_ROWS = 3;

/** A request of a table. */
export interface Row {
  readonly sheet: Sheet;
  /** In the order of the table's columns, in full, each as it is shown. */
  readonly values: readonly string[];
}

/** What the amounts of a table's rows come to. */
interface Sum {
  readonly column: string;
  /** `12.5 to 64`; undefined if one of them is not certain. */
  readonly range: string | undefined;
  /** `812.4 GBP`; undefined if they can't be added for certain. */
  readonly inAll: string | undefined;
}

/** Requests that differ in the values of its columns only. */
export interface Table {
  /** Digest of what they share. */
  readonly shape: string;
  /** What they share, with `‹column›` in place of each value that differs. */
  readonly blocks: readonly Block[];
  readonly columns: readonly string[];
  /** The words that its requests were looked for by: others of its shape may lack them. */
  readonly words?: readonly string[] | undefined;
  /** 2 to 50, longest wait first. */
  readonly rows: readonly Row[];
  /** Rows of the same table on other pages of the question. */
  readonly others?: readonly Row[];
  /**
   * When the first and the last began to wait of its rows and of those set apart from them, in epoch milliseconds: its token
   * reads all of these again, or the median would be another.
   */
  readonly span: readonly [first: number, last: number];
  readonly sums: readonly Sum[];
}

/** A request by itself or a table. */
export type Entry = { readonly sheet: Sheet; readonly table?: undefined } | { readonly table: Table };

/** The sheets of an entry. */
export const sheetsOf = (entry: Entry): readonly Sheet[] =>
  entry.table === undefined ? [entry.sheet] : entry.table.rows.map(({ sheet }) => sheet);

/** Each sheet in exactly one entry; a table stands where the first of its rows would. */
export function entriesOf(sheets: readonly Sheet[], people: People, words?: readonly string[]): Entry[] {
  const members = sheets.flatMap((sheet): Member[] => {
    const shape = shapeOf(sheet, people);
    return shape === undefined ? [] : [{ sheet, shape }];
  });
  const tables = new Map<Sheet, Entry>();
  for (const [key, alike] of groupBy(members, ({ shape }) => shape.key)) {
    const sorted = alike.toSorted((a, b) => byWait(a.sheet, b.sheet));
    for (const part of partsOf(sorted)) {
      const { near, far } = apart(part);
      for (const { sheet, fact } of far)
        tables.set(sheet, { sheet: { ...sheet, brief: { ...sheet.brief, unusual: [...sheet.brief.unusual, fact] } } });
      if (near.length < 2) continue;
      const entry: Entry = { table: { ...tableOf(key, near), span: spanOf(part), words } };
      for (const { sheet } of near) tables.set(sheet, entry);
    }
  }
  return [...new Set(sheets.map((sheet): Entry => tables.get(sheet) ?? { sheet }))];
}

/**
 * Parts of at most 50. Those that wait since the same time are in one of them if they fit: the token of a table finds its rows by
 * their times.
 */
function partsOf(members: readonly Member[]): Member[][] {
  const times = members.map(({ sheet }) => timeOf(sheet));
  const parts: Member[][] = [];
  for (let at = 0; at < members.length; at += parts.at(-1)?.length ?? MOST_ROWS) {
    let end = at + MOST_ROWS;
    while (end < times.length && end > at && times[end - 1] === times[end]) end--;
    parts.push(members.slice(at, end > at ? end : at + MOST_ROWS));
  }
  return parts;
}

/** Longest wait first, then by id, so that a table's rows are the same whenever it is read. */
export const byWait = (a: Sheet, b: Sheet): number => timeOf(a) - timeOf(b) || compareTexts(a.thread.id, b.thread.id);

/** When a request began to wait, in epoch milliseconds; 0 if that isn't known. */
export const timeOf = ({ since, thread }: Pick<Sheet, 'since' | 'thread'>): number => {
  const time = Date.parse(since ?? thread.createdAt ?? '');
  return Number.isNaN(time) ? 0 : time;
};

function spanOf(part: readonly Member[]): Table['span'] {
  const times = part.map(({ sheet }) => timeOf(sheet));
  return [Math.min(...times), Math.max(...times)];
}

interface Member {
  readonly sheet: Sheet;
  readonly shape: Shape;
}

/**
 * Sets requests apart whose amount is at least five times the median of those that are alike, until none of the others is:
 * what is left is the same when those that stand apart have been decided.
 */
function apart(members: readonly Member[]) {
  const far: { readonly sheet: Sheet; readonly fact: string }[] = [];
  let near = members;
  for (;;) {
    const medians = mediansOf(near);
    const left = near.filter(({ sheet, shape }) => {
      const index = shape.cells.findIndex(({ number }, column) => {
        const median = medians[column];
        return number !== undefined && median !== undefined && median !== 0 && number / median >= FAR;
      });
      const cell = shape.cells[index];
      if (cell === undefined) return true;
      far.push({ sheet, fact: `${cell.title} ${cell.text}; similar waiting requests have about ${medians[index]}` });
      return false;
    });
    if (left.length === near.length) return { near, far };
    near = left;
  }
}

/** The median of each column of amounts that has enough of them. */
const mediansOf = (members: readonly Member[]): (number | undefined)[] =>
  (members[0]?.shape.cells ?? []).map((_, column) => {
    const values = members.flatMap(({ shape }) => shape.cells[column]?.number ?? []).sort((a, b) => a - b);
    return values.length < LEAST_ROWS ? undefined : values[Math.floor((values.length - 1) / 2)];
  });

function tableOf(key: string, members: readonly Member[]): Omit<Table, 'span'> {
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
  const fill = ({ text, isJson }: Block): string =>
    cells.reduce((all, { title, written: [shared = ''] }, column) => {
      const own = isJson ? jsonText(shared).slice(1, -1) : shared;
      return isSame[column] ? all.replaceAll(placeOf(title), () => own) : all;
    }, text);
  return {
    shape: key,
    blocks: blocks.map((block) => {
      const own = block.isPlace ? cells.findIndex(({ title }) => placeOf(title) === block.text) : -1;
      if (own >= 0) return isSame[own] ? original(block, first.sheet) : block;
      return { ...block, text: fill(block) };
    }),
    columns: kept.map(({ title }) => title),
    rows: members.map(({ sheet, shape }) => ({
      sheet,
      values: kept.map(({ column }) => shape.cells[column]?.text ?? ''),
    })),
    sums: cells.flatMap(({ title, money }, column): Sum[] =>
      money === undefined ? [] : [sumOf(title, column, members)],
    ),
  };
}

function sumOf(title: string, at: number, members: readonly Member[]): Sum {
  const all = members.flatMap(({ shape }) => shape.cells[at]?.money ?? []);
  const values = all.flatMap(({ value }) => value ?? []);
  if (values.length < all.length) return { column: title, range: undefined, inAll: undefined };
  const [least, most] = [Math.min(...values), Math.max(...values)];
  const { currency } = all[0] ?? {};
  const total = all.every((one) => one.currency === currency) && currency !== undefined ? totalOf(values) : undefined;
  return {
    column: title,
    range: least === most ? `${least}` : `${least} to ${most}`,
    inAll: total === undefined ? undefined : `${total} ${currency}`,
  };
}

/** The exact sum, counted in the smallest decimals, so that 0.1 and 0.2 are 0.3; undefined if a number can't hold it. */
function totalOf(numbers: readonly number[]): number | undefined {
  if (numbers.some((number) => String(number).includes('e'))) return undefined;
  const decimals = Math.max(...numbers.map((number) => /\.(\d+)$/.exec(String(number))?.[1]?.length ?? 0));
  const total = numbers.reduce((sum, number) => sum + Math.round(number * 10 ** decimals), 0);
  return Number.isSafeInteger(total) ? total / 10 ** decimals : undefined;
}

/** An argument's block as the request has it. */
const original = (place: Block, sheet: Sheet): Block =>
  drawingOf(sheet).blocks.find(({ kind, title, isAct }) => kind === 'argument' && title === place.title && isAct) ??
  place;
