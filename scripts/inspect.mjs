// Opens the MCP Inspector's page on the built server with its sandbox. Ctrl-C ends it.
import { spawn } from 'node:child_process';
import { npxArgs, SERVER } from './inspector.mjs';

const child = spawn('npx', npxArgs(process.execPath, ...SERVER), {
  stdio: 'inherit',
  shell: process.platform === 'win32',
});
child.on('exit', (code) => {
  process.exitCode = code ?? 1;
});
