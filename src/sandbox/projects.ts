/** Projects as the sandbox stores and sends them (docs/platform-notes.md, "Projects"). */
import type * as z from 'zod';
import type { createProject } from '../platform/operations/projects.ts';
import type { Agent } from './agents.ts';
import type { Assistant, Chat } from './assistants/assistant.ts';
import { newHexId } from './ids.ts';
import type { Thread } from './threads/thread.ts';

export interface Project {
  readonly _id: string;
  name: string;
  readonly identifier: string;
  description: string;
  visibility: 'public' | 'private';
  imageUrl?: string;
  readonly createdByUserUID: string;
  /** Epoch ms. */
  readonly creationTimestampMs: number;
  lastEditTimestampMs: number;
  archived: boolean;
}

/** A project from the body of its creation. `now` in epoch ms. */
export function projectFrom(body: z.output<ReturnType<typeof createProject.body>>, now: number): Project {
  const { name, identifier, description = '', visibility = 'private' } = body;
  const times = { creationTimestampMs: now, lastEditTimestampMs: now };
  const state = { createdByUserUID: 'sandbox-operator', archived: false };
  return { _id: newHexId(), name, identifier, description, visibility, ...state, ...times };
}

/** The records that projects group. */
interface Grouped {
  readonly agents: ReadonlyMap<string, Agent>;
  readonly threads: { all(): Thread[] };
  readonly assistants: ReadonlyMap<string, Assistant>;
  readonly chats: ReadonlyMap<string, Chat>;
}

/** Threads of the project's agents, newest first; optionally of one tenant. */
export function threadsOf(
  { agents, threads }: Pick<Grouped, 'agents' | 'threads'>,
  projectId: string,
  tenantId?: string,
): Thread[] {
  return threads
    .all()
    .filter(({ agentId }) => agents.get(agentId)?.projectId === projectId)
    .filter((thread) => tenantId === undefined || thread.tenantId === tenantId);
}

/** Chats with the project's assistants, newest first. */
export function conversationsOf(
  { assistants, chats }: Pick<Grouped, 'assistants' | 'chats'>,
  projectId: string,
): Chat[] {
  return [...chats.values()]
    .filter(({ assistantIdentifier }) => assistants.get(assistantIdentifier)?.projectId === projectId)
    .sort((a, b) => b.createdAt - a.createdAt);
}
