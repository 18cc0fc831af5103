/**
 * The built server without an SDK in front of it: a test writes any bytes, and gets every line of output. The bench has its
 * own driver (bench/wire.ts), which does as little work as possible, so that only the server is measured.
 */
import { type ChildProcessWithoutNullStreams, spawn } from 'node:child_process';
import { BUNDLE, until } from './clients.ts';
import { PATIENCE_MS } from './patience.ts';
import { envelope } from './rounds.ts';

export interface RpcMessage {
  readonly jsonrpc: string;
  readonly id?: unknown;
  readonly method?: string;
  readonly params?: Readonly<Record<string, unknown>>;
  readonly result?: Readonly<Record<string, unknown>>;
  readonly error?: { readonly code: number; readonly message: string };
}

export interface RawServer {
  readonly child: ChildProcessWithoutNullStreams;
  /** Every message that came so far. */
  readonly messages: readonly RpcMessage[];
  /** Lines that are no JSON-RPC. Must stay empty. */
  readonly stray: readonly string[];
  stderr(): string;
  /** Writes bytes as they are. */
  write(bytes: string | Buffer): void;
  send(message: unknown): void;
  /** Sends a request and waits for its answer. */
  request(method: string, params?: unknown, timeoutMs?: number): Promise<RpcMessage>;
  /** Waits for an answer that carries this id. */
  answer(id: unknown, timeoutMs?: number): Promise<RpcMessage>;
  /** Ends stdin, as a closing host does, and waits until the process has ended. */
  end(): Promise<void>;
  /** Resolves when the process has ended. @throws where it stays for longer than patience lasts */
  gone(): Promise<void>;
  kill(): Promise<void>;
}

interface RawOptions {
  readonly env?: Readonly<Record<string, string>>;
  readonly args?: readonly string[];
  /** Node's own options. */
  readonly node?: readonly string[];
  /** The executable, if it is not the built one. */
  readonly bundle?: string;
  /** A command that starts Node with what follows it. */
  readonly under?: readonly string[];
  /** Forgets messages once they are answered: for more of them than memory holds. */
  readonly forgets?: boolean;
}

export function startRaw(options: RawOptions = {}): RawServer {
  const { env = {}, args = [], node = [], bundle = BUNDLE, under = [], forgets = false } = options;
  const [command = process.execPath, ...rest] = [...under, process.execPath, ...node, bundle, ...args];
  const child = spawn(command, rest, {
    env: { PATH: process.env.PATH ?? '', HOME: process.env.HOME ?? '', ...env },
    stdio: 'pipe',
  });
  return attach(child, forgets);
}

function attach(child: ChildProcessWithoutNullStreams, forgets: boolean): RawServer {
  const messages: RpcMessage[] = [];
  const stray: string[] = [];
  const waiting = new Map<string, (message: RpcMessage) => void>();
  let stderr = '';
  let partial = '';
  let nextId = 1;
  child.stdout.setEncoding('utf8').on('data', (chunk: string) => {
    const lines = (partial + chunk).split('\n');
    partial = lines.pop() ?? '';
    for (const line of lines) take(line);
  });
  function take(line: string): void {
    const message = parse(line);
    if (message === undefined) {
      stray.push(line);
      return;
    }
    if (!forgets) messages.push(message);
    if (message.method !== undefined) return;
    const key = JSON.stringify(message.id);
    waiting.get(key)?.(message);
    waiting.delete(key);
  }
  child.stderr.on('data', (chunk: Buffer) => {
    stderr += chunk.toString('utf8');
  });
  for (const stream of [child.stdin, child.stdout, child.stderr]) stream.on('error', () => undefined);
  const exited = new Promise<void>((resolve) => child.once('exit', () => resolve()));

  function answer(id: unknown, timeoutMs = PATIENCE_MS): Promise<RpcMessage> {
    return new Promise((resolve, reject) => {
      const key = JSON.stringify(id);
      const there = messages.find((message) => message.method === undefined && JSON.stringify(message.id) === key);
      if (there) return resolve(there);
      const timer = setTimeout(() => {
        reject(new Error(`no answer to ${key} within ${timeoutMs} ms; stderr: ${stderr.slice(-500)}`));
      }, timeoutMs);
      waiting.set(key, (message) => {
        clearTimeout(timer);
        resolve(message);
      });
    });
  }

  const gone = (): Promise<void> =>
    until('the server is gone', () => child.exitCode !== null || child.signalCode !== null);
  const send = (message: unknown): void => void child.stdin.write(`${JSON.stringify(message)}\n`);
  return {
    child,
    messages,
    stray,
    stderr: () => stderr,
    write: (bytes) => void child.stdin.write(bytes),
    send,
    request(method, params, timeoutMs) {
      const id = `r${nextId++}`;
      send({ jsonrpc: '2.0', id, method, ...(params === undefined ? {} : { params }) });
      return answer(id, timeoutMs);
    },
    answer,
    gone,
    end() {
      child.stdin.end();
      return gone();
    },
    async kill() {
      if (child.exitCode === null && child.signalCode === null) child.kill('SIGKILL');
      await exited;
    },
  };
}

function parse(line: string): RpcMessage | undefined {
  try {
    const value: unknown = JSON.parse(line);
    if (typeof value !== 'object' || value === null || Array.isArray(value)) return undefined;
    return 'jsonrpc' in value && value.jsonrpc === '2.0' ? (value as RpcMessage) : undefined;
  } catch {
    return undefined;
  }
}

/** The fields that the 2026-07-28 protocol requires in every request. */
const ENVELOPE = envelope();

/** Opens a session of either era; returns what every request's parameters begin with. */
export async function open(server: RawServer, era: 'legacy' | 'modern'): Promise<Readonly<Record<string, unknown>>> {
  if (era === 'modern') {
    await server.request('server/discover', ENVELOPE);
    return ENVELOPE;
  }
  await server.request('initialize', {
    protocolVersion: '2025-11-25',
    capabilities: {},
    clientInfo: { name: 'raw', version: '1.0.0' },
  });
  server.send({ jsonrpc: '2.0', method: 'notifications/initialized' });
  return {};
}
