/**
 * One request through the SDK's web-standard handler. The body was read and parsed before, so that the handler gets the
 * request's head alone; an answer that is no stream is written in one piece, with its length. The SDK's own adapter for
 * node:http serializes the body again and writes every answer in chunks.
 */
import { once } from 'node:events';
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { AuthInfo, McpHttpHandler } from '@modelcontextprotocol/server';

/** A request that passed the guards and the gate, with all that the SDK's handler needs of it. */
export interface SdkRequest {
  readonly request: IncomingMessage;
  readonly response: ServerResponse;
  /** The JSON of a POST; undefined for everything that the handler refuses for its head. */
  readonly body: unknown;
  readonly caller: AuthInfo | undefined;
}

/** Answers it. A client that leaves before its answer, or an answer that was given meanwhile, ends what is under way. */
export async function throughSdk(
  handler: Pick<McpHttpHandler, 'fetch'>,
  { request, response, body, caller }: SdkRequest,
): Promise<void> {
  const gone = new AbortController();
  response.once('close', () => gone.abort());
  if (response.destroyed) gone.abort();
  const answer = await handler.fetch(headOf(request, gone.signal), {
    ...(caller !== undefined && { authInfo: caller }),
    ...(body !== undefined && { parsedBody: body }),
  });
  // It was answered already, for having taken too long; or there is nobody to answer.
  if (response.headersSent || response.destroyed) {
    await answer.body?.cancel();
    return;
  }
  // Whether the connection is kept, and for how long, is node:http's to say: the SDK says "kept" of streams to clients that
  // asked for it to be closed, and a client that is not told how long closes it itself (undici: after 4 s).
  answer.headers.delete('connection');
  const headers = Object.fromEntries(answer.headers);
  if (answer.body === null) {
    response.writeHead(answer.status, headers).end();
  } else if (isStream(answer)) {
    response.writeHead(answer.status, headers);
    await pipe(answer.body, response, gone.signal);
    response.end();
  } else {
    // As bytes: as text it would be decoded and encoded again.
    const bytes = Buffer.from(await answer.arrayBuffer());
    if (response.headersSent || response.destroyed) return;
    response.writeHead(answer.status, { ...headers, 'content-length': bytes.length }).end(bytes);
  }
}

/** A POST's body is known already; other methods have none that matters. */
function headOf({ method = 'GET', url = '/', headers }: IncomingMessage, signal: AbortSignal): Request {
  const lines = Object.entries(headers).flatMap(([name, value]): [string, string][] =>
    [value ?? []].flat().map((one) => [name, one]),
  );
  return new Request(`http://${headers.host}${url}`, { method, headers: lines, signal });
}

const isStream = ({ headers }: Response): boolean => /^text\/event-stream\b/i.test(headers.get('content-type') ?? '');

/** Hands on a stream as fast as the client takes it. */
async function pipe(body: ReadableStream<Uint8Array>, response: ServerResponse, gone: AbortSignal): Promise<void> {
  try {
    for await (const chunk of body) {
      // The time limit, a drain or a cancellation ended it; writing after that is an error that ends the process.
      if (response.writableEnded) return;
      if (!response.write(chunk)) await once(response, 'drain', { signal: gone });
    }
  } catch {
    // Cut off on either side: what was sent is all there is.
  }
}
