/** What somebody says of the rows of a tool's result: whole cells in any notation, or words. */

import { folded, squashed } from './folded.ts';
import { words as needles, type Wanted } from './needles.ts';
import { wantedOf } from './notations.ts';
import { type Cell, type Row, wordsOf } from './rows.ts';
import { scanner } from './scan.ts';

/** Cells that are looked for. */
const MOST_CELLS = 400;

/** A cell that somebody says: all of it, or only words of it, folded and as they are written. */
interface SaidCell {
  readonly column: string;
  readonly cell: Cell;
  readonly words?: ReadonlyMap<string, string>;
}
export type SaidCells = ReadonlyMap<Row, readonly SaidCell[]>;

/** @returns a function that finds what a text says of rows */
export function readerOf(rows: readonly Row[]): (text: string) => SaidCells {
  const columns = new Map(rows.flatMap((row) => [...row.cells].map(([column, { text }]) => [text, column])));
  const cells = [...columns].slice(0, MOST_CELLS);
  const scan = scanner(cells.map(([cell, column]) => ({ ...wantedCell(cell, column), raw: cell })));
  return (text) => {
    const [all, joined] = [wordsOf(text), folded(text).replace(/\s/g, '')];
    // Where no blanks stand between words, a word may be a part of what was matched.
    const isSaid = (word: string): boolean => all.has(word) || (UNSPACED.test(word) && joined.includes(word));
    const found = new Set([...scan(text)].map((index) => cells[index]?.[0]));
    const saidCell = ([column, cell]: [string, Cell]): SaidCell[] => {
      if (found.has(cell.text)) return [{ column, cell }];
      const words = new Map([...cell.words].filter(([word]) => isSaid(word)));
      return words.size > 0 ? [{ column, cell, words }] : [];
    };
    return new Map(rows.map((row) => [row, [...row.cells].flatMap(saidCell)]));
  };
}
const UNSPACED = /^[\u3041-\u30ff\u3400-\u9fff]+$/;

/** The notations of a cell. A single letter or digit stands in many texts: `5e C` is one word. */
function wantedCell(cell: string, key: string): Wanted {
  const [, day = '', month = '', year] = /^(\d\d?)[./](\d\d?)[./](\d{4})$/.exec(cell) ?? [];
  const value = year === undefined ? cell : `${year}-${month.padStart(2, '0')}-${day.padStart(2, '0')}`;
  if (/(?<![\p{L}\d])[\p{L}\d](?![\p{L}\d])/u.test(cell)) return { is: 'value', parts: [needles([squashed(cell)])] };
  const { parts, ...wanted } = wantedOf({ place: key, path: key, key, value, holder: {} }, []);
  // A month alone is said of all of its days.
  return {
    ...wanted,
    parts: parts.map((all) => all.filter(({ text }) => wanted.day === undefined || /\d/.test(text))),
  };
}

/** A whole cell, or a word of one. */
interface SaidText {
  readonly column: string;
  readonly text: string;
  readonly isCell: boolean;
}

/** What is said of a row's cells and isn't the other row's. */
export function saidOf(one: Row, other: Row, said: SaidCells): readonly SaidText[] {
  return (said.get(one) ?? []).flatMap(({ column, cell, words }): SaidText[] => {
    const beside = other.cells.get(column);
    if (cell.plain === beside?.plain) return [];
    if (words === undefined) return [{ column, text: cell.text, isCell: true }];
    return [...words].flatMap(([word, text]) => (beside?.words.has(word) ? [] : [{ column, text, isCell: false }]));
  });
}
