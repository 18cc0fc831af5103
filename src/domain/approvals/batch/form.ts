/** The one question about several requests: all of them with their briefs, grouped by agent and function, a choice for each. */

import type { FormQuestion, QuestionPart } from '../../../mcp/contract/question.ts';
import type { ToolContext } from '../../../mcp/contract/tool.ts';
import { operations } from '../../../platform/operations/index.ts';
import type { Agent } from '../../../platform/parse/records.ts';
import { digest, foreign } from '../../../platform/text.ts';
import { mapConcurrent } from '../../../present/map-concurrent.ts';
import { age, count, minute } from '../../../present/units.ts';
import { compareTexts } from '../../compare-texts.ts';
import { moneyOf } from '../../costs/currency.ts';
import { sentAs } from '../../dialect.ts';
import { briefOf } from '../brief/brief.ts';
import { askedBy } from '../brief/calls.ts';
import { loadHistories } from '../brief/load.ts';
import {
  APPROVE,
  agentOf,
  agentWords,
  checkedComment,
  LEAVE,
  notShown,
  OTHERS,
  requestLines,
  type Unread,
  unreadParts,
} from '../question.ts';
import { type Shown, showRequest } from '../question-text.ts';
import { waitingSince } from '../request.ts';
import type { BatchItem, Decidable, Triage } from './triage.ts';

/** Characters of others' text in the whole question, and of one request in it if the others leave room. */
const ROOM = 20_000;
const MOST_OF_ONE = 6_000;

interface Drawn extends Decidable {
  readonly shown: Shown;
  readonly unread: readonly Unread[];
  readonly functionName: string;
  readonly comment: string | undefined;
}

/** The question about a batch, and what it could not show. */
export interface BatchForm {
  readonly question: FormQuestion;
  /** Of requests that can't be approved, since part of them was never shown: what to read first. By thread. */
  readonly unshown: ReadonlyMap<string, string>;
}

/** @throws Refusal where a comment can't be shown whole */
export function batchForm(items: readonly BatchItem[], triaged: Triage, context: ToolContext): BatchForm {
  const drawn = grouped(drawEach(triaged.decidable, context));
  const proposals = items.map(({ threadId, proposed, comment, reviewToken }) => [
    threadId,
    proposed,
    comment,
    reviewToken,
  ]);
  const question: FormQuestion = {
    subject: `${items.length} threads`,
    // Each token is a digest of what its thread asks for: that is exactly what the human has seen.
    digest: digest(proposals),
    asOf: triaged.asOf,
    message: () => messageOf(drawn, triaged, context),
    parts: drawn.map((one, index) => partOf(one, index + 1)),
  };
  const unshown = drawn.flatMap(({ item, thread, unread }): [string, string][] =>
    unread.length === 0 ? [] : [[item.threadId, notShown(thread, unread, context).message]],
  );
  return { question, unshown: new Map(unshown) };
}

function partOf({ item, unread, comment, functionName }: Drawn, number: number): QuestionPart {
  const { threadId, proposed: status } = item;
  const all = [APPROVE, ...OTHERS];
  const choices = unread.length > 0 ? OTHERS : all;
  const proposed = status === 'PENDING' ? LEAVE : status;
  const first = choices.some(({ value }) => value === proposed) ? proposed : LEAVE;
  return {
    name: threadId,
    title: `${number}. ${functionName === '' ? 'Thread' : `${foreign(functionName).line(60)}, thread`} ${threadId}`,
    choices: [...choices].sort((a, b) => Number(b.value === first) - Number(a.value === first)),
    all,
    standing: first,
    proposed: { choice: first, comment },
  };
}

/** Each as whole as the room for all allows: short ones leave theirs to the long ones. */
function drawEach(decidable: readonly Decidable[], context: ToolContext): Drawn[] {
  const needs = decidable.map(({ thread }) => showRequest(thread, MOST_OF_ONE).used);
  const rooms = new Map<number, number>();
  let left = ROOM;
  const order = needs.map((_, index) => index).sort((a, b) => (needs[a] ?? 0) - (needs[b] ?? 0));
  order.forEach((index, place) => {
    const room = Math.min(needs[index] ?? 0, Math.floor(left / (order.length - place)));
    rooms.set(index, room);
    left -= room;
  });
  return decidable.map((one, index) => {
    const { thread, item } = one;
    const isWhole = (rooms.get(index) ?? 0) >= (needs[index] ?? 0);
    const shown = showRequest(thread, isWhole ? MOST_OF_ONE : rooms.get(index));
    const unread = context.settings.approvals === 'off' ? [] : unreadParts(thread, shown, context);
    const functionName = askedBy(thread).calls[0]?.name.raw ?? '';
    return { ...one, shown, unread, functionName, comment: checkedComment(item.comment) };
  });
}

function grouped(drawn: readonly Drawn[]): Drawn[] {
  const key = ({ thread, functionName }: Drawn): string => `${thread.agentId ?? ''}\n${functionName}`;
  return [...drawn].sort((a, b) => compareTexts(key(a), key(b)));
}

async function messageOf(drawn: readonly Drawn[], { leftOut }: Triage, context: ToolContext): Promise<string> {
  const ids = [...new Set(drawn.flatMap(({ thread }) => thread.agentId ?? []))];
  const [histories, moneyIn, agents] = await Promise.all([
    loadHistories(ids, context),
    moneyOf(
      drawn.map(({ thread }) => thread),
      context,
    ),
    mapConcurrent(drawn, 1, async ({ thread }, index) =>
      // Neighbours have the same agent: it is looked up for the first of them.
      drawn[index - 1]?.thread.agentId === thread.agentId ? undefined : agentOf(thread, context),
    ),
  ]);
  const wires = await Promise.all(drawn.map(({ item }) => sentAsWords(item, context)));
  const lines = [`${count(drawn.length, 'request')}, a decision for each.`];
  let agent: Agent | undefined;
  drawn.forEach((one, index) => {
    const { thread, functionName, item, comment } = one;
    const before = drawn[index - 1];
    const isSameAgent = before !== undefined && before.thread.agentId === thread.agentId;
    if (!isSameAgent) agent = agents[index];
    if (!isSameAgent || before.functionName !== functionName) {
      lines.push(
        '',
        `By ${agentWords(thread, agent)}${functionName === '' ? '' : `, ${foreign(functionName).line(60)}`}:`,
      );
    }
    const since = waitingSince(thread);
    const cost = moneyIn(thread);
    const facts = [
      `thread ${thread.id}`,
      ...(since === undefined ? [] : [`waiting since ${minute(since)} (${age(since)})`]),
      ...(cost === undefined ? [] : [`cost so far ${cost}`]),
    ];
    const known = thread.agentId === undefined ? { leftOut: 'its agent is unknown' } : histories(thread.agentId);
    const brief = briefOf(askedBy(thread), known);
    lines.push(
      `${index + 1}. ${facts.join(', ')}.`,
      ...requestLines({ ...one, brief }),
      `The assistant proposes: ${item.proposed}${wires[index] ?? ''}, ${comment === undefined ? 'without a comment' : `with the comment ${foreign(JSON.stringify(comment))}`}.`,
    );
  });
  if (leftOut.size > 0)
    lines.push('', `Left out, because they can't be decided on as they are: ${[...leftOut.keys()].join(', ')}.`);
  return lines.join('\n');
}

/** What leaves it waiting is never sent. */
async function sentAsWords({ threadId, proposed }: BatchItem, context: ToolContext): Promise<string> {
  if (proposed === 'PENDING') return '';
  return sentAs(operations.handleThreadApproval, { path: { threadId }, body: { status: proposed } }, context);
}
