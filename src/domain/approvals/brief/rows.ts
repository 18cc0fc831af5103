/** The rows of a tool's result: the objects of a list in JSON, or the lines of other text, with their cells. */

import { groupBy } from '../../../basics/maps.ts';
import { folded, squashed } from './folded.ts';
import { readLeaves } from './input.ts';

/** A cell as it is written. The rest is read when it is first asked for: most cells have nothing of a call. */
export class Cell {
  readonly text: string;
  #plain: string | undefined;
  #words: ReadonlyMap<string, string> | undefined;

  constructor(text: string) {
    this.text = text;
  }

  /** Only its letters and digits. */
  get plain(): string {
    this.#plain ??= squashed(this.text);
    return this.#plain;
  }

  get words(): ReadonlyMap<string, string> {
    this.#words ??= wordsOf(this.text);
    return this.#words;
  }
}

/** An object or a line of a result, and its cells by their columns: the path in the object, or the place in the line. */
export interface Row {
  readonly text: string;
  readonly cells: ReadonlyMap<string, Cell>;
}

/** Rows of a table, characters of a row, and cells of a row that are compared. */
const MOST_ROWS = 50;
const LONGEST_ROW = 1_000;
const MOST_CELLS = 20;
const MAX_DEPTH = 8;

/** What may stand between the cells of a line. */
const BETWEEN = ['|', /\t+/, ';', /\s{2,}/, / [–—-] /, ',', /\s+/];

/** The tables of a result, each of two rows or more; none where a list is longer than is compared. */
export function tablesIn(raw: string): readonly (readonly Row[])[] {
  const text = raw.trim();
  const tables = /^[[{]/.test(text) ? listsIn(text) : [linesOf(text)];
  return tables.filter((rows) => rows.length > 1 && rows.length <= MOST_ROWS);
}

/** The lists of objects in JSON, the outermost ones. */
function listsIn(text: string): Row[][] {
  const lists: Row[][] = [];
  const visit = (part: unknown, depth: number): void => {
    if (typeof part !== 'object' || part === null || depth > MAX_DEPTH) return;
    const isList = Array.isArray(part) && part.length > 1 && part.every((entry) => typeof entry === 'object');
    if (isList) lists.push(part.map(rowOfObject).filter((row) => row.text.length <= LONGEST_ROW));
    else for (const entry of Object.values(part)) visit(entry, depth + 1);
  };
  try {
    visit(JSON.parse(text), 0);
    return lists;
  } catch {
    // Text that begins with a bracket, or deeper than can be written.
    return [];
  }
}

const rowOf = (text: string, cells: readonly (readonly [column: string, text: string])[]): Row => ({
  text,
  cells: new Map(cells.slice(0, MOST_CELLS).map(([column, cell]) => [column, new Cell(cell)])),
});

const rowOfObject = (entry: unknown): Row =>
  rowOf(
    JSON.stringify(entry),
    readLeaves(entry).leaves.map(({ place, value }) => [place, String(value)]),
  );

/**
 * The lines with figures, since a heading has none: those that one mark cuts into the same number of cells, by the mark for
 * which they are most. Where there is none, a line is one cell.
 */
function linesOf(text: string): Row[] {
  const lines = text.split('\n').filter((line) => /\d/.test(line) && line.length <= LONGEST_ROW);
  if (lines.length > MOST_ROWS) return [];
  const tables = BETWEEN.map((between) => {
    const split = lines.map((line) => ({ text: line, cells: cellsOf(line, between) }));
    const counts = groupBy(
      split.filter(({ cells }) => cells.length > 1),
      ({ cells }) => cells.length,
    );
    return [...counts.values()].sort((a, b) => b.length - a.length)[0] ?? [];
  });
  const [aligned = []] = tables.sort((a, b) => b.length - a.length);
  const rows = aligned.length > 1 ? aligned : lines.map((line) => ({ text: line, cells: [line] }));
  return rows.map(({ text: line, cells }) =>
    rowOf(
      line,
      cells.map((cell, column) => [String(column), cell]),
    ),
  );
}

const cellsOf = (line: string, between: string | RegExp): string[] =>
  line
    .trim()
    .split(between)
    .map((cell) => cell.trim());

/** Words and figures, folded, and as they are written. */
export const wordsOf = (text: string): Map<string, string> =>
  new Map(
    [
      ...folded(text).matchAll(
        /[\u3041-\u30ff\u3400-\u9fff]{2,}|[^\P{L}\u3041-\u30ff\u3400-\u9fff\d]{2,}|[\p{L}\d]{2,}/gu,
      ),
    ].map(({ 0: word, index }) => [word, text.slice(index, index + word.length)]),
  );
