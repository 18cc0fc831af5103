/** What is said of a decision: the fact, and at most one next step. */

import { type Answer, type NextStep, withCall } from '../../mcp/contract/answer.ts';
import { EffectError, Refusal } from '../../mcp/contract/errors.ts';
import type { ToolContext } from '../../mcp/contract/tool.ts';
import type { Decision } from '../../platform/operations/schemas.ts';
import { foreign } from '../../platform/text.ts';
import { dialectToCheck } from '../dialect.ts';
import { phaseOf, unknownStatusNotes } from '../threads/status.ts';
import { UNANSWERED } from '../why-not.ts';
import type { Decided } from './decide.ts';
import type { Doubt } from './effect.ts';
import type { DecisionRequest } from './misfit.ts';
import { checkedComment } from './question.ts';

const DONE: Readonly<Record<Decision, string>> = {
  APPROVED: 'Approved',
  REJECTED: 'Rejected',
  PENDING: 'Left pending',
};

const SENT: Readonly<Record<Decision, string>> = {
  APPROVED: 'Approval sent',
  REJECTED: 'Rejection sent',
  PENDING: 'Left pending',
};

const LEFT = { ...UNANSWERED, left: 'chose to leave it waiting' } as const;

/**
 * The answer of a tool that decided on one thread.
 * @param request what the model asked for; the human may have chosen otherwise, and written another comment
 * @param subject what the text calls the thread: `it`, where the id stands before it
 * @throws Refusal where nothing was sent; EffectError where the decision did not take or is contradicted; the error of a
 * decision that the platform refused, or whose effect is unknown
 */
export function decisionAnswer(
  decided: Decided,
  request: Proposed,
  context: Pick<ToolContext, 'has' | 'settings'>,
  subject = `thread ${request.threadId}`,
): Answer {
  switch (decided.kind) {
    case 'refused':
      throw new Refusal(decided.text);
    case 'unknown':
    case 'denied':
      throw decided.error;
    case 'left': {
      const { status } = decided.thread;
      return {
        summary: `The human ${LEFT[decided.why]}: nothing was sent, and ${subject} still waits.`,
        facts: { decision: 'none', status },
      };
    }
    case 'did-not-take':
      throw new EffectError(`${problemOf(decided)} ${checkFirst(decided.before.id, context.has)}`);
    case 'contradicted':
      throw new EffectError(
        [problemOf(decided), ...causeOf(decided, context), checkFirst(decided.before.id, context.has)].join(' '),
      );
    default:
      return { ...sentAnswer(decided, request, subject, context.has), next: nextOf(decided) };
  }
}

type Proposed = Pick<DecisionRequest, 'threadId' | 'proposed' | 'comment'>;
type Sent = Extract<Decided, { status: string }>;

function sentAnswer(sent: Sent, request: Proposed, subject: string, has: ToolContext['has']): Answer {
  const { proposed } = request;
  const { decision, by, status, isFromList } = sent;
  const chosen = by === 'human' && decision !== proposed ? `, as the human chose instead of ${proposed}` : '';
  const doubt = 'doubt' in sent ? sent.doubt : undefined;
  const isUnseen = isUnseenOf(sent);
  const done = `${doubt !== undefined || isUnseen ? SENT[decision] : DONE[decision]}${chosen}`;
  const took =
    doubt === undefined ? `the decision took effect, and ${subject}` : `${subject} no longer asks for the same, and`;
  const isRejected = decision === 'REJECTED' && phaseOf(status) === 'failed' && doubt === undefined;
  const now = isUnseen
    ? `the platform accepted it, and whether it took effect on ${subject} could not be seen.`
    : sent.kind === 'waits-for-another'
      ? `${took} now waits for a decision on another request (${status}).`
      : `${subject} is now ${status}${isRejected ? ' because it was rejected: the agent itself did not fail' : ''}.`;
  return {
    summary: `${done}: ${now}`,
    notes: [
      ...(isUnseen ? [] : doubtNotes(doubt, sent.before.id, has)),
      ...commentNotes(sent, request),
      ...(isFromList
        ? [
            'This platform does not offer reading a single thread: the request came from its list of threads and could not be checked before the decision.',
          ]
        : []),
      ...unknownStatusNotes(status, 'the thread'),
      ...(decision === 'APPROVED' && phaseOf(status) === 'failed'
        ? ['The thread has since ended without success. Nothing from the platform contradicts the approval.']
        : []),
    ],
    facts: { decision, decidedBy: by, status },
  };
}

/** Nothing that could be read after the decision says what state the thread is in. */
const isUnseenOf = ({ kind, status }: Sent): boolean => kind === 'decided' && status === 'UNKNOWN';

const DOUBTS: Readonly<Record<Doubt, string>> = {
  answered:
    'A tool has answered since, and nothing shows whether it was told of the rejection: what was rejected may have been carried out.',
  unseen: 'The thread does not show that the rejection took effect: it could look like this after an approval, too.',
};

const doubtNotes = (doubt: Doubt | undefined, threadId: string, has: ToolContext['has']): string[] =>
  doubt === undefined ? [] : [`${DOUBTS[doubt]} Check${withCall(has, 'get_thread', { threadId })}.`];

/**
 * Where a human's answer sent another comment than the proposed one: whoever tells of the decision must not quote the
 * proposal. The proposal counts as it was shown, without blanks around it.
 */
function commentNotes({ by, comment }: Sent, request: Proposed): string[] {
  if (by !== 'human' || comment === checkedComment(request.comment)) return [];
  if (comment === undefined) return ["No comment was sent: the human's answer holds none."];
  return [`The comment sent is the human's own: ${foreign(JSON.stringify(comment))}.`];
}

function nextOf(sent: Sent): NextStep | undefined {
  const { kind, status, before } = sent;
  const threadId = before.id;
  if (isUnseenOf(sent)) return { tool: 'get_thread', arguments: { threadId }, why: 'see whether it took effect' };
  if (kind === 'waits-for-another') {
    return { tool: 'get_thread', arguments: { threadId }, why: 'read what it asks for now' };
  }
  if (phaseOf(status) !== 'running') return undefined;
  return { tool: 'wait_for_thread', arguments: { threadIds: [threadId] }, why: 'see how it ends' };
}

function problemOf(sent: Sent): string {
  const { kind, decision, status } = sent;
  if (kind === 'did-not-take') {
    if (sent.isForLater === true) {
      return `The platform accepted ${decision} for later (202), and it has NOT taken effect yet: the thread is still ${status} and asks for the same.`;
    }
    return `The decision did NOT take effect: the platform accepted ${decision}, but the thread is still ${status} and asks for the same.`;
  }
  const accepted = `The platform accepted ${decision}, but the thread is ${status}`;
  if (decision === 'PENDING') return `${accepted}, although it was meant to be left waiting.`;
  if (decision === 'APPROVED') return `${accepted}, which contradicts an approval.`;
  return `${accepted}, which contradicts a rejection: the agent may be continuing.`;
}

/** A decision that comes out as its opposite was most likely not understood. One that was to wait was understood. */
const causeOf = ({ decision }: Sent, context: Pick<ToolContext, 'settings'>): string[] =>
  decision === 'PENDING' ? [] : [dialectToCheck(context)];

const checkFirst = (threadId: string, has: ToolContext['has']): string =>
  `It was sent once. Check${withCall(has, 'get_thread', { threadId })} before deciding again.`;
