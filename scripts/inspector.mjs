// The MCP Inspector with the Node.js that it needs, both from npm, started on the built file with its sandbox.
import { fileURLToPath } from 'node:url';

/** The Inspector needs Node.js 22.19 or newer; the package `node` brings one along. */
export const PACKAGES = ['-y', '-p', 'node@24', '-p', '@modelcontextprotocol/inspector@2.12.0'];
export const SERVER = [fileURLToPath(new URL('../dist/agent-platform-mcp.cjs', import.meta.url)), '--sandbox'];

/** Arguments of npx that run the Inspector. `--` ends npx's own. */
export const npxArgs = (...args) => [...PACKAGES, '--', 'mcp-inspector', ...args];
