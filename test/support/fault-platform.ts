/**
 * A platform that misbehaves on real sockets, operation by operation, and counts what it has carried out: so that a test
 * can hold what a tool says of a write against what became of it. Not made from platform-double.ts, as the other platforms
 * of the tests are: its faults befall the listener, connections, and requests before they are read.
 */
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo, Socket } from 'node:net';
import type { OperationName } from '../../src/platform/operations/index.ts';
import { operations } from '../../src/platform/operations/index.ts';
import { type ConnectionCount, countConnections } from './connection-count.ts';
import { ANSWERS, DELETED, recognise } from './fault-answers.ts';
import type { Fault } from './fault-kinds.ts';

/** A token that no other text looks like. */
const TOKEN = 'tok_fAuLt7Qz2mX9wL4Rk8Vb3Ns6Yd1Hc5Jg0';

/** Whether an operation misbehaves; `isMoved`: it is about a thread that a write has moved. */
type Faulty = (operation: OperationName, isMoved: boolean) => boolean;

export interface FaultPlatform {
  readonly url: string;
  readonly token: string;
  /** How often each write was carried out. */
  readonly effects: ReadonlyMap<OperationName, number>;
  /** The same for one thread. */
  effectsOn(operation: OperationName, threadId: string): number;
  /** How often each operation was asked for. */
  readonly requests: ReadonlyMap<OperationName, number>;
  /** Requests that went where a redirect pointed, or to no operation. */
  readonly strays: readonly string[];
  readonly sockets: { readonly open: number; readonly peak: number };
  /** Requests whose connection was closed by the other side before they were answered. */
  readonly abandoned: number;
  /** From now on the waiting threads make another request: one is decided once. */
  askAnew(): void;
  /** Makes the operations misbehave; counts begin anew. */
  misbehave(fault: Fault | undefined, faulty?: Faulty): Promise<void>;
  close(): Promise<void>;
}

/** Writes that change a thread's status. */
export const MOVES: ReadonlySet<OperationName> = new Set([
  'handleThreadApproval',
  'pauseThread',
  'resumeThread',
  'completeThread',
  'sendThreadMessage',
]);

/** The record ends with {@link DELETED}. */
const isDeleted = (record: unknown): boolean =>
  [Object(record).id, Object(record)._id].some((id) => String(id).endsWith(DELETED));

export async function startFaultPlatform(): Promise<FaultPlatform> {
  const open = new Set<Socket>();
  const effects = new Map<OperationName, number>();
  const effectsByThread = new Map<string, number>();
  /** Operations with the records that they were asked for. */
  const asked = new Set<string>();
  /** Threads that a write has moved, by id: what is read of them afterwards shows it. */
  const moved = new Map<string, unknown>();
  const requests = new Map<OperationName, number>();
  const strays: string[] = [];
  let abandoned = 0;
  /** Kinds of records of which one was deleted: `Agent`. */
  const deleted = new Set<string>();
  /** Which request the waiting threads make. */
  let waitingFor = 0;
  let fault: Fault | undefined;
  let isFaulty: Faulty = () => true;

  function handle(request: IncomingMessage, response: ServerResponse): void {
    const { pathname } = new URL(request.url ?? '/', 'http://platform');
    const found = recognise(request.method ?? '', pathname);
    response.on('error', () => undefined);
    response.once('close', () => {
      if (!response.writableFinished) abandoned++;
    });
    if (found === undefined) {
      strays.push(`${request.method} ${pathname}`);
      response.writeHead(404).end();
      return;
    }
    const { operation, params } = found;
    requests.set(operation, (requests.get(operation) ?? 0) + 1);
    const what = [operation, ...Object.values(params)].join(' ');
    const isMoved = moved.has(params.threadId ?? '');
    const isHit = fault !== undefined && isFaulty(operation, isMoved) && !(fault.once && asked.has(what));
    asked.add(what);
    if (isHit && fault?.unread) {
      fault.reply({ request, response, socket: request.socket, good: '' });
      return;
    }
    readBody(request, (body) => {
      const id = params.threadId ?? '';
      const known = (operation === 'getThread' ? moved.get(id) : undefined) ?? ANSWERS[operation](params, body);
      const hasGone = [...deleted].some((kind) => operation.endsWith(kind) || operation.endsWith(`${kind}s`));
      if (hasGone && operations[operation].repeatable && isDeleted(known)) {
        response.writeHead(404, { 'content-type': 'application/json' }).end('{}');
        return;
      }
      const answer = hasGone && Array.isArray(known) ? known.filter((one) => !isDeleted(one)) : known;
      const good = JSON.stringify(answer).replaceAll('May I refund 20 EUR?', `May I refund ${20 + waitingFor} EUR?`);
      if ((!isHit || fault?.applies) && !operations[operation].repeatable) {
        effects.set(operation, (effects.get(operation) ?? 0) + 1);
        const place = `${operation} ${id}`;
        effectsByThread.set(place, (effectsByThread.get(place) ?? 0) + 1);
        if (MOVES.has(operation)) moved.set(id, answer);
        if (operation.startsWith('delete')) deleted.add(operation.slice('delete'.length));
      }
      if (isHit) fault?.reply({ request, response, socket: request.socket, good });
      else response.writeHead(200, { 'content-type': 'application/json' }).end(good);
    });
  }

  let server: Server | undefined;
  /** One for each time that it listened. */
  const counts: ConnectionCount[] = [];
  async function listen(port: number): Promise<number> {
    const made = createServer(handle);
    made.keepAliveTimeout = 60_000;
    made.on('connection', (socket) => {
      socket.on('error', () => undefined);
      if (fault?.wire === 'reset') {
        socket.resetAndDestroy();
        return;
      }
      open.add(socket);
      socket.once('close', () => open.delete(socket));
    });
    counts.push(countConnections(made));
    server = made;
    await new Promise<void>((resolve, reject) => {
      made.once('error', reject);
      made.listen(port, '127.0.0.1', resolve);
    });
    return (made.address() as AddressInfo).port;
  }
  async function stop(): Promise<void> {
    const stopping = server;
    server = undefined;
    for (const socket of open) socket.destroy();
    if (stopping) await new Promise((resolve) => stopping.close(resolve));
  }

  const port = await listen(0);
  return {
    url: `http://127.0.0.1:${port}`,
    token: TOKEN,
    effects,
    effectsOn: (operation, threadId) => effectsByThread.get(`${operation} ${threadId}`) ?? 0,
    requests,
    strays,
    get sockets() {
      return { open: open.size, peak: Math.max(...counts.map(({ peak }) => peak)) };
    },
    get abandoned() {
      return abandoned;
    },
    askAnew() {
      waitingFor++;
    },
    async misbehave(next, faulty = () => true) {
      fault = next;
      isFaulty = faulty;
      effects.clear();
      effectsByThread.clear();
      asked.clear();
      moved.clear();
      deleted.clear();
      requests.clear();
      if (next?.wire === 'refuse') await stop();
      else if (server === undefined) await listen(port);
      if (next?.wire === 'reset') for (const socket of open) socket.destroy();
    },
    close: stop,
  };
}

function readBody(request: IncomingMessage, done: (body: Record<string, unknown>) => void): void {
  const chunks: Buffer[] = [];
  request.on('data', (chunk: Buffer) => chunks.push(chunk));
  request.on('error', () => undefined);
  request.on('end', () => {
    const text = Buffer.concat(chunks).toString('utf8');
    // A file comes as a form.
    done(text.startsWith('{') ? (JSON.parse(text) as Record<string, unknown>) : {});
  });
}
