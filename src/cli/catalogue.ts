/** Everything that this server can offer: all tools, resources and prompts, and the sandbox as its platform. */

import type { Catalogue, EmbeddedPlatform } from '../mcp/engine/app.ts';
import { allPrompts } from '../prompts/index.ts';
import { allResources } from '../resources/index.ts';
import { allTools, cardTools } from '../tools/index.ts';

export const catalogue: Catalogue = { tools: allTools, cardTools, resources: allResources, prompts: allPrompts };

/**
 * The sandbox in this process, on a free loopback port and in the dialect of the settings. Loaded only if it is used.
 */
export const embeddedSandbox: EmbeddedPlatform = async ({ dialect, sandboxPeople, sandboxScenario }) => {
  const { startSandbox } = await import('../sandbox/index.ts');
  return startSandbox({ dialect, people: sandboxPeople, scenario: sandboxScenario });
};
