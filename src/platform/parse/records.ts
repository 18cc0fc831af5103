/**
 * The shapes that the rest of the program works with, whatever the platform sent. Identifiers, statuses and times are
 * plain strings that were checked on reading; everything that a person or an agent wrote is {@link ForeignText}.
 * Names are the specification's own.
 */

import type {
  Agent,
  Assistant,
  CostRow,
  CostSummary,
  Project,
  ToolDefinition,
  ToolServer,
  ToolTest,
} from './agent-records.ts';
import type { Acknowledgement, Deletion, Health, Stats } from './answer-records.ts';
import type { Doc, DocPage, Document, DocumentVersion, Folder, UploadedFile, Usage } from './document-records.ts';
import type { Chat, Evaluation, Reply, Thread } from './thread-records.ts';

export type * from './agent-records.ts';
export type * from './answer-records.ts';
export type * from './document-records.ts';
export type * from './thread-records.ts';

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
