/** What the human is shown before a decision is sent, and what they can choose. */

import { callText, type Money } from '../../mcp/contract/answer.ts';
import { Refusal } from '../../mcp/contract/errors.ts';
import { type Choice, MAX_COMMENT, type Question } from '../../mcp/contract/question.ts';
import type { ToolContext } from '../../mcp/contract/tool.ts';
import type { Agent, Thread } from '../../platform/parse/records.ts';
import { clean, digest, foreign } from '../../platform/text.ts';
import { age, count, firstOf, minute } from '../../present/units.ts';
import { agentState, findAgent } from '../agents/agents.ts';
import { moneyOf } from '../costs/currency.ts';
import { BRIEF_KINDS, type Brief, briefLines, briefOf } from './brief/brief.ts';
import { askedBy } from './brief/calls.ts';
import { loadHistory } from './brief/load.ts';
import { type Shown, showRequest } from './question-text.ts';
import { textOfMessage, waitingSince } from './request.ts';
import { reviewDigest } from './review-token.ts';

/** The choice that sends nothing. */
export const LEAVE = 'LEAVE';

/** Offered only where all of the request was shown. */
export const APPROVE: Choice = { value: 'APPROVED', title: 'Approve' };
/** The choices that every question has. */
export const OTHERS: readonly Choice[] = [
  { value: 'REJECTED', title: 'Reject' },
  { value: LEAVE, title: 'Leave it waiting' },
];

/** What the model wants to be decided. */
export interface Proposal {
  readonly status: string;
  readonly comment?: string | undefined;
  /** How the status leaves, where that is in other words: ` (sent as action: approved)`. */
  readonly sentAs?: string;
}

/**
 * The question, the proposed choice first. Approve is among the choices only where the whole request is in the question,
 * or get_thread has shown the rest of it to this caller.
 * @throws Refusal where APPROVED is proposed and part of the request was never shown, or the comment can't be shown whole
 */
export function approvalQuestion(thread: Thread, proposal: Proposal, context: ToolContext): Question {
  const comment = checkedComment(proposal.comment);
  const proposed = proposal.status === 'PENDING' ? LEAVE : proposal.status;
  const shown = showRequest(thread);
  const unread = context.settings.approvals === 'off' ? [] : unreadParts(thread, shown, context);
  if (unread.length > 0 && proposed === APPROVE.value) throw notShown(thread, unread, context);
  const choices = [...(unread.length > 0 ? [] : [APPROVE]), ...OTHERS];
  return {
    // Whose thread it is was shown, too, and the proposal: its comment may be what is sent. Cost and times move on.
    subject: `thread ${thread.id} of agent ${thread.agentId}, proposal ${digest([proposal.status, comment])}`,
    digest: reviewDigest(thread),
    viewOf: thread.id,
    message: async () => {
      const [agent, history, money] = await Promise.all([
        agentOf(thread, context),
        loadHistory(thread.agentId, context),
        moneyOf([thread], context),
      ]);
      return messageOf({
        thread,
        shown,
        unread,
        agent,
        brief: briefOf(askedBy(thread), history),
        cost: money(thread),
        proposal: { ...proposal, comment },
      });
    },
    choices: choices.sort((a, b) => Number(b.value === proposed) - Number(a.value === proposed)),
    takesComment: true,
    proposed: { choice: proposal.status, comment },
  };
}

/** As it is shown, and then sent: without what nobody sees. */
export function checkedComment(comment: string | undefined): string | undefined {
  if (comment === undefined) return undefined;
  const seen = clean(comment).trim();
  if (seen.length > MAX_COMMENT) {
    throw new Refusal(
      `Refused: the comment has ${seen.length} characters; at most ${MAX_COMMENT} can be shown to the human who decides. Nothing was sent. Shorten it.`,
    );
  }
  return seen === '' ? undefined : seen;
}

/** A message of the request, and the character from which on nobody has read it. */
export interface Unread {
  readonly message: number;
  readonly from: number;
}

/** What of the request neither the question shows nor its caller has read. */
export function unreadParts(
  thread: Thread,
  shown: Shown,
  { caller, readParts }: Pick<ToolContext, 'caller' | 'readParts'>,
): readonly Unread[] {
  const request = reviewDigest(thread);
  return shown.cut.flatMap((message) => {
    const from = readParts.firstUnread(caller, request, message, textOfMessage(thread, message)?.length ?? 0);
    return from === undefined ? [] : [{ message, from }];
  });
}

