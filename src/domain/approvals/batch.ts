/**
 * One question about several requests: alike ones as a table with one choice, every other one with its warnings, a choice
 * and a comment, over as many pages as needed. Nothing is sent before the last page is answered.
 */
import { groupBy } from '../../basics/maps.ts';
import type { Choice, Form, Given, Page, Part, PartAnswer } from '../../mcp/contract/question.ts';
import { present } from '../../mcp/contract/result.ts';
import { digest, plainOrMarked } from '../../platform/text.ts';
import { count, roundMoney } from '../../present/units.ts';
import { compareTexts } from '../found-text.ts';
import { decidedCalls, waitText } from '../threads/request.ts';
import type { People } from '../threads/starter.ts';
import { type Entry, entriesOf, type Row, sheetsOf, type Table } from './alike.ts';
import { type Brief, hasContradiction, hasUnsaid, isComparedWhole, isUnusual } from './brief/brief.ts';
import { drawingOf, layOut } from './drawing.ts';
import { gistOf } from './gist.ts';
import { MAX_PAGES, QUESTION_PAGE } from './may-approve.ts';
import { newerLines, olderLines, olderOf, repeatsIn } from './older.ts';
import {
  type Decidable,
  LEAVE,
  LEAVE_IT,
  OPEN,
  olderParts,
  pageLines,
  proposalText,
  REJECT,
  rejectsOlder,
} from './question.ts';
import type { Sheet } from './sheet.ts';
import { rowsFrom, rowTexts, rowTitle, startersText, sumTexts, tableHead, tableTitle } from './table.ts';

const APPROVE: Choice = { value: 'APPROVED', title: 'Approve' };
const ONE_BY_ONE: Choice = { value: 'ONE_BY_ONE', title: 'One by one' };

/** What is asked about with one field: a request, or rows of a table. */
interface Ask {
  readonly entry: Entry;
  /** The members, as they were proposed. */
  readonly members: readonly Decidable[];
  readonly lines: readonly string[];
  readonly part: (number: number) => Part;
  /** Older requests for the same that this field's reply may reject. */
  readonly older: readonly string[];
}

/** A batch as it is asked, and how its replies are read. */
export interface Batch {
  readonly form: Form;
  /** The human's choice for a thread; `unasked`: it did not fit into the question. */
  choiceOf(threadId: string, given: Given): PartAnswer | 'unasked' | undefined;
  /** The older requests that the human chose to reject, each under its newest. */
  rejectedOlder(given: Given): readonly { readonly newest: Sheet; readonly older: readonly string[] }[];
}

/**
 * @param about what the caller asked for, for the reply to be about the same @param leftOut ids of requests that can't be
 * decided on
 */
export function batchOf(
  about: unknown,
  decidable: readonly Decidable[],
  leftOut: readonly string[],
  people: People,
): Batch {
  const named = [...decidable.map(({ item }) => item.threadId), ...leftOut];
  const asks = asksOf(decidable, named, people);
  const first = paged(asks);
  const askOf = new Map(asks.flatMap((ask) => ask.members.map(({ item }) => [item.threadId, ask] as const)));
  /** The pages, once those of the tables that are gone through one by one are known. */
  const known = new WeakMap<Given, readonly (readonly Ask[])[]>();
  const pagesFor = (given: Given): readonly (readonly Ask[])[] => {
    const before = known.get(given);
    if (before !== undefined) return before;
    const opened = asks.filter((ask) => given.get(nameOf(ask))?.choice === ONE_BY_ONE.value);
    const singles = opened.flatMap(({ members }) => members.map((one) => askAbout(one, named)));
    const pages = [...first, ...paged(singles)].slice(0, MAX_PAGES);
    known.set(given, pages);
    return pages;
  };
  return {
    form: {
      subject: `${decidable.length + leftOut.length} threads`,
      // Those that the question names, and no others, are rejected.
      digest: digest([about, asks.flatMap(({ older }) => older)]),
      page: (index, given) => {
        const pages = pagesFor(given);
        const before = pages.slice(0, index).reduce((sum, page) => sum + page.length, 0);
        return pageOf(pages[index] ?? [], { index, pages: pages.length, before, leftOut: index === 0 ? leftOut : [] });
      },
      goesOn: (index, given) => index + 1 < pagesFor(given).length,
    },
    choiceOf(threadId, given) {
      const ask = askOf.get(threadId);
      if (ask === undefined) return undefined;
      const asked = pagesFor(given).flat();
      const isAsked = asked.some((one) => nameOf(one) === threadId);
      if (isAsked) return given.get(threadId);
      const chosen = given.get(nameOf(ask));
      const isShown = asked.includes(ask);
      return chosen?.choice === ONE_BY_ONE.value || !isShown ? 'unasked' : chosen;
    },
    rejectedOlder: (given) =>
      pagesFor(given)
        .flat()
        // What is gone through one by one is asked again.
        .filter((ask) => rejectsOlder(nameOf(ask), given) && given.get(nameOf(ask))?.choice !== ONE_BY_ONE.value)
        .flatMap(({ members, older }) =>
          members.map(({ sheet }) => ({
            newest: sheet,
            older: sheet.repeated.older.filter((id) => older.includes(id)),
          })),
        ),
  };
}

