/** One field of a batch: a request with its warnings, or the rows of a table of alike ones, with their choices and comment. */
import { groupBy } from '../../basics/maps.ts';
import type { Choice, Part } from '../../mcp/contract/question.ts';
import { present } from '../../mcp/contract/result.ts';
import { digest, plainOrMarked } from '../../platform/text.ts';
import { count, roundMoney } from '../../present/units.ts';
import { compareTexts } from '../found-text.ts';
import { waitText } from '../threads/request.ts';
import { decidedCalls } from '../threads/request-calls.ts';
import type { People } from '../threads/starter.ts';
import { type Entry, entriesOf, type Row, sheetsOf, type Table } from './alike.ts';
import { type Brief, hasContradiction, hasUnsaid, isComparedWhole, isUnusual } from './brief/brief.ts';
import { drawingOf, layOut } from './drawing.ts';
import { gistOf } from './gist.ts';
import { QUESTION_PAGE } from './may-approve.ts';
import { newerLines, olderLines, olderOf, repeatsIn } from './older.ts';
import { type Decidable, LEAVE, LEAVE_IT, OPEN, pageLines, proposalText, REJECT, withFirst } from './question.ts';
import type { Sheet } from './sheet.ts';
import { rowsFrom, rowTexts, startersText, sumTexts, tableHead, tableTitle } from './table.ts';

const APPROVE: Choice = { value: 'APPROVED', title: 'Approve' };
/** Asks again, with a field for each row. */
export const ONE_BY_ONE: Choice = { value: 'ONE_BY_ONE', title: 'One by one' };

/** What is asked about with one field: a request, or rows of a table. */
export interface Ask {
  /** Names its field by what it decides on, so that a reply never counts for another set of requests. */
  readonly name: string;
  /** The requests, as they were proposed. */
  readonly members: readonly Decidable[];
  readonly lines: readonly string[];
  readonly part: (number: number) => Part;
  /** Older requests for the same that this field's reply may reject. */
  readonly older: readonly string[];
}

/** Riskiest first, then by agent and function, so that similar requests are adjacent. */
export function asksOf(decidable: readonly Decidable[], named: readonly string[], people: People): Ask[] {
  const byThread = new Map(decidable.map((one) => [one.sheet.thread.id, one]));
  const membersOf = (entry: Entry): Decidable[] =>
    sheetsOf(entry).flatMap((sheet) => {
      const one = byThread.get(sheet.thread.id);
      return one === undefined ? [] : [{ ...one, sheet }];
    });
  const repeats = repeatsIn(decidable.map(({ sheet }) => sheet));
  const older = decidable.filter(({ sheet }) => !repeats.sheets.includes(sheet) || sheet.repeated.newest !== undefined);
  const others = decidable.filter((one) => !older.includes(one));
  const proposals = groupBy(others, ({ proposal }) => digest([proposal.status, proposal.comment]));
  return [...proposals.values()]
    .flatMap((alike) =>
      entriesOf(
        alike.map(({ sheet }) => sheet),
        people,
      ),
    )
    .flatMap((entry): Ask[] =>
      entry.table === undefined
        ? membersOf(entry).map((one) => askAbout(one, named))
        : split(entry.table).map((table) => askAboutAll(table, membersOf({ table }), named)),
    )
    .concat(older.map((one) => askAbout(one, named, { newest: repeats.newestOf(one.sheet)?.thread.id })))
    .sort(byRisk);
}

/** What a request may have against it, riskiest first: what was not compared may contradict. */
const RISKS: readonly { readonly title: string; has(brief: Brief): boolean }[] = [
  { title: 'contradictory', has: hasContradiction },
  { title: 'not compared in full', has: (brief) => !isComparedWhole(brief) },
  { title: "with a value of the agent's own", has: hasUnsaid },
  { title: 'unusual', has: isUnusual },
];

/** The place of its first risk; after all of them, if it has none. */
const rankOf = ({ brief }: Sheet): number => [...RISKS, { has: () => true }].findIndex(({ has }) => has(brief));

function byRisk(a: Ask, b: Ask): number {
  const [{ sheet: one }, { sheet: other }] = [firstOf(a), firstOf(b)];
  return rankOf(one) - rankOf(other) || compareTexts(kindOf(one), kindOf(other));
}

const firstOf = ({ members }: Pick<Ask, 'members'>): Decidable => members[0] as Decidable;
const kindOf = (sheet: Sheet): string => `${sheet.thread.agentId ?? ''}\n${decidedCalls(sheet)[0]?.name.raw ?? ''}`;

/** Characters of lines, each with its end. */
export const lengthOf = (lines: readonly string[]): number => lines.reduce((sum, { length }) => sum + length + 1, 0);

/** Characters of a page beside what it asks about. */
export const AROUND = 500;

