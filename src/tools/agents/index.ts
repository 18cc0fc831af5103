import type { Tool } from '../../mcp/contract/tool.ts';
import { createAgent } from './create-agent.ts';
import { deleteAgent } from './delete-agent.ts';
import { listAgents } from './list-agents.ts';
import { updateAgent } from './update-agent.ts';

export const agentTools: readonly Tool[] = [listAgents, createAgent, updateAgent, deleteAgent];
