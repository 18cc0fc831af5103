/**
 * What is said and asked for: threads, chats, their messages and calls, and how they were judged. Conventions:
 * `records.ts`.
 */
import type { ForeignText } from '../text.ts';
import type { Json } from './coerce.ts';

/** One message of a thread or chat. */
export interface Message {
  /** `user`, `assistant`, `system`, `tool`, or what the platform sent. */
  readonly role: string;
  readonly content: ForeignText;
  /** Name of the tool or function, for tool messages. */
  readonly name?: ForeignText;
  readonly toolCallId?: string;
  /** Calls that the message asks for. */
  readonly toolCalls?: readonly ToolCall[];
  /** A part of its content answers a call: then it is a tool's message, whatever its role says. */
  readonly holdsToolResult?: boolean;
  /** ISO date-time, UTC. */
  readonly timestamp?: string;
  /** The fields that none of the above holds, as they were sent. */
  readonly rest?: Json;
}

/** A call that an agent wants to make, or has made. */
export interface ToolCall {
  /** Name of the function; `unknown` where the platform gives none. */
  readonly name: ForeignText;
  /** JSON text, or whatever text stood in its place. */
  readonly arguments: ForeignText;
  readonly id?: string;
  /** JSON text of what else the platform sent for the call. */
  readonly more?: ForeignText;
}

/** AgentThread of the specification. */
export interface Thread {
  readonly id: string;
  readonly agentId?: string;
  /** One of the specification's five, or an unknown value as it came; `UNKNOWN` where the answer has none. */
  readonly status: string;
  /** What other fields for a status say, where they say something else. */
  readonly otherStatuses?: readonly string[];
  readonly createdAt?: string;
  readonly updatedAt?: string;
  /** JSON text of the custom metadata. */
  readonly metadata?: ForeignText;
  readonly messages: readonly Message[];
  /** In the platform's currency; the specification names none. */
  readonly cost?: number;
  /** Of the cost, where the answer names one. */
  readonly currency?: string;
  /** Calls that stand beside the messages: a pending action, an approval request. */
  readonly toolCalls?: readonly ToolCall[];
  /** The fields that none of the above holds, and the metadata, as they were sent. */
  readonly rest?: Json;
  /** The whole answer but for its wrapper, the ids, the status, times and costs: what a decision is bound to. */
  readonly source: Json;
}

/** AssistantMessageResponse of the specification. */
export interface Reply {
  readonly chatUuid?: string;
  readonly message: ForeignText;
  /** What the human said before it, where the answer is a history. */
  readonly to?: ForeignText;
  readonly tokensUsed?: number;
  readonly timestamp?: string;
}

/** ChatHistory of the specification. `chatUid` is the `chatUuid` to continue with. */
export interface Chat {
  readonly chatUuid: string;
  readonly assistantIdentifier?: string;
  readonly createdAt?: string;
  readonly messages: readonly Message[];
  readonly metadata?: ForeignText;
  /** The metadata as an object: for checking that a filter had its effect. */
  readonly metadataValues: Readonly<Record<string, unknown>>;
}

/** How a thread was judged. */
export interface Evaluation {
  readonly id?: string;
  readonly threadId?: string;
  /** As the platform sent it, on the scale of `scale`. */
  readonly score?: number;
  /** The highest score of the scale the platform used: 1 or 10; absent where the score is on neither. */
  readonly scale?: 1 | 10;
  readonly status?: string;
  readonly feedback?: ForeignText;
  readonly criteria: readonly { readonly name: ForeignText; readonly score: number }[];
  readonly createdAt?: string;
}
