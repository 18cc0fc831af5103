/** The sandbox as the platform of this very process. Loaded only when it is asked for. */
import type { EmbeddedPlatform } from '../mcp/engine/app.ts';

/** Listens on a free port of loopback. It speaks the dialect of the settings. */
export const embeddedSandbox: EmbeddedPlatform = async ({ dialect }) => {
  const { startSandbox } = await import('../sandbox/index.ts');
  return startSandbox({ dialect });
};
