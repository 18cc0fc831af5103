/** The name of this program, and its version from package.json, which the bundler inlines. */
import manifest from '../../package.json' with { type: 'json' };

export const NAME = 'agent-platform-mcp';
export const VERSION: string = manifest.version;
