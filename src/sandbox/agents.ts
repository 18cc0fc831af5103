/** Agents as the sandbox stores and sends them (docs/platform-notes.md, "Agents"). */
import type * as z from 'zod';
import type { agentUpdate } from '../platform/operations/schemas.ts';

type Fields = Omit<z.output<ReturnType<typeof agentUpdate>>, 'name' | 'disabled' | 'archived'>;

export interface Agent extends Fields {
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
