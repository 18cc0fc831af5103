/** What was said in a thread (specification, AgentThreadMessage). */
import type * as z from 'zod';
import type { agentThreadMessage } from '../../platform/operations/schemas.ts';

export type ThreadMessage = z.output<ReturnType<typeof agentThreadMessage>>;
