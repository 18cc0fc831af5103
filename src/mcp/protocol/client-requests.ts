/**
 * Requests of this server to clients of the protocol up to 2025-11-25, and the answers to them. The SDK counts its own from
 * 0 (a request whose cancellation the v1 client ignores), and over HTTP makes a server for every POST, so that an answer,
 * which is a separate POST, would never find its question. Here one process has one list, and ids that nobody can guess.
 */

import { randomUUID } from 'node:crypto';
import type { JSONRPCMessage } from '@modelcontextprotocol/server';
import { isObject } from '../../platform/parse/coerce.ts';

/** What a client answered: a result, or the code of an error. */
export type Answered =
  | { readonly kind: 'answered'; readonly result: unknown }
  | { readonly kind: 'failed'; readonly code: unknown };

/** How a request ended: with the client's answer, or without one. */
export type Ended = Answered | { readonly kind: keyof typeof WITHDRAWN };

/** Why a question is withdrawn, as its client is told. */
const WITHDRAWN = {
  cancelled: 'The call was cancelled.',
  'timed out': 'Too late.',
  'shut down': 'This server is shutting down.',
};

/** An answer as it came in: to which request, and from whom. */
export interface Answer {
  readonly id: string;
  readonly caller: string;
  readonly ended: Answered;
}

/** Who is asked, and in which of their calls. */
export interface AskedOf {
  /** Only this caller's answer counts. */
  readonly caller: string;
  /** By which the client cancels the call with a message of its own; undefined where it can't. */
  readonly call: string | undefined;
}

interface Open extends AskedOf {
  end(how: Ended): void;
}

/** One for a process over HTTP, or for the only connection over stdio: the requests that are open. */
export class ClientRequests {
  readonly #open = new Map<string, Open>();
  readonly #prefix: string;
  #isClosed = false;

  /** @param prefix what all ids begin with */
  constructor(prefix = 'ask-') {
    this.#prefix = prefix;
  }

  /**
   * Asks, and waits for the end; rejects only where the request can't be sent.
   * @param send sends a request with this id, or a notification
   */
  async ask(
    asked: AskedOf,
    send: (message: JSONRPCMessage) => Promise<void>,
    request: { readonly method: string; readonly params: Record<string, unknown> },
    { signal, limitMs }: { readonly signal: AbortSignal; readonly limitMs: number },
  ): Promise<Ended> {
    if (signal.aborted) return { kind: 'cancelled' };
    if (this.#isClosed) return { kind: 'shut down' };
    const id = this.#prefix + randomUUID();
    let end: (how: Ended) => void = () => undefined;
    const ended = new Promise<Ended>((resolve) => {
      end = resolve;
    });
    const onAbort = (): void => end({ kind: 'cancelled' });
    const timer = setTimeout(() => end({ kind: 'timed out' }), limitMs);
    signal.addEventListener('abort', onAbort, { once: true });
    this.#open.set(id, { ...asked, end });
    try {
      await send({ jsonrpc: '2.0', id, ...request });
      const how = await ended;
      if (how.kind !== 'answered' && how.kind !== 'failed') {
        const params = { requestId: id, reason: WITHDRAWN[how.kind] };
        // The client's stream may be gone with its call.
        await send({ jsonrpc: '2.0', method: 'notifications/cancelled', params }).catch(() => undefined);
      }
      return how;
    } finally {
      clearTimeout(timer);
      signal.removeEventListener('abort', onAbort);
      this.#open.delete(id);
    }
  }

  /** Takes an answer in. @returns whether it counts: once, while its question is open, from the caller who was asked */
  take({ id, caller, ended }: Answer): boolean {
    const open = this.#open.get(id);
    if (open?.caller !== caller) return false;
    this.#open.delete(id);
    open.end(ended);
    return true;
  }

  /** Withdraws the questions of a call that its client has cancelled. @returns whether there were any */
  cancel(call: string): boolean {
    const open = [...this.#open.values()].filter((entry) => entry.call === call);
    for (const { end } of open) end({ kind: 'cancelled' });
    return open.length > 0;
  }

  /** Answers can't come in any more: withdraws what is open, and asks nothing else. */
  close(): void {
    this.#isClosed = true;
    for (const { end } of this.#open.values()) end({ kind: 'shut down' });
  }
}

/** The answer in a message: a JSON-RPC response to a request of ours, open or not. Undefined for other messages. */
export function answerIn(message: unknown, caller: string): Answer | undefined {
  if (!isObject(message) || 'method' in message) return undefined;
  const { id, result, error } = message;
  if (typeof id !== 'string' || !id.startsWith('ask-')) return undefined;
  if (error === undefined) return { id, caller, ended: { kind: 'answered', result } };
  return { id, caller, ended: { kind: 'failed', code: isObject(error) ? error.code : undefined } };
}
