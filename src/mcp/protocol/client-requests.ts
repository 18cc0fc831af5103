/**
 * Requests of this server to clients of the protocol up to 2025-11-25, and their replies. The SDK numbers its requests from
 * 0 (the v1 client ignores the cancellation of request 0), and over HTTP creates a server per POST, so that a reply,
 * which is a separate POST, would never reach its question. Here a process has one list, with unguessable ids.
 */

import { randomUUID } from 'node:crypto';
import type { JSONRPCMessage } from '@modelcontextprotocol/server';
import { isObject } from '../../platform/parse/coerce.ts';

/** A client's reply: a result, or the code of an error. */
export type Replied =
  | { readonly kind: 'answered'; readonly result: unknown }
  | { readonly kind: 'failed'; readonly code: unknown };

/** How a request ended: with the client's reply, or without one. */
export type Ended = Replied | { readonly kind: keyof typeof WITHDRAWN };

/** Reasons for withdrawing a question, as sent to the client. */
const WITHDRAWN = {
  cancelled: 'The call was cancelled.',
  'timed out': 'Too late.',
  'shut down': 'This server is shutting down.',
};

/** An incoming reply: its request and its sender. */
export interface ClientReply {
  readonly id: string;
  readonly caller: string;
  readonly ended: Replied;
}

/** The caller who is asked, and their call. */
export interface AskTarget {
  /** Only this caller may answer. */
  readonly caller: string;
  /** Key by which the client cancels the call with a separate message; undefined if it can't. */
  readonly call: string | undefined;
}

interface Open extends AskTarget {
  end(how: Ended): void;
}

/** The open requests: of the process over HTTP, or of the only connection over stdio. */
export class ClientRequests {
  readonly #open = new Map<string, Open>();
  readonly #prefix: string;
  #isClosed = false;

  constructor(prefix = 'ask-') {
    this.#prefix = prefix;
  }

  /** Asks and waits for the end; rejects only if the request can't be sent. @param send takes notifications, too */
  async ask(
    asked: AskTarget,
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

  /** Accepts a reply. @returns whether it is valid: the first one to an open question, from the caller who was asked */
  take({ id, caller, ended }: ClientReply): boolean {
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

  /** Withdraws all open questions and asks no more: no replies can arrive. */
  close(): void {
    this.#isClosed = true;
    for (const { end } of this.#open.values()) end({ kind: 'shut down' });
  }
}

/** The reply in a message: a JSON-RPC response to a request of this server, open or not. Undefined for other messages. */
export function clientReplyIn(message: unknown, caller: string): ClientReply | undefined {
  if (!isObject(message) || 'method' in message) return undefined;
  const { id, result, error } = message;
  if (typeof id !== 'string' || !id.startsWith('ask-')) return undefined;
  if (error === undefined) return { id, caller, ended: { kind: 'answered', result } };
  return { id, caller, ended: { kind: 'failed', code: isObject(error) ? error.code : undefined } };
}
