/** An answer that is ended in the middle: by the time limit, a drain or a cancellation. */
import { once } from 'node:events';
import { createServer, get, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import { expect, it, onTestFinished } from 'vitest';
import { RequestContext } from '../../src/mcp/http/request-context.ts';
import { throughSdk } from '../../src/mcp/http/through-sdk.ts';

it('a stream that was ended in the middle takes no more data, and its source is cancelled, however slowly the client reads', async () => {
  let isTold = false;
  let controller: ReadableStreamDefaultController<Uint8Array> | undefined;
  const body = new ReadableStream<Uint8Array>({
    start: (its) => {
      controller = its;
      // More than the system keeps for a reader.
      its.enqueue(Buffer.alloc(8 << 20, 'x'));
    },
    cancel: () => {
      isTold = true;
    },
  });
  const errors: unknown[] = [];
  const ended = new Promise<void>((resolve, reject) => {
    // So that the answer takes more while some of it is still here.
    const server = createServer({ highWaterMark: 64 << 20 }, (request, response) => {
      response.on('error', (error) => errors.push(error));
      const handle = async () => new Response(body, { headers: { 'content-type': 'text/event-stream' } });
      throughSdk(handle, new RequestContext(request, response), {}).then(resolve, reject);
      setTimeout(() => {
        response.end();
        controller?.enqueue(Buffer.from('late'));
      }, 200);
    }).listen(0, '127.0.0.1');
    onTestFinished(() => {
      server.closeAllConnections();
      server.close();
    });
    server.once('listening', () => {
      void once(get({ port: (server.address() as AddressInfo).port }), 'response').then(async ([response]) => {
        await new Promise((later) => setTimeout(later, 400));
        (response as IncomingMessage).resume();
      });
    });
  });
  await ended;
  expect({ errors, isTold }).toEqual({ errors: [], isTold: true });
});
