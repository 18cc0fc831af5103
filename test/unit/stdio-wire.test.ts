/** Lines from a host: each is judged by its own length, and only what asks for something is answered under its id. */
import { PassThrough } from 'node:stream';
import { expect, it } from 'vitest';
import { StdioWire } from '../../src/mcp/stdio/wire.ts';

const message = (id: number, length: number): string => {
  const bare = JSON.stringify({ jsonrpc: '2.0', id, method: '' });
  return JSON.stringify({ jsonrpc: '2.0', id, method: 'm'.repeat(length - bare.length) });
};

it('a line of the maximum length is read, even after another one, and one byte more is refused', async () => {
  const [input, output] = [new PassThrough(), new PassThrough()];
  const wire = new StdioWire(input, output, 100);
  const read: unknown[] = [];
  wire.onmessage = (one) => read.push('id' in one ? one.id : undefined);
  await wire.start();
  input.write([message(1, 100), message(2, 100), message(3, 101), message(4, 100), ''].join('\n'));
  const [refusal] = await new Promise<Buffer[]>((resolve) => output.once('data', (...data) => resolve(data)));
  expect(read).toEqual([1, 2, 4]);
  expect(JSON.parse(String(refusal))).toMatchObject({
    error: { code: -32600, message: expect.stringContaining('100') },
  });
  await wire.close();
});

it.each([
  { it: 'an answer', batch: [{ jsonrpc: '2.0', id: 7, result: {} }], ids: [undefined] },
  { it: 'a request', batch: [{ jsonrpc: '2.0', id: 7, method: 'ping' }], ids: [7] },
])('a batch with $it is refused under $ids', async ({ batch, ids }) => {
  const [input, output] = [new PassThrough(), new PassThrough()];
  const wire = new StdioWire(input, output, 1_000);
  await wire.start();
  input.write(`${JSON.stringify(batch)}\n`);
  const [lines] = await new Promise<Buffer[]>((resolve) => output.once('data', (...data) => resolve(data)));
  const refusals = String(lines)
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line));
  expect(refusals.map(({ id }) => id)).toEqual(ids);
  await wire.close();
});

it('a message nested deeper than any call is refused under its id', async () => {
  const [input, output] = [new PassThrough(), new PassThrough()];
  const wire = new StdioWire(input, output, 100_000);
  wire.onmessage = () => expect.unreachable();
  await wire.start();
  const params = `{"deep":${'['.repeat(6_000)}${']'.repeat(6_000)}}`;
  input.write(`{"jsonrpc":"2.0","id":3,"method":"tools/call","params":${params}}\n`);
  const [refusal] = await new Promise<Buffer[]>((resolve) => output.once('data', (...data) => resolve(data)));
  expect(JSON.parse(String(refusal))).toMatchObject({
    id: 3,
    error: { code: -32600, message: 'Invalid request: nested more than 128 levels deep.' },
  });
  await wire.close();
});

it('nothing more is read while the host leaves megabytes of answers unread, and all is answered once it reads', async () => {
  const [input, output] = [new PassThrough(), new PassThrough()];
  const wire = new StdioWire(input, output, 1_000);
  const filler = 'x'.repeat(100_000);
  let asked = 0;
  wire.onmessage = (one) => {
    asked += 1;
    void wire.send({ jsonrpc: '2.0', id: 'id' in one && one.id !== undefined ? one.id : 0, result: { filler } });
  };
  await wire.start();
  const ask = async (count: number): Promise<void> => {
    for (let id = 0; id < count; id++) {
      input.write(`${JSON.stringify({ jsonrpc: '2.0', id, method: 'ping' })}\n`);
      await new Promise((resolve) => setImmediate(resolve));
    }
  };
  await ask(400);
  expect(asked).toBeLessThan(200);
  let lines = 0;
  output.on('data', (chunk: Buffer) => {
    lines += chunk.toString().split('\n').length - 1;
  });
  await expect.poll(() => [asked, lines]).toEqual([400, 400]);
  await ask(3);
  await expect.poll(() => lines).toBe(403);
  await wire.close();
});

it.each([null, 'accept', 5])('a malformed response, with the result %j, is handled, not answered', async (result) => {
  const [input, output] = [new PassThrough(), new PassThrough()];
  const wire = new StdioWire(input, output, 1_000);
  const handled: unknown[] = [];
  wire.handles = (one) => handled.push(one) > 0;
  await wire.start();
  const response = { jsonrpc: '2.0', id: 'ask-1', result };
  input.write(`${JSON.stringify(response)}\n`);
  await expect.poll(() => handled).toEqual([response]);
  expect(output.read()).toBeNull();
  await wire.close();
});

it('a line that is not UTF-8 is refused, and not read with other characters in place of its own', async () => {
  const [input, output] = [new PassThrough(), new PassThrough()];
  const wire = new StdioWire(input, output, 1_000);
  wire.onmessage = () => expect.unreachable();
  await wire.start();
  input.write(Buffer.from('{"jsonrpc":"2.0","id":3,"method":"caf\u00e9"}\n', 'latin1'));
  const [refusal] = await new Promise<Buffer[]>((resolve) => output.once('data', (...data) => resolve(data)));
  expect(JSON.parse(String(refusal))).toMatchObject({
    error: { code: -32700, message: expect.stringContaining('UTF-8') },
  });
  await wire.close();
});