/** Names the field by what it decides on, so that a reply never counts for another set of requests. */
function nameOf({ entry, members }: Pick<Ask, 'entry' | 'members'>): string {
  const [only] = members;
  if (entry.table === undefined && only !== undefined) return only.item.threadId;
  return `group_${digest(members.map(({ item, sheet }) => [item.threadId, item.status, item.comment, sheet.digest])).slice(0, 12)}`;
}

/** Riskiest first, then by agent and function, so that similar requests are adjacent. */
function asksOf(decidable: readonly Decidable[], named: readonly string[], people: People): Ask[] {
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
    .concat(older.map((one) => askAbout(one, named, repeats.newestOf(one.sheet)?.thread.id)))
    .sort(byRisk);
}

/** What a request may have against it, riskiest first: what was not compared may contradict. */
const RISKS: readonly { readonly title: string; has(brief: Brief): boolean }[] = [
  { title: 'contradicts', has: hasContradiction },
  { title: 'not compared', has: (brief) => !isComparedWhole(brief) },
  { title: 'unsaid', has: hasUnsaid },
  { title: 'unusual', has: isUnusual },
];

/** The place of its first risk; after all of them, if it has none. */
const rankOf = ({ brief }: Sheet): number => [...RISKS, { has: () => true }].findIndex(({ has }) => has(brief));

function byRisk(a: Ask, b: Ask): number {
  const [one, other] = [sheetsOf(a.entry)[0] as Sheet, sheetsOf(b.entry)[0] as Sheet];
  return rankOf(one) - rankOf(other) || compareTexts(kindOf(one), kindOf(other));
}

const kindOf = (sheet: Sheet): string => `${sheet.thread.agentId ?? ''}\n${decidedCalls(sheet)[0]?.name.raw ?? ''}`;

const lengthOf = (lines: readonly string[]): number => lines.reduce((sum, { length }) => sum + length + 1, 0);

/** Characters of a page beside what it asks about. */
const AROUND = 500;

/** Fills pages in order; what is asked about is on one page. */
function paged(asks: readonly Ask[]): Ask[][] {
  const pages: Ask[][] = [];
  let left = 0;
  for (const ask of asks) {
    const need = lengthOf(ask.lines);
    if (need > left) {
      pages.push([]);
      left = QUESTION_PAGE - AROUND;
    }
    pages.at(-1)?.push(ask);
    left -= need;
  }
  return pages;
}

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

/** @param named threads that the caller named @param newest one of them that asks for the same again in the same task */
function askAbout(one: Decidable, named: readonly string[], newest = one.sheet.repeated.newest): Ask {
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
    ...olderLines(older),
    ...(isWhole ? [] : ['NOT SHOWN IN FULL: too long for this form, so no Approve. Decide on it alone.']),
    `Proposed: ${proposalText(proposal)}${facts.join('')}. Agent ${thread.agentId ?? 'unknown'}, thread ${thread.id}.${startedBy === undefined ? '' : ` ${startedBy.line}`}`,
  ];
  return {
    entry: { sheet },
    members: [one],
    older,
    lines,
    part: (number) => {
      const title = `${titleOf(sheet, number)}${newest === undefined ? '' : ', asked again'}`;
      const choices = [...(isWhole ? [APPROVE] : []), REJECT, LEAVE_IT];
      return partOf(one, title, choices, rankOf(sheet) === RISKS.length && newest === undefined);
    },
  };
}

