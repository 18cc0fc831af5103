/** A platform that answers as told: a real HTTP server on loopback, with what it was asked. */
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

export interface Asked {
  readonly method: string;
  readonly path: string;
  readonly query: URLSearchParams;
  readonly body: unknown;
}

/** An answer: JSON with 200, or a status with JSON. Undefined is a 404. */
export type Told = { readonly status: number; readonly body?: unknown } | { readonly json: unknown } | undefined;

export interface JsonPlatform {
  readonly url: string;
  readonly asked: Asked[];
  /** Requests under way at the same time, at most. */
  readonly mostAtOnce: () => number;
  close(): Promise<void>;
}

export async function jsonPlatform(tell: (asked: Asked) => Told | Promise<Told>): Promise<JsonPlatform> {
  const asked: Asked[] = [];
  let open = 0;
  let most = 0;
  const server = createServer((request, response) => {
    open++;
    most = Math.max(most, open);
    response.on('close', () => open--);
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', async () => {
      const url = new URL(request.url ?? '/', 'http://platform');
      const text = Buffer.concat(chunks).toString('utf8');
      const one = {
        method: request.method ?? '',
        path: url.pathname,
        query: url.searchParams,
        body: text === '' ? undefined : JSON.parse(text),
      };
      asked.push(one);
      const told = (await tell(one)) ?? { status: 404, body: { message: 'not found' } };
      const status = 'status' in told ? told.status : 200;
      const body = 'json' in told ? told.json : told.body;
      response.writeHead(status, { 'content-type': 'application/json' });
      response.end(body === undefined ? undefined : JSON.stringify(body));
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}`,
    asked,
    mostAtOnce: () => most,
    close: async () => {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}
