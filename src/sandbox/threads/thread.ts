/** Threads as the sandbox stores and sends them (specification, AgentThread), and their costs. */
import type * as z from 'zod';
import type { Dialect } from '../../platform/operations/dialect.ts';
import type { agentThread, agentThreadMessage, ThreadStatus } from '../../platform/operations/schemas.ts';
import { isoTime } from '../clock.ts';

/** As specified, and where it belongs, as deployments send it. */
export type AgentThread = z.output<ReturnType<typeof agentThread>> & {
  readonly tenantId: string | null;
  readonly subtenantId: string | null;
};

/** What an agent asks a human to allow. */
export interface ApprovalRequest {
  readonly tool: string;
  readonly args: Readonly<Record<string, unknown>>;
  /** The tool's result, if it may run. */
  readonly result: Readonly<Record<string, unknown>>;
  /** The agent's message afterwards. */
  readonly summary: string;
}

/** One step that a running thread will take. */
export interface Step {
  /** Time after the previous step, in ms at speed 1. */
  readonly afterMs: number;
  readonly status: ThreadStatus;
  readonly messages: readonly ThreadMessage[];
  /** Present if the step ends in AWAITING_APPROVAL. */
  readonly request?: ApprovalRequest;
}

export interface Thread {
  readonly id: string;
  readonly agentId: string;
  status: ThreadStatus;
  /** Epoch ms. */
  readonly createdAt: number;
  updatedAt: number;
  readonly metadata?: Record<string, unknown>;
  readonly tenantId?: string;
  readonly subtenantId?: string;
  readonly messages: ThreadMessage[];
  readonly usage: Usage;
  /** Remaining steps while it is RUNNING. */
  plan: readonly Step[];
  /** Epoch ms from which the next step's time counts. */
  stepFrom: number;
  /** Present while it is AWAITING_APPROVAL. */
  request: ApprovalRequest | undefined;
  /** Present once a human's rejection ended it. */
  isRejected?: boolean;
}

/** Appends messages and adds what a model would charge for them. */
export function append(thread: Thread, messages: readonly ThreadMessage[], at: number): void {
  for (const message of messages) {
    spend(thread.usage, thread.messages, message);
    thread.messages.push(message);
  }
  thread.updatedAt = at;
}

/** The wire shape: the specification's, or `state` in lower case, with a separate value for a rejection. */
export function toAgentThread(thread: Thread, dialect: Dialect) {
  const sent = specified(thread);
  if (dialect === 'specification') return sent;
  const { status, ...rest } = sent;
  return { ...rest, state: thread.isRejected ? 'approval_rejected' : status.toLowerCase() };
}

const specified = (thread: Thread): AgentThread => ({
  id: thread.id,
  agentId: thread.agentId,
  status: thread.status,
  createdAt: isoTime(thread.createdAt),
  updatedAt: isoTime(thread.updatedAt),
  ...(thread.metadata === undefined ? {} : { metadata: thread.metadata }),
  tenantId: thread.tenantId ?? null,
  subtenantId: thread.subtenantId ?? null,
  messages: thread.messages,
  cost: dollars(microsOf(thread.usage)),
});

/** A message as the specification has it, and the calls beside it as deployments send them. */
export type ThreadMessage = z.output<ReturnType<typeof agentThreadMessage>> & {
  readonly tool_calls?: readonly {
    readonly id: string;
    readonly type: 'function';
    /** `arguments` is JSON. */
    readonly function: { readonly name: string; readonly arguments: string };
  }[];
};

/** The id of the latest call of a tool; undefined if it is named in text only. */
export const latestCallOf = (tool: string, messages: readonly ThreadMessage[]): string | undefined =>
  messages.flatMap(({ tool_calls = [] }) => tool_calls).findLast((call) => call.function.name === tool)?.id;

/** Prices in micro-dollars: per token, per tool call, per evaluation. */
const PRICE = { inputToken: 3, outputToken: 15, toolCall: 2_000, evaluation: 12_000 } as const;
/** Tokens of the system prompt and tool definitions in every model call. */
const PROMPT_TOKENS = 3_200;
/** Tokens of a model's reasoning before a message. */
const REASONING_TOKENS = 280;

export type Usage = ReturnType<typeof noUsage>;
export const noUsage = () => ({ inputTokens: 0, outputTokens: 0, toolCalls: 0, evaluations: 0 });

/** Counts a message: an assistant's is a model call over everything before it, a tool's is a tool call. */
function spend(usage: Usage, before: readonly ThreadMessage[], message: ThreadMessage): void {
  if (message.role === 'tool') usage.toolCalls += 1;
  if (message.role !== 'assistant') return;
  usage.inputTokens += PROMPT_TOKENS + before.reduce((sum, { content }) => sum + tokens(content), 0);
  usage.outputTokens += REASONING_TOKENS + tokens(message.content);
}

/** Tokens of a text, by the usual rule of thumb of four characters each. */
export const tokens = (text: string): number => Math.ceil(text.length / 4);

/** Cost in micro-dollars by category. */
export const microsByCategory = (usage: Usage): Record<'input' | 'output' | 'tools' | 'evaluations', number> => ({
  input: usage.inputTokens * PRICE.inputToken,
  output: usage.outputTokens * PRICE.outputToken,
  tools: usage.toolCalls * PRICE.toolCall,
  evaluations: usage.evaluations * PRICE.evaluation,
});

export const microsOf = (usage: Usage): number =>
  Object.values(microsByCategory(usage)).reduce((sum, micros) => sum + micros, 0);

/** Micro-dollars as dollars. */
export const dollars = (micros: number): number => micros / 1_000_000;
