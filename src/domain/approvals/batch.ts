/** One question about several requests: each with its warnings, a choice and a comment. */
import type { Choice, Form, Part } from '../../mcp/contract/question.ts';
import { digest } from '../../platform/text.ts';
import { count, roundMoney } from '../../present/units.ts';
import { compareTexts } from '../found-text.ts';
import { decidedCalls, waitText } from '../threads/request.ts';
import { hasContradiction, hasUnsaid, isUnusual } from './brief/brief.ts';
import { type Drawing, drawingOf, layOut, weightOf } from './drawing.ts';
import { gistOf } from './gist.ts';
import {
  type Decidable,
  type DecisionItem,
  LEAVE,
  LEAVE_IT,
  OPEN,
  pageLines,
  proposalText,
  REJECT,
} from './question.ts';
import type { Sheet } from './sheet.ts';

/** Characters of all requests together, and the most that one of them may take. */
const ROOM = 20_000;
const MAX_REQUEST = 6_000;

const APPROVE: Choice = { value: 'APPROVED', title: 'Approve' };

interface Drawn extends Decidable {
  readonly lines: readonly string[];
  /** Whether the lines show the entire request; otherwise it can't be approved. */
  readonly isWhole: boolean;
}

/** @param items what the caller asked for; items that aren't decidable are listed as left out */
export function asBatch(items: readonly DecisionItem[], decidable: readonly Decidable[]): Form {
  const drawn = drawEach([...decidable].sort(byRisk));
  return {
    subject: `${items.length} threads`,
    // Each token stands for its thread's request as the human saw it.
    digest: digest(items.map(({ threadId, status, comment, reviewToken }) => [threadId, status, comment, reviewToken])),
    page: () => ({ message: messageOf(items, drawn), parts: drawn.map((one, index) => partOf(one, index + 1)) }),
  };
}

/** Riskiest first, then by agent and function, so that similar requests are adjacent. */
function byRisk(a: Decidable, b: Decidable): number {
  return rankOf(a.sheet) - rankOf(b.sheet) || compareTexts(kindOf(a.sheet), kindOf(b.sheet));
}

const rankOf = ({ brief }: Sheet): number =>
  hasContradiction(brief) ? 0 : hasUnsaid(brief) ? 1 : isUnusual(brief) ? 2 : 3;

const kindOf = (sheet: Sheet): string => `${sheet.thread.agentId ?? ''}\n${decidedCalls(sheet)[0]?.name.raw ?? ''}`;

/** Divides the room: what short requests don't use goes to the long ones. */
function drawEach(decidable: readonly Decidable[]): Drawn[] {
  const drawings = decidable.map(({ sheet }) => drawingOf(sheet));
  const needs = drawings.map((drawing) => {
    const { blocks, next } = layOut(drawing, MAX_REQUEST);
    return next === undefined ? weightOf(blocks) : MAX_REQUEST;
  });
  const rooms = new Map<number, number>();
  let left = ROOM;
  const shortestFirst = needs.map((_, index) => index).sort((a, b) => (needs[a] ?? 0) - (needs[b] ?? 0));
  shortestFirst.forEach((index, place) => {
    const room = Math.min(needs[index] ?? 0, Math.floor(left / (shortestFirst.length - place)));
    rooms.set(index, room);
    left -= room;
  });
  return decidable.map((one, index) => {
    const drawing = drawings[index] as Drawing;
    const part = layOut(drawing, rooms.get(index) ?? 0);
    return { ...one, lines: pageLines(one.sheet, drawing, part), isWhole: part.next === undefined };
  });
}

function partOf({ item, sheet, proposal, isWhole }: Drawn, number: number): Part {
  const choices = [...(isWhole ? [APPROVE] : []), REJECT, LEAVE_IT];
  const isSafe = rankOf(sheet) === 3;
  const proposed = proposal.status === 'PENDING' ? LEAVE : proposal.status;
  const initial =
    choices.some(({ value }) => value === proposed) && (isSafe || proposed !== 'APPROVED') ? proposed : LEAVE;
  const title = titleOf(sheet, number);
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
  const warning = ['contradicts', 'unsaid', 'unusual'][rankOf(sheet)];
  return `${number}. ${gistOf(sheet) ?? 'asks to go on'}${warning === undefined ? '' : `, ${warning}`}`;
}

function messageOf(items: readonly DecisionItem[], drawn: readonly Drawn[]): string {
  const asked = new Set(drawn.map(({ item }) => item.threadId));
  const leftOut = items.filter(({ threadId }) => !asked.has(threadId));
  return [
    `${count(drawn.length, 'request')}, a decision for each. Approve lets it go on, Reject ends the thread as FAILED with your comment as the reason, and what you leave waiting is not touched.`,
    ...drawn.flatMap((one, index) => linesOf(one, index + 1)),
    ...(leftOut.length === 0
      ? []
      : [
          `Left out, because they can't be decided on as they are: ${leftOut.map(({ threadId }) => threadId).join(', ')}.`,
        ]),
  ].join('\n');
}

function linesOf({ sheet, lines, isWhole, proposal }: Drawn, number: number): string[] {
  const { cost, thread, startedBy } = sheet;
  const [first = '', ...more] = lines;
  const facts = [waitText(thread), cost && `cost so far ${roundMoney(cost)}`]
    .filter((fact) => fact !== undefined)
    .map((fact) => `; ${fact}`);
  return [
    '',
    `${number}. ${first}`,
    ...more,
    ...(isWhole ? [] : ['NOT SHOWN WHOLE: too long for this form, so it has no Approve. Decide on it alone.']),
    `Proposed: ${proposalText(proposal)}${facts.join('')}. Agent ${thread.agentId ?? 'unknown'}, thread ${thread.id}.${startedBy === undefined ? '' : ` ${startedBy.line}`}`,
  ];
}
