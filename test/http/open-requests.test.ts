/** Requests that are still open when a drain ends. */
import { once } from 'node:events';
import { createServer, get, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import { expect, it } from 'vitest';
import { OpenRequests } from '../../src/mcp/http/open-requests.ts';
import { RequestContext } from '../../src/mcp/http/request-context.ts';

it('a complete answer is not cut off, however slowly its client reads', async () => {
  const open = new OpenRequests(60_000);
  // More than the system keeps for a reader.
  const answer = Buffer.alloc(16 << 20, 'x');
  const server = createServer((request, response) => {
    open.begin(new RequestContext(request, response));
    response.end(answer);
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const [response] = (await once(get({ port: (server.address() as AddressInfo).port }), 'response')) as [
    IncomingMessage,
  ];
  open.breakOff();
  let read = 0;
  for await (const part of response) read += (part as Buffer).length;
  expect(read).toBe(answer.length);
  server.close();
});
