/**
 * Passes one request through the SDK's web-standard handler. The body is parsed already, so the handler gets only the
 * request's head; a response that is not a stream is written in one piece, with its length. The SDK's own adapter for
 * node:http would serialize the body again, and write every response in chunks.
 */
import { once } from 'node:events';
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { McpHttpHandler } from '@modelcontextprotocol/server';
import { noteReason, reasonIn } from './reply.ts';
import type { RequestContext } from './request-context.ts';

/**
 * Responds to the request. If its client leaves, or there is a response from elsewhere meanwhile, the call is aborted.
 * @param body the JSON of a POST; undefined for requests that the handler refuses by their head
 */
export async function throughSdk(
  handle: McpHttpHandler['fetch'],
  context: RequestContext,
  body?: unknown,
): Promise<void> {
  const { request, response, caller } = context;
  const gone = new AbortController();
  response.once('close', () => gone.abort());
  if (response.destroyed) gone.abort();
  const made = await handle(headOf(request, gone.signal), {
    ...(caller !== undefined && { authInfo: caller }),
    ...(body !== undefined && { parsedBody: body }),
  });
  // It took too long and got an error, or its client has left.
  if (context.isOver) {
    await made.body?.cancel();
    return;
  }
  // node:http sets this header correctly. The SDK sets keep-alive on streams even if the client asked to close, and without
  // a time, so that some clients close the connection early (undici: after 4 s).
  made.headers.delete('connection');
  const headers = Object.fromEntries(made.headers);
  if (made.body === null) {
    response.writeHead(made.status, headers).end();
  } else if (isStream(made)) {
    response.writeHead(made.status, headers);
    await pipe(made.body, response, gone.signal);
    response.end();
  } else {
    // As bytes, to save decoding and encoding.
    const bytes = Buffer.from(await made.arrayBuffer());
    if (context.isOver) return;
    if (made.status >= 400) noteReason(response, reasonIn(bytes.toString('utf8')));
    response.writeHead(made.status, { ...headers, 'content-length': bytes.length }).end(bytes);
  }
}

/** The request without its body: that of a POST is parsed already, and other methods need none. */
function headOf({ method = 'GET', url = '/', headers }: IncomingMessage, signal: AbortSignal): Request {
  const lines = Object.entries(headers).flatMap(([name, value]): [string, string][] =>
    [value ?? []].flat().map((one) => [name, one]),
  );
  return new Request(`http://${headers.host}${url}`, { method, headers: lines, signal });
}

const isStream = ({ headers }: Response): boolean => /^text\/event-stream\b/i.test(headers.get('content-type') ?? '');

/** Forwards a stream as fast as the client reads it. */
async function pipe(body: ReadableStream<Uint8Array>, response: ServerResponse, gone: AbortSignal): Promise<void> {
  try {
    for await (const chunk of body) {
      // The time limit, a drain or a cancellation ended it; writing after that would end the process with an error.
      if (response.writableEnded) return;
      if (!response.write(chunk)) await once(response, 'drain', { signal: gone });
    }
  } catch {
    // Either side broke off; nothing more can be sent.
  }
}
