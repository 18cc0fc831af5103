/**
 * A group of alike requests has one token for all of its members. It is keyed like every token (review-token.ts), and
 * nothing is stored: it says whose requests to read, and since when they wait, to find the group again.
 *
 * - `group-22-mi3k9x00-2pw-5f0a1c-9f3a…-agent`: a table of 22 rows of this agent, all of them shown: when the first and the last of
 *   them and of those set apart from them began to wait, what they share, and the digest.
 * - `group-22-…-qbWVpIGNoZW4~9f3a…-agent`: the same among the requests that have certain words.
 * - `group-22.7-…`: its first seven rows were shown. It rejects, and reads on; it doesn't approve.
 * - `card-group-22-…`: the same, for a card.
 */

import { Refusal } from '../../mcp/contract/errors.ts';
import { withCall } from '../../mcp/contract/result.ts';
import type { ToolContext } from '../../mcp/contract/tool.ts';
import { mapConcurrent } from '../../present/map-concurrent.ts';
import { findAgent } from '../agents/agents.ts';
import { wordsOf } from '../found-text.ts';
import { readInbox, readRequests, type Waiting } from '../threads/inbox.ts';
import { phaseOf } from '../threads/status.ts';
import { entriesOf, type Row, type Table, timeOf } from './alike.ts';
import { currentHistory } from './brief/load.ts';
import { repeatsIn } from './older.ts';
import { OTHER_KIND, type Review, type TokenKind, type TokenReader } from './review-token.ts';
import { sheetOf } from './sheet.ts';
import { rowLine, rowsFrom, tableHead, tableTitle } from './table.ts';

const TOKEN =
  /^(card-)?group-(\d{1,2})(?:\.(\d{1,2}))?-([0-9a-z]{1,10})-([0-9a-z]{1,10})-([0-9a-f]{6})-(?:q([\w-]+)~)?([0-9a-f]{24})-(.{1,128})$/;

/** The token of a table. @param shown how many of its rows were shown; undefined: all of them */
export function groupToken(table: Table, reader: TokenReader, shown?: number, kind: TokenKind = 'review'): string {
  const { rows, shape, words } = table;
  const agentId = agentOf(table);
  const [first, last] = table.span;
  const members = rows.map(({ sheet }) => [sheet.thread.id, sheet.digest]);
  const about = ['group', reader.caller.key, agentId, first, last, members, shown ?? 'all', ...(words ?? [])];
  const sealed = reader.decisions.seal(kind, JSON.stringify(about)).slice(0, 24);
  const among = words === undefined ? '' : `q${Buffer.from(words.join(' ')).toString('base64url')}~`;
  const extent = shown === undefined ? '' : `.${shown}`;
  return `${kind === 'card' ? 'card-' : ''}group-${rows.length}${extent}-${first.toString(36)}-${(last - first).toString(36)}-${shape.slice(0, 6)}-${among}${sealed}-${agentId}`;
}

/** Whether one of these others waits since the time of a table: a token finds all that do, so it could be refused. */
export const hasAmong = (table: Table, others: readonly Waiting[]): boolean =>
  others.some((one) => one.agent.id === agentOf(table) && beganWithin(one, table.span));

/** Whether a request began to wait within a time. */
function beganWithin({ thread }: Waiting, [first, last]: Table['span']): boolean {
  const time = timeOf({ thread, since: thread.updatedAt });
  return time >= first && time <= last;
}

const agentOf = ({ rows }: Pick<Table, 'rows'>): string => {
  const { agent, thread } = (rows[0] as Row).sheet;
  return agent?.id ?? thread.agentId ?? '';
};

/** A member has changed or no longer waits. */
export class GroupChanged extends Refusal {
  /** The group as it is now. */
  readonly now: Table;

  constructor(message: string, now: Table) {
    super(message, 'changed');
    this.now = now;
  }
}

