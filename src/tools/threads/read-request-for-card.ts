import * as z from 'zod';
import { besideArguments, briefData, WARNINGS } from '../../domain/approvals/brief/brief.ts';
import { drawingOf, layOut } from '../../domain/approvals/drawing.ts';
import { sentenceOf } from '../../domain/approvals/gist.ts';
import { GroupChanged, openGroup, groupToken as tokenOfGroup } from '../../domain/approvals/group-token.ts';
import { whyBarred } from '../../domain/approvals/may-approve.ts';
import { partData } from '../../domain/approvals/notation.ts';
import { newerLines } from '../../domain/approvals/older.ts';
import { agentLabel, approveTitle, LEFT_OUT } from '../../domain/approvals/question.ts';
import { reviewOf, reviewToken as tokenOf } from '../../domain/approvals/review-token.ts';
import { readSheet, type Sheet } from '../../domain/approvals/sheet.ts';
import {
  approveAllTitle,
  sharedBlocks,
  startersText,
  sumLines,
  tableData,
  tableTitle,
} from '../../domain/approvals/table.ts';
import { isOverdue, lacksConversation } from '../../domain/threads/request.ts';
import { type Phase, phaseOf } from '../../domain/threads/status.ts';
import { Refusal } from '../../mcp/contract/errors.ts';
import type { ToolResult } from '../../mcp/contract/result.ts';
import { defineTool, type ToolContext } from '../../mcp/contract/tool.ts';
import { excerpt } from '../../present/excerpt.ts';
import { groupToken, reviewToken, threadId } from '../fields.ts';
import { briefShape, flags, numbers, partShape, records, result, textLists, texts } from '../results.ts';

/** Characters of a request that a card gets at once: far more than most requests have, and quick to draw. */
const PART = 60_000;

/** What an agent does that does not wait, after its name. */
const DOES: Readonly<Record<Exclude<Phase, 'waiting'>, string>> = {
  running: 'goes on',
  paused: 'is paused',
  completed: 'is done',
  failed: 'has stopped',
  other: 'is not waiting for a decision',
};

/** A whole request for a card, part by part; the last part's token decides. An older token says what changed. */
export const readRequestForCard = defineTool({
  name: 'read_request_for_card',
  title: 'Read a request for its card',
  toolset: 'threads',
  effect: 'read',
  forCardsWith: 'get_thread',
  description: [
    'For the card of a request: all that a thread asks for.',
    { text: 'Models call get_thread instead.', tools: ['get_thread'] },
  ],
  input: () =>
    z.strictObject({
      threadId: threadId().optional(),
      reviewToken: reviewToken().optional().describe('Read on after the part that gave it.'),
      groupToken: groupToken().optional().describe('Instead of a thread: a group of alike requests.'),
    }),
  output: () =>
    result(
      briefShape(),
      texts('threadId', 'agentId', 'sentence', 'status', 'phase', 'waitingSince', 'task', 'lastSaid', 'changed'),
      texts('reviewToken', 'startedBy', 'cannotDecide', 'currency', 'approveTitle'),
      texts('groupToken', 'rejectTitle'),
      textLists('columns', 'sums'),
      numbers('cost', 'left', 'dropped', 'alike', 'overdue'),
      flags('asksInstead', 'isFirst'),
      {
        parts: records(partShape()).optional(),
        rows: z.array(z.array(z.string())).optional(),
      },
    ),
  async handle({ threadId, reviewToken, groupToken }, context) {
    if (groupToken !== undefined) return groupForCard(groupToken, context);
    if (threadId === undefined) throw new Refusal('Refused: give threadId or groupToken.');
    const sheet = await readSheet(threadId, context);
    const { thread, cost, since, task, brief } = sheet;
    const phase = phaseOf(thread.status);
    const review = reviewToken === undefined ? undefined : reviewOf(reviewToken, sheet, context, 'card');
    const facts = {
      threadId: thread.id,
      agentId: thread.agentId,
      status: thread.status,
      phase,
      cost,
      currency: cost?.currency,
      changed: review?.kind === 'invalid' ? `This request is not what this card read: ${review.why}.` : undefined,
    };
    if (phase !== 'waiting') {
      const last = thread.messages.at(-1);
      return {
        summary: `Thread ${thread.id} is ${thread.status} and does not wait for approval.`,
        facts: {
          ...facts,
          sentence: `${agentLabel(sheet)} ${DOES[phase]}`,
          lastSaid: last && excerpt(last.content, 600),
        },
      };
    }
    const from = review?.kind === 'part' ? review.shownTo : 0;
    const part = layOut(drawingOf(sheet), PART, from);
    const { cannotDecide, asksInstead } = toDecide(sheet, context);
    const warned = { ...brief, unusual: [...newerLines(sheet.repeated.newest), ...brief.unusual] };
    return {
      summary: `Thread ${thread.id} is ${thread.status}.`,
      facts: {
        // Only with the first part: they are about the whole request.
        ...(from === 0
          ? { isFirst: true, brief: briefData(warned, [...WARNINGS, 'earlier']), task: task && excerpt(task, 600) }
          : {}),
        ...facts,
        sentence: sentenceOf(sheet, agentLabel(sheet)),
        waitingSince: since,
        overdue: isOverdue(thread, context.settings.overdueHours) ? 1 : undefined,
        startedBy: sheet.startedBy?.line,
        approveTitle: approveTitle(sheet),
        cannotDecide,
        asksInstead,
        // Where a press decides nothing, no token does, unless the human is asked anyway.
        reviewToken:
          part.next === undefined && cannotDecide !== undefined && asksInstead !== true
            ? undefined
            : tokenOf(sheet, context, part.next, 'card'),
        left: part.omitted,
        dropped: part.blocks.reduce((sum, block) => sum + (block.left === 0 ? block.dropped : 0), 0),
      },
      list: {
        name: 'parts',
        items: partData(part.blocks, besideArguments(brief).of).map((data) => ({ data, line: JSON.stringify(data) })),
      },
    };
  },
});

