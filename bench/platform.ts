/**
 * The platform of the bench, in a separate process, with prepared answers, so that it uses little time.
 * Run by `fork` with the latency of each answer in milliseconds; it reports its port.
 */
import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { fileURLToPath } from 'node:url';
import { sendChats } from './chat-list.ts';

export const AGENTS = 1_000;
/** Agents with a waiting request: every hundredth except the first, `agent-0`. */
export const WAITING = AGENTS / 100 - 1;
/** Bytes of the chat list: 200 MB, far more than a process should hold at once. */
export const CHAT_LIST_BYTES = 200 * 1024 * 1024;

export interface BenchPlatform {
  readonly url: string;
  close(): void;
}

export async function startPlatform(latencyMs = 0): Promise<BenchPlatform> {
  const child: ChildProcess = fork(fileURLToPath(import.meta.url), [String(latencyMs)]);
  const [port] = (await once(child, 'message')) as [number];
  return { url: `http://127.0.0.1:${port}`, close: () => void child.kill() };
}

const CREATED = '2026-11-05T12:00:00.000Z';

function thread(id: string, status: string, messages: number, characters: number): object {
  const content = 'All work and no play. '.repeat(Math.ceil(characters / 22)).slice(0, characters);
  return {
    id,
    agentId: 'agent-1',
    status,
    createdAt: CREATED,
    updatedAt: CREATED,
    cost: 0.25,
    messages: Array.from({ length: messages }, (_, n) => ({
      role: n % 2 ? 'assistant' : 'user',
      content,
      timestamp: CREATED,
    })),
  };
}

const threads = (count: number, messages: number, characters: number): string =>
  JSON.stringify(Array.from({ length: count }, (_, n) => thread(`thread-${n}`, 'RUNNING', messages, characters)));

/** The id of a list's last thread, which proves that the whole list was read. */
export const lastThread = (count: number): string => `thread-${count - 1}`;

/** An ordinary page: 20 threads of 2 messages, 11 KB; and a small one. */
const page = threads(20, 2, 120);
const small = threads(1, 2, 120);
const waiting = JSON.stringify([thread('thread-w', 'AWAITING_APPROVAL', 3, 200)]);
let large: string | undefined;

function bodyOf({ pathname, searchParams }: URL): string | undefined {
  if (pathname === '/v1/agents') {
    const offset = Number(searchParams.get('offset'));
    const count = Math.max(0, Math.min(Number(searchParams.get('limit')), AGENTS - offset));
    return JSON.stringify(
      Array.from({ length: count }, (_, n) => ({ id: `agent-${offset + n}`, name: `Agent ${offset + n}` })),
    );
  }
  // The second is a list of another API, for a peer that knows that one alone.
  const agent = /^\/v1\/(?:agents\/([^/]+)\/threads|blocks\/([^/]+)\/children)$/.exec(pathname)?.slice(1).find(Boolean);
  if (agent === undefined) return undefined;
  if (searchParams.get('status') === 'AWAITING_APPROVAL')
    return agent.endsWith('00') ? waiting.replaceAll('thread-w', `thread-of-${agent}`) : '[]';
  // 100 threads of 50 messages of 1 KB, which a list must fit into 12,000 characters.
  if (agent === 'large') large ??= threads(100, 50, 1_024);
  if (agent === 'small') return small;
  return agent === 'large' ? large : page;
}

function answer(request: IncomingMessage, response: ServerResponse): void {
  const url = new URL(request.url ?? '/', 'http://bench');
  if (url.pathname === '/v1/assistants/chats') return void sendChats(response, CHAT_LIST_BYTES);
  const body = bodyOf(url);
  response.writeHead(body === undefined ? 404 : 200, { 'content-type': 'application/json' }).end(body ?? '{}');
}

if (process.send !== undefined && process.argv[1] === fileURLToPath(import.meta.url)) {
  const latency = Number(process.argv[2]);
  process.once('disconnect', () => process.exit());
  const server = createServer({ keepAliveTimeout: 60_000 }, (request, response) => {
    request.resume().on('end', () => {
      if (latency > 0) setTimeout(() => answer(request, response), latency);
      else answer(request, response);
    });
  });
  server.listen(0, '127.0.0.1', () => process.send?.((server.address() as AddressInfo).port));
}
