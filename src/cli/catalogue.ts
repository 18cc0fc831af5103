/** All that this server can offer, put together: the one place that knows tools, resources and prompts alike. */

import type { Catalogue, EmbeddedPlatform } from '../mcp/engine/app.ts';
import { allPrompts } from '../prompts/index.ts';
import { allResources } from '../resources/index.ts';
import { allTools, cardTools } from '../tools/index.ts';

export const catalogue: Catalogue = { tools: allTools, cardTools, resources: allResources, prompts: allPrompts };

/** Listens on a free port of loopback. It speaks the dialect of the settings. */
export const embeddedSandbox: EmbeddedPlatform = async ({ dialect }) => {
  const { startSandbox } = await import('../sandbox/index.ts');
  return startSandbox({ dialect });
};
