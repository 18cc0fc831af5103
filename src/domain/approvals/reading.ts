/** A waiting request as `get_thread` shows it: part by part, each with the token of what has been shown so far. */

import { Refusal } from '../../mcp/contract/errors.ts';
import { present, Structured, type Value, withCall } from '../../mcp/contract/result.ts';
import type { ToolContext } from '../../mcp/contract/tool.ts';
import { grouped } from '../../present/units.ts';
import { besideArguments, briefData, WARNINGS } from './brief/brief.ts';
import { drawingOf, layOut } from './drawing.ts';
import { whyNotHere } from './may-approve.ts';
import { partData, partLines } from './notation.ts';
import { askedBefore, newerLines } from './older.ts';
import { agentLabel } from './question.ts';
import { reviewOf, reviewToken } from './review-token.ts';
import type { Sheet } from './sheet.ts';

/** Characters of a part, so that 60,000 take eight calls: the rest of a result's 12,000 is for the facts beside it. */
export const PART = 8_500;

/**
 * The part after the one that gave the token `given`, or the first one.
 * @throws Refusal if the token is of another state of the request, of another reader, or no token
 */
export function partOfRequest(sheet: Sheet, given: string | undefined, context: ToolContext) {
  const threadId = sheet.thread.id;
  const drawing = drawingOf(sheet);
  const from = given === undefined ? 0 : placeOf(given, sheet, context);
  const part = layOut(drawing, PART, from);
  const { head, body } = partLines(drawing, part, agentLabel(sheet), besideArguments(sheet.brief).of);
  const token = reviewToken(sheet, context, part.next);
  const isFirst = from === 0;
  const whyNot = whyNotHere(sheet, context);
  const end = part.next ?? drawing.size;
  const readOn = { tool: 'get_thread', arguments: { threadId, reviewToken: token }, why: 'read on' };
  const decision = { threadId, status: '‹APPROVED or REJECTED›', reviewToken: token };
  const decide = { tool: 'approve_thread', arguments: decision, why: 'send the human’s decision' };
  return {
    isFirst,
    /** `characters 9,001 to 17,400 of 60,210`; undefined if this part shows all of the request. */
    extent:
      isFirst && part.next === undefined
        ? undefined
        : `characters ${grouped(from + 1)} to ${grouped(end)} of ${grouped(drawing.size)}`,
    notes: present(
      ...(isFirst ? [...newerLines(sheet.repeated.newest), ...askedBefore(sheet.repeated.older)] : []),
      whyNot,
    ),
    /** Characters that this part leaves for the rest of a result. */
    room: PART - (end - from),
    facts: {
      brief: briefOf(sheet, isFirst),
      request: new Structured([...head, ...body].join('\n  '), partData(part.blocks)),
      reviewToken: token,
    },
    /** The call that reads on, or decides. */
    next: part.next !== undefined ? readOn : whyNot === undefined ? decide : undefined,
  };
}

/** The text has the sources beside the arguments, or where all values were stated, a line that counts them. */
function briefOf({ brief }: Sheet, isFirst: boolean): Value {
  const { sources, ...facts } =
    briefData(brief, isFirst ? [...WARNINGS, 'earlier', 'sources'] : ['contradictions']) ?? {};
  const all = { ...facts, sources: sources && new Structured(besideArguments(brief).summary.join('; '), sources) };
  return Object.values(all).some((part) => part !== undefined) ? all : undefined;
}

function placeOf(token: string, sheet: Sheet, context: ToolContext): number {
  const review = reviewOf(token, sheet, context);
  if (review.kind === 'all') return 0;
  if (review.kind === 'part') return review.shownTo;
  throw new Refusal(
    `Refused: thread ${sheet.thread.id} is not what the reviewToken was made for: ${review.why}. Read it from its beginning${withCall(context.has, 'get_thread', { threadId: sheet.thread.id })}.`,
  );
}
