import type { Tool } from '../../mcp/contract/tool.ts';
import { getAgentCosts } from './get-agent-costs.ts';

export const costTools: readonly Tool[] = [getAgentCosts];