/** @param isSafe whether the field may start at Approve */
function partOf({ item, proposal }: Decidable, title: string, choices: readonly Choice[], isSafe: boolean): Part {
  const proposed = proposal.status === 'PENDING' ? LEAVE : proposal.status;
  const isOffered = choices.some(({ value }) => value === proposed);
  const initial = isOffered && (isSafe || proposed !== 'APPROVED') ? proposed : LEAVE;
  return {
    name: item.threadId,
    title,
    choices: [...choices].sort((a, b) => Number(b.value === initial) - Number(a.value === initial)),
    initial,
    open: OPEN,
    comment: { title: `${title}: comment (optional)`, initial: proposal.comment },
  };
}

/** `2. create_refund 640 GBP to "Liam Walsh", contradicts`: the subject instead of an id. */
function titleOf(sheet: Sheet, number: number): string {
  const warning = RISKS[rankOf(sheet)]?.title;
  return `${number}. ${gistOf(sheet) ?? 'asks to go on'}${warning === undefined ? '' : `, ${warning}`}`;
}

function askAboutAll(table: Table, members: readonly Decidable[], named: readonly string[]): Ask {
  const [first] = members as readonly [Decidable, ...Decidable[]];
  const { thread } = first.sheet;
  const size = table.rows.length;
  const starters = startersText(table);
  const ask = { entry: { table }, members };
  const older = olderOf(
    members.map(({ sheet }) => sheet),
    named,
  );
  return {
    ...ask,
    older,
    lines: [
      `${tableTitle(table)}.`,
      ...tableHead(table),
      `The rows: ${rowTitle(table)}`,
      ...table.rows.map((row: Row, index) => `${index + 1}) ${rowTexts(table, row).join(' · ')}`),
      ...olderLines(older),
      `Proposed for each: ${proposalText(first.proposal)}. Agent ${thread.agentId ?? 'unknown'}.${starters === undefined ? '' : ` ${starters}`}`,
    ],
    part: (number) => {
      const name = plainOrMarked(decidedCalls(first.sheet)[0]?.name ?? '', 40);
      const title = `${number}. ${count(size, 'request')}: ${[name, ...sumTexts(table)].join(', ')}`;
      const choices: Choice[] = [
        { value: LEAVE, title: 'Leave all waiting' },
        { value: 'APPROVED', title: `Approve all ${size}` },
        { value: 'REJECTED', title: `Reject all ${size}` },
        ONE_BY_ONE,
      ];
      return { ...partOf(first, title, choices, false), name: nameOf(ask) };
    },
  };
}

interface Place {
  readonly index: number;
  readonly pages: number;
  /** Fields of the pages before. */
  readonly before: number;
  readonly leftOut: readonly string[];
}

function pageOf(asks: readonly Ask[], { index, pages, before, leftOut }: Place): Page {
  const requests = asks.reduce((sum, { members }) => sum + members.length, 0);
  const page = pages === 1 ? '' : `Page ${index + 1} of ${pages}: `;
  const later = index + 1 < pages ? ' Nothing is sent before the last page.' : '';
  return {
    message: [
      `${page}${count(requests, 'request')}, a decision for each${asks.length < requests ? ' or for alike ones together' : ''}. Reject ends the thread with your comment as the reason; what you leave waiting is not touched.${later}`,
      ...asks.flatMap(({ lines: [first = '', ...more] }, at) => ['', `${before + at + 1}. ${first}`, ...more]),
      ...(leftOut.length === 0
        ? []
        : [`Left out, because they can't be decided on as they are: ${leftOut.join(', ')}.`]),
    ].join('\n'),
    parts: asks.flatMap(({ part, older }, at) => {
      const own = part(before + at + 1);
      return [own, ...olderParts(own.name, older, before + at + 1)];
    }),
  };
}