/** The refusal where part of a request was never shown: it names the calls that read the rest, if there are any. */
export function notShown({ id }: Thread, unread: readonly Unread[], { has }: ToolContext): Refusal {
  const calls = named(unread.map((part) => readCall(id, part)));
  const how = has('get_thread')
    ? `Read all of the rest first, and tell the human what it says: ${calls}. Then call again.`
    : 'Nothing here can show the rest, so decide in the platform itself.';
  return new Refusal(
    `Refused: the request of thread ${id} is too long for one question, and part of it has not been shown yet. Nothing was sent. ${how}`,
  );
}

/** Messages that are named where there are more: a conversation may have thousands. */
const NAMED = 5;
const named = (all: readonly string[]): string => firstOf(all, NAMED);

const readCall = (threadId: string, { message, from }: Unread): string =>
  callText({ tool: 'get_thread', arguments: { threadId, message, from }, why: '' });

/** The agent's name, where it can be had; a question without it is better than none. */
export async function agentOf({ agentId }: Thread, { call }: ToolContext): Promise<Agent | undefined> {
  if (agentId === undefined) return undefined;
  return findAgent(call, agentId).catch(() => undefined);
}

/** What an approval question is worded from. */
interface QuestionFacts {
  readonly thread: Thread;
  readonly shown: Shown;
  readonly unread: readonly Unread[];
  readonly agent: Agent | undefined;
  readonly brief: Brief;
  readonly cost: Money | undefined;
  readonly proposal: Proposal;
}

/** Also readable where line breaks become blanks: each line ends with its own punctuation, and the calls come first. */
function messageOf(facts: QuestionFacts): string {
  const { thread, agent, cost } = facts;
  const { status, comment, sentAs = '' } = facts.proposal;
  const since = waitingSince(thread);
  return [
    ...requestLines(facts),
    `Asked by ${agentWords(thread, agent)}, in thread ${thread.id}${since === undefined ? '' : `, waiting since ${minute(since)} (${age(since)})`}.`,
    ...(cost === undefined ? [] : [`Cost so far: ${cost}.`]),
    `The assistant proposes: ${status}${sentAs}, ${comment === undefined ? 'without a comment' : `with the comment ${foreign(JSON.stringify(comment))}`}.`,
  ].join('\n');
}

/** The request: its calls, what is known of them, the rest, and what is missing. */
export function requestLines({
  thread,
  shown,
  unread,
  brief,
}: Omit<QuestionFacts, 'agent' | 'proposal' | 'cost'>): string[] {
  return [
    ...shown.lines.slice(0, shown.callLines),
    ...briefLines(brief, shown.callLines > 0 ? BRIEF_KINDS.filter((kind) => kind !== 'calls') : BRIEF_KINDS),
    ...shown.lines.slice(shown.callLines),
    ...missing(thread, shown, unread),
  ];
}

/** Its id first: a name can be chosen to please, and changed right before. */
export function agentWords({ agentId }: Thread, agent: Agent | undefined): string {
  const name = agent?.name?.line(80);
  const state = agent === undefined ? undefined : agentState(agent);
  const now = state === undefined || state === 'enabled' ? '' : `; it is ${state} now`;
  if (name === undefined) return `agent ${agentId ?? 'unknown'}${now}`;
  const changed = agent?.updatedAt;
  const since =
    changed === undefined
      ? 'when it was last changed is unknown'
      : `last changed ${minute(changed)}, ${age(changed)} ago, possibly including its name`;
  return `agent ${agentId}, named ${name} (${since})${now}`;
}

function missing(thread: Thread, { cut, dropped }: Shown, unread: readonly Unread[]): string[] {
  const lines: string[] = [];
  if (dropped > 0)
    lines.push(`(${count(dropped, 'invisible or control character')} ${dropped === 1 ? 'was' : 'were'} left out.)`);
  if (cut.length === 0) return lines;
  const what = named(cut.map((number) => (number === 0 ? 'fields of the thread' : `message ${number}`)));
  lines.push(`NOT SHOWN WHOLE: ${what}.`);
  lines.push(
    unread.length > 0
      ? `It can't be approved until the rest has been read: ${named(unread.map((part) => readCall(thread.id, part)))}.`
      : 'The assistant has been shown the rest: read it in the conversation before you approve.',
  );
  return lines;
}
