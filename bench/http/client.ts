/**
 * A minimal client of Streamable HTTP with one connection, without an SDK, so that only the server is measured.
 * It speaks 2026-07-28, which keeps no session, or 2025-11-25, which most peers speak and which begins with one.
 */
import { setTimeout as sleep } from 'node:timers/promises';
import { Client, type Dispatcher } from 'undici';
import { messageOf } from '../../src/basics/errors.ts';
import { INITIALIZE } from '../wire.ts';

const PREFIX = 'io.modelcontextprotocol';
const META = {
  [`${PREFIX}/protocolVersion`]: '2026-07-28',
  [`${PREFIX}/clientInfo`]: { name: 'bench', version: '1' },
  [`${PREFIX}/clientCapabilities`]: {},
};

/** Interval of pings on a stream that may not be open yet. */
const PING_MS = 200;
/** Time-out of a call. */
const ANSWER_MS = 30_000;

export type Era = '2026-07-28' | '2025-11-25';

/** The replica to which a balancer sends a client's requests: sessions live in one process. */
export const REPLICA_HEADER = 'x-bench-replica';

export interface ClientOptions {
  readonly url: string;
  readonly era: Era;
  readonly replica: number;
  /** Answers come on a stream of the session, not as the answer of the request. */
  readonly isAnsweredOnStream: boolean;
}

export interface HttpClient {
  /** Calls a tool. @throws unless the answer is a result that holds `expected` */
  call(name: string, args: object, expected: string): Promise<void>;
  close(): Promise<void>;
}

/** One of the peers requires ids that are unique per server, not per session. */
let lastId = 0;

/** Connects, and opens a session if the era has one. */
export async function connectClient(options: ClientOptions): Promise<HttpClient> {
  const { url, era, replica, isAnsweredOnStream } = options;
  const http = new Client(url, { headersTimeout: ANSWER_MS, bodyTimeout: ANSWER_MS });
  let session: string | undefined;
  const post = (message: object, headers: Readonly<Record<string, string>> = {}): Promise<Dispatcher.ResponseData> =>
    http.request({
      method: 'POST',
      path: '/mcp',
      headers: {
        'content-type': 'application/json',
        accept: 'application/json, text/event-stream',
        'mcp-protocol-version': era,
        [REPLICA_HEADER]: String(replica),
        ...(session !== undefined && { 'mcp-session-id': session }),
        ...headers,
      },
      body: JSON.stringify({ jsonrpc: '2.0', ...message }),
    });
  if (era === '2025-11-25') {
    const { headers, body } = await post({ id: ++lastId, method: 'initialize', params: INITIALIZE });
    session = [headers['mcp-session-id']].flat()[0];
    await body.text();
    await (await post({ method: 'notifications/initialized' })).body.text();
  }
  const stream = isAnsweredOnStream ? openStream(url, session, replica) : undefined;
  if (stream !== undefined) {
    const ping = async (id: number): Promise<void> => (await post({ id, method: 'ping' })).body.dump();
    await stream.opened(ping);
  }
  // Servers that do not accept it forget the session when the process ends.
  const endSession = async (id: string): Promise<void> => {
    const headers = { 'mcp-session-id': id, [REPLICA_HEADER]: String(replica) };
    await (await http.request({ method: 'DELETE', path: '/mcp', headers })).body.dump();
  };
  return {
    async call(name, args, expected) {
      const id = ++lastId;
      const params = { name, arguments: args, ...(era === '2026-07-28' && { _meta: META }) };
      const named: Record<string, string> =
        era === '2026-07-28' ? { 'mcp-method': 'tools/call', 'mcp-name': name } : {};
      const streamed = stream?.answer(id);
      // Nobody waits for it if the request fails.
      streamed?.catch(() => undefined);
      const { statusCode, body } = await post({ id, method: 'tools/call', params }, named);
      const own = await body.text();
      const text = (await streamed) ?? own;
      if (statusCode > 202 || !text.includes(expected)) throw new Error(`${statusCode} ${text.slice(0, 300)}`);
    },
    async close() {
      await stream?.close();
      if (session !== undefined) await endSession(session).catch(() => undefined);
      await http.destroy();
    },
  };
}

interface AnswerStream {
  /** Pings until an answer comes: answers before the stream is open are lost. */
  opened(ping: (id: number) => Promise<void>): Promise<void>;
  /** @throws if none comes in time */
  answer(id: number): Promise<string>;
  close(): Promise<void>;
}

/**
 * The stream of a session (GET), on its own connection; an event is a line of data and a blank one. Servers may hold
 * its headers back until the first event, so they are not waited for.
 */
function openStream(url: string, session: string | undefined, replica: number): AnswerStream {
  const http = new Client(url, { bodyTimeout: 0, headersTimeout: 0 });
  const headers = {
    accept: 'text/event-stream',
    [REPLICA_HEADER]: String(replica),
    ...(session !== undefined && { 'mcp-session-id': session }),
  };
  const waiting = new Map<number, (text: string) => void>();
  const read = async (): Promise<void> => {
    const { statusCode, body } = await http.request({ method: 'GET', path: '/mcp', headers });
    if (statusCode !== 200) throw new Error(`no stream: ${statusCode}`);
    let rest = '';
    body.setEncoding('utf8');
    for await (const chunk of body) {
      const events = (rest + String(chunk)).split('\n\n');
      rest = events.pop() ?? '';
      for (const event of events) {
        const id = Number(/"id":(\d+)/.exec(event.slice(-24))?.[1]);
        waiting.get(id)?.(event);
        waiting.delete(id);
      }
    }
  };
  // It ends with the connection; pending calls are rejected then.
  void read().catch((error: unknown) => {
    for (const answer of waiting.values()) answer(messageOf(error));
  });
  const answer = (id: number): Promise<string> =>
    new Promise((resolve, reject) => {
      const timer = setTimeout(() => reject(new Error(`no answer to ${id} on the stream`)), ANSWER_MS);
      waiting.set(id, (text) => {
        clearTimeout(timer);
        resolve(text);
      });
    });
  return {
    async opened(ping) {
      let isOpen = false;
      while (!isOpen) {
        const id = ++lastId;
        waiting.set(id, () => {
          isOpen = true;
        });
        await ping(id);
        await sleep(PING_MS);
      }
    },
    answer,
    close: () => http.destroy(),
  };
}
