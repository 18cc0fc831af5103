/** The form of seeded threads, and how a story becomes a thread. */
import type { ThreadStatus } from '../../platform/operations/schemas.ts';
import { fractionFor, uuidFor } from '../ids.ts';
import { type Asking, askingStep } from '../threads/plan.ts';
import { append, noUsage, type Step, type Thread, type ThreadMessage } from '../threads/thread.ts';
import { type AgentKey, agentId } from './agents.ts';

/** One message: its writer and text; a tool's text is its result. */
export type Line =
  | { readonly user: string }
  | { readonly assistant: string }
  | { readonly system: string }
  | { readonly tool: string; readonly result: object };

/** `after`: time since the step before, or since the start of the sandbox, in ms. */
type NextStep =
  | { readonly after: number; readonly asks: Asking }
  | { readonly after: number; readonly status: ThreadStatus; readonly says: readonly Line[] };

export interface Story {
  /** Unique; the thread's id is derived from it. */
  readonly key: string;
  readonly agent: AgentKey;
  readonly status: ThreadStatus;
  /** Whether a human's rejection ended it. */
  readonly isRejected?: boolean;
  /** How long before the start of the sandbox it was created, and last changed, in ms. */
  readonly createdAgo: number;
  readonly updatedAgo: number;
  readonly messages: readonly Line[];
  readonly metadata?: Record<string, unknown>;
  readonly tenantId?: string;
  readonly subtenantId?: string;
  /** Its question to a human: the last message of a waiting thread. */
  readonly asking?: Asking;
  /** What it does next. */
  readonly plan?: readonly NextStep[];
}

/** The id of a seeded thread: the same in every sandbox. */
export function threadId(key: string): string {
  return uuidFor(`thread:${key}`);
}

export function toThread(story: Story, startedAt: number): Thread {
  const { key, agent, status, createdAgo, updatedAgo, messages, asking, plan = [], isRejected, ...fields } = story;
  const question = asking && askingStep(0, asking);
  const thread: Thread = {
    id: threadId(key),
    agentId: agentId(agent),
    status,
    createdAt: Math.round(startedAt - createdAgo),
    updatedAt: Math.round(startedAt - updatedAgo),
    ...fields,
    messages: [],
    usage: noUsage(),
    plan: plan.map(toStep),
    stepFrom: startedAt,
    request: question?.request,
    ...(isRejected === true ? { isRejected } : {}),
  };
  append(thread, [...messages.map(toMessage), ...(question?.messages ?? [])], thread.updatedAt);
  return thread;
}

const toStep = (step: NextStep): Step =>
  'asks' in step
    ? askingStep(step.after, step.asks)
    : { afterMs: step.after, status: step.status, messages: step.says.map(toMessage) };

function toMessage(line: Line): ThreadMessage {
  if ('user' in line) return { role: 'user', content: line.user };
  if ('assistant' in line) return { role: 'assistant', content: line.assistant };
  if ('system' in line) return { role: 'system', content: line.system };
  const content = JSON.stringify(line.result);
  // The id of the call is derived from the result, so that it is the same in every sandbox.
  const call = Math.floor(fractionFor(content) * 0xffffff).toString(16);
  return { role: 'tool', content, name: line.tool, tool_call_id: `call_${call}` };
}
