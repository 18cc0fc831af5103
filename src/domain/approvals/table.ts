/** A table of alike requests, as lines of text and as data: what they share once, and what differs in a row for each. */
import { groupBy } from '../../basics/maps.ts';
import { join, type Value } from '../../mcp/contract/result.ts';
import { plainOrMarked } from '../../platform/text.ts';
import { agentNameText } from '../../present/plain.ts';
import { age, count, second } from '../../present/units.ts';
import { waitText } from '../threads/request.ts';
import type { Row, Table } from './alike.ts';
import { plainPath } from './brief/source-text.ts';
import type { Shown } from './drawing.ts';
import { partLines } from './notation.ts';
import { agentLabel } from './question.ts';
import type { Sheet } from './sheet.ts';

const firstOf = ({ rows }: Table): Sheet => (rows[0] as Row).sheet;
/** What the requests share, as it is drawn. */
export const sharedBlocks = ({ blocks }: Table): Shown[] => blocks.map((block) => ({ ...block, from: 0, left: 0 }));

/** `amount: 12.5 to 64, 812.4 GBP in all`. */
export const sumTexts = ({ sums }: Table): string[] =>
  sums.flatMap(({ column, range, inAll }) =>
    range === undefined ? [] : [`${column}: ${range}${inAll === undefined ? '' : `, ${inAll} in all`}`],
  );

const sumSentences = (table: Table): string[] => sumTexts(table).map((text) => `${text}.`);

/** `Approve all 22, 812.4 GBP`; without a sum if a second argument is money, too: an agent may put a fee first. */
export const approveAllTitle = ({ rows, sums: [sum, ...others] }: Table): string =>
  `Approve all ${rows.length}${sum?.inAll === undefined || others.length > 0 ? '' : `, ${sum.inAll}`}`;

/** What the requests share. */
function sharedLines(table: Table): string[] {
  const blocks = sharedBlocks(table);
  const { head, body } = partLines({ blocks }, { blocks }, agentLabel(firstOf(table)));
  return [...head, ...body];
}

/** The rest of a table of more rows than one decision takes. Other requests may stand between the two. */
export const restHead = (table: Table): string[] => [
  `More rows of the table above (${plainOrMarked(firstOf(table).calls[0]?.name ?? '', 40)}).`,
  ...sumSentences(table),
];

/** What the requests share, and what their rows come to. */
export const tableHead = (table: Table): string[] => [...sharedLines(table), ...sumLines(table)];

/** What holds for all rows together. */
export const sumLines = (table: Table): string[] => [...sumSentences(table), ...statedTexts(table)];

/** Where a value comes from if someone else than the agent said it. */
const STATED: readonly string[] = ['user', 'tool', 'platform'];
/** The arguments that others stated in every row. Nobody looks for words that an agent may choose. */
function statedTexts({ rows }: Table): string[] {
  const [first = [], ...others] = rows.map(({ sheet: { brief } }) =>
    brief.sources.flat().flatMap(({ leaf, source }) => (STATED.includes(source.from) ? plainPath(leaf.place) : [])),
  );
  const names = first.filter((name) => others.every((one) => one.includes(name)));
  return names.length === 0 ? [] : [`Stated by others: ${names.join(', ')}.`];
}

/** What holds for each row of a table: the rest of it needs no head of its own if that has the same. */
export const headOf = (table: Table): string => [...sharedLines(table), ...statedTexts(table)].join('\n');

/** The values of a row, and a warning. */
export const rowTexts = (table: Table, { values, sheet }: Row): string[] => [...values, ...sameAs(table, sheet)];

/** `10511 · 45 · "Liam Walsh" · 7f…`. */
export const rowLine = (table: Table, row: Row): string => join(...rowTexts(table, row), row.sheet.thread.id);

/** A warning for rows whose values are all the same: the tasks are not, or the older one would not be a row. */
function sameAs({ rows, others = [] }: Table, sheet: Sheet): string[] {
  const own = rows.find((row) => row.sheet === sheet)?.values.join('\n');
  const other = rows.findIndex((row) => row.sheet !== sheet && row.values.join('\n') === own);
  if (other >= 0) return [`SAME AS ROW ${other + 1}`];
  return others.some(({ values }) => values.join('\n') === own) ? ['SAME AS A ROW ON ANOTHER PAGE'] : [];
}

/** Starters that are named: 50 would fill a page. */
const MOST_STARTERS = 3;

/** Who started its threads, or how many of them are whose; undefined if four eyes are off. */
export function startersText({ rows }: Table): string | undefined {
  const lines = rows.flatMap(({ sheet }) => sheet.startedBy?.line ?? []);
  const starters = [...groupBy(lines, (line) => line)];
  const texts = starters
    .slice(0, MOST_STARTERS)
    .map(([line, { length }]) => (starters.length === 1 ? line : `${length} of them: ${line}`));
  const named = starters.slice(0, MOST_STARTERS).reduce((sum, [, { length }]) => sum + length, 0);
  if (named < lines.length) texts.push(`The starters of ${lines.length - named} others are left out here.`);
  return texts.length === 0 ? undefined : texts.join(' ');
}

const rowData = ({ values, sheet }: Row): Value => [...values, sheet.thread.id];

/** The fields of a table's data, with some of its rows. */
export function tableData(table: Table, rows: readonly Row[]): Readonly<Record<string, Value>> {
  const { thread, agent, since } = firstOf(table);
  return {
    alike: table.rows.length,
    agentId: agent?.id ?? thread.agentId,
    agentName: agent?.name === undefined ? undefined : agentNameText(agent.name),
    waitingSince: since && second(since),
    waitingFor: age(since),
    columns: [...table.columns, 'threadId'],
    rows: rows.map(rowData),
  };
}

/** `22 alike requests, the longest waiting for 18 h`. */
export const tableTitle = (table: Table): string =>
  `${count(table.rows.length, 'alike request')}, the longest ${waitText(firstOf(table).thread) ?? 'waiting'}`;

/** As many rows from one on as fit into `room` characters, as text and as data. */
export function rowsFrom(table: Table, from: number, room: number): readonly Row[] {
  let left = room;
  const end = table.rows.findIndex((row, index) => {
    if (index < from) return false;
    left -= Math.max(rowLine(table, row).length, JSON.stringify(rowData(row)).length) + 6;
    return left < 0;
  });
  return table.rows.slice(from, end < 0 ? undefined : end);
}
