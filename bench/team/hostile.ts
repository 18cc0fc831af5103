/**
 * The hostile caller: one token, used for every attack at once, as fast as answers come. It runs in its own process
 * (`fork`, with the addresses and the token), and has its own address, because nginx distinguishes clients by address.
 */
import { fork } from 'node:child_process';
import { connect, type Socket } from 'node:net';
import { constants, setPriority } from 'node:os';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { bodyOf, headersFor } from './callers.ts';
import { LARGE_AGENT, SLOW_AGENT } from './platform.ts';

const ADDRESS = '127.0.0.2';
/** Simulated round trip. Without it, loopback would carry a gigabyte a second. */
const NETWORK_MS = 5;
const PIPELINED = 20_000;
/** More than nginx lets one address open (256). */
const CONNECTIONS = 300;
const SLOW_READERS = 20;
const SENDERS_OF_EACH_BODY = 3;

export interface Hostile {
  stop(): void;
}

/** @param replicas addresses that a client on the internal network reaches without nginx */
export function startHostile(url: string, replicas: readonly string[], token: string): Hostile {
  const child = fork(fileURLToPath(import.meta.url), [token, url, ...replicas]);
  return { stop: () => void child.kill('SIGKILL') };
}

const post = (token: string, name: string, body: string): string => {
  const headers = { host: '127.0.0.1', ...headersFor(token, name), 'content-length': String(Buffer.byteLength(body)) };
  const lines = Object.entries(headers).map(([key, value]) => `${key}: ${value}`);
  return `POST /mcp HTTP/1.1\r\n${lines.join('\r\n')}\r\n\r\n${body}`;
};

/** Passes a connection to `use`, and a new one each time that it closes. */
async function keepConnected(url: string, use: (socket: Socket) => void): Promise<never> {
  const { hostname, port } = new URL(url);
  for (;;) {
    const socket = connect({ host: hostname, port: Number(port), localAddress: ADDRESS });
    socket.on('error', () => undefined);
    use(socket);
    await new Promise((resolve) => socket.once('close', resolve));
    // Without this pause, the process would do nothing but connect.
    await sleep(50);
  }
}

/** Repeats the request when an answer has begun, after the time of a round trip. */
const repeated = (request: string) => (socket: Socket) => {
  socket.write(request);
  socket.on('data', (chunk: Buffer) => {
    if (chunk.subarray(0, 5).toString('latin1') !== 'HTTP/') return;
    setTimeout(() => {
      if (socket.writable) socket.write(request);
    }, NETWORK_MS);
  });
};

/** Requests with arguments of a megabyte: in far too many parts, in as many as are accepted, and in one long text. */
function largeBodies(): string[] {
  const parts = (count: number, size: number): string => {
    const text = 'x'.repeat(size);
    return `{${Array.from({ length: count }, (_, n) => `"k${n}":["${text}"]`).join(',')}}`;
  };
  const long = JSON.stringify('x'.repeat(990_000));
  return [parts(55_000, 1), parts(2_400, 390), long].map((filler) =>
    bodyOf('list_agent_threads', { agentId: 'agent-1', filler: 'FILLER' }).replace('"FILLER"', filler),
  );
}

function startAttacks(token: string, url: string, replicas: readonly string[]): void {
  const list = (agentId: string): string =>
    post(token, 'list_agent_threads', bodyOf('list_agent_threads', { agentId, limit: 20 }));
  // 20,000 pipelined requests on one connection: through nginx, and directly to each replica.
  for (const target of [url, ...replicas]) {
    void keepConnected(target, (socket) => {
      socket.resume();
      socket.write(list('agent-1').repeat(PIPELINED));
    });
  }
  // Calls for which the platform takes seconds, more than one caller may have in progress.
  for (let n = 0; n < 40; n++) void keepConnected(url, repeated(list(SLOW_AGENT)));
  // Answers that are requested but not read.
  for (let n = 0; n < SLOW_READERS; n++) {
    void keepConnected(url, (socket) => {
      socket.write(list(LARGE_AGENT).repeat(200));
      socket.pause();
    });
  }
  for (const body of largeBodies()) {
    const request = post(token, 'list_agent_threads', body);
    for (let n = 0; n < SENDERS_OF_EACH_BODY; n++) void keepConnected(url, repeated(request));
  }
  // A body beyond every limit, which never ends.
  void keepConnected(url, (socket) => {
    socket.resume();
    socket.write(post(token, 'list_agent_threads', '').replace('content-length: 0', 'content-length: 1000000000'));
    const sending = setInterval(() => {
      if (socket.writable && !socket.writableNeedDrain) socket.write(Buffer.alloc(65_536, ' '));
    }, NETWORK_MS);
    socket.once('close', () => clearInterval(sending));
  });
  // Many connections: two of three repeat a call as fast as it is answered, the third sends an incomplete head.
  for (let n = 0; n < CONNECTIONS; n++) {
    const half = 'POST /mcp HTTP/1.1\r\nhost: 127.0.0.1\r\nx-slow: ';
    void keepConnected(url, n % 3 === 2 ? (socket) => void socket.resume().write(half) : repeated(list('agent-1')));
  }
}

if (process.send !== undefined && process.argv[1] === fileURLToPath(import.meta.url)) {
  process.once('disconnect', () => process.exit());
  // It stands for another machine, so it must not take processor time from the replicas.
  setPriority(constants.priority.PRIORITY_LOW);
  const [token = '', url = '', ...replicas] = process.argv.slice(2);
  startAttacks(token, url, replicas);
}
