/**
 * The records that the rest of the program works with. Identifiers, statuses and times are plain strings that were checked
 * on reading; everything that a person or an agent wrote is `ForeignText`. Names are the specification's.
 */
import type { OperationSpec } from '../operations/operation.ts';
import type { Agent } from './agents.ts';
import type { Assistant, Chat, Reply } from './assistants.ts';
import type { ToolCall } from './calls.ts';
import type { CostRow, CostSummary } from './costs.ts';
import type { Doc, DocPage, Health } from './documentation.ts';
import type { Document, DocumentVersion, Folder, UploadedFile, Usage } from './documents.ts';
import type { Message } from './messages.ts';
import type { Acknowledgement, Deletion } from './outcomes.ts';
import type { Project, Stats } from './projects.ts';
import type { Evaluation, Thread } from './threads.ts';
import type { ToolDefinition, ToolServer, ToolTest } from './tool-servers.ts';

export type {
  Agent,
  Assistant,
  Chat,
  CostRow,
  CostSummary,
  Deletion,
  Document,
  DocumentVersion,
  Evaluation,
  Folder,
  Message,
  Project,
  Thread,
  ToolCall,
  ToolDefinition,
  ToolServer,
  ToolTest,
  Usage,
};

/** The record of each kind. */
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

/** The result of calling an operation: the record or records in its response. */
export type ResponseOf<O extends OperationSpec> = O['response'] extends { readonly many: true }
  ? Page<Records[O['response']['record']]>
  : Records[O['response']['record']];

/** A list response: the records, and what the platform reports about the rest, if anything. */
export interface Page<T> {
  readonly items: T[];
  readonly total?: number;
  readonly hasMore?: boolean;
  /** The page size according to the response; it may be smaller than the one requested. */
  readonly limit?: number;
  /** Number of entries that are not records (null, numbers), so that nothing is lost silently. */
  readonly unreadable: number;
  /** Number of entries withheld because of a pinned tenant. They count towards offsets, or paging would stop at them. */
  readonly withheld?: number;
  /** The index of each item in the array, if some entries are not among the items. */
  readonly places?: readonly number[];
}
