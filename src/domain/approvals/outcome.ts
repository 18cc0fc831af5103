/** Reports a decision: the fact, and at most one next step. */

import { EffectError } from '../../mcp/contract/errors.ts';
import type { DecidedBy } from '../../mcp/contract/question.ts';
import { type NextStep, type ToolResult, withCall } from '../../mcp/contract/result.ts';
import type { ToolContext } from '../../mcp/contract/tool.ts';
import type { Decision } from '../../platform/operations/schemas.ts';
import { foreign } from '../../platform/text.ts';
import { hindranceOf } from '../agents/agents.ts';
import { NO_REPLY } from '../confirm.ts';
import { dialectToCheck } from '../dialect.ts';
import { namesRejection, phaseOf, unknownStatusNotes } from '../threads/status.ts';
import { checkedComment, type DecisionItem } from './chosen.ts';
import type { Decided, DecisionEffect, DecisionSent, Doubt, Taken } from './effect.ts';
import { nothingStarted, redoText, withNothingStarted } from './redo.ts';
import { later } from './sheet.ts';

const DONE = { APPROVED: 'Approved', REJECTED: 'Rejected' } as const;
const SENT = { APPROVED: 'Approval sent', REJECTED: 'Rejection sent' } as const;

const LEFT = {
  declined: `The human ${NO_REPLY.declined}`,
  closed: `The human ${NO_REPLY.closed}`,
  left: 'The human chose to leave it waiting',
  open: "The host's answer has no choice for it",
  unasked: 'It did not fit into ten questions; decide on it in another call',
  proposed: 'Left waiting, as asked',
  wordless: 'The human chose to start again with their own words, and gave none',
} as const;

type Context = Pick<ToolContext, 'has' | 'settings'>;
type Sent = DecisionEffect & DecisionSent;
type TakenSent = Taken & DecisionSent;

/**
 * The result of a tool that decided on one thread.
 * @param item what the model asked for; the human may have chosen otherwise, with another comment
 * @param subject how the text refers to the thread: `it` if its id precedes the text
 * @throws the refusal if nothing was sent; EffectError if the decision had no effect or is contradicted; the error if the
 * platform refused it or its effect is unknown
 */
export function decisionResult(
  decided: Decided,
  item: DecisionItem,
  context: Context,
  subject = `thread ${item.threadId}`,
): ToolResult {
  switch (decided.kind) {
    case 'refused':
      throw decided.error;
    case 'unknown':
    case 'denied':
      throw withNothingStarted(decided.error, decided);
    case 'left': {
      const { status } = decided.sheet.thread;
      return {
        // Of many, nothing says that each still waits: what is left is not read again.
        summary: leftText(decided.why, 'nothing was sent', ...(subject === 'it' ? [] : [`${subject} still waits`])),
        facts: { decision: 'none', status },
      };
    }
    case 'planned':
      throw new Error('Only a batch reports plans.');
    case 'did-not-take':
    case 'contradicted': {
      const isContradicted = decided.kind === 'contradicted';
      const problem = [problemOf(decided), ...(isContradicted ? [] : agentNotes(decided, context))];
      const check = [...(isContradicted ? [dialectToCheck(context)] : []), checkFirst(decided, context)];
      throw new EffectError([...problem, ...nothingStarted(decided), ...check].join(' '));
    }
    default:
      return sentResult(decided, item, subject, context.has);
  }
}

/** Whether the decision was sent, and the thread shows that it took effect. */
export const isConfirmed = (decided: Decided): boolean =>
  (decided.kind === 'decided' || decided.kind === 'waits-for-another') &&
  decided.doubt === undefined &&
  !isStatusUnknown(decided);

function sentResult(sent: TakenSent, item: DecisionItem, subject: string, has: ToolContext['has']): ToolResult {
  const { decision, by, status, sheet, doubt } = sent;
  const threadId = sheet.thread.id;
  const chosen = by === 'human' && decision !== item.status ? `, as the human chose instead of ${item.status}` : '';
  const isUnseen = isStatusUnknown(sent);
  const redo = redoText(sent, has);
  // Otherwise the human has said how it goes on.
  const hasEnded = sent.redo === undefined || sent.redo.kind === 'not-tried';
  const done = `${doubt !== undefined || isUnseen ? SENT[decision] : DONE[decision]}${chosen}`;
  return {
    summary: [`${done}: ${statusClause(sent, subject)}`, ...(redo === undefined ? [] : [redo.said])].join(' '),
    notes: [
      ...(decision === 'REJECTED' ? [...reasonNotes(sent, item), ...(hasEnded ? [dontRepeat(by)] : [])] : []),
      ...(isUnseen || doubt === undefined
        ? []
        : [`${doubtText(doubt, decision)} Check${withCall(has, 'get_thread', { threadId })}.`]),
      ...commentNotes(sent, item),
      ...(sheet.startedBy !== undefined && sheet.startedBy.name === undefined ? [sheet.startedBy.line] : []),
      ...(redo?.notes ?? []),
      ...unknownStatusNotes(status, 'the thread'),
      ...(decision === 'APPROVED' && doubt === undefined && phaseOf(status) === 'failed'
        ? ['The thread has since ended without success. Nothing from the platform contradicts the approval.']
        : []),
    ],
    facts: { decision, decidedBy: by, status },
    next: redo?.next ?? nextOf(sent),
  };
}

