/** Opens the MCP Inspector's page on the built server with its sandbox. Ctrl-C ends it. */
import { spawn } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { INSPECTOR, npxArgs } from './fetched.ts';

const server = [fileURLToPath(new URL('../dist/agent-platform-mcp.cjs', import.meta.url)), '--sandbox'];
// The server keeps this Node.js; the Inspector has its own.
const child = spawn('npx', npxArgs(INSPECTOR, 'mcp-inspector', process.execPath, ...server), {
  stdio: 'inherit',
  shell: process.platform === 'win32',
});
child.on('exit', (code) => {
  process.exitCode = code ?? 1;
});
