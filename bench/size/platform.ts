/**
 * A platform that sends more than anybody should: large, deep and long threads, and a long inbox. It runs in its own process
 * (`fork`), and reports its port.
 */
import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { fileURLToPath } from 'node:url';
import type { BenchPlatform } from '../platform.ts';

export async function startSizePlatform(): Promise<BenchPlatform> {
  const child: ChildProcess = fork(fileURLToPath(import.meta.url));
  const [port] = (await once(child, 'message')) as [number];
  return { url: `http://127.0.0.1:${port}`, close: () => void child.kill() };
}

const CREATED = '2026-11-05T12:00:00.000Z';
const MB = 1024 * 1024;

const call = (id: string, args: unknown, name = 'create_refund') => ({
  id,
  type: 'function',
  function: { name, arguments: typeof args === 'string' ? args : JSON.stringify(args) },
});
const asking = (args: unknown) => ({ role: 'assistant', content: 'May I?', tool_calls: [call('last', args)] });

const thread = (id: string, messages: readonly object[], more: object = {}, agentId = 'agent-1') => ({
  id,
  agentId,
  status: 'AWAITING_APPROVAL',
  createdAt: CREATED,
  updatedAt: CREATED,
  messages: [{ role: 'user', content: 'Handle the returns of the week.' }, ...messages],
  ...more,
});

/** Text as agents write it: with line breaks, quotes and letters beyond ASCII. */
const prose = (characters: number): string =>
  'The customer wrote “why so late?” and got no answer for days.\n'.repeat(characters / 62).padEnd(characters, 'x');

/** A cut-off HTML mail in arguments that are not JSON. */
const MAIL = `{"html":"${'<td style=\\"color:#333\\">&nbsp;</td>'.repeat(5_400)}`.slice(0, 200_000);

/** Threads by id. */
const THREADS: Readonly<Record<string, () => string>> = {
  ...Object.fromEntries([1, 8, 25, 100].map((size) => [`mb-${size}`, () => ofSize(size)])),
  'messages-3000': () => JSON.stringify(thread('messages-3000', withCalls(3_000))),
  'depth-3000': () =>
    JSON.stringify(thread('depth-3000', [asking({ amount: 20 })], { plan: 'PLAN' })).replace(
      '"PLAN"',
      '[['.repeat(1_500) + ']]'.repeat(1_500),
    ),
  'argument-20': () => JSON.stringify(thread('argument-20', [asking({ body: prose(20 * MB) })])),
  'mail-200': () => JSON.stringify(thread('mail-200', [asking(MAIL)])),
};

/** Messages of 20 KB up to this size. */
function ofSize(megabytes: number): string {
  const one = { role: 'assistant', content: prose(20_000) };
  const count = Math.floor((megabytes * MB) / JSON.stringify(one).length);
  return JSON.stringify(
    thread(`mb-${megabytes}`, [...Array.from({ length: count }, () => one), asking({ amount: 20 })]),
  );
}

/** Calls that a tool has answered, and at the end one that it has not. */
const withCalls = (count: number): object[] =>
  Array.from({ length: count / 2 }, (_, n) => [
    { role: 'assistant', content: `Step ${n}.`, tool_calls: [call(`c${n}`, { order: `${10_000 + n}`, amount: n })] },
    { role: 'tool', content: '{"ok":true}', tool_call_id: `c${n}` },
  ])
    .flat()
    .concat([asking({ amount: 20 })] as never[]);

/** The agent with a long inbox: 1,000 waiting threads of 100 KB. */
const INBOX = 'inbox';
const INBOX_THREADS = 1_000;
const inboxThread = JSON.stringify(
  thread('ID', [{ role: 'assistant', content: prose(97_000) }, asking({ amount: 20 })], {}, INBOX),
);
const SMALL = JSON.stringify(Array.from({ length: 20 }, (_, n) => thread(`small-${n}`, [asking({ amount: n })])));

/** As bytes, and made before it is measured: this process serves the other caller, too. */
const known = new Map<string, Buffer>();

/** Whether the inbox is part of the platform: it would be read with every agent. */
let hasInbox = false;

function bodyOf({ pathname, searchParams }: URL): string | Buffer | undefined {
  if (pathname === '/with-inbox') {
    hasInbox = true;
    return '{}';
  }
  if (pathname === '/v1/agents') return JSON.stringify(hasInbox ? [{ id: INBOX, name: 'Inbox' }] : [{ id: 'agent-1' }]);
  const [, agent] = /^\/v1\/agents\/([^/]+)\/threads$/.exec(pathname) ?? [];
  if (agent === INBOX) {
    const offset = Number(searchParams.get('offset') ?? 0);
    const count = Math.max(0, Math.min(Number(searchParams.get('limit') ?? 20), INBOX_THREADS - offset));
    return `[${Array.from({ length: count }, (_, n) => inboxThread.replace('"ID"', `"inbox-${offset + n}"`)).join(',')}]`;
  }
  if (agent !== undefined) return searchParams.get('status') === 'AWAITING_APPROVAL' ? '[]' : SMALL;
  const [, id = ''] = /^\/v1\/agents\/threads\/([^/]+)$/.exec(pathname) ?? [];
  if (id.startsWith('inbox-')) return inboxThread.replace('"ID"', `"${id}"`);
  const made = THREADS[id];
  if (made !== undefined && !known.has(id)) known.set(id, Buffer.from(made()));
  return known.get(id);
}

function answer(request: IncomingMessage, response: ServerResponse): void {
  const body = bodyOf(new URL(request.url ?? '/', 'http://bench'));
  response.writeHead(body === undefined ? 404 : 200, { 'content-type': 'application/json' }).end(body ?? '{}');
}

if (process.send !== undefined && process.argv[1] === fileURLToPath(import.meta.url)) {
  process.once('disconnect', () => process.exit());
  const server = createServer({ keepAliveTimeout: 60_000 }, (request, response) => {
    response.on('error', () => undefined);
    request.resume().on('end', () => answer(request, response));
  });
  server.listen(0, '127.0.0.1', () => process.send?.((server.address() as AddressInfo).port));
}
