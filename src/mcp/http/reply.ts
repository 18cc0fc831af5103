/** Small responses over node:http. */
import type { ServerResponse } from 'node:http';
import { object } from '../../platform/parse/coerce.ts';
import { parsedJson } from '../../platform/parse/json-text.ts';
import { cut } from '../../platform/text.ts';
import type { NotAdmitted } from './admission.ts';

/** Ends the response; headers that are already set on it are sent too. */
export function json(response: ServerResponse, status: number, body: unknown): void {
  response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body));
}

/** A JSON-RPC error with a null id: the request's own was not read, or can't be. */
export function refuse(response: ServerResponse, status: number, message: string, code = -32000): void {
  noteReason(response, message);
  closeAfter(response, status);
  json(response, status, { jsonrpc: '2.0', error: { code, message }, id: null });
}

/** Whoever is not let in keeps no connection: 1,024 idle ones would shut everybody out for as long as they are kept alive. */
function closeAfter(response: ServerResponse, status: number): void {
  if ([400, 401, 403, 404].includes(status) && !response.headersSent) response.setHeader('connection', 'close');
}

const DELAY_MS = 1_000;

/**
 * A refusal that says when to retry, delayed by a second. Otherwise a caller who retries at once, on every connection, would
 * cost this server more by being refused than by being served.
 */
export function refuseDelayed(response: ServerResponse, { status, message, retryAfterSeconds }: NotAdmitted): void {
  const timer = setTimeout(() => {
    // A drain may have ended it meanwhile.
    if (response.headersSent) return;
    response.setHeader('retry-after', String(retryAfterSeconds));
    refuse(response, status, message);
  }, DELAY_MS);
  response.once('close', () => clearTimeout(timer));
}

/** Sends a response that a web-standard helper made. @param reason of a refusal, for the log; by default what it tells */
export async function send(response: ServerResponse, made: Response, reason?: string): Promise<void> {
  const text = await made.text();
  if (made.status >= 400) noteReason(response, reason ?? reasonIn(text));
  closeAfter(response, made.status);
  response.writeHead(made.status, Object.fromEntries(made.headers)).end(text);
}

const reasons = new WeakMap<ServerResponse, string>();
/** Text of a caller may be part of a reason; a sentence of this server is shorter. */
const MAX_REASON = 400;

/** Why the request was refused, for its line in the log; undefined if it was not. */
export const reasonOf = (response: ServerResponse): string | undefined => reasons.get(response);

/** Remembers why a request is refused. */
export function noteReason(response: ServerResponse, reason: string | undefined): void {
  if (reason !== undefined) reasons.set(response, cut(reason, MAX_REASON));
}

/** The reason in the body of a refusal: a JSON-RPC error's message, or an OAuth error's description. */
export function reasonIn(body: string): string | undefined {
  const { error, error_description: description } = object(parsedJson(body));
  const { message } = object(error);
  return [message, description, error].find((text) => typeof text === 'string');
}
