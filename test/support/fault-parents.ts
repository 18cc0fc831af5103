/** A host in its own process, to be killed: it starts the server itself, or has `npm exec` start it. */
import { spawn } from 'node:child_process';
import { chmodSync, mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { until } from './clients.ts';

interface Parent {
  readonly serverPid: number;
  send(message: unknown): void;
  /** Kills the host alone, without warning. */
  kill(): void;
  cleanUp(): void;
}

/** The host: passes its own stdin on to the server, and says when an answer has come. */
const HOST = `
const { spawn } = require('node:child_process');
const [command, ...args] = process.argv.slice(2);
const child = spawn(command, args, { stdio: ['pipe', 'pipe', 'ignore'] });
process.stdin.pipe(child.stdin);
child.stdout.on('data', (chunk) => process.stdout.write(chunk));
`;

interface ParentOptions {
  readonly npmExec: boolean;
  /** The server's file. */
  readonly command: string;
  readonly env: Readonly<Record<string, string>>;
}

export async function startParent({ npmExec, command, env }: ParentOptions): Promise<Parent> {
  const folder = mkdtempSync(join(tmpdir(), 'parent-'));
  const pidFile = join(folder, 'pid');
  const host = join(folder, 'host.cjs');
  writeFileSync(host, HOST);
  // The executable that npm finds says under which number it runs, then becomes the server.
  const bin = join(folder, 'node_modules', '.bin');
  mkdirSync(bin, { recursive: true });
  writeFileSync(join(folder, 'package.json'), '{"name":"host","version":"1.0.0"}');
  const script = join(folder, 'server.cjs');
  writeFileSync(
    script,
    `#!${process.execPath}\nrequire('node:fs').writeFileSync(${JSON.stringify(pidFile)}, String(process.pid));\nrequire(${JSON.stringify(command)});\n`,
  );
  chmodSync(script, 0o755);
  symlinkSync(script, join(bin, 'agent-platform-mcp'));
  const started = npmExec ? ['npm', 'exec', '--offline', '--', 'agent-platform-mcp'] : [process.execPath, script];
  const child = spawn(process.execPath, [host, ...started], {
    cwd: folder,
    env: { PATH: process.env.PATH ?? '', HOME: folder, ...env },
    stdio: ['pipe', 'pipe', 'inherit'],
  });
  let output = '';
  child.stdout.on('data', (chunk: Buffer) => {
    output += chunk.toString('utf8');
  });
  child.stdin.on('error', () => undefined);
  const send = (message: unknown): void => void child.stdin.write(`${JSON.stringify(message)}\n`);
  const clientInfo = { name: 'host', version: '1' };
  send({
    jsonrpc: '2.0',
    id: 1,
    method: 'initialize',
    params: { protocolVersion: '2025-11-25', capabilities: {}, clientInfo },
  });
  await until('the server answers', () => output.includes('"serverInfo"'));
  send({ jsonrpc: '2.0', method: 'notifications/initialized' });
  const serverPid = Number(readFileSync(pidFile, 'utf8'));
  return {
    serverPid,
    send,
    kill: () => void child.kill('SIGKILL'),
    cleanUp: () => {
      if (isAlive(serverPid)) process.kill(serverPid, 'SIGKILL');
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

/** Whether a process runs; one that has ended and only waits to be counted does not. */
export function isAlive(pid: number): boolean {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
    return !/\) Z /.test(stat);
  } catch {
    return false;
  }
}
