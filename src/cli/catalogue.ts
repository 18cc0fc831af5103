/** Everything that this server can offer: all tools, resources and prompts, and the sandbox as its platform. */

import type { Catalogue, EmbeddedPlatform } from '../mcp/engine/app.ts';
import { investigateThread } from '../prompts/investigate-thread.ts';
import { reviewCosts } from '../prompts/review-costs.ts';
import { triageApprovals } from '../prompts/triage-approvals.ts';
import { tryATool } from '../prompts/try-a-tool.ts';
import { costResources } from '../resources/costs.ts';
import { docResource, documentResource } from '../resources/documents.ts';
import { approvalsResource, threadResource } from '../resources/threads.ts';
import { allTools, cardTools } from '../tools/index.ts';

export const catalogue: Catalogue = {
  tools: allTools,
  cardTools,
  resources: [approvalsResource, threadResource, docResource, documentResource, ...costResources],
  prompts: [triageApprovals, investigateThread, reviewCosts, tryATool],
};

/** The sandbox in this process, on a free loopback port and in the dialect of the settings; loaded only if it is used. */
export const embeddedSandbox: EmbeddedPlatform = async ({ dialect, sandboxScenario }) => {
  const { startSandbox } = await import('../sandbox/index.ts');
  return startSandbox({ dialect, scenario: sandboxScenario });
};
