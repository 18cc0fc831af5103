/** Connections that others hold: silent ones, probes, wrong tokens. None of them keeps a caller out. */
import { connect as connectSocket, type Socket } from 'node:net';
import { afterEach, expect, it } from 'vitest';
import { until } from '../support/clients.ts';
import { raw } from './raw.ts';
import { LIST, type Replica, startReplica } from './support.ts';

const TOKEN = 'static-token-0123456789abcdef';
const MANY = 1_024;
const env = { AGENT_PLATFORM_HTTP_TOKEN: TOKEN };

let replica: Replica;
const sockets = new Set<Socket>();
let isOver = false;
afterEach(async () => {
  isOver = true;
  for (const socket of sockets) socket.destroy();
  sockets.clear();
  await replica.stop();
  isOver = false;
});

/** Opens a socket that says this; `again`: as often as it is closed. */
function hold(says: string, again = false): Promise<Socket> {
  return new Promise((resolve) => {
    const socket = connectSocket(replica.port, '127.0.0.1', () => {
      socket.write(says);
      resolve(socket);
    });
    sockets.add(socket);
    socket.on('error', () => undefined);
    socket.resume();
    socket.on('close', () => {
      sockets.delete(socket);
      // A moment, so that the attacker does not wear out itself first: it shares this machine.
      if (again && !isOver) setTimeout(() => void hold(says, true), 20);
      resolve(socket);
    });
  });
}

/** A caller on a connection of its own: its status, or what kept it out. */
const call = async (token = TOKEN): Promise<number | string> => {
  const headers = {
    'content-type': 'application/json',
    accept: 'application/json, text/event-stream',
    authorization: `Bearer ${token}`,
  };
  const asked = raw(replica.url, { method: 'POST', headers, body: JSON.stringify(LIST) });
  return asked.then(
    ({ status }) => status,
    (error: unknown) => String(error),
  );
};

const request = (method: string, path: string, ...headers: string[]): string =>
  [`${method} ${path} HTTP/1.1`, 'host: 127.0.0.1', ...headers, '', ''].join('\r\n');

const ATTACKS = [
  { it: 'nothing', says: '' },
  { it: 'half a head', says: 'POST /mcp HTTP/1.1\r\nhost: 127.0.0.1\r\nx-slow: ' },
  { it: 'a probe', says: request('GET', '/healthz') },
  {
    it: 'a wrong token',
    says: request('POST', '/mcp', 'authorization: Bearer wrong-token-0123456789', 'content-length: 0'),
  },
  {
    it: 'a wrong token and half a body',
    says: `${request('POST', '/mcp', 'authorization: Bearer wrong-token-0123456789', 'content-length: 9999')}{`,
  },
];

it.each(ATTACKS)(
  '1,024 sockets that say $it, and come back when they are closed, keep no caller out',
  async ({ says }) => {
    replica = await startReplica({ args: ['--sandbox'], env });
    await Promise.all(Array.from({ length: MANY }, () => hold(says, true)));
    const answers: (number | string)[] = [];
    // Who is locked out is not answered until the test's own time is over.
    for (let round = 0; round < 10; round++) {
      answers.push(...(await Promise.all(Array.from({ length: 5 }, () => call()))));
      await new Promise((resolve) => setTimeout(resolve, 100));
    }
    expect(answers).toEqual(Array(50).fill(200));
  },
);

it.each([
  { it: 'a caller’s connection', next: undefined },
  {
    it: 'a caller’s connection that a balancer has given to a stranger since',
    next: request('POST', '/mcp', 'authorization: Bearer wrong-token-0123456789', 'content-length: 0'),
  },
])('$it stays while strangers fill the room', async ({ next }) => {
  replica = await startReplica({ args: ['--sandbox', '--http-max-connections', '16'], env });
  const body = JSON.stringify(LIST);
  const headers = [
    'content-type: application/json',
    'accept: application/json, text/event-stream',
    `authorization: Bearer ${TOKEN}`,
  ];
  const mine = await hold(`${request('POST', '/mcp', ...headers, `content-length: ${body.length}`)}${body}`);
  let heard = '';
  mine.on('data', (chunk: Buffer) => {
    heard += chunk.toString('utf8');
  });
  await until('the caller is answered', () => heard.includes('HTTP/1.1 200'));
  if (next !== undefined) {
    mine.write(next);
    await until('the stranger is refused', () => heard.includes('HTTP/1.1 401'));
  }
  const others: Socket[] = [];
  for (let at = 0; at < 100; at++) others.push(await hold(''));
  await until('strangers are closed', () => others.filter(({ destroyed }) => destroyed).length >= 100 - 8);
  expect(mine.destroyed).toBe(false);
  // The newest of them may still turn out to be callers.
  expect(others.at(-1)?.destroyed).toBe(false);
});

it('of callers alone, those that wait make room, and those at work keep theirs', async () => {
  replica = await startReplica({ args: ['--sandbox', '--http-max-connections', '3'], env });
  const body = JSON.stringify(LIST);
  const headers = [
    'content-type: application/json',
    'accept: application/json, text/event-stream',
    `authorization: Bearer ${TOKEN}`,
  ];
  const whole = `${request('POST', '/mcp', ...headers, `content-length: ${body.length}`)}${body}`;
  const idle: Socket[] = [];
  for (let at = 0; at < 3; at++) {
    const socket = await hold(whole);
    await new Promise((resolve) => socket.once('data', resolve));
    idle.push(socket);
  }
  expect(await call()).toBe(200);
  await until('the one that waited longest is closed', () => idle[0]?.destroyed === true);
  expect(idle.slice(1).map(({ destroyed }) => destroyed)).toEqual([false, false]);
});

it('strangers that stay silent are closed after a while', async () => {
  replica = await startReplica({ args: ['--sandbox'], env });
  const silent = [await hold(''), await hold(request('GET', '/healthz')), await hold('POST /mcp HTTP/1.1\r\nx: ')];
  await until('they are closed', () => silent.every(({ destroyed }) => destroyed));
});
