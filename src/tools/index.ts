/** All tools. The settings decide which of them a session offers (`mcp/engine/selection.ts`). */
import type { Tool } from '../mcp/contract/tool.ts';
import { agentTools } from './agents/index.ts';
import { assistantTools } from './assistants/index.ts';
import { costTools } from './costs/index.ts';
import { docTools } from './docs/index.ts';
import { documentTools } from './documents/index.ts';
import { evaluationTools } from './evaluations/index.ts';
import { fileTools } from './files/index.ts';
import { platformTools } from './platform/index.ts';
import { projectTools } from './projects/index.ts';
import { threadCardTools, threadTools } from './threads/index.ts';
import { toolTools } from './tool-servers/index.ts';

export const allTools: readonly Tool[] = [
  ...threadTools,
  ...assistantTools,
  ...agentTools,
  ...costTools,
  ...toolTools,
  ...projectTools,
  ...documentTools,
  ...fileTools,
  ...evaluationTools,
  ...docTools,
  ...platformTools,
];

/** Tools that only cards may call; only clients that draw cards see them. */
export const cardTools: readonly Tool[] = threadCardTools;
