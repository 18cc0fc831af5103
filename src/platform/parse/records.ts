/** Records of the platform. Ids, statuses and times are checked strings; what anybody wrote is `ForeignText`. */
import type { OperationSpec, RecordKind } from '../operations/operation.ts';
import { AGENT } from './agents.ts';
import { ASSISTANT, readChat, readReply } from './assistants.ts';
import { COST_ROW, readCostSummary } from './costs.ts';
import { readDoc, readDocPage, readHealth } from './documentation.ts';
import { DOCUMENT, FILE, FOLDER, readUsage, VERSION } from './documents.ts';
import { readAcknowledgement, readDeletion } from './outcomes.ts';
import { PROJECT, readStats } from './projects.ts';
import { readerOf } from './table.ts';
import { readEvaluation, readThread } from './threads.ts';
import { readToolTest, TOOL, TOOL_SERVER } from './tool-servers.ts';

export type { Agent } from './agents.ts';
export type { Assistant, Chat } from './assistants.ts';
export type { ToolCall } from './calls.ts';
export type { CostRow, CostSummary } from './costs.ts';
export type { Document, DocumentVersion, Folder, Usage } from './documents.ts';
export type { Message } from './messages.ts';
export type { Deletion } from './outcomes.ts';
export type { Project } from './projects.ts';
export type { Evaluation, Thread } from './threads.ts';
export type { ToolDefinition, ToolServer, ToolTest } from './tool-servers.ts';

/** Reads a value of a response; undefined if it is not such a record. */
export type Reader<T> = (value: unknown) => T | undefined;

/** The reader of each kind of record; it returns undefined if the value is not such a record. */
export const readers = {
  thread: readThread,
  agent: readerOf(AGENT),
  assistant: readerOf(ASSISTANT),
  reply: readReply,
  chat: readChat,
  toolServer: readerOf(TOOL_SERVER),
  tool: readerOf(TOOL),
  toolTest: readToolTest,
  evaluation: readEvaluation,
  costRow: readerOf(COST_ROW),
  costSummary: readCostSummary,
  deletion: readDeletion,
  project: readerOf(PROJECT),
  stats: readStats,
  file: readerOf(FILE),
  document: readerOf(DOCUMENT),
  documentVersion: readerOf(VERSION),
  usage: readUsage,
  folder: readerOf(FOLDER),
  acknowledgement: readAcknowledgement,
  doc: readDoc,
  docPage: readDocPage,
  health: readHealth,
} as const satisfies { readonly [K in RecordKind]: Reader<unknown> };

/** The record of each kind, by its reader. */
export type Records = { readonly [K in RecordKind]: NonNullable<ReturnType<(typeof readers)[K]>> };

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
  /** Number of entries that are not records (null, numbers) or were left out as too large, so that nothing is lost silently. */
  readonly unreadable: number;
  /** How many of them were left out as too large. */
  readonly oversized?: number;
  /** Number of entries withheld because of a pinned tenant. They count towards offsets, or paging would stop at them. */
  readonly withheld?: number;
  /** The index of each item in the array, if some entries are not among the items. */
  readonly places?: readonly number[];
}
