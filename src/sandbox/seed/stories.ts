/** The form of seeded threads, and how a story becomes a thread. */
import { THREAD_STATUSES, type ThreadStatus } from '../../platform/operations/schemas.ts';
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

type Free = Readonly<Record<string, unknown>>;

/** A call that stands beside an agent's words; arguments that the platform cuts are a text. */
interface MadeCall {
  readonly name: string;
  readonly arguments: string | Free;
}

/** One message: its writer and text; a tool's text is its result. */
export type Line =
  | { readonly user: string }
  | { readonly assistant: string; readonly calls?: readonly MadeCall[] | undefined }
  | { readonly system: string }
  | { readonly tool: string; readonly result: Free };

/** What it does next, so long after the step before, or after the start of the sandbox. */
type NextStep =
  | { readonly afterSeconds: number; readonly asks: Asking }
  | { readonly afterSeconds: number; readonly status: string; readonly says: readonly Line[] };

/** A thread as it is written down. */
export interface Story {
  /** Unique; the thread's id is derived from it. */
  readonly key: string;
  readonly agent: string;
  readonly status: string;
  /** Whether a human's rejection ended it. */
  readonly isRejected?: boolean;
  /** How long before the start of the sandbox it was created, and last changed. */
  readonly createdSecondsAgo: number;
  readonly updatedSecondsAgo: number;
  readonly metadata?: Free;
  readonly tenantId?: string;
  readonly subtenantId?: string;
  readonly messages: readonly Line[];
  /** Its question to a human: the last message of a waiting thread. */
  readonly asking?: Asking;
  readonly plan?: readonly NextStep[];
  /** What a thread waits for whose messages ask for it already. */
  readonly request?: ApprovalRequest;
}

/** The id of a seeded thread: the same in every sandbox. */
export const threadId = (key: string): string => uuidFor(`thread:${key}`);

export function toThread(story: Story, startedAt: number): Thread {
  const { key, agent, status, messages, asking, plan = [], isRejected, metadata, tenantId, subtenantId } = story;
  const question = asking && askingStep(0, asking);
  const thread: Thread = {
    id: threadId(key),
    agentId: agentId(agent),
    status: statusOf(status),
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

function statusOf(text: string): ThreadStatus {
  const status = THREAD_STATUSES.find((one) => one === text);
  if (status === undefined) throw new Error(`no thread has the status ${text}`);
  return status;
}

const toStep = (step: NextStep): Step =>
  'asks' in step
    ? askingStep(step.afterSeconds * SECOND, step.asks)
    : {
        afterMs: step.afterSeconds * SECOND,
        status: statusOf(step.status),
        messages: step.says.map((line) => toMessage(line)),
      };

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
