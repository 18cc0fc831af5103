/**
 * The shapes that the rest of the program works with, whatever the platform sent. Identifiers, statuses and times are
 * plain strings that were checked on reading; everything that a person or an agent wrote is `ForeignText`. Names are the
 * specification's own.
 */
import type { Agent } from './agents.ts';
import type { Assistant, Chat, Reply } from './assistants.ts';
import type { ToolCall } from './calls.ts';
import type { CostRow, CostSummary } from './costs.ts';
import type { Doc, DocPage, Health } from './documentation.ts';
import type { Document, DocumentVersion, Folder, Usage } from './documents.ts';
import type { UploadedFile } from './files.ts';
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
