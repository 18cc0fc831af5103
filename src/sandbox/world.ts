/** The state of one sandbox: its records and its clock. */
import type { Assistant, Chat } from './assistants/assistant.ts';
import { DocumentStore } from './documents.ts';
import type { Evaluation } from './evaluations.ts';
import type { Scenario } from './options.ts';
import type { Agent, Project } from './records.ts';
import { seedAgents } from './seed/agents.ts';
import { seedAssistants, seedChats } from './seed/assistants.ts';
import { seedDocuments, seedFolders } from './seed/documents.ts';
import { seedProjects } from './seed/projects.ts';
import { seedThreads } from './seed/threads.ts';
import { seedToolServers } from './seed/tool-servers.ts';
import { ThreadStore } from './threads/store.ts';
import type { ToolServer } from './tools/tool-server.ts';

/** An uploaded file. */
export interface StoredFile {
  readonly type: string;
  readonly data: Uint8Array;
}

export interface World {
  /** Epoch ms. */
  readonly now: () => number;
  /** Aborted when the sandbox closes, so that no tool call outlives it. */
  readonly closing: AbortSignal;
  readonly agents: Map<string, Agent>;
  readonly threads: ThreadStore;
  /** By thread id, oldest first. */
  readonly evaluations: Map<string, Evaluation[]>;
  /** By identifier (a slug). */
  readonly assistants: Map<string, Assistant>;
  readonly chats: Map<string, Chat>;
  readonly toolServers: Map<string, ToolServer>;
  readonly projects: Map<string, Project>;
  readonly documents: DocumentStore;
  /** By id. */
  readonly files: Map<string, StoredFile>;
  /** `http://127.0.0.1:PORT`. */
  readonly origin: string;
}

interface WorldSettings {
  /** Start of the sandbox, epoch ms: all seeded times are relative to it. */
  readonly startedAt: number;
  readonly now: () => number;
  readonly scenario: Scenario | undefined;
  readonly speed: number;
  /** `http://127.0.0.1:PORT`: where the sandbox serves the endpoints of its tools. */
  readonly origin: string;
  readonly closing: AbortSignal;
}

/** Builds the seeded world. */
export function buildWorld(settings: WorldSettings): World {
  const { startedAt, scenario, now, speed, origin, closing } = settings;
  return {
    now,
    closing,
    agents: new Map(seedAgents(startedAt, scenario).map((agent) => [agent.id, agent])),
    threads: new ThreadStore(seedThreads(startedAt, scenario), now, speed),
    evaluations: new Map(),
    assistants: new Map(seedAssistants().map((assistant) => [assistant.identifier, assistant])),
    chats: new Map(seedChats(startedAt).map((chat) => [chat.chatUid, chat])),
    toolServers: new Map(seedToolServers(startedAt, origin).map((server) => [server.id, server])),
    projects: new Map(seedProjects(startedAt).map((project) => [project._id, project])),
    documents: new DocumentStore(seedDocuments(startedAt), seedFolders(), now, speed),
    files: new Map(),
    origin,
  };
}
