import type { Tool } from '../../server/tool.ts';
import { createAgent } from './create-agent.ts';
import { deleteAgent } from './delete-agent.ts';
import { listAgents } from './list-agents.ts';
import { updateAgent } from './update-agent.ts';

export const agentTools: readonly Tool[] = [listAgents, createAgent, updateAgent, deleteAgent];
