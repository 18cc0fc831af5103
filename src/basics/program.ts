/** What this program is called, wherever it says so, and its version: the one of package.json, put in by the bundler. */
import manifest from '../../package.json' with { type: 'json' };

export const NAME = 'agent-platform-mcp';
export const VERSION: string = manifest.version;
