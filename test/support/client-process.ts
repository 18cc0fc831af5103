/** Observes the server process that an SDK's own stdio transport starts. */
import { EventEmitter } from 'node:events';
import { ROOT } from './build.ts';
import type { ConnectOptions, ServerProcess } from './clients.ts';

/** What the server is: the bundle that test/support/build.ts made. */
export const BUNDLE = `${ROOT}dist/agent-platform-mcp.cjs`;

/** What both SDKs' transports take to start the server. */
export const serverParameters = ({ args = [], env = {} }: ConnectOptions) => ({
  command: process.execPath,
  args: [BUNDLE, ...args],
  env: { ...env },
  stderr: 'pipe' as const,
});

/** The part of both SDKs' StdioClientTransport that is needed here. */
interface StdioTransport {
  readonly stderr: unknown;
  readonly pid: number | null;
}

/**
 * Records what the process writes. Call before connecting. The transport's methods stay as they are: the v2 client in auto
 * mode probes a second process only through an untouched transport. So the bytes of stdout are taken from its buffer.
 */
export function watchProcess(transport: StdioTransport, transportErrors: readonly Error[]): ServerProcess {
  let stderr = '';
  const stream = transport.stderr;
  if (stream instanceof EventEmitter) {
    stream.on('data', (chunk: unknown) => {
      stderr += String(chunk);
    });
  }
  const stdout: Buffer[] = [];
  const buffer: unknown = Reflect.get(transport, '_readBuffer');
  if (typeof buffer !== 'object' || buffer === null) throw new Error('the transport has no _readBuffer any more');
  const append: unknown = Reflect.get(buffer, 'append');
  if (typeof append !== 'function') throw new Error('the read buffer has no append any more');
  Reflect.set(buffer, 'append', (chunk: Buffer) => {
    stdout.push(chunk);
    return Reflect.apply(append, buffer, [chunk]);
  });
  return {
    get pid() {
      if (transport.pid === null) throw new Error('the server does not run');
      return transport.pid;
    },
    stderr: () => stderr,
    stdoutLines: () => {
      const lines = Buffer.concat(stdout).toString('utf8').split('\n');
      return lines.at(-1) === '' ? lines.slice(0, -1) : lines;
    },
    transportErrors,
  };
}
