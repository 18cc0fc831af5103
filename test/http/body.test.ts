/** A body is read whole or refused, and a client that leaves halfway delays nobody. */
import { once } from 'node:events';
import { createServer, type IncomingMessage } from 'node:http';
import { connect } from 'node:net';
import { expect, it } from 'vitest';
import { MAX_DEPTH, MAX_PARTS } from '../../src/mcp/engine/repair-arguments.ts';
import { readBytes, readJson } from '../../src/mcp/http/body.ts';

const HEAD = 'POST / HTTP/1.1\r\nhost: a\r\n';
const MAX_BYTES = 64;

/** The result of a request whose bytes are `sent`, read after `before`; `goes`: its client then leaves. */
async function bodyOf(
  sent: string,
  {
    goes = false,
    before,
    maxBytes = MAX_BYTES,
  }: { goes?: boolean; before?: (request: IncomingMessage) => Promise<unknown>; maxBytes?: number } = {},
): Promise<ReturnType<typeof readJson> | undefined> {
  const server = createServer();
  await once(server.listen(0, '127.0.0.1'), 'listening');
  const address = server.address();
  const port = typeof address === 'object' && address !== null ? address.port : 0;
  const read = new Promise<ReturnType<typeof readJson> | undefined>((resolve) => {
    server.on('request', async (request) => {
      await before?.(request);
      const reading = readBytes(request, maxBytes);
      if (goes) client.destroy();
      const bytes = await reading;
      resolve(bytes && readJson(bytes, maxBytes));
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
])('a body %s is read in full, or refused with the reason', async (_what, sent, expected) => {
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

/** `[1,1,1]` has four parts: itself, and what it holds. */
const parts = (count: number): string => `[${'1,'.repeat(count - 2)}1]`;

it.each([
  { what: 'as many parts as may be', text: parts(MAX_PARTS), is: 'read' },
  { what: 'one part more', text: parts(MAX_PARTS + 1), is: 'refused' },
  { what: 'one key again and again', text: `{${'"a":1,'.repeat(MAX_PARTS)}"a":1}`, is: 'refused' },
  { what: 'a text that looks like many', text: JSON.stringify([`\\"${'[{,"\\'.repeat(MAX_PARTS)}`]), is: 'read' },
  { what: 'a text that never ends', text: `["${'\\",'.repeat(MAX_PARTS)}`, is: 'no JSON' },
])('a body of $what is $is', async ({ text, is }) => {
  const body = await bodyOf(`${HEAD}content-length: ${text.length}\r\n\r\n${text}`, { maxBytes: 100 * MAX_PARTS });
  const refusal =
    is === 'refused' ? refused(400, `more than ${MAX_PARTS} parts`) : refused(400, 'not a JSON-RPC message');
  expect(body).toEqual(is === 'read' ? { value: JSON.parse(text) } : refusal);
});

it('a client that leaves halfway ends the reading of its body', async () => {
  expect(await bodyOf(`${HEAD}content-length: 10\r\n\r\n{"a"`, { goes: true })).toBeUndefined();
});

it('a client that left before its body was read is not waited for', async () => {
  const before = async (request: IncomingMessage): Promise<void> => {
    request.socket.destroy();
    await new Promise((resolve) => request.once('close', resolve));
  };
  expect(await bodyOf(`${HEAD}content-length: 10\r\n\r\n{"a"`, { before })).toBeUndefined();
});
