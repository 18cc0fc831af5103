import type { Tool } from '../../server/tool.ts';
import { evaluateThread } from './evaluate-thread.ts';
import { listThreadEvaluations } from './list-thread-evaluations.ts';

export const evaluationTools: readonly Tool[] = [evaluateThread, listThreadEvaluations];
