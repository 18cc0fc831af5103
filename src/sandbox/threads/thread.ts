/** Threads as the sandbox stores them, and as it sends them (specification, AgentThread). */
import type * as z from 'zod';
import type { Dialect } from '../../platform/operations/dialect.ts';
import type { agentThread, ThreadStatus } from '../../platform/operations/schemas.ts';
import { isoTime } from '../clock.ts';
import type { ThreadMessage } from './message.ts';
import { costOf, spend, type Usage } from './usage.ts';

export type AgentThread = z.output<ReturnType<typeof agentThread>>;
type StatedThread = Omit<AgentThread, 'status'> & { readonly state: string };

/** What an agent asks a human to allow. */
export interface ApprovalRequest {
  readonly tool: string;
  readonly args: Readonly<Record<string, unknown>>;
  /** What the tool answers when it may run. */
  readonly result: Readonly<Record<string, unknown>>;
  /** What the agent says afterwards. */
  readonly summary: string;
}

/** One thing that a running thread will do by itself. */
export interface Step {
  /** Time after the previous step, in ms at speed 1. */
  readonly afterMs: number;
  readonly status: ThreadStatus;
  readonly messages: readonly ThreadMessage[];
  /** Present where the step ends in AWAITING_APPROVAL. */
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
  /** Steps that are still to come while it is RUNNING. */
  plan: readonly Step[];
  /** Epoch ms from which the next step's time counts. */
  stepFrom: number;
  /** Present while it is AWAITING_APPROVAL. */
  request: ApprovalRequest | undefined;
  /** Present once a human rejected a request, and so ended it. */
  isRejected?: boolean;
}

/** Appends messages at a time; they cost what a model would charge for them. */
export function append(thread: Thread, messages: readonly ThreadMessage[], at: number): void {
  for (const message of messages) {
    spend(thread.usage, thread.messages, message);
    thread.messages.push(message);
  }
  thread.updatedAt = at;
}

/** The wire shape: the specification's, or `state` in lower case, with a value of its own for a rejection. */
export function toAgentThread(thread: Thread, dialect: Dialect): AgentThread | StatedThread {
  const sent = specified(thread);
  if (dialect === 'specification') return sent;
  const { status, ...rest } = sent;
  return { ...rest, state: thread.isRejected ? 'approval_rejected' : status.toLowerCase() };
}

function specified(thread: Thread): AgentThread {
  return {
    id: thread.id,
    agentId: thread.agentId,
    status: thread.status,
    createdAt: isoTime(thread.createdAt),
    updatedAt: isoTime(thread.updatedAt),
    ...(thread.metadata === undefined ? {} : { metadata: thread.metadata }),
    messages: thread.messages,
    cost: costOf(thread.usage),
  };
}
