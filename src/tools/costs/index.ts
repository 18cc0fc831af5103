import type { Tool } from '../../server/tool.ts';
import { getAgentCosts } from './get-agent-costs.ts';

export const costTools: readonly Tool[] = [getAgentCosts];
