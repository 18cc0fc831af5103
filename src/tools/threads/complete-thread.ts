import * as z from 'zod';
import { requestDigest } from '../../domain/approvals/request.ts';
import { moneyOf } from '../../domain/costs/currency.ts';
import { sentAs } from '../../domain/dialect.ts';
import { endThread, threadUnlessEnded } from '../../domain/threads/end.ts';
import { otherStatusNotes, unknownStatusNotes } from '../../domain/threads/status.ts';
import { lastOf } from '../../domain/threads/topic.ts';
import { whyNot } from '../../domain/why-not.ts';
import type { Money } from '../../mcp/contract/answer.ts';
import { choose } from '../../mcp/contract/question.ts';
import { defineTool } from '../../mcp/contract/tool.ts';
import { operations } from '../../platform/operations/index.ts';
import { END_STATES } from '../../platform/operations/schemas.ts';
import type { Thread } from '../../platform/parse/records.ts';
import { count } from '../../present/units.ts';
import { threadId } from '../fields.ts';
import { result, texts } from '../results.ts';

const KEEP = 'KEEP';

/** POST /v1/agents/threads/{threadId}/complete. */
export const completeThread = defineTool({
  name: 'complete_thread',
  title: 'End thread',
  toolset: 'threads',
  effect: 'destructive',
  description: [
    'Ends a thread permanently, after asking the human if the host can. One that waits for approval is refused.',
    { text: 'Use pause_thread to stop it for a while.', tools: ['pause_thread'] },
  ],
  input: () =>
    z.strictObject({
      threadId: threadId(),
      state: z.enum(END_STATES).default('COMPLETED').describe('How it ends.'),
    }),
  output: () => result(texts('status', 'decidedBy')),
  async handle({ threadId, state }, context) {
    const { thread } = await threadUnlessEnded(threadId, context);
    const wire = await sentAs(operations.completeThread, { path: { threadId }, body: { state } }, context);
    const answer = await choose(context, {
      subject: `thread ${threadId} to ${state}`,
      digest: requestDigest(thread),
      message: async () => messageOf(thread, { state, wire, cost: (await moneyOf([thread], context))(thread) }),
      choices: [
        { value: state, title: `End it as ${state}` },
        { value: KEEP, title: 'Leave it as it is' },
      ],
      proposed: state,
    });
    if (answer.kind !== 'decided' || answer.choice === KEEP) {
      const why = whyNot(answer, 'chose to leave it as it is');
      return {
        summary: `Nothing was sent: ${why}. Thread ${threadId} is still ${thread.status}.`,
        facts: { status: thread.status },
      };
    }
    const { by } = answer;
    const status = await endThread({ threadId, state }, context);
    return {
      summary:
        status === 'UNKNOWN'
          ? `The platform accepted the request; whether thread ${threadId} has ended could not be seen.`
          : `Ended thread ${threadId}: it is now ${status}.`,
      notes: [...unknownStatusNotes(status), ...otherStatusNotes(status, state)],
      facts: { status, decidedBy: by },
    };
  },
});

interface Ending {
  readonly state: string;
  readonly wire: string;
  readonly cost: Money | undefined;
}

function messageOf(thread: Thread, { state, wire, cost }: Ending): string {
  const { id, status, messages, agentId } = thread;
  return [
    `End thread ${id} as ${state}${wire}? It can't be resumed afterwards.`,
    '',
    `It is ${status} now, with ${count(messages.length, 'message')}${cost === undefined ? '' : ` and a cost of ${cost} so far`}; agent ${agentId ?? 'unknown'}.`,
    `Last message: ${lastOf(thread, 400) ?? 'nothing'}.`,
  ].join('\n');
}
