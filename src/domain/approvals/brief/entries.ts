/** The records of messages: objects in JSON and lines of other text, with their texts and numbers; and those that a call names. */

import { groupBy } from '../../../basics/maps.ts';
import { squashed } from './folded.ts';
import { jsonLeaves, type Leaf } from './input.ts';
import { numbersIn } from './numbers.ts';
import { tablesIn } from './rows.ts';
import type { Turn } from './turns.ts';

/** Numbers of a cell or a line. */
const MOST_IN_CELL = 4;
/** Lines of a text that are read, and characters of one: longer ones are prose. */
const MOST_LINES = 100;
const LONGEST_LINE = 400;

/** An object or a line of a message: its texts, without marks, and its numbers by their columns. */
export interface Entry {
  readonly message: number;
  /** It stands outside lists. */
  readonly isAround: boolean;
  readonly texts: ReadonlySet<string>;
  readonly numbers: ReadonlyMap<string, number>;
}

/** The records of a message, and what its JSON has outside lists: a fee beside the list of prices. */
export function entriesOf({ raw, number: message }: Turn): readonly Entry[] {
  const entryOf = (cells: readonly (readonly [column: string, text: string])[], line?: string): Entry => ({
    message,
    isAround: line === undefined && cells.every(([column]) => !column.includes('[')),
    texts: new Set([...cells.map(([, text]) => text), ...(line ?? '').split(/[\s;,|]+/)].map(squashed)),
    // Of a line also as a whole: a comma may stand between cells or within a number.
    numbers: new Map(
      [...cells, ...(line === undefined ? [] : [['line', line] as const])].flatMap(([column, text]) =>
        numbersIn(text, MOST_IN_CELL).flatMap(({ values: [number = 0] }, at) =>
          number > 0 ? [[`${column} ${at}`, number] as const] : [],
        ),
      ),
    ),
  });
  const leaves = jsonLeaves(raw);
  if (leaves.length === 0) {
    const lines = raw
      .split('\n')
      .filter((line) => /\d/.test(line) && line.length <= LONGEST_LINE)
      .slice(0, MOST_LINES);
    if (lines.length === 0) return [];
    const rows = tablesIn(lines.join('\n')).flat();
    const cellsOf = new Map(rows.map((row) => [row.text, row.cells]));
    return lines.map((line) =>
      entryOf(
        [...(cellsOf.get(line) ?? [])].map(([column, { text }]) => [column, text]),
        line,
      ),
    );
  }
  return [...groupBy(leaves, ({ holder }) => holder).values()].map((own) =>
    entryOf(own.map(({ path, value }) => [path, String(value)])),
  );
}

/** The entries that have a text of the arguments, an id, a code, a name; and what stands around such a one. */
export function entriesNamed(leaves: readonly Leaf[], entries: readonly Entry[]): readonly Entry[] {
  const texts = leaves.flatMap(({ value }) => {
    const text = typeof value === 'string' ? squashed(value) : '';
    return text.length > 1 && !/^\d{1,2}$/.test(text) ? text : [];
  });
  const found = new Set(entries.filter((entry) => texts.some((text) => entry.texts.has(text))));
  const messages = new Set([...found].map((entry) => entry.message));
  return entries.filter((entry) => found.has(entry) || (entry.isAround && messages.has(entry.message)));
}
