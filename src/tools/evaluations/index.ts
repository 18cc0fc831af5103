import type { Tool } from '../../mcp/contract/tool.ts';
import { evaluateThread } from './evaluate-thread.ts';
import { listThreadEvaluations } from './list-thread-evaluations.ts';

export const evaluationTools: readonly Tool[] = [evaluateThread, listThreadEvaluations];
