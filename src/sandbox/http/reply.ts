/** Answers and errors of handlers, and how they are sent. */
import { type ServerResponse, STATUS_CODES } from 'node:http';

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

/** Sends an answer, marked as coming from a sandbox. */
export function send(response: ServerResponse, reply: Reply): void {
  response.writeHead(reply.status, {
    ...reply.headers,
    'content-type': reply.contentType,
    'content-length': Buffer.byteLength(reply.content),
    'x-sandbox': 'true',
  });
  response.end(reply.content);
}

/** Body of every error answer. */
export interface ErrorBody {
  readonly statusCode: number;
  /** The name of the status, such as `Bad Request`. */
  readonly error: string;
  /** What was wrong, naming the field or the record. */
  readonly message: string;
  /** Path of the invalid field, if there is one. */
  readonly field?: string;
  /** Seconds until the rate limit allows requests again. */
  readonly retryAfter?: number;
}

/** Thrown by handlers; the HTTP handler answers with its status and {@link ErrorBody}. */
export class HttpError extends Error {
  readonly status: number;
  readonly extra: { readonly field?: string; readonly retryAfter?: number };
  readonly headers: Readonly<Record<string, string>>;

  constructor(
    status: number,
    message: string,
    extra: { readonly field?: string; readonly retryAfter?: number } = {},
    headers: Readonly<Record<string, string>> = {},
  ) {
    super(message);
    this.status = status;
    this.extra = extra;
    this.headers = headers;
  }

  body(): ErrorBody {
    const error = STATUS_CODES[this.status] ?? 'Error';
    return { statusCode: this.status, error, message: this.message, ...this.extra };
  }
}

/** 400: the request is invalid. `field` names the invalid field. */
export function badRequest(message: string, field?: string): HttpError {
  return new HttpError(400, message, field === undefined ? {} : { field });
}

/** 404 with the platform's message: `agent not found`. */
export function notFound(what: string): HttpError {
  return new HttpError(404, `${what} not found`);
}
