/** The state of one sandbox: its records and its clock. */
import { documentStore } from './documents.ts';
import type { Evaluation } from './evaluations.ts';
import type { SandboxOptions } from './options.ts';
import {
  seedAgents,
  seedAssistants,
  seedChats,
  seedDocuments,
  seedFolders,
  seedProjects,
  seedToolServers,
} from './seed/records.ts';
import { seedThreads } from './seed/threads.ts';
import { threadStore } from './threads/store.ts';

/** An uploaded file. */
export interface StoredFile {
  readonly type: string;
  readonly data: Uint8Array;
}

interface WorldSettings extends Required<Pick<SandboxOptions, 'now' | 'speed' | 'scenario'>> {
  /** Start of the sandbox, epoch ms: all seeded times are relative to it. */
  readonly startedAt: number;
  /** `http://127.0.0.1:PORT`: where the sandbox serves the endpoints of its tools. */
  readonly origin: string;
  readonly closing: AbortSignal;
}

export type World = ReturnType<typeof buildWorld>;

/** Builds the seeded world. */
export const buildWorld = ({ startedAt, scenario, now, speed, origin, closing }: WorldSettings) => ({
  /** Epoch ms. */
  now,
  /** Aborted when the sandbox closes, so that no tool call outlives it. */
  closing,
  agents: new Map(seedAgents(startedAt, scenario).map((agent) => [agent.id, agent])),
  threads: threadStore(seedThreads(startedAt, scenario), now, speed),
  /** By thread id, oldest first. */
  evaluations: new Map<string, Evaluation[]>(),
  /** By identifier (a slug). */
  assistants: new Map(seedAssistants().map((assistant) => [assistant.identifier, assistant])),
  chats: new Map(seedChats(startedAt).map((chat) => [chat.chatUid, chat])),
  toolServers: new Map(seedToolServers(startedAt, origin).map((server) => [server.id, server])),
  projects: new Map(seedProjects(startedAt).map((project) => [project._id, project])),
  documents: documentStore(seedDocuments(startedAt), seedFolders(), now, speed),
  /** By id. */
  files: new Map<string, StoredFile>(),
  /** `http://127.0.0.1:PORT`. */
  origin,
});
