/** The form of seeded threads, and how a story becomes a thread. */
import * as z from 'zod';
import { THREAD_STATUSES } from '../../platform/operations/schemas.ts';
import { SECOND } from '../clock.ts';
import { fractionFor, uuidFor } from '../ids.ts';
import { type Asking, askingStep } from '../threads/plan.ts';
import { append, noUsage, type Step, type Thread, type ThreadMessage } from '../threads/thread.ts';
import { agentId } from './agents.ts';

const free = () => z.record(z.string(), z.unknown());

/** One message: its writer and text; a tool's text is its result. */
const Line = z.union([
  z.strictObject({ user: z.string() }),
  z.strictObject({ assistant: z.string() }),
  z.strictObject({ system: z.string() }),
  z.strictObject({ tool: z.string(), result: free() }),
]);
export type Line = z.output<typeof Line>;

/** A request for a human's decision. */
export const AskingCard: z.ZodType<Asking> = z.strictObject({
  why: z.string(),
  tool: z.string(),
  args: free(),
  question: z.string(),
  result: free(),
  summary: z.string(),
});

/** What it does next, so long after the step before, or after the start of the sandbox. */
const NextStep = z.union([
  z.strictObject({ afterSeconds: z.number(), asks: AskingCard }),
  z.strictObject({ afterSeconds: z.number(), status: z.enum(THREAD_STATUSES), says: z.array(Line) }),
]);

export const StoryCard = z.strictObject({
  /** Unique; the thread's id is derived from it. */
  key: z.string(),
  agent: z.string(),
  status: z.enum(THREAD_STATUSES),
  /** Whether a human's rejection ended it. */
  isRejected: z.boolean().default(false),
  /** How long before the start of the sandbox it was created, and last changed. */
  createdSecondsAgo: z.number(),
  updatedSecondsAgo: z.number(),
  metadata: free().optional(),
  tenantId: z.string().optional(),
  subtenantId: z.string().optional(),
  messages: z.array(Line),
  /** Its question to a human: the last message of a waiting thread. */
  asking: AskingCard.optional(),
  plan: z.array(NextStep).default([]),
});
export type Story = z.output<typeof StoryCard>;

/** The id of a seeded thread: the same in every sandbox. */
export function threadId(key: string): string {
  return uuidFor(`thread:${key}`);
}

export function toThread(story: Story, startedAt: number): Thread {
  const { key, agent, status, messages, asking, plan, isRejected, metadata, tenantId, subtenantId } = story;
  const question = asking && askingStep(0, asking);
  const thread: Thread = {
    id: threadId(key),
    agentId: agentId(agent),
    status,
    createdAt: Math.round(startedAt - story.createdSecondsAgo * SECOND),
    updatedAt: Math.round(startedAt - story.updatedSecondsAgo * SECOND),
    ...(metadata && { metadata }),
    ...(tenantId !== undefined && { tenantId }),
    ...(subtenantId !== undefined && { subtenantId }),
    messages: [],
    usage: noUsage(),
    plan: plan.map(toStep),
    stepFrom: startedAt,
    request: question?.request,
    ...(isRejected && { isRejected }),
  };
  append(thread, [...messages.map(toMessage), ...(question?.messages ?? [])], thread.updatedAt);
  return thread;
}

const toStep = (step: z.output<typeof NextStep>): Step =>
  'asks' in step
    ? askingStep(step.afterSeconds * SECOND, step.asks)
    : { afterMs: step.afterSeconds * SECOND, status: step.status, messages: step.says.map(toMessage) };

function toMessage(line: Line): ThreadMessage {
  if ('user' in line) return { role: 'user', content: line.user };
  if ('assistant' in line) return { role: 'assistant', content: line.assistant };
  if ('system' in line) return { role: 'system', content: line.system };
  const content = JSON.stringify(line.result);
  // The id of the call is derived from the result, so that it is the same in every sandbox.
  const call = Math.floor(fractionFor(content) * 0xffffff).toString(16);
  return { role: 'tool', content, name: line.tool, tool_call_id: `call_${call}` };
}
