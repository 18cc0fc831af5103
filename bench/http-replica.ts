/** A replica of the HTTP entry in a process of its own, and requests to it. */
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { Pool } from 'undici';
import { BUNDLE, platformEnv } from './wire.ts';

const PREFIX = 'io.modelcontextprotocol';
const META = {
  [`${PREFIX}/protocolVersion`]: '2026-07-28',
  [`${PREFIX}/clientInfo`]: { name: 'bench', version: '1' },
  [`${PREFIX}/clientCapabilities`]: {},
};

export interface HttpReplica {
  readonly pid: number;
  readonly url: string;
  stop(): Promise<void>;
}

export async function startReplica(platformUrl: string): Promise<HttpReplica> {
  const args = [BUNDLE, 'http', '--port', '0', '--http-max-connections', '4096'];
  const child: ChildProcess = spawn(process.execPath, args, {
    env: { PATH: process.env.PATH, HOME: process.env.HOME, ...platformEnv(platformUrl) },
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  if (child.stderr === null) throw new Error('no stderr');
  for await (const line of createInterface({ input: child.stderr })) {
    const { event, url } = JSON.parse(line) as { event?: string; url?: string };
    if (event !== 'listening' || url === undefined) continue;
    child.stderr.resume();
    const stop = async (): Promise<void> => {
      const gone = once(child, 'exit');
      child.kill('SIGTERM');
      await gone;
    };
    return { pid: child.pid ?? 0, url: new URL(url).origin, stop };
  }
  throw new Error('the replica ended before it listened');
}

export interface HttpCaller {
  call(name: string, args: object): Promise<void>;
  close(): Promise<void>;
}

/** Calls replicas in turn, over so many connections in all; an answer is read in full and must be no error. */
export function caller(replicas: readonly HttpReplica[], connections: number): HttpCaller {
  const each = Math.max(1, Math.ceil(connections / replicas.length));
  const pools = replicas.map(({ url }) => new Pool(url, { connections: each }));
  let next = 0;
  return {
    async call(name, args) {
      const pool = pools[next++ % pools.length];
      if (pool === undefined) throw new Error('no replica');
      const { statusCode, body } = await pool.request({
        method: 'POST',
        path: '/mcp',
        headers: {
          'content-type': 'application/json',
          accept: 'application/json, text/event-stream',
          'mcp-protocol-version': '2026-07-28',
          'mcp-method': 'tools/call',
          'mcp-name': name,
        },
        body: JSON.stringify({
          jsonrpc: '2.0',
          id: next,
          method: 'tools/call',
          params: { name, arguments: args, _meta: META },
        }),
      });
      const text = await body.text();
      if (statusCode !== 200 || text.includes('"isError":true')) throw new Error(`${statusCode} ${text.slice(0, 300)}`);
    },
    close: async () => {
      await Promise.all(pools.map((pool) => pool.close()));
    },
  };
}
