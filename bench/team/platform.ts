/**
 * The platform of the team: lists, threads that each wait for one decision, and a record of every decision that reached it.
 * It runs in its own process (`fork`), and reports its port, and its decisions on request.
 */
import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { createServer, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { fileURLToPath } from 'node:url';

/** Latency of every answer, and of those about {@link SLOW_AGENT}. */
export const LATENCY_MS = 20;
const SLOW_MS = 8_000;
export const SLOW_AGENT = 'slow';
/** Its list is half a megabyte: 20 threads of 12 messages of 2 KB. */
export const LARGE_AGENT = 'large';
/** Prefix of ids in lists. Any thread can be read; it waits until it is decided. */
const LISTED = 'listed-';

/** Statuses that reached the platform, by thread, in order. */
export type Decisions = Readonly<Record<string, readonly string[]>>;

export interface TeamPlatform {
  readonly url: string;
  decisions(): Promise<Decisions>;
  close(): void;
}

export async function startTeamPlatform(): Promise<TeamPlatform> {
  const child: ChildProcess = fork(fileURLToPath(import.meta.url));
  const [port] = (await once(child, 'message')) as [number];
  return {
    url: `http://127.0.0.1:${port}`,
    async decisions() {
      child.send('decisions');
      const [decisions] = (await once(child, 'message')) as [Decisions];
      return decisions;
    },
    close: () => void child.kill(),
  };
}

const CREATED = '2026-11-05T12:00:00.000Z';
const NEXT: Readonly<Record<string, string>> = { APPROVED: 'RUNNING', REJECTED: 'FAILED' };

const decided = new Map<string, string[]>();

/** A thread whose agent asks for one action, named by the id. */
const waiting = (id: string): object => ({
  id,
  agentId: 'agent-1',
  status: NEXT[decided.get(id)?.at(-1) ?? ''] ?? 'AWAITING_APPROVAL',
  createdAt: CREATED,
  updatedAt: CREATED,
  cost: 0.25,
  messages: [
    { role: 'user', content: 'Handle the returns of the week.' },
    {
      role: 'assistant',
      content: `Return ${id} came back.`,
      tool_calls: [{ id: 'c1', type: 'function', function: { name: 'refund', arguments: '{"amount":12}' } }],
    },
  ],
});

const listed = (messages: number, characters: number): string => {
  const content = 'All work and no play. '.repeat(Math.ceil(characters / 22)).slice(0, characters);
  const role = (n: number): string => (n % 2 ? 'assistant' : 'user');
  return JSON.stringify(
    Array.from({ length: 20 }, (_, n) => ({
      ...waiting(`${LISTED}${n}`),
      status: 'RUNNING',
      messages: Array.from({ length: messages }, (_, m) => ({ role: role(m), content, timestamp: CREATED })),
    })),
  );
};
const page = listed(2, 120);
const large = listed(12, 2_048);

/** @returns the answer's JSON; undefined for a 404 */
function answerTo(method: string, pathname: string, body: string): string | undefined {
  const [, id, isDecision] = /^\/v1\/agents\/threads\/([^/]+)(\/approval)?$/.exec(pathname) ?? [];
  if (id !== undefined) {
    if (method === 'POST' && isDecision) {
      const { status } = JSON.parse(body) as { status: string };
      decided.set(id, [...(decided.get(id) ?? []), status]);
    }
    return JSON.stringify(waiting(id));
  }
  if (pathname === '/v1/agents') return JSON.stringify([{ id: 'agent-1', name: 'Refund Desk' }]);
  const [, agent] = /^\/v1\/agents\/([^/]+)\/threads$/.exec(pathname) ?? [];
  return agent === undefined ? undefined : agent === LARGE_AGENT ? large : page;
}

async function serve(request: IncomingMessage): Promise<{ readonly afterMs: number; readonly json?: string }> {
  const { pathname } = new URL(request.url ?? '/', 'http://team');
  const json = answerTo(request.method ?? 'GET', pathname, await text(request));
  const afterMs = pathname.includes(`/${SLOW_AGENT}/`) ? SLOW_MS : LATENCY_MS;
  return json === undefined ? { afterMs } : { afterMs, json };
}

if (process.send !== undefined && process.argv[1] === fileURLToPath(import.meta.url)) {
  process.once('disconnect', () => process.exit());
  const server = createServer({ keepAliveTimeout: 60_000 }, (request, response) => {
    serve(request).then(
      ({ afterMs, json }) => {
        const send = (): void => {
          response.writeHead(json === undefined ? 404 : 200, { 'content-type': 'application/json' }).end(json ?? '{}');
        };
        setTimeout(send, afterMs);
      },
      // The client disconnected while it was sending.
      () => response.destroy(),
    );
  });
  process.on('message', () => process.send?.(Object.fromEntries(decided)));
  server.listen(0, '127.0.0.1', () => process.send?.((server.address() as AddressInfo).port));
}
