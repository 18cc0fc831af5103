/**
 * A platform for tests: a real HTTP server on loopback that gives scripted answers and records the requests that reach it.
 * Answers are functions of Node's own response, so that a test can break them off at any point.
 */
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo, Socket } from 'node:net';
import { type FailureFacts, PlatformError } from '../../src/platform/client/errors.ts';
import { type ClientOptions, createClient, type PlatformClient } from '../../src/platform/client/index.ts';
import { tokenSource } from '../../src/platform/client/token.ts';
import { type ConnectionCount, countConnections } from './connection-count.ts';
import { closer } from './opened.ts';

/** A request as it came over the socket. */
export interface Recorded {
  readonly method: string;
  /** Path and query exactly as sent. */
  readonly target: string;
  readonly path: string;
  readonly query: Readonly<Record<string, string>>;
  readonly headers: IncomingMessage['headers'];
  readonly body: string;
  /** Number of the connection it came over, from 1. */
  readonly connection: number;
  /** Epoch milliseconds. */
  readonly at: number;
}

export interface Exchange {
  readonly request: Recorded;
  readonly response: ServerResponse;
  readonly socket: Socket;
  /** Number of this request, from 1. */
  readonly count: number;
}

export type Reply = (exchange: Exchange) => void;

/** Answers with JSON. */
export const json =
  (status: number, value: unknown, headers: Readonly<Record<string, string>> = {}): Reply =>
  ({ response }) => {
    response.writeHead(status, { 'content-type': 'application/json', ...headers }).end(JSON.stringify(value));
  };

/** Answers with bytes as they are. */
export const raw =
  (status: number, body: string | Buffer, headers: Readonly<Record<string, string>> = {}): Reply =>
  ({ response }) => {
    response.writeHead(status, headers).end(body);
  };

/** Resets the connection instead of answering. */
export const reset: Reply = ({ socket }) => {
  socket.resetAndDestroy();
};

/** Never answers. */
export const hang: Reply = () => undefined;

/** Sends a status, a part of the announced body, and breaks off. */
export const breakOff =
  (status: number, part: string, announced: number): Reply =>
  ({ response, socket }) => {
    response.writeHead(status, { 'content-length': String(announced) });
    response.write(part, () => socket.destroy());
  };

/** The replies one after the other; the last one is repeated. */
export function inTurn(...replies: readonly Reply[]): Reply {
  let next = 0;
  return (exchange) => {
    const reply = replies[Math.min(next++, replies.length - 1)];
    reply?.(exchange);
  };
}

export interface PlatformDouble {
  /** `http://127.0.0.1:PORT`. */
  readonly url: string;
  readonly port: number;
  readonly requests: readonly Recorded[];
  /** Connections opened so far, open now, and open at once at most. */
  readonly connections: ConnectionCount;
  /** Requests whose connection the client closed before their answer was complete. */
  readonly abandoned: number;
  close(): Promise<void>;
}

