/** A server process driven over stdio with plain JSON-RPC, without an SDK, so that only the server is measured. */
import { type ChildProcess, spawn } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

export const ROOT = fileURLToPath(new URL('..', import.meta.url));
export const BUNDLE = `${ROOT}dist/agent-platform-mcp.cjs`;

export interface Answered {
  readonly result?: Record<string, unknown>;
  readonly error?: { readonly message: string };
}

export interface Wire {
  readonly pid: number;
  request(method: string, params?: unknown): Promise<Answered>;
  notify(method: string): void;
  /** The handshake that most hosts open with. */
  initialize(): Promise<void>;
  /** Calls a tool. @throws if the result is an error: a measured call must succeed */
  call(name: string, args: object): Promise<Record<string, unknown>>;
  /**
   * Calls a tool and leaves its result unread, as text: for counting calls, because parsing would be half of the work.
   * @throws if the result is an error, or does not hold `expected`: some servers don't mark their errors
   */
  callUnread(name: string, args: object, expected: string): Promise<string>;
  /** Ends the process and waits until it is gone. */
  close(): Promise<void>;
}

export const INITIALIZE = {
  protocolVersion: '2025-11-25',
  capabilities: {},
  clientInfo: { name: 'bench', version: '1' },
};

/** Starts `node ...args` with an environment that holds nothing but PATH, HOME and `env`. */
export function startWire(args: readonly string[], env: Readonly<Record<string, string>> = {}): Wire {
  const child = spawn(process.execPath, args, {
    env: { PATH: process.env.PATH, HOME: process.env.HOME, ...env },
    stdio: ['pipe', 'pipe', 'ignore'],
  });
  const waiting = new Map<number, (line: string) => void>();
  let next = 0;
  readLines(child, (line) => {
    const id = idOf(line);
    if (id === undefined) return;
    waiting.get(id)?.(line);
    waiting.delete(id);
  });
  const gone = new Promise<void>((resolve) => child.once('exit', () => resolve()));
  void gone.then(() => {
    for (const answer of waiting.values()) answer('{"error":{"message":"the server ended"}}');
  });
  const write = (message: object): void => {
    child.stdin?.write(`${JSON.stringify({ jsonrpc: '2.0', ...message })}\n`);
  };
  const send = (method: string, params?: unknown): Promise<string> =>
    new Promise((resolve, reject) => {
      if (child.exitCode !== null) return reject(new Error(`the server ended: ${args[0]}`));
      const id = ++next;
      waiting.set(id, resolve);
      write({ id, method, ...(params === undefined ? {} : { params }) });
    });
  const wire: Wire = {
    pid: child.pid ?? 0,
    request: async (method, params) => JSON.parse(await send(method, params)) as Answered,
    async callUnread(name, args, expected) {
      const line = await send('tools/call', { name, arguments: args });
      if (line.includes('"isError":true') || !line.includes(expected)) throw new Error(line.slice(0, 500));
      return line;
    },
    notify: (method) => write({ method }),
    async initialize() {
      await wire.request('initialize', INITIALIZE);
      wire.notify('notifications/initialized');
    },
    async call(name, args) {
      const { result, error } = await wire.request('tools/call', { name, arguments: args });
      if (result === undefined || result.isError === true) {
        throw new Error(`${name} failed: ${JSON.stringify(result ?? error).slice(0, 500)}`);
      }
      return result;
    },
    async close() {
      child.stdin?.end();
      const timer = setTimeout(() => child.kill('SIGKILL'), 3_000);
      await gone;
      clearTimeout(timer);
    },
  };
  return wire;
}

/** The id of an answer. Servers write it at the beginning or the end of a line; otherwise the line is parsed. */
function idOf(line: string): number | undefined {
  const quick =
    /^\{"jsonrpc":"2\.0","id":(\d+),"result"/.exec(line) ?? /"jsonrpc":"2\.0","id":(\d+)\}$/.exec(line.slice(-40));
  if (quick !== null) return Number(quick[1]);
  const message: unknown = JSON.parse(line);
  if (typeof message !== 'object' || message === null || !('id' in message) || 'method' in message) return undefined;
  return Number(message.id);
}

function readLines(child: ChildProcess, take: (line: string) => void): void {
  let rest: Buffer = Buffer.alloc(0);
  child.stdout?.on('data', (chunk: Buffer) => {
    rest = rest.length > 0 ? Buffer.concat([rest, chunk]) : chunk;
    for (let end = rest.indexOf(10); end >= 0; end = rest.indexOf(10)) {
      const line = rest.subarray(0, end).toString('utf8');
      rest = rest.subarray(end + 1);
      if (line.trim() !== '') take(line);
    }
  });
}

/** Called before anything is started. @throws if {@link memoryMb} and {@link processorMs} can't work */
export function needLinux(): void {
  if (process.platform !== 'linux') throw new Error('it reads /proc, which only Linux has');
}

/** Resident memory of a process in MB: now (`VmRSS`), or at its highest (`VmHWM`). */
export function memoryMb(pid: number, field: 'VmRSS' | 'VmHWM'): number {
  const status = readFileSync(`/proc/${pid}/status`, 'utf8');
  return Number(new RegExp(`^${field}:\\s+(\\d+) kB`, 'm').exec(status)?.[1]) / 1024;
}

/** Linux counts a process's time in hundredths of a second (`getconf CLK_TCK`). */
const TICK_MS = 10;

/** Processor time that a process has used so far, user and system (proc(5), fields 14 and 15), in milliseconds. */
export function processorMs(pid: number): number {
  // The name before them may hold blanks.
  const fields = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ')[1]?.split(' ') ?? [];
  return (Number(fields[11]) + Number(fields[12])) * TICK_MS;
}

/** The environment of a server on a platform of the bench. */
export const platformEnv = (url: string): Record<string, string> => ({
  AGENT_PLATFORM_BASE_URL: url,
  AGENT_PLATFORM_TOKEN: 'bench-token-0123456789abcdef',
});
