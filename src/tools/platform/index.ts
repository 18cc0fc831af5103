import type { Tool } from '../../mcp/contract/tool.ts';
import { checkHealth } from './check-health.ts';

export const platformTools: readonly Tool[] = [checkHealth];
