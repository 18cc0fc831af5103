/** What the seeded threads are written in: a story, its lines, and how it becomes a thread. */
import type { ThreadStatus } from '../../platform/operations/schemas.ts';
import { fractionFor, uuidFor } from '../ids.ts';
import { type Asking, askingStep } from '../threads/ask.ts';
import type { ThreadMessage } from '../threads/message.ts';
import { append, type Step, type Thread } from '../threads/thread.ts';
import { noUsage } from '../threads/usage.ts';
import { type AgentKey, agentId } from './agents.ts';

export interface Story {
  /** Unique; the thread's id follows from it. */
  readonly key: string;
  readonly agent: AgentKey;
  readonly status: ThreadStatus;
  /** Whether a human rejected it, and so ended it. */
  readonly isRejected?: boolean;
  /** How long before the start of the sandbox it was created, and last changed, in ms. */
  readonly createdAgo: number;
  readonly updatedAgo: number;
  readonly messages: readonly ThreadMessage[];
  readonly metadata?: Record<string, unknown>;
  readonly tenantId?: string;
  readonly subtenantId?: string;
  /** What it asks a human: makes the last message, where it waits. */
  readonly asking?: Asking;
  /** What it does next, counted from the start of the sandbox. */
  readonly plan?: readonly Step[];
}

export const user = (content: string): ThreadMessage => ({ role: 'user', content });
export const assistant = (content: string): ThreadMessage => ({ role: 'assistant', content });
/** A tool's result; its call id follows from its content. */
export const tool = (name: string, result: object): ThreadMessage => {
  const content = JSON.stringify(result);
  const call = Math.floor(fractionFor(content) * 0xffffff);
  return { role: 'tool', content, name, tool_call_id: `call_${call.toString(16)}` };
};

/** The id of a seeded thread: the same in every sandbox. */
export function threadId(key: string): string {
  return uuidFor(`thread:${key}`);
}

export function toThread(story: Story, startedAt: number): Thread {
  const { key, agent, status, createdAgo, updatedAgo, messages, metadata, tenantId, subtenantId, asking, plan } = story;
  const question = asking === undefined ? undefined : askingStep(0, asking);
  const thread: Thread = {
    id: threadId(key),
    agentId: agentId(agent),
    status,
    createdAt: Math.round(startedAt - createdAgo),
    updatedAt: Math.round(startedAt - updatedAgo),
    ...(metadata === undefined ? {} : { metadata }),
    ...(tenantId === undefined ? {} : { tenantId }),
    ...(subtenantId === undefined ? {} : { subtenantId }),
    messages: [],
    usage: noUsage(),
    plan: plan ?? [],
    stepFrom: startedAt,
    request: question?.request,
    ...(story.isRejected === true ? { isRejected: true } : {}),
  };
  append(thread, [...messages, ...(question?.messages ?? [])], thread.updatedAt);
  return thread;
}
