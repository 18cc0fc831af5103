/** Agents and projects as the sandbox stores and sends them (docs/platform-notes.md). */
import type * as z from 'zod';
import type { agentUpdate } from '../platform/operations/schemas.ts';

export interface Agent extends Omit<z.output<ReturnType<typeof agentUpdate>>, 'name' | 'disabled' | 'archived'> {
  readonly id: string;
  name: string;
  /** Absent: it belongs to no project. */
  readonly projectId?: string;
  disabled: boolean;
  archived: boolean;
  /** Epoch ms, as deployments send it. */
  readonly creationTimestampMs: number;
  lastEditTimestampMs: number;
}

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
