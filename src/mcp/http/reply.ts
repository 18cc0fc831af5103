/** Small answers over node:http. */
import type { ServerResponse } from 'node:http';

/** Ends the response; headers that were set on it before are sent too. */
export function json(response: ServerResponse, status: number, body: unknown): void {
  response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body));
}

/** A refusal as JSON-RPC has it, with no id: what was asked has not been read, or can't be. */
export function refuse(response: ServerResponse, status: number, message: string, code = -32000): void {
  json(response, status, { jsonrpc: '2.0', error: { code, message }, id: null });
}

/** How long a refusal for now is held back. */
const HELD_MS = 1_000;

/**
 * A refusal that says when to come again. It is held back for a second: whoever asks again at once, on every connection,
 * would otherwise take more of this server by being refused than by being served.
 */
export function refuseInAWhile(response: ServerResponse, { status, message, retryAfterSeconds }: Later): void {
  const timer = setTimeout(() => {
    // A drain may have answered it.
    if (response.headersSent) return;
    response.setHeader('retry-after', String(retryAfterSeconds));
    refuse(response, status, message);
  }, HELD_MS);
  response.once('close', () => clearTimeout(timer));
}

interface Later {
  readonly status: number;
  readonly message: string;
  readonly retryAfterSeconds: number;
}

/** Hands on an answer that a web-standard helper made. */
export async function send(response: ServerResponse, answer: Response): Promise<void> {
  response.writeHead(answer.status, Object.fromEntries(answer.headers)).end(await answer.text());
}
