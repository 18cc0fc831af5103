import type { Tool } from '../../server/tool.ts';
import { checkHealth } from './check-health.ts';

export const platformTools: readonly Tool[] = [checkHealth];
