/** The built file serving over HTTP in a process of its own, and real clients in front of it. */
import { type ChildProcess, spawn } from 'node:child_process';
import { StreamableHTTPClientTransport as ModernTransport } from '@modelcontextprotocol/client';
import { StreamableHTTPClientTransport as OldTransport } from '@modelcontextprotocol/sdk/client/streamableHttp.js';
import type { Transport as OldTransportType } from '@modelcontextprotocol/sdk/shared/transport.js';
import { connectV1 } from '../support/client-v1.ts';
import { connectV2 } from '../support/client-v2.ts';
import { BUNDLE, type ConnectOptions, type TestClient, until } from '../support/clients.ts';
import { opened } from '../support/opened.ts';

/** One line of the JSON log. */
export type LogLine = Readonly<Record<string, unknown>>;

export interface Replica {
  /** `http://127.0.0.1:PORT`, without /mcp. */
  readonly url: string;
  readonly port: number;
  readonly child: ChildProcess;
  log(): readonly LogLine[];
  /** Lines of stderr that are not JSON. */
  readonly stray: readonly string[];
  /** The exit code, once the process has ended; null if a signal ended it. */
  readonly gone: Promise<number | null>;
  /** Sends the signal and waits until the process is gone. */
  stop(signal?: NodeJS.Signals): Promise<number | null>;
}

export interface ReplicaOptions {
  readonly args?: readonly string[];
  readonly env?: Readonly<Record<string, string>>;
  /** The bundle to run; default: the built one. */
  readonly bundle?: string;
  /** What is waited for: that it listens, and, by default, that it says it is ready if it has to reach a Redis first. */
  readonly until?: 'listening' | 'ready';
}

/** If a test fails halfway, nothing keeps running. */
const running = new Set<ChildProcess>();
process.once('exit', () => {
  for (const child of running) child.kill('SIGKILL');
});

/** Starts a replica on a free port and waits for it. @throws with its output where it ends */
export async function startReplica({
  args = [],
  env = {},
  bundle = BUNDLE,
  until: state = env.AGENT_PLATFORM_STATE_REDIS_URL === undefined ? 'listening' : 'ready',
}: ReplicaOptions = {}): Promise<Replica> {
  const child = spawn(
    process.execPath,
    [bundle, 'http', ...(args.includes('--port') ? [] : ['--port', '0']), ...args],
    {
      env: { PATH: process.env.PATH, HOME: process.env.HOME, ...env },
      stdio: ['ignore', 'pipe', 'pipe'],
    },
  );
  const lines: LogLine[] = [];
  const stray: string[] = [];
  let rest = '';
  child.stderr?.on('data', (chunk: Buffer) => {
    const parts = (rest + chunk.toString('utf8')).split('\n');
    rest = parts.pop() ?? '';
    for (const line of parts) {
      if (line.startsWith('{')) lines.push(JSON.parse(line));
      else stray.push(line);
    }
  });
  child.stdout?.resume();
  running.add(child);
  // Not `exit`: its last lines are read by then.
  const gone = new Promise<number | null>((resolve) => child.once('close', (code) => resolve(code)));
  const stop = (signal: NodeJS.Signals = 'SIGTERM'): Promise<number | null> => {
    if (child.exitCode === null && child.signalCode === null) child.kill(signal);
    return gone;
  };
  opened.push(stop);
  const listening = (): LogLine | undefined => lines.find(({ event }) => event === 'listening');
  await until('the replica listens', () => listening() !== undefined || child.exitCode !== null);
  const url = listening()?.url;
  if (typeof url !== 'string') throw new Error(`exit ${child.exitCode}: ${stray.join('\n')}${rest}`);
  const origin = new URL(url).origin;
  while (state === 'ready' && (await fetch(`${origin}/readyz`)).status !== 200)
    await new Promise((resolve) => setTimeout(resolve, 20));
  return {
    url: origin,
    port: Number(new URL(origin).port),
    child,
    log: () => lines,
    stray,
    gone,
    stop,
  };
}

export interface HttpClient extends TestClient {
  /** What the SDK reports beside its calls: an answer that the server refused, for one. */
  readonly errors: readonly Error[];
}

export interface HttpConnect extends Pick<ConnectOptions, 'client' | 'elicit' | 'capabilities'> {
  /** Without /mcp. */
  readonly url: string;
  readonly headers?: Readonly<Record<string, string>>;
}

export async function connectHttp({ url, headers = {}, ...options }: HttpConnect): Promise<HttpClient> {
  const errors: Error[] = [];
  const [endpoint, init] = [new URL(`${url}/mcp`), { requestInit: { headers } }];
  // The SDK's own types differ in `undefined` only (exactOptionalPropertyTypes).
  const client = await (options.client === 'v1'
    ? connectV1(options, new OldTransport(endpoint, init) as OldTransportType, errors)
    : connectV2(options, new ModernTransport(endpoint, init), errors));
  return { ...client, errors };
}

/** A JSON-RPC request as an older client posts it: no SDK, so that every header is the test's. */
export function post(
  url: string,
  body: unknown,
  headers: Readonly<Record<string, string>> = {},
  signal?: AbortSignal,
): Promise<Response> {
  return fetch(`${url}/mcp`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', accept: 'application/json, text/event-stream', ...headers },
    body: typeof body === 'string' ? body : JSON.stringify(body),
    ...(signal && { signal }),
  });
}

export const LIST = { jsonrpc: '2.0', id: 1, method: 'tools/list', params: {} };

/** A call of a tool. */
export const toolCall = (name: string, args: object = {}, id = 1) => ({
  jsonrpc: '2.0',
  id,
  method: 'tools/call',
  params: { name, arguments: args },
});

/** The message in an answer, whether it came as JSON or as a stream of one. */
export async function messageOf(response: Response): Promise<Readonly<Record<string, unknown>>> {
  const text = await response.text();
  const data = /^data: (\{.*\})$/m.exec(text)?.[1] ?? text;
  const message: unknown = JSON.parse(data);
  if (typeof message !== 'object' || message === null) throw new Error(`no message: ${text}`);
  return Object.fromEntries(Object.entries(message));
}
