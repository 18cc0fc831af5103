/**
 * One request through the SDK's web-standard handler. The body was read and parsed before, so that the handler gets the
 * request's head alone; an answer that is no stream is written in one piece, with its length. The SDK's own adapter for
 * node:http serializes the body again and writes every answer in chunks.
 */
import { once } from 'node:events';
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { AuthInfo, McpHttpHandler } from '@modelcontextprotocol/server';

/** A request that passed the guards and the gate, with all that the SDK's handler needs of it. */
export interface Exchange {
  readonly request: IncomingMessage;
  readonly response: ServerResponse;
  /** The JSON of a POST; undefined for everything that the handler refuses for its head. */
  readonly body: unknown;
  readonly caller: AuthInfo | undefined;
}

/** Answers it. A client that goes before its answer, or another answer before it, ends what is under way for it. */
export async function exchange(
  handler: Pick<McpHttpHandler, 'fetch'>,
  { request, response, body, caller }: Exchange,
): Promise<void> {
  const gone = new AbortController();
  let isAnswered = false;
  // Also where the server answered in its place, because it took too long. After its own answer there is nothing left to
  // end, and each abort that nobody needs makes an error with its stack: 3 % of a request.
  response.once('close', () => isAnswered || gone.abort());
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
    isAnswered = await pipe(answer.body, response, gone.signal);
    response.end();
  } else {
    // As bytes, as it is: as text it would be decoded and encoded again.
    const bytes = Buffer.from(await answer.arrayBuffer());
    if (response.headersSent || response.destroyed) return;
    isAnswered = true;
    response.writeHead(answer.status, { ...headers, 'content-length': bytes.length }).end(bytes);
  }
}

/** The headers that the protocol knows, and the id for both logs. Cookies and what proxies add are for nobody here. */
const PROTOCOL_HEADER = /^(?:accept|content-type|last-event-id|x-request-id|(?:x-)?mcp-.+)$/;

/**
 * A POST's body is known already; other methods have none that matters. The signal takes the place of the
 * request's own: one that is given to a request makes a second, which a finalization registry keeps until the next full
 * collection. That was a tenth of a small call.
 */
function headOf({ method = 'GET', url = '/', headers }: IncomingMessage, signal: AbortSignal): Request {
  const given = Object.entries(headers).flatMap(([name, value]): [string, string][] =>
    PROTOCOL_HEADER.test(name) ? [value ?? []].flat().map((one) => [name, one]) : [],
  );
  return Object.defineProperty(new Request(`http://${headers.host}${url}`, { method, headers: given }), 'signal', {
    value: signal,
  });
}

const isStream = ({ headers }: Response): boolean => /^text\/event-stream\b/i.test(headers.get('content-type') ?? '');

/** Hands on a stream as fast as the client takes it. @returns whether it came to its end; false where it was broken off */
async function pipe(body: ReadableStream<Uint8Array>, response: ServerResponse, gone: AbortSignal): Promise<boolean> {
  try {
    for await (const chunk of body) {
      // The time limit, a drain or a cancellation ended it; what is written after that is an error that ends the process.
      if (response.writableEnded) return false;
      if (!response.write(chunk)) await once(response, 'drain', { signal: gone });
    }
    return true;
  } catch {
    // Cut off on either side: what was sent is all there is.
    return false;
  }
}