/**
 * Finds the group of a token among the requests of its agent, as they are now, and how much of it was shown.
 * @throws GroupChanged if a member has changed or no longer waits; Refusal if the token is of no such group, or nothing is
 * left of it; PlatformError if the agent's threads can't be read
 */
export async function openGroup(token: string, context: ToolContext, kind: TokenKind = 'review') {
  const [, card, size, shown, begin = '', length = '', shape = '', among, , agentId] = TOKEN.exec(token) ?? [];
  const again = `Nothing was sent. List them again${withCall(context.has, 'list_pending_approvals', {})}.`;
  if (agentId === undefined)
    throw new Refusal(`Refused: this server did not issue that groupToken, or it is not complete. ${again}`);
  if ((card === undefined) !== (kind === 'review'))
    throw new Refusal(`Refused: that groupToken was ${OTHER_KIND[kind]}. ${again}`);
  const review: Review = shown === undefined ? { kind: 'all' } : { kind: 'part', shownTo: Number(shown) };
  const isOwn = (table: Table): boolean =>
    groupToken(table, context, review.kind === 'part' ? review.shownTo : undefined, kind) === token;
  const first = Number.parseInt(begin, 36);
  const span: Table['span'] = [first, first + Number.parseInt(length, 36)];
  const words = wordsOf(Buffer.from(among ?? '', 'base64url').toString());
  // Those set apart may have been decided meanwhile: the time is the token's.
  const tables = (await tablesOf(agentId, { span, words }, context)).map((table): Table => ({ ...table, span }));
  const table = tables.find(isOwn);
  if (table !== undefined) return { table, review };
  const now = tables.find((one) => one.shape.startsWith(shape));
  const what = `what the groupToken was made for (${size} requests) is not what agent ${agentId} asks for now: a request has changed, no longer waits or is asked about by itself, or the token was not copied exactly or was made for another caller`;
  if (now === undefined) throw new Refusal(`Refused: ${what}. ${again}`, 'changed');
  throw new GroupChanged([`Refused: ${what}. ${again} The group as it is now:`, ...groupText(now)].join('\n'), now);
}

/** Characters of rows in a refusal. */
const SHOWN_IN_REFUSAL = 3_000;

/** A table with as many rows as fit. */
function groupText(table: Table): string[] {
  const rows = rowsFrom(table, 0, SHOWN_IN_REFUSAL);
  const left = table.rows.length - rows.length;
  return [
    `${tableTitle(table)}.`,
    ...tableHead(table),
    ...rows.map((row) => rowLine(table, row)),
    ...(left === 0 ? [] : [`and ${left} more.`]),
  ];
}

/** The tables among an agent's requests that began to wait within a time, and have all words. */
async function tablesOf(
  agentId: string,
  { span, words }: Pick<Table, 'span' | 'words'>,
  context: ToolContext,
): Promise<Table[]> {
  const { call, settings } = context;
  const width = settings.maxConnections;
  const { waiting } = await readInbox({ call, width, agentId, words });
  const then = waiting.filter((one) => beganWithin(one, span));
  const [read, history] = await Promise.all([readRequests(then, { call, width }), currentHistory(agentId, context)]);
  const whole = read.filter(({ isWhole, thread }) => isWhole && phaseOf(thread.status) === 'waiting');
  const agent = await findAgent(call, agentId).catch(() => undefined);
  const known = { history, ...(agent === undefined ? {} : { agent }) };
  const sheets = await mapConcurrent(whole, width, ({ thread }) => sheetOf(thread, context, known));
  // The list may have left out a request that was asked again, by one that began to wait at another time.
  const listed = sheets.filter(({ repeated }) => repeated.newest === undefined);
  return (listed.length === sheets.length ? [sheets] : [sheets, listed]).flatMap((some) =>
    entriesOf(repeatsIn(some).sheets, context, words).flatMap((entry) => entry.table ?? []),
  );
}
