/** The form of seeded threads, and how a story becomes a thread. */
import * as z from 'zod';
import { THREAD_STATUSES } from '../../platform/operations/schemas.ts';
import { SECOND } from '../clock.ts';
import { fractionFor, uuidFor } from '../ids.ts';
import { type Asking, askingStep } from '../threads/plan.ts';
import {
  type ApprovalRequest,
  append,
  latestCallOf,
  noUsage,
  type Step,
  type Thread,
  type ThreadMessage,
} from '../threads/thread.ts';
import { agentId } from './records.ts';

const free = () => z.record(z.string(), z.unknown());

/** A call that stands beside an agent's words; arguments that the platform cuts are a text. */
const MadeCall = z.strictObject({ name: z.string(), arguments: z.union([z.string(), free()]) });

/** One message: its writer and text; a tool's text is its result. */
const Line = z.union([
  z.strictObject({ user: z.string() }),
  z.strictObject({ assistant: z.string(), calls: z.array(MadeCall).optional() }),
  z.strictObject({ system: z.string() }),
  z.strictObject({ tool: z.string(), result: free() }),
]);
export type Line = z.output<typeof Line>;

/** A request for a human's decision. */
const AskingCard: z.ZodType<Asking> = z.strictObject({
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
export interface Story extends z.output<typeof StoryCard> {
  /** What a thread waits for whose messages ask for it already. */
  readonly request?: ApprovalRequest;
}

/** The id of a seeded thread: the same in every sandbox. */
export const threadId = (key: string): string => uuidFor(`thread:${key}`);

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
    request: question?.request ?? story.request,
    ...(isRejected && { isRejected }),
  };
  for (const line of messages) append(thread, [toMessage(line, thread.messages)], thread.updatedAt);
  append(thread, question?.messages ?? [], thread.updatedAt);
  return thread;
}

const toStep = (step: z.output<typeof NextStep>): Step =>
  'asks' in step
    ? askingStep(step.afterSeconds * SECOND, step.asks)
    : { afterMs: step.afterSeconds * SECOND, status: step.status, messages: step.says.map((line) => toMessage(line)) };

function toMessage(line: Line, before: readonly ThreadMessage[] = []): ThreadMessage {
  if ('user' in line) return { role: 'user', content: line.user };
  if ('assistant' in line) {
    const made = line.calls?.map((call) => ({
      id: callId(JSON.stringify([line.assistant, call])),
      type: 'function' as const,
      function: {
        name: call.name,
        arguments: typeof call.arguments === 'string' ? call.arguments : JSON.stringify(call.arguments),
      },
    }));
    return { role: 'assistant', content: line.assistant, ...(made && { tool_calls: made }) };
  }
  if ('system' in line) return { role: 'system', content: line.system };
  const content = JSON.stringify(line.result);
  return { role: 'tool', content, name: line.tool, tool_call_id: latestCallOf(line.tool, before) ?? callId(content) };
}

/** Derived from a text, so that it is the same in every sandbox. */
const callId = (of: string): string => `call_${Math.floor(fractionFor(of) * 0xffffff).toString(16)}`;
