/** The inbox as it is listed: single requests as lines, alike ones as tables, what contradicts first. */
import { type Item, RESULT_BUDGET } from '../../mcp/contract/result.ts';
import type { ToolContext } from '../../mcp/contract/tool.ts';
import { digest } from '../../platform/text.ts';
import { sizeOf } from '../../present/record.ts';
import type { Waiting } from '../threads/inbox.ts';
import { isOverdue, waitText } from '../threads/request.ts';
import { decidedCalls } from '../threads/request-calls.ts';
import { type Entry, entriesOf, sheetsOf, type Table } from './alike.ts';
import { hasContradiction } from './brief/brief.ts';
import { groupToken, hasAmong } from './group-token.ts';
import { asLine } from './line.ts';
import { askedBefore, repeatsIn } from './older.ts';
import type { Sheet } from './sheet.ts';
import { headOf, restHead, rowLine, tableData, tableHead, tableTitle } from './table.ts';

/** An entry of the inbox. */
export interface Listed {
  readonly item: Item;
  /** Whether all of it is shown. */
  readonly isWhole: boolean;
  readonly contradicts: boolean;
  /** Its call to read on. */
  readonly readOn: { readonly tool: string; readonly arguments: Readonly<Record<string, string>> };
  /** Of a table: its token, and how many requests it stands for. */
  readonly group?: { readonly token: string; readonly size: number };
}

/** What all entries of a listing share. */
export interface Listing {
  /** Characters of the result that are taken already. */
  readonly taken: number;
  readonly currency: string | undefined;
  /** The agent and the words that the inbox was filtered by. */
  readonly agentId: string | undefined;
  readonly words: readonly string[] | undefined;
  /** Those with the same words that wait, too, and are not listed: known ones, and those of other pages. */
  readonly others: readonly Waiting[];
}

/** Characters of a result beside its entries: its summary, a note, the next step; and of each group in that step. */
const AROUND = 600;
const IN_STEP = 140;

/** Each sheet in one entry. Tables get the room that single requests leave: the shortest first, with all rows or none. */
export function listingOf(
  sheets: readonly Sheet[],
  { taken, currency, agentId, words, others }: Listing,
  context: ToolContext,
): Listed[] {
  const repeats = repeatsIn(sheets);
  const found = new Map(
    entriesOf(repeats.sheets, context, words).flatMap((entry) =>
      sheetsOf(entry).map(({ thread }) => [thread.id, entry] as const),
    ),
  );
  const entryOf = (sheet: Sheet): Entry => {
    const entry = found.get(sheet.thread.id);
    return entry === undefined || (entry.table !== undefined && hasAmong(entry.table, others)) ? { sheet } : entry;
  };
  const entries = [...new Set(repeats.sheets.map(entryOf))];
  const sorted = [...entries.filter(contradicts), ...entries.filter((entry) => !contradicts(entry))];
  const listed = new Map<Entry, Listed>();
  const tables = sorted.flatMap((entry) => (entry.table === undefined ? [] : [entry]));
  const singles = sorted.flatMap((entry) => (entry.table === undefined ? [entry] : []));
  const sameCalls = sameCallsIn(singles.map(({ sheet }) => sheet));
  let room = RESULT_BUDGET - AROUND - taken - IN_STEP * tables.length;
  for (const entry of singles) {
    const { sheet } = entry;
    const line = asLine(sheet, { requests: sheets.length, currency, agentId }, context);
    const one = singleItem(sheet, line, repeats.olderOf(sheet), sameCalls.get(sheet));
    listed.set(entry, one);
    room -= sizeOf(one.item);
  }
  const drawn = tables.map((entry, index) => {
    const { table } = entry;
    const older = table.rows.flatMap(({ sheet }) => repeats.olderOf(sheet));
    // A group of more rows than one decision takes goes on in the next table, unless that one shares something else.
    const before = tables[index - 1]?.table;
    const goesOn = before?.shape === table.shape && headOf(before) === headOf(table);
    const whole = tableItem(table, true, { older, goesOn }, context);
    const head = tableItem(table, false, { older, goesOn }, context);
    room -= sizeOf(head.item);
    return { entry, whole, head, more: sizeOf(whole.item) - sizeOf(head.item) };
  });
  for (const { entry, whole, head, more } of drawn.sort((a, b) => a.more - b.more)) {
    const fits = more <= room;
    listed.set(entry, fits ? whole : head);
    if (fits) room -= more;
  }
  return sorted.flatMap((entry) => listed.get(entry) ?? []);
}

