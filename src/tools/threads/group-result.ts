/** A table of alike requests, part by part. */
import type { Table } from '../../domain/approvals/alike.ts';
import { groupToken, openGroup } from '../../domain/approvals/group-token.ts';
import { askedBefore } from '../../domain/approvals/older.ts';
import { rowLine, rowsFrom, tableData, tableHead, tableTitle } from '../../domain/approvals/table.ts';
import { type NextStep, RESULT_BUDGET, Structured, type ToolResult } from '../../mcp/contract/result.ts';
import type { ToolContext } from '../../mcp/contract/tool.ts';

/** Characters of a part beside its rows, what they share, and its token: the summary, and the words of the next step. */
const AROUND = 500;

/** The rows after those that the token's result showed, as many as fit, with the token of all rows shown so far. */
export async function groupResult(given: string, context: ToolContext): Promise<ToolResult> {
  const { table, review } = await openGroup(given, context);
  const from = review.kind === 'part' ? review.shownTo : 0;
  const columns = [...table.columns, 'threadId'];
  const group = sharedFact(table);
  const tokens = 2 * groupToken(table, context, from).length;
  const taken = JSON.stringify([group.data, table.columns]).length + tokens + AROUND;
  const rows = rowsFrom(table, from, RESULT_BUDGET - taken);
  const end = from + rows.length;
  const size = table.rows.length;
  const isLast = end === size;
  const token = groupToken(table, context, isLast ? undefined : end);
  const readOn = { tool: 'list_pending_approvals', arguments: { groupToken: token }, why: 'read on' };
  return {
    summary: `${tableTitle(table)}. ${from === 0 && isLast ? 'All rows' : `Rows ${from + 1} to ${end} of ${size}`}:`,
    facts: { group, groupToken: token },
    list: {
      name: 'rows',
      columns,
      items: rows.map((row) => {
        const values = [...row.values, row.sheet.thread.id];
        return {
          data: Object.fromEntries(columns.map((title, at) => [title, values[at]])),
          line: `- ${rowLine(table, row)}`,
        };
      }),
      offset: from,
      total: size,
    },
    next: !isLast ? readOn : mayDecide(context) ? decisionOn([token]) : undefined,
  };
}

/** What a table's rows share, above each of its parts. */
function sharedFact(table: Table): Structured {
  const older = table.rows.flatMap(({ sheet }) => sheet.repeated.older);
  const head = tableHead(table);
  const data = {
    ...tableData(table, []),
    shared: head.join('\n'),
    olderThreadIds: older.length === 0 ? undefined : older,
  };
  return new Structured([...head, ...askedBefore(older)].join('\n  '), data);
}

/** The call that decides on groups. */
export const decisionOn = (tokens: readonly string[]): NextStep => ({
  tool: 'decide_approvals',
  arguments: { groups: tokens.map((groupToken) => ({ groupToken, status: '‹APPROVED or REJECTED›' })) },
  why: 'send the human’s decision',
});

/** Whether that call may be offered. */
export const mayDecide = ({ client, has, settings }: ToolContext): boolean =>
  has('decide_approvals') && (client.canAsk || settings.approvals !== 'require');
