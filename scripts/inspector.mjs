// The MCP Inspector, started on the built file with its sandbox, under the Node.js that it needs, which comes from npm.
import { fileURLToPath } from 'node:url';

const here = (path) => fileURLToPath(new URL(path, import.meta.url));

export const SERVER = [here('../dist/agent-platform-mcp.cjs'), '--sandbox'];

/** Arguments of npx that run the Inspector under Node.js 22.19 or newer. `--` ends npx's own. */
export const npxArgs = (...args) => [
  ...['-y', '-p', 'node@24', '--', 'node'],
  here('../node_modules/@modelcontextprotocol/inspector/clients/launcher/build/index.js'),
  ...args,
];
