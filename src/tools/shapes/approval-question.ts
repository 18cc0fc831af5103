/** What the human is shown before a decision is sent, and what they can choose. */
import type { Agent, Thread } from '../../platform/reading/records.ts';
import type { Choice, Question } from '../../server/consent/question.ts';
import type { ToolContext } from '../../server/tool.ts';
import { activeAgents } from './agents.ts';
import { pendingRequest, waitingSince } from './approval.ts';
import { reviewDigest } from './review.ts';
import { age } from './units.ts';

/** The choice that sends nothing. */
export const LEAVE = 'LEAVE';

/** Characters of the request in the dialog: more is not read in ten seconds. What is cut is named. */
const MAX_REQUEST = 4_000;

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
    subject: `thread ${thread.id}`,
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
  const agents = await activeAgents(call).catch(() => []);
  return agents.find(({ id }) => id === agentId);
}

function messageOf(thread: Thread, agent: Agent | undefined, { status, comment }: Proposal): string {
  const request = pendingRequest(thread);
  const left = Math.max(0, (request?.length ?? 0) - MAX_REQUEST);
  const since = waitingSince(thread);
  const lines = [
    `${agent?.name?.line(80) ?? `Agent ${thread.agentId ?? 'unknown'}`} asks for your approval:`,
    '',
    String(request?.slice(0, MAX_REQUEST) ?? 'The thread holds no message that says what for.'),
    left > 0 && `(${left} more characters are not shown here: read thread ${thread.id} before you decide.)`,
    '',
    since && `Waiting since ${since} (${age(since)}).`,
    thread.cost !== undefined && `Cost so far: ${thread.cost}.`,
    `Thread ${thread.id}.`,
    `The assistant proposes: ${status}${comment ? `, with the comment "${comment}"` : ', without a comment'}.`,
  ];
  return lines.filter((line) => line !== false && line !== undefined).join('\n');
}
