/**
 * Sees who listens. Since 2026-07-28 a client subscribes with `subscriptions/listen`, which the SDK's stdio entry answers
 * itself: the server behind it never learns of it, and the entry drops the changes that nobody listens to. So the wire is
 * watched: a listen is let through once its resources could be read, and is over when the client cancels it, when it is
 * answered (refused, or ended by the entry), or when the connection closes.
 */
import type { JSONRPCMessage, RequestId, Transport, TransportSendOptions } from '@modelcontextprotocol/server';
import { ProtocolError, ProtocolErrorCode } from '@modelcontextprotocol/server';
import { array, isObject, object } from '../../platform/parse/coerce.ts';
import type { Subscriptions } from '../protocol/subscriptions.ts';

export class ListeningTransport implements Transport {
  onclose?: () => void;
  onerror?: (error: Error) => void;
  onmessage?: NonNullable<Transport['onmessage']>;
  readonly #wire: Transport;
  readonly #subscriptions: Subscriptions;
  /** Listens that are open or about to be. */
  readonly #listening = new Set<string>();

  constructor(wire: Transport, subscriptions: Subscriptions) {
    this.#wire = wire;
    this.#subscriptions = subscriptions;
  }

  async start(): Promise<void> {
    this.#wire.onclose = () => {
      this.#subscriptions.close();
      this.onclose?.();
    };
    this.#wire.onerror = (error) => this.onerror?.(error);
    this.#wire.onmessage = (message, extra) => {
      const listen = listenOf(message);
      if (listen !== undefined) {
        void this.#listen(listen, () => this.onmessage?.(message, extra));
        return;
      }
      const cancelled = cancelledId(message);
      if (cancelled !== undefined) this.#end(cancelled);
      this.onmessage?.(message, extra);
    };
    await this.#wire.start();
  }

  async send(message: JSONRPCMessage, options?: TransportSendOptions): Promise<void> {
    if (!('method' in message) && message.id !== undefined) this.#end(message.id);
    await this.#wire.send(message, options);
  }

  setProtocolVersion(version: string): void {
    this.#wire.setProtocolVersion?.(version);
  }

  async close(): Promise<void> {
    this.#subscriptions.close();
    await this.#wire.close();
  }

  /** Reads what is listened to, then lets the request through; refuses it where something can't be watched. */
  async #listen({ id, uris }: Listen, pass: () => void): Promise<void> {
    const key = keyOf(id);
    this.#listening.add(key);
    try {
      await Promise.all(uris.map((uri) => this.#subscriptions.add(uri, key)));
      if (this.#listening.has(key)) pass();
    } catch (error) {
      // A request that was cancelled meanwhile gets no answer.
      if (!this.#listening.has(key)) return;
      const refusal = { jsonrpc: '2.0' as const, id, error: errorOf(error) };
      await this.send(refusal).catch((failure: unknown) => {
        this.onerror?.(failure instanceof Error ? failure : new Error(String(failure)));
      });
    }
  }

  #end(id: RequestId): void {
    const key = keyOf(id);
    if (this.#listening.delete(key)) this.#subscriptions.remove(key);
  }
}

interface Listen {
  readonly id: RequestId;
  readonly uris: readonly string[];
}

/** A listen for resources; what else is listened to, or malformed, is the entry's business. */
function listenOf(message: JSONRPCMessage): Listen | undefined {
  if (!('method' in message) || !('id' in message) || message.method !== 'subscriptions/listen') return undefined;
  const filter = object(object(message.params).notifications);
  const uris = array(filter.resourceSubscriptions).filter((uri) => typeof uri === 'string');
  return uris.length > 0 ? { id: message.id, uris: [...new Set(uris)] } : undefined;
}

function cancelledId(message: JSONRPCMessage): RequestId | undefined {
  if (!('method' in message) || message.method !== 'notifications/cancelled') return undefined;
  const id = isObject(message.params) ? message.params.requestId : undefined;
  return typeof id === 'string' || typeof id === 'number' ? id : undefined;
}

/** `1` and `"1"` are two ids. */
const keyOf = (id: RequestId): string => `listen ${JSON.stringify(id)}`;

function errorOf(error: unknown): { code: number; message: string; data?: unknown } {
  if (!(error instanceof ProtocolError)) {
    return {
      code: ProtocolErrorCode.InternalError,
      message: 'This server failed inside; its log on stderr says more.',
    };
  }
  const { code, message, data } = error;
  return { code, message, ...(data === undefined ? {} : { data }) };
}
