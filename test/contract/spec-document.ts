/** Reads the specification's markdown: its headings, the text below them, and their tables, row by row. */

export interface Section {
  readonly title: string;
  /** The text below the heading, without tables. */
  readonly text: string;
  readonly tables: readonly (readonly Row[])[];
}

/** A row by its column's heading; backticks are taken off. */
export type Row = Readonly<Record<string, string>>;

export interface PathRow {
  readonly group: string;
  readonly method: string;
  readonly path: string;
}

const cells = (line: string): string[] =>
  line
    .slice(1, -1)
    .split('|')
    .map((cell) => cell.trim());

export function parseDocument(markdown: string): Section[] {
  const sections: { title: string; text: string; tables: Row[][] }[] = [];
  let columns: string[] | undefined;
  for (const line of markdown.split('\n')) {
    const heading = /^#+ (.*)$/.exec(line)?.[1];
    const section = sections.at(-1);
    if (heading !== undefined) {
      sections.push({ title: heading, text: '', tables: [] });
      columns = undefined;
    } else if (!line.startsWith('|')) {
      if (section) section.text += `${line}\n`;
      columns = undefined;
    } else if (columns === undefined) {
      columns = cells(line);
      section?.tables.push([]);
    } else if (!/^\|[-|]+\|$/.test(line)) {
      const values = cells(line);
      const row = columns.map((column, index) => [column, values[index] ?? ''] as const);
      section?.tables.at(-1)?.push(Object.fromEntries(row));
    }
  }
  return sections;
}

/** The section whose title begins with these words. @throws if there is none, so that no test passes vacuously */
export function sectionOf(document: readonly Section[], beginning: string): Section {
  const found = document.find(({ title }) => title.startsWith(beginning));
  if (found === undefined) throw new Error(`The specification has no section "${beginning}".`);
  return found;
}

/** The rows of a section's first table. */
export function rowsOf(document: readonly Section[], beginning: string): readonly Row[] {
  const rows = sectionOf(document, beginning).tables[0];
  if (rows === undefined || rows.length === 0) throw new Error(`Section "${beginning}" has no table.`);
  return rows;
}

/** The operations specified in full: each has a heading `GET /v1/... — what it does`. */
export function specifiedOperations(document: readonly Section[]): (Section & { method: string; path: string })[] {
  return document.flatMap((section) => {
    const [, method, path] = /^(GET|POST|PUT|PATCH|DELETE) (\S+) — /.exec(section.title) ?? [];
    return method && path ? [{ ...section, method, path }] : [];
  });
}

/** The rows of "Other operations". */
export function otherOperations(document: readonly Section[]): PathRow[] {
  return rowsOf(document, 'Other operations').map((row) => {
    const [, method, path] = /^(\S+) (\S+)/.exec(row['Method and path'] ?? '') ?? [];
    return { group: row.Group ?? '', method: method ?? '', path: path ?? '' };
  });
}
