/** Agents as the sandbox stores and sends them (field notes, section 2). */
import type { z } from 'zod';
import type { agentUpdate } from '../platform/operations/schemas.ts';

type Fields = Omit<z.output<ReturnType<typeof agentUpdate>>, 'name' | 'disabled' | 'archived'>;

export interface Agent extends Fields {
  readonly id: string;
  name: string;
  disabled: boolean;
  archived: boolean;
  /** Epoch ms, as deployments send it. */
  readonly creationTimestampMs: number;
  lastEditTimestampMs: number;
}
