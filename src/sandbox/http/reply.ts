/** Responses and errors of handlers, and how they are sent. */
import { type ServerResponse, STATUS_CODES } from 'node:http';

export interface Reply {
  readonly status: number;
  readonly contentType: string;
  readonly content: string;
  readonly headers?: Readonly<Record<string, string>>;
}

/** A JSON response: the bare object or array, never wrapped. */
export function json(value: unknown, status = 200, headers: Readonly<Record<string, string>> = {}): Reply {
  return { status, contentType: 'application/json; charset=utf-8', content: JSON.stringify(value), headers };
}

/** A text response; `type` such as `text/markdown`. */
export function text(content: string, type: string): Reply {
  return { status: 200, contentType: `${type}; charset=utf-8`, content };
}

/** Sends a response, marked as coming from a sandbox. */
export function send(response: ServerResponse, reply: Reply): void {
  response.writeHead(reply.status, {
    ...reply.headers,
    'content-type': reply.contentType,
    'content-length': Buffer.byteLength(reply.content),
    'x-sandbox': 'true',
  });
  response.end(reply.content);
}

/** Thrown by handlers. The response names the invalid field, if there is one. */
export class HttpError extends Error {
  readonly reply: Reply;

  constructor(status: number, message: string, field?: string, headers: Readonly<Record<string, string>> = {}) {
    super(message);
    const error = STATUS_CODES[status];
    this.reply = json({ statusCode: status, error, message, ...(field !== undefined && { field }) }, status, headers);
  }
}

/** 400: the request is invalid. */
export const badRequest = (message: string, field?: string): HttpError => new HttpError(400, message, field);

/** 404 with the platform's message: `agent not found`. */
export const notFound = (what: string): HttpError => new HttpError(404, `${what} not found`);
