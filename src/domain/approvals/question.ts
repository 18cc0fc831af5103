/** What the human is shown before a decision is sent, and what they can choose. */

import type { Choice, Question } from '../../mcp/contract/question.ts';
import type { ToolContext } from '../../mcp/contract/tool.ts';
import type { Agent, Thread } from '../../platform/parse/records.ts';
import { clean, cut, digest, type ForeignText, foreign } from '../../platform/text.ts';
import { age } from '../../present/units.ts';
import { findAgent } from '../agents/agents.ts';
import { callsBefore, pendingCalls, pendingRequest, waitingSince } from './request.ts';
import { reviewDigest } from './review-token.ts';

/** The choice that sends nothing. */
export const LEAVE = 'LEAVE';

/** Characters of the request in the dialog: more is not read in ten seconds. What is cut is named. */
const MAX_REQUEST = 4_000;
/** Characters of the calls, shown by themselves where they would fall to the cut. */
const MAX_CALLS = 2_000;
/** Characters of the calls that were made before it. */
const MAX_BEFORE = 500;
/** Characters of the model's comment. */
const MAX_COMMENT = 1_000;

const CHOICES: readonly Choice[] = [
  { value: 'APPROVED', title: 'Approve' },
  { value: 'REJECTED', title: 'Reject' },
  { value: LEAVE, title: 'Leave it waiting' },
];

export interface Proposal {
  readonly status: string;
  readonly comment?: string | undefined;
}

/** The question, the proposed choice first. */
export function approvalQuestion(thread: Thread, proposal: Proposal, context: ToolContext): Question {
  const proposed = proposal.status === 'PENDING' ? LEAVE : proposal.status;
  return {
    // Whose thread it is was shown, too, and the proposal: its comment may be what is sent. Cost and times move on.
    subject: `thread ${thread.id} of agent ${thread.agentId}, proposal ${digest([proposal.status, proposal.comment])}`,
    digest: reviewDigest(thread),
    message: async () => messageOf(thread, await agentOf(thread, context), proposal),
    choices: [...CHOICES].sort((a, b) => Number(b.value === proposed) - Number(a.value === proposed)),
    takesComment: true,
    proposed: { choice: proposal.status, comment: proposal.comment },
  };
}

/** The agent's name, where it can be had; a question without it is better than none. */
async function agentOf({ agentId }: Thread, { call }: ToolContext): Promise<Agent | undefined> {
  if (agentId === undefined) return undefined;
  return findAgent(call, agentId).catch(() => undefined);
}

function messageOf(thread: Thread, agent: Agent | undefined, { status, comment }: Proposal): string {
  const since = waitingSince(thread);
  const lines = [
    `${agent?.name?.line(80) ?? `Agent ${thread.agentId ?? 'unknown'}`} asks for your approval:`,
    '',
    ...requestLines(thread),
    '',
    since && `Waiting since ${since} (${age(since)}).`,
    thread.cost !== undefined && `Cost so far: ${thread.cost}.`,
    `Thread ${thread.id}.`,
    `The assistant proposes: ${status}, ${comment ? `with the comment ${quoted(comment)}` : 'without a comment'}.`,
  ];
  return lines.filter((line) => line !== false && line !== undefined).join('\n');
}

/** The request, each of its lines behind a bar: none of them can pass for a line of this program's own. */
function requestLines(thread: Thread): string[] {
  const request = pendingRequest(thread);
  if (request === undefined) return ['The thread holds no message that says what for.'];
  const text = request.visible;
  const rest = text.length - cut(text, MAX_REQUEST).length;
  const calls = rest > 0 ? pendingCalls(thread) : undefined;
  const before = callsBefore(thread);
  const hidden = request.raw.length - clean(request.raw).length;
  return [
    ...(calls === undefined ? [] : ['What it would do:', ...barred(calls, MAX_CALLS, thread.id), 'What it says:']),
    ...barred(request, MAX_REQUEST, thread.id),
    ...(before === undefined ? [] : ['The calls it made before:', ...barred(before, MAX_BEFORE, thread.id)]),
    ...(hidden > 0 ? [`(${hidden} invisible or control characters were left out.)`] : []),
  ];
}

function barred(text: ForeignText, max: number, threadId: string): string[] {
  const whole = text.visible;
  const shown = cut(whole, max);
  const left = whole.length - shown.length;
  const lines = String(foreign(shown)).split('\n');
  return [
    ...lines.map((line) => `│ ${line}`),
    ...(left > 0 ? [`(${left} more characters are not shown here: read thread ${threadId} before you decide.)`] : []),
  ];
}

/** The model's comment on one line, its quotes and line breaks escaped. */
function quoted(comment: string): string {
  const whole = clean(comment);
  const shown = cut(whole, MAX_COMMENT);
  const left = whole.length - shown.length;
  return JSON.stringify(shown) + (left > 0 ? ` (${left} more characters of the comment are not shown here)` : '');
}
