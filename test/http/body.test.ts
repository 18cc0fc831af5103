/** A body is read whole or refused, and whoever goes half-way keeps nobody waiting. */
import { once } from 'node:events';
import { createServer, type IncomingMessage } from 'node:http';
import { connect } from 'node:net';
import { expect, it } from 'vitest';
import { MAX_DEPTH, readJson } from '../../src/mcp/http/body.ts';

const HEAD = 'POST / HTTP/1.1\r\nhost: a\r\n';
const MAX_BYTES = 64;

/** What becomes of a request whose bytes are `sent`, read after `before`; `goes`: its client leaves then. */
async function bodyOf(
  sent: string,
  {
    goes = false,
    before,
    maxBytes = MAX_BYTES,
  }: { goes?: boolean; before?: (request: IncomingMessage) => Promise<unknown>; maxBytes?: number } = {},
): ReturnType<typeof readJson> {
  const server = createServer();
  await once(server.listen(0, '127.0.0.1'), 'listening');
  const address = server.address();
  const port = typeof address === 'object' && address !== null ? address.port : 0;
  const read = new Promise<Awaited<ReturnType<typeof readJson>>>((resolve) => {
    server.on('request', async (request) => {
      await before?.(request);
      const body = readJson(request, maxBytes);
      if (goes) client.destroy();
      resolve(await body);
      request.socket.destroy();
    });
  });
  const client = connect(port, '127.0.0.1', () => client.write(sent));
  client.on('error', () => undefined);
  const result = await read;
  client.destroy();
  await new Promise((resolve) => server.close(resolve));
  return result;
}

const refused = (status: number, says: string) => ({
  refusal: [status, expect.stringContaining(says), expect.any(Number)],
});

it.each<[string, string, unknown]>([
  ['in one piece', `${HEAD}content-length: 10\r\n\r\n{"a":"é"}`, { value: { a: 'é' } }],
  ['in chunks', `${HEAD}transfer-encoding: chunked\r\n\r\n4\r\n{"a"\r\n3\r\n:1}\r\n0\r\n\r\n`, { value: { a: 1 } }],
  ['that is none', `${HEAD}content-length: 0\r\n\r\n`, refused(400, 'not a JSON-RPC message')],
  ['of exactly the bytes that are allowed', `${HEAD}content-length: 64\r\n\r\n${'[1]'.padEnd(64)}`, { value: [1] }],
  ['said to be too large', `${HEAD}content-length: 65\r\n\r\n{`, refused(413, 'must not exceed 64 bytes')],
  [
    'that turns out too large',
    `${HEAD}transfer-encoding: chunked\r\n\r\n50\r\n${' '.repeat(80)}\r\n`,
    refused(413, 'must not exceed 64 bytes'),
  ],
])('a body %s', async (_what, sent, expected) => {
  expect(await bodyOf(sent)).toEqual(expected);
});

it.each([
  { levels: MAX_DEPTH, is: 'read' },
  { levels: MAX_DEPTH + 1, is: 'refused' },
])('a body of $levels levels is $is', async ({ levels, is }) => {
  const text = '['.repeat(levels) + ']'.repeat(levels);
  const body = await bodyOf(`${HEAD}content-length: ${text.length}\r\n\r\n${text}`, { maxBytes: 1_000 });
  expect(body).toEqual(is === 'read' ? { value: JSON.parse(text) } : refused(400, 'more than 128 levels'));
});

it('a client that goes half-way', async () => {
  expect(await bodyOf(`${HEAD}content-length: 10\r\n\r\n{"a"`, { goes: true })).toBeUndefined();
});

it('a client that went before its body was asked for', async () => {
  const before = async (request: IncomingMessage): Promise<void> => {
    request.socket.destroy();
    await new Promise((resolve) => request.once('close', resolve));
  };
  expect(await bodyOf(`${HEAD}content-length: 10\r\n\r\n{"a"`, { before })).toBeUndefined();
});
