/** Many calls of all kinds to one built server, and its memory in use after each part of them. */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { platformEnv, until } from './clients.ts';
import { startFaultPlatform } from './fault-platform.ts';
import { open, type RawServer, startRaw } from './raw-stdio.ts';

const WIDTH = 64;
const PARTS = 10;

/** Reports the memory in use after a garbage collection, on request. */
const PROBE = `process.on('SIGUSR2', () => {
  globalThis.gc(); globalThis.gc();
  const { heapUsed, external, rss } = process.memoryUsage();
  process.stderr.write('HELD ' + JSON.stringify({ held: heapUsed + external, rss }) + '\\n');
});`;

export interface Held {
  readonly calls: number;
  /** Heap and external memory after collection, in bytes. */
  readonly held: number;
  readonly rss: number;
}

/** The calls of a host, in turn: reads, a write, mistakes, a resource, a list, a cancelled call. */
const CALLS: readonly ((server: RawServer) => Promise<unknown>)[] = [
  (server) => tool(server, 'list_agents', {}),
  (server) => tool(server, 'get_thread', { threadId: 'running' }),
  (server) => tool(server, 'search_chats', { query: 'order' }),
  (server) => tool(server, 'pause_thread', { threadId: 'running' }),
  (server) => tool(server, 'get_thread', { thread: 'misspelt' }),
  (server) => tool(server, 'no_such_tool', {}),
  (server) => server.request('resources/read', { uri: 'agent-platform://threads/running' }),
  (server) => server.request('tools/list', {}),
  async (server) => {
    server.send({ jsonrpc: '2.0', id: 'gone', method: 'tools/call', params: { name: 'list_agents', arguments: {} } });
    server.send({ jsonrpc: '2.0', method: 'notifications/cancelled', params: { requestId: 'gone' } });
  },
];
const tool = (server: RawServer, name: string, args: object): Promise<unknown> =>
  server.request('tools/call', { name, arguments: args });

export async function measureLeak(calls: number, onPart: (held: Held) => void = () => undefined): Promise<Held[]> {
  const folder = mkdtempSync(join(tmpdir(), 'leak-'));
  const probe = join(folder, 'probe.cjs');
  writeFileSync(probe, PROBE);
  const platform = await startFaultPlatform();
  const server = startRaw({ env: platformEnv(platform), node: ['--expose-gc', '-r', probe], forgets: true });
  const parts: Held[] = [];
  try {
    await open(server, 'legacy');
    for (let part = 1; part <= PARTS; part++) {
      let left = Math.round(calls / PARTS);
      const worker = async (): Promise<void> => {
        while (left-- > 0) await CALLS[left % CALLS.length]?.(server);
      };
      await Promise.all(Array.from({ length: WIDTH }, worker));
      const held = { calls: Math.round((calls / PARTS) * part), ...(await ask(server, part)) };
      parts.push(held);
      onPart(held);
    }
    return parts;
  } finally {
    await server.kill();
    await platform.close();
    rmSync(folder, { recursive: true });
  }
}

async function ask(server: RawServer, times: number): Promise<{ held: number; rss: number }> {
  server.child.kill('SIGUSR2');
  const lines = (): string[] =>
    server
      .stderr()
      .split('\n')
      .filter((line) => line.startsWith('HELD '));
  await until('the server says what it holds', () => lines().length >= times);
  return JSON.parse(lines()[times - 1]?.slice(5) ?? '') as { held: number; rss: number };
}

/** Bytes that stay for each call, from the first fifth (warm by then) to the end. */
export function bytesPerCall(parts: readonly Held[]): number {
  const [, warm] = parts;
  const last = parts.at(-1);
  if (warm === undefined || last === undefined) return Number.NaN;
  return (last.held - warm.held) / (last.calls - warm.calls);
}