/** A whole group of alike requests, as it is now. Its token is the card's own, or the question's if the host asks. */
async function groupForCard(given: string, context: ToolContext): Promise<ToolResult> {
  const { table, changed } = await openGroup(given, context, given.startsWith('card-') ? 'card' : 'review').then(
    (opened) => ({ table: opened.table, changed: undefined }),
    (error: unknown) => {
      if (error instanceof GroupChanged) return { table: error.now, changed: GROUP_CHANGED };
      throw error;
    },
  );
  const [first] = table.rows;
  const one = first === undefined ? {} : toDecide(first.sheet, context);
  const isHindered = one.cannotDecide !== undefined && one.asksInstead !== true;
  const { cannotDecide, asksInstead }: ToDecide =
    isHindered || context.has('decide_approvals') ? one : { cannotDecide: NOT_TOGETHER };
  const { alike, agentId, columns, rows } = tableData(table, table.rows);
  return {
    summary: `${tableTitle(table)}.`,
    facts: {
      isFirst: true,
      phase: 'waiting',
      sentence: `${first && agentLabel(first.sheet)}: ${tableTitle(table)}`,
      ...{ alike, agentId, columns, rows },
      sums: sumLines(table),
      startedBy: startersText(table),
      changed,
      approveTitle: approveAllTitle(table),
      rejectTitle: `Reject all ${table.rows.length}`,
      cannotDecide,
      asksInstead,
      groupToken:
        cannotDecide !== undefined && asksInstead !== true
          ? undefined
          : tokenOfGroup(table, context, undefined, asksInstead === true ? 'review' : 'card'),
    },
    list: {
      name: 'parts',
      items: partData(sharedBlocks(table)).map((data) => ({ data, line: JSON.stringify(data) })),
    },
  };
}

const GROUP_CHANGED =
  'These are not the requests that this card read: one has changed, no longer waits or is asked about by itself.';

interface ToDecide {
  /** Why a press in the card decides nothing. */
  readonly cannotDecide?: string;
  /** The host asks the human itself. */
  readonly asksInstead?: true;
}

function toDecide(sheet: Sheet, context: ToolContext): ToDecide {
  const { has, settings, client, caller } = context;
  const barred = whyBarred(sheet, context);
  if (barred !== undefined) return { cannotDecide: barred };
  if (!caller.rights.has('decide')) return { cannotDecide: NO_RIGHT };
  if (!has('approve_thread')) return { cannotDecide: 'This server’s settings don’t allow decisions here.' };
  if (settings.approvals !== 'off' && client.canAsk) return { asksInstead: true, cannotDecide: CAN_ASK };
  if (settings.approvals === 'require') return { cannotDecide: REQUIRED };
  return lacksConversation(sheet) ? { cannotDecide: LEFT_OUT } : {};
}

const NO_RIGHT = 'You have no right to decide here.';
const NOT_TOGETHER = 'This server’s settings don’t allow decisions on several requests at once. Decide one by one.';
const CAN_ASK = 'This host can ask the human itself, which proves more than a press in a card: use approve_thread.';
const REQUIRED =
  'AGENT_PLATFORM_APPROVALS is require: a human decides in a host that asks, and a press in a card proves no human.';
