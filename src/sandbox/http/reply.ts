/** Answers: what a handler returns, and how it goes over the wire. */
import type { ServerResponse } from 'node:http';

export interface Reply {
  readonly status: number;
  readonly contentType: string;
  readonly content: string;
  readonly headers?: Readonly<Record<string, string>>;
}

/** A JSON answer: the bare object or array, never wrapped. */
export function json(value: unknown, status = 200, headers: Readonly<Record<string, string>> = {}): Reply {
  return { status, contentType: 'application/json; charset=utf-8', content: JSON.stringify(value), headers };
}

/** A text answer; `type` such as `text/markdown`. */
export function text(content: string, type: string): Reply {
  return { status: 200, contentType: `${type}; charset=utf-8`, content };
}

/** Sends an answer. Every one says that it comes from a sandbox. */
export function send(response: ServerResponse, reply: Reply): void {
  response.writeHead(reply.status, {
    ...reply.headers,
    'content-type': reply.contentType,
    'content-length': Buffer.byteLength(reply.content),
    'x-sandbox': 'true',
  });
  response.end(reply.content);
}
