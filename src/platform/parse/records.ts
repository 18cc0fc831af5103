/**
 * The shapes that the rest of the program works with, whatever the platform sent. Identifiers, statuses and times are
 * plain strings that were checked on reading; everything that a person or an agent wrote is {@link ForeignText}.
 * Names are the specification's own.
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

export interface Agent {
  readonly id: string;
  readonly name?: ForeignText;
  readonly description?: ForeignText;
  readonly disabled?: boolean;
  readonly archived?: boolean;
  readonly provider?: ForeignText;
  readonly llm?: ForeignText;
  readonly createdAt?: string;
  /** When its settings were last changed: its name is at least as old as that. */
  readonly updatedAt?: string;
  /** The project that it belongs to, where the answer says so. */
  readonly projectId?: string;
  /** The whole answer, for a difference between what stands and what is asked for; secrets are masked by the platform. */
  readonly source: Readonly<Record<string, unknown>>;
}

export interface Assistant {
  readonly identifier: string;
  readonly name?: ForeignText;
  readonly description?: ForeignText;
  /** `enabled`, `disabled`, or the state as the platform sent it. */
  readonly state?: string;
  readonly provider?: ForeignText;
  readonly model?: ForeignText;
  /** Groups of tools that it has, where the answer says so. */
  readonly toolGroups?: readonly string[];
  /** The project that it belongs to, where the answer says so. */
  readonly projectId?: string;
}

