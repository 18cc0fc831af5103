/** Small answers over node:http. */
import type { ServerResponse } from 'node:http';
import type { NotAdmitted } from './admission.ts';

/** Ends the response; headers that are already set on it are sent too. */
export function json(response: ServerResponse, status: number, body: unknown): void {
  response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body));
}

/** A JSON-RPC error with a null id: the request's own was not read, or can't be. */
export function refuse(response: ServerResponse, status: number, message: string, code = -32000): void {
  json(response, status, { jsonrpc: '2.0', error: { code, message }, id: null });
}

const DELAY_MS = 1_000;

/**
 * A refusal that says when to retry, delayed by a second. Otherwise a caller who retries at once, on every connection, would
 * cost this server more by being refused than by being served.
 */
export function refuseDelayed(response: ServerResponse, { status, message, retryAfterSeconds }: NotAdmitted): void {
  const timer = setTimeout(() => {
    // A drain may have answered it meanwhile.
    if (response.headersSent) return;
    response.setHeader('retry-after', String(retryAfterSeconds));
    refuse(response, status, message);
  }, DELAY_MS);
  response.once('close', () => clearTimeout(timer));
}

/** Sends an answer that a web-standard helper made. */
export async function send(response: ServerResponse, answer: Response): Promise<void> {
  response.writeHead(answer.status, Object.fromEntries(answer.headers)).end(await answer.text());
}