/** A table whose rows don't fit on one page becomes several, each with its own field. */
function split(table: Table): Table[] {
  const room = QUESTION_PAGE - AROUND - lengthOf(tableHead(table)) - PROPOSED;
  const tables: Table[] = [];
  for (let from = 0; from < table.rows.length; ) {
    const rows = rowsFrom(table, from, Math.max(room, 1_000));
    if (rows.length === 0) break;
    tables.push(
      rows.length === table.rows.length
        ? table
        : { ...table, rows, sums: [], others: table.rows.filter((row) => !rows.includes(row)) },
    );
    from += rows.length;
  }
  return tables;
}

/** Characters of the line of a proposal, without its comment. */
const PROPOSED = 300;

/**
 * @param named threads that the caller named @param newest one of them that asks for the same again in the same task
 * @param written the human's comment for the group of which it is one
 */
export function askAbout(
  one: Decidable,
  named: readonly string[],
  { newest = one.sheet.repeated.newest, written }: { newest?: string | undefined; written?: string | undefined } = {},
): Ask {
  const { sheet, proposal } = one;
  const older = olderOf([sheet], named);
  const { cost, thread, startedBy } = sheet;
  const drawing = drawingOf(sheet);
  const shown = layOut(drawing, QUESTION_PAGE - AROUND - PROPOSED);
  const isWhole = shown.next === undefined;
  const facts = present(waitText(thread), cost && `cost so far ${roundMoney(cost)}`).map((fact) => `; ${fact}`);
  const lines = [
    ...pageLines(sheet, drawing, shown),
    ...newerLines(newest),
    ...olderLines(older, [sheet]),
    ...(isWhole
      ? []
      : ['NOT SHOWN IN FULL: too long for this form, so no Approve. A question about it alone has pages.']),
    `Proposed: ${proposalText(proposal)}${facts.join('')}. Agent ${thread.agentId ?? 'unknown'}, thread ${thread.id}.${startedBy === undefined ? '' : ` ${startedBy.line}`}`,
  ];
  return {
    name: one.item.threadId,
    members: [one],
    older,
    lines,
    part: (number) => {
      const title = `${titleOf(sheet, number)}${newest === undefined ? '' : ', asked again'}`;
      const choices = [...(isWhole ? [APPROVE] : []), REJECT, LEAVE_IT];
      const isSafe = rankOf(sheet) === RISKS.length && newest === undefined;
      return partOf(one, title, choices, { isSafe, comment: written ?? proposal.comment });
    },
  };
}

/** @param isSafe whether the field may start at Approve */
function partOf(
  { item, proposal }: Decidable,
  title: string,
  choices: readonly Choice[],
  { isSafe, comment }: { readonly isSafe: boolean; readonly comment: string | undefined },
): Part {
  const proposed = proposal.status === 'PENDING' ? LEAVE : proposal.status;
  const isOffered = choices.some(({ value }) => value === proposed);
  const initial = isOffered && (isSafe || proposed !== 'APPROVED') ? proposed : LEAVE;
  return {
    name: item.threadId,
    title,
    choices: withFirst(initial, choices),
    initial,
    open: OPEN,
    comment: { title: `${title}: comment (optional)`, initial: comment },
  };
}

/** `2. create_refund 640 GBP to "Liam Walsh", contradictory`: the subject instead of an id. */
function titleOf(sheet: Sheet, number: number): string {
  const warning = RISKS[rankOf(sheet)]?.title;
  return `${number}. ${gistOf(sheet) ?? 'asks to go on'}${warning === undefined ? '' : `, ${warning}`}`;
}

function askAboutAll(table: Table, members: readonly Decidable[], named: readonly string[]): Ask {
  const first = firstOf({ members });
  const { thread } = first.sheet;
  const size = table.rows.length;
  const starters = startersText(table);
  const about = members.map(({ item, sheet }) => [item.threadId, item.status, item.comment, sheet.digest]);
  const name = `group_${digest(about).slice(0, 12)}`;
  const sheets = members.map(({ sheet }) => sheet);
  const older = olderOf(sheets, named);
  return {
    name,
    members,
    older,
    lines: [
      `${tableTitle(table)}.`,
      ...tableHead(table),
      `The rows: ${table.columns.join(' · ')}`,
      ...table.rows.map((row: Row, index) => `${index + 1}) ${rowTexts(table, row).join(' · ')}`),
      ...olderLines(older, sheets),
      `Proposed for each: ${proposalText(first.proposal)}. Agent ${thread.agentId ?? 'unknown'}.${starters === undefined ? '' : ` ${starters}`}`,
    ],
    part: (number) => {
      const called = plainOrMarked(decidedCalls(first.sheet)[0]?.name ?? '', 40);
      const title = `${number}. ${count(size, 'request')}: ${[called, ...sumTexts(table)].join(', ')}`;
      const choices: Choice[] = [
        { value: LEAVE, title: 'Leave all waiting' },
        { value: 'APPROVED', title: `Approve all ${size}` },
        { value: 'REJECTED', title: `Reject all ${size}` },
        ONE_BY_ONE,
      ];
      const { comment } = first.proposal;
      return { ...partOf(first, title, choices, { isSafe: false, comment }), name };
    },
  };
}