/** Starts a platform, on a known port if given. Closed after each test file at the latest. */
export async function startDouble(reply: Reply, port = 0): Promise<PlatformDouble> {
  const requests: Recorded[] = [];
  let abandoned = 0;
  const server = createServer((message, response) => {
    const { socket } = message;
    response.once('close', () => {
      if (!response.writableFinished) abandoned++;
    });
    collect(message, (body) => {
      const request = recorded(message, body, connections.numberOf(socket));
      requests.push(request);
      reply({ request, response, socket, count: requests.length });
    });
  });
  const connections = countConnections(server);
  server.on('connection', (socket) => {
    // Several tests are about clients that disconnect.
    socket.on('error', () => undefined);
  });
  await listen(server, port);
  const address = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${address.port}`,
    port: address.port,
    requests,
    connections,
    get abandoned() {
      return abandoned;
    },
    close: closer(
      () =>
        new Promise<void>((resolve) => {
          server.close(() => resolve());
          server.closeAllConnections();
        }),
    ),
  };
}

function listen(server: Server, port: number): Promise<void> {
  return new Promise((resolve, reject) => {
    server.once('error', reject);
    server.listen(port, '127.0.0.1', () => resolve());
  });
}

function collect(message: IncomingMessage, done: (body: string) => void): void {
  const chunks: Buffer[] = [];
  message.on('data', (chunk: Buffer) => chunks.push(chunk));
  message.on('error', () => undefined);
  message.on('end', () => done(Buffer.concat(chunks).toString('utf8')));
}

function recorded(message: IncomingMessage, body: string, connection: number): Recorded {
  const target = message.url ?? '';
  const [path = '', query] = target.split('?');
  return {
    method: message.method ?? '',
    target,
    path,
    query: Object.fromEntries(new URLSearchParams(query)),
    headers: message.headers,
    body,
    connection,
    at: Date.now(),
  };
}

/** A request to a platform that answers JSON: its body is parsed. */
export interface Asked {
  readonly method: string;
  readonly path: string;
  readonly query: URLSearchParams;
  readonly body: unknown;
}

/** An answer: JSON or a text with 200, or a status with JSON. Undefined is a 404. */
export type Told =
  | { readonly status: number; readonly body?: unknown }
  | { readonly json: unknown }
  | { readonly text: string }
  | undefined;

/** The part of a list that a request asks for. */
export function pageOf(list: readonly object[], { query }: Pick<Asked, 'query'>): Told {
  const offset = Number(query.get('offset') ?? 0);
  return { json: list.slice(offset, offset + Number(query.get('limit') ?? 100)) };
}

export interface JsonPlatform {
  readonly url: string;
  readonly asked: Asked[];
  /** Requests under way at the same time, at most. */
  readonly mostAtOnce: () => number;
  close(): Promise<void>;
}

/** A simpler double: it gives scripted JSON answers, for tests of how answers are read. */
export async function jsonPlatform(tell: (asked: Asked) => Told | Promise<Told>): Promise<JsonPlatform> {
  const asked: Asked[] = [];
  let open = 0;
  let most = 0;
  const double = await startDouble(async (exchange) => {
    exchange.response.once('close', () => open--);
    most = Math.max(most, ++open);
    const one = askedBy(exchange.request);
    asked.push(one);
    const told = (await tell(one)) ?? { status: 404, body: { message: 'not found' } };
    if ('json' in told) json(200, told.json)(exchange);
    else if ('text' in told) raw(200, told.text)(exchange);
    else if (told.body === undefined) exchange.response.writeHead(told.status).end();
    else json(told.status, told.body)(exchange);
  });
  return { url: double.url, asked, mostAtOnce: () => most, close: double.close };
}

const askedBy = ({ method, path, target, body }: Recorded): Asked => ({
  method,
  path,
  query: new URLSearchParams(target.split('?')[1]),
  body: body === '' ? undefined : JSON.parse(body),
});

/** A bearer token that no other text looks like. */
export const TOKEN = 'tok_7Fq2mZ9xLw4Rk8Vb3Ns6Yd1Hc5Jg0PtE';

/** A client with generous time limits, isolated from the test's own environment. */
export function clientFor(url: string | undefined, changes: Partial<ClientOptions> = {}): PlatformClient {
  const client = createClient({
    baseUrl: url,
    token: tokenSource(TOKEN, undefined),
    scope: { dialect: 'specification' },
    timeoutMs: 60_000,
    replyTimeoutMs: 60_000,
    maxRetries: 0,
    maxConnections: 4,
    maxResponseBytes: 1024 * 1024,
    userAgent: 'agent-platform-mcp/test',
    env: {},
    ...changes,
  });
  return { ...client, close: closer(() => client.close()) };
}

/** A platform and its client. Both are closed after the test file at the latest. */
export async function openDouble(
  reply: Reply,
  changes?: Partial<ClientOptions>,
): Promise<[double: PlatformDouble, client: PlatformClient]> {
  const double = await startDouble(reply);
  return [double, clientFor(double.url, changes)];
}

/** The error of a failing call. @throws if it succeeds: a test of a failure must not pass without one */
export async function failureOf(call: Promise<unknown>): Promise<unknown> {
  let answer: unknown;
  try {
    answer = await call;
  } catch (error) {
    return error;
  }
  throw new Error(`The call was expected to fail, but answered ${JSON.stringify(answer)}.`);
}

/** The facts about a failed call. @throws if it succeeds, or fails with anything but a PlatformError */
export async function factsOf(call: Promise<unknown>): Promise<FailureFacts> {
  const error = await failureOf(call);
  if (error instanceof PlatformError) return error.facts;
  throw error;
}