const contradicts = (entry: Entry): boolean => sheetsOf(entry).some(({ brief }) => hasContradiction(brief));

/** Older requests, longest wait first, as a line and as data; none if there are none. */
function toldOlder(older: readonly Sheet[]) {
  const ids = older.map(({ thread }) => thread.id);
  const olderThreadIds = ids.length === 0 ? undefined : ids;
  return { lines: askedBefore(ids, older[0] && waitText(older[0].thread)), data: { olderThreadIds } };
}

/** @param same the thread of an earlier entry whose call is the same */
function singleItem(
  { brief, thread }: Sheet,
  { item, isWhole }: ReturnType<typeof asLine>,
  older: readonly Sheet[],
  same: string | undefined,
): Listed {
  const told = toldOlder(older);
  const lines = [...told.lines, ...(same === undefined ? [] : [`the same call as in thread ${same}`])];
  return {
    item: {
      data: { ...item.data, ...told.data, sameCallAs: same },
      line: [item.line, ...lines.map((line) => `  ${line}`)].join('\n'),
    },
    isWhole,
    contradicts: hasContradiction(brief),
    readOn: { tool: 'get_thread', arguments: { threadId: thread.id } },
  };
}

/** For each request whose agent asks for the very same calls in an earlier one, that one's thread. */
function sameCallsIn(sheets: readonly Sheet[]): ReadonlyMap<Sheet, string> {
  const first = new Map<string, string>();
  const same = new Map<Sheet, string>();
  for (const sheet of sheets) {
    const calls = decidedCalls(sheet);
    if (calls.length === 0) continue;
    const asked = calls.map(({ name, argumentsText, more }) => [name.raw, argumentsText.raw, more?.raw]);
    const key = digest([sheet.thread.agentId, asked]);
    const known = first.get(key);
    if (known === undefined) first.set(key, sheet.thread.id);
    else same.set(sheet, known);
  }
  return same;
}

interface AroundTable {
  readonly older: readonly Sheet[];
  /** What its rows share stands at the table before. */
  readonly goesOn: boolean;
}

/** A table with all of its rows, or without them. */
function tableItem(table: Table, isWhole: boolean, { older, goesOn }: AroundTable, context: ToolContext): Listed {
  const rows = isWhole ? table.rows : [];
  const token = groupToken(table, context, isWhole ? undefined : 0);
  const head = goesOn ? restHead(table) : tableHead(table);
  const overdue = table.rows.filter(({ sheet }) => isOverdue(sheet.thread, context.settings.overdueHours)).length;
  const told = toldOlder(older);
  const lines = [
    ...(overdue > 0 ? [`${overdue} of them overdue`] : []),
    ...head,
    ...told.lines,
    ...(isWhole
      ? [[...table.columns, 'threadId'].join(' · '), ...rows.map((row) => `- ${rowLine(table, row)}`)]
      : ['its rows are left out here; this token lists them']),
    `${isWhole ? '' : '(part) '}groupToken ${token}`,
  ];
  return {
    item: {
      data: {
        ...tableData(table, rows),
        overdue: overdue || undefined,
        shared: head.join('\n'),
        groupToken: token,
        isCut: isWhole ? undefined : true,
        ...told.data,
      },
      line: `- ${tableTitle(table)}\n${lines.map((line) => `  ${line}`).join('\n')}`,
    },
    isWhole,
    contradicts: false,
    readOn: { tool: 'list_pending_approvals', arguments: { groupToken: token } },
    group: { token, size: table.rows.length },
  };
}