/** AssistantMessageResponse of the specification. */
export interface Reply {
  readonly chatUuid?: string;
  readonly message: ForeignText;
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

export interface ToolServer {
  readonly id: string;
  readonly identifier?: string;
  readonly name?: ForeignText;
  readonly description?: ForeignText;
  readonly url?: ForeignText;
  readonly enabled?: boolean;
  /** `jwt`, `oauth2`, `basic`, `customHeader`, or as sent. */
  readonly authenticationMethod?: string;
  /** Number of tools, where the answer holds them. */
  readonly toolCount?: number;
  readonly source: Readonly<Record<string, unknown>>;
  /** The project that it belongs to, where the answer says so. */
  readonly projectId?: string;
}

export interface ToolDefinition {
  /** The tool's id, else its function name: either addresses it. */
  readonly id: string;
  readonly name: ForeignText;
  readonly description?: ForeignText;
  readonly method?: string;
  readonly endpoint?: ForeignText;
  /** The arguments: name, type, whether required. */
  readonly parameters: readonly { readonly name: ForeignText; readonly type?: string; readonly required: boolean }[];
  readonly source: Readonly<Record<string, unknown>>;
}

/** Answer of a tool test: HTTP 200 also when the target failed. */
export interface ToolTest {
  /** Absent where the answer does not say. */
  readonly success?: boolean;
  /** What the tool returned: text, or JSON text. */
  readonly data?: ForeignText;
  readonly error?: ForeignText;
  readonly executionTimeMs?: number;
  readonly requestUrl?: ForeignText;
  readonly requestMethod?: string;
}

export interface Evaluation {
  readonly id?: string;
  readonly threadId?: string;
  /** As the platform sent it, on the scale of `scale`. */
  readonly score?: number;
  /** The highest score of the scale the platform used: 1 or 10. */
  readonly scale?: 1 | 10;
  readonly status?: string;
  readonly feedback?: ForeignText;
  readonly criteria: readonly { readonly name: ForeignText; readonly score: number }[];
  readonly createdAt?: string;
}

/** One day or month of costs. */
export interface CostRow {
  /** `YYYY-MM-DD` or `YYYY-MM`. */
  readonly period: string;
  readonly cost: number;
  readonly currency?: string;
  readonly inputTokens?: number;
  readonly outputTokens?: number;
  readonly threadCount?: number;
}

export interface CostSummary {
  readonly totalCost?: number;
  readonly currency?: string;
  readonly today?: number;
  readonly currentMonth?: number;
  readonly breakdown: readonly { readonly category: ForeignText; readonly cost: number }[];
}

/** Answer of a deletion; `deletedId` is absent where the platform sent no body. */
export interface Deletion {
  /** False where the platform said so in a 200. */
  readonly success: boolean;
  readonly message?: ForeignText;
  readonly deletedId?: string;
}

export interface Project {
  readonly id: string;
  readonly name?: ForeignText;
  /** The slug, which never changes. */
  readonly identifier?: string;
  readonly description?: ForeignText;
  /** `public`, `private`, or as sent. */
  readonly visibility?: string;
  readonly archived?: boolean;
  readonly createdAt?: string;
  readonly updatedAt?: string;
  readonly source: Json;
}

/** A document of the knowledge base. */
export interface Document {
  readonly id: string;
  readonly name?: ForeignText;
  /** `md`, `pdf`, `txt`, `docx`, or as sent. */
  readonly fileType?: string;
  /** Of its index: `pending`, `ready`, `failed`, or as sent. */
  readonly status?: string;
  /** Bytes. */
  readonly size?: number;
  readonly tokenCount?: number;
  readonly currentVersion?: number;
  /** Of the answer to a change: whether it made a version; false where the content is the same. */
  readonly versionCreated?: boolean;
  readonly content?: ForeignText;
  readonly summary?: ForeignText;
  readonly projectId?: string;
  readonly folderId?: string;
  readonly parentDocumentId?: string;
  readonly createdAt?: string;
  readonly updatedAt?: string;
  readonly source: Json;
}

export interface DocumentVersion {
  /** From 1. */
  readonly version: number;
  readonly changeType?: string;
  readonly isActive?: boolean;
  readonly createdAt?: string;
  readonly description?: ForeignText;
  readonly content?: ForeignText;
}

/** The agents and assistants that reach a document. */
export interface Usage {
  readonly users: readonly {
    readonly id: string;
    /** All by which it may be known: its id, and an assistant's identifier. */
    readonly ids: readonly string[];
    /** `agent`, `assistant`, or as sent. */
    readonly kind?: string;
    readonly name?: ForeignText;
    /** `document`, `folder`, `skill`, or as sent. */
    readonly via?: string;
  }[];
}

/** A folder of documents. */
export interface Folder {
  readonly id: string;
  readonly name?: ForeignText;
  readonly projectId?: string;
  readonly parentFolderId?: string;
  readonly color?: ForeignText;
  readonly documentCount?: number;
  readonly source: Json;
}

/** The answer of an operation of which only the status is known. */
export interface Acknowledgement {
  readonly message?: ForeignText;
}

/** An uploaded file. */
export interface UploadedFile {
  readonly name?: ForeignText;
  /** Public: whoever has it can read the file. */
  readonly downloadUrl: ForeignText;
  /** `image`, `audio`, `video`, `document`, `other`, or as sent. */
  readonly fileType?: string;
}

/** Statistics, whose fields are not known. */
export interface Stats {
  /** JSON text; absent where there are none. */
  readonly values?: ForeignText;
}

export interface Doc {
  readonly slug: string;
  readonly title?: ForeignText;
  readonly description?: ForeignText;
}

export interface DocPage {
  readonly title?: ForeignText;
  readonly content: ForeignText;
  readonly format: 'markdown' | 'html';
}

export interface Health {
  /** As the platform sent it, or `ok` for a 2xx without a word. */
  readonly status: string;
  readonly version?: ForeignText;
}

/** Kinds of records by the name that the operations table uses. */
export interface Records {
  thread: Thread;
  agent: Agent;
  assistant: Assistant;
  reply: Reply;
  chat: Chat;
  toolServer: ToolServer;
  tool: ToolDefinition;
  toolTest: ToolTest;
  evaluation: Evaluation;
  costRow: CostRow;
  costSummary: CostSummary;
  deletion: Deletion;
  project: Project;
  stats: Stats;
  file: UploadedFile;
  document: Document;
  documentVersion: DocumentVersion;
  usage: Usage;
  folder: Folder;
  acknowledgement: Acknowledgement;
  doc: Doc;
  docPage: DocPage;
  health: Health;
}