function statusClause(sent: TakenSent, subject: string): string {
  const { decision, status, kind, doubt } = sent;
  if (isStatusUnknown(sent)) return `the platform accepted it, but its effect on ${subject} could not be verified.`;
  if (kind === 'waits-for-another') {
    const took =
      doubt === undefined ? `the decision took effect, and ${subject}` : `${subject} no longer asks for the same, and`;
    return `${took} now waits for a decision on another request (${status}).`;
  }
  // A status of its own says so itself.
  const isRejected =
    decision === 'REJECTED' && phaseOf(status) === 'failed' && !namesRejection(status) && doubt === undefined;
  return `${subject} is now ${status}${isRejected ? ' because it was rejected: the agent itself did not fail' : ''}.`;
}

/** `The human chose to leave it waiting: nothing was sent, and thread 7f… still waits.` */
export const leftText = (why: keyof typeof LEFT, ...facts: readonly string[]): string =>
  `${LEFT[why]}: ${facts.join(', and ')}.`;

/** The caller knows its own reason, unless a human has seen it, who may have changed it. */
export function reasonNotes({ comment, by }: Pick<Sent, 'comment' | 'by'>, item: DecisionItem): string[] {
  if (comment === undefined) return ['No reason was given.'];
  const isCallers = by !== 'human' && comment === checkedComment(item.comment);
  return isCallers ? [] : [`The reason: ${foreign(comment)}.`];
}

/** Tells the assistant not to try again after a rejection. */
export const dontRepeat = (by: DecidedBy): string =>
  `Don't start the rejected request again${by === 'human' || by === 'card' ? ' unasked' : ''}: ask the human, or change the plan.`;

/** Whether the thread's status after the decision is unknown. */
const isStatusUnknown = ({ kind, status }: Sent): boolean => kind === 'decided' && status === 'UNKNOWN';

function doubtText(doubt: Doubt, decision: Decision): string {
  if (doubt === 'answered') {
    return 'A tool has answered since, and nothing shows whether it was told of the rejection: what was rejected may have been carried out.';
  }
  const [took, other] = decision === 'APPROVED' ? ['approval', 'a rejection'] : ['rejection', 'an approval'];
  return `The thread does not show that the ${took} took effect: it could also look like this after ${other}.`;
}

/** Names the comment that was sent if it isn't the proposed one, so that the report doesn't quote the proposal. */
function commentNotes({ by, comment, decision, isCommentDropped }: Sent, item: DecisionItem): string[] {
  if (isCommentDropped) {
    return [`The proposed comment was not sent: it was about ${item.status}, and the human chose ${decision}.`];
  }
  if (by !== 'human' || comment === checkedComment(item.comment)) return [];
  if (comment === undefined) return ["No comment was sent: the human's answer holds none."];
  // After a rejection, the comment is reported as the reason.
  return decision === 'REJECTED' ? [] : [`The comment sent is the human's own: ${foreign(comment)}.`];
}

function nextOf(sent: Sent): NextStep | undefined {
  const { kind, status, sheet } = sent;
  const threadId = sheet.thread.id;
  if (isStatusUnknown(sent)) return { tool: 'get_thread', arguments: { threadId }, why: 'see whether it took effect' };
  if (kind === 'waits-for-another') {
    return { tool: 'get_thread', arguments: { threadId }, why: 'read what it asks for now' };
  }
  if (phaseOf(status) !== 'running') return undefined;
  return { tool: 'wait_for_thread', arguments: { threadIds: [threadId] }, why: 'see how it ends' };
}

function problemOf(sent: Sent): string {
  const { kind, decision, status } = sent;
  if (kind === 'did-not-take') {
    if (sent.isDeferred === true) {
      return `The platform accepted ${decision} for later (202), and it has NOT taken effect yet: the thread is still ${status} and asks for the same.`;
    }
    if (sent.answered !== undefined) {
      return `The platform answered ${decision} with ${sent.answered}, and the thread read afterwards is ${status} and asks for the same: whether the decision took effect is not known.`;
    }
    if (sent.hasToolResult === true) {
      return `The platform accepted ${decision}, and a tool has answered since, but the thread is still ${status}: whether the decision took effect is not known.`;
    }
    return `The decision has NOT taken effect so far: the platform accepted ${decision}, but the thread is still ${status} and asks for the same.`;
  }
  const accepted = `The platform accepted ${decision}, but the thread is ${status}`;
  if (decision === 'APPROVED') return `${accepted}, which contradicts an approval.`;
  return `${accepted}, which contradicts a rejection: the agent may be continuing.`;
}

function checkFirst(sent: Sent, { has }: Context): string {
  const check = `It was sent once. Check${withCall(has, 'get_thread', { threadId: sent.sheet.thread.id })} before deciding again`;
  const after = sent.kind === 'did-not-take' ? sent.decidableAfter : undefined;
  return after === undefined ? `${check}.` : `${check}, which is possible ${later(after)}.`;
}

/** Why it may not have taken effect. */
function agentNotes({ sheet: { agent } }: DecisionSent, { has }: Context): string[] {
  const state = hindranceOf(agent);
  if (agent === undefined || state === undefined) return [];
  const enable = state === 'disabled' ? withCall(has, 'update_agent', { agentId: agent.id, disabled: false }) : '';
  return [`Its agent is ${state}: probably nothing happens until that is changed${enable}.`];
}
