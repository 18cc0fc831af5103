/**
 * Sees who listens. Since 2026-07-28 a client subscribes with `subscriptions/listen`, which the SDK's stdio entry answers
 * itself: the server behind it never learns of it, and the entry drops the changes that nobody listens to. So the wire is
 * watched: a listen is let through once its resources could be read, and is over when the client cancels it, when it is
 * answered (refused, or ended by the entry), or when the connection closes.
 */

import type { JSONRPCMessage, RequestId, Transport, TransportSendOptions } from '@modelcontextprotocol/server';
import { ProtocolError, ProtocolErrorCode } from '@modelcontextprotocol/server';
import { asError } from '../../basics/errors.ts';
import { cancelledId, isListen, listenedResources } from './listen-request.ts';

/** Who watches what is listened to. */
interface Watcher {
  /** Settles once the resource was read. @throws ProtocolError where it can't be watched */
  add(uri: string, listener: string): Promise<void>;
  /** Ends everything the listener listens to. */
  remove(listener: string): void;
  close(): void;
}

/** Put between a wire and the SDK's entry; all but listens and `answered` messages passes unchanged. */
export class ListeningTransport implements Transport {
  onclose?: () => void;
  onerror?: (error: Error) => void;
  onmessage?: NonNullable<Transport['onmessage']>;
  readonly #wire: Transport;
  readonly #watcher: Watcher;
  /** Listens that are open or about to be. */
  readonly #listening = new Set<string>();

  readonly #answered: (message: JSONRPCMessage) => boolean;

  /** @param answered takes the answers to questions that this server put by itself; the SDK knows nothing of them */
  constructor(wire: Transport, watcher: Watcher, answered = (_message: JSONRPCMessage): boolean => false) {
    this.#wire = wire;
    this.#watcher = watcher;
    this.#answered = answered;
  }

  async start(): Promise<void> {
    this.#wire.onclose = () => {
      this.#watcher.close();
      this.onclose?.();
    };
    this.#wire.onerror = (error) => this.onerror?.(error);
    this.#wire.onmessage = (message, extra) => {
      if (this.#answered(message)) return;
      const uris = listenedResources(message);
      if (isListen(message) && 'id' in message && message.id !== undefined && uris.length > 0) {
        void this.#listen(message.id, uris, () => this.onmessage?.(message, extra));
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
    this.#watcher.close();
    await this.#wire.close();
  }

  /** Reads what is listened to, then lets the request through; refuses it where something can't be watched. */
  async #listen(id: RequestId, uris: readonly string[], pass: () => void): Promise<void> {
    const key = keyOf(id);
    this.#listening.add(key);
    try {
      await Promise.all(uris.map((uri) => this.#watcher.add(uri, key)));
      if (this.#listening.has(key)) pass();
    } catch (error) {
      // A request that was cancelled meanwhile gets no answer.
      if (!this.#listening.has(key)) return;
      const refusal = { jsonrpc: '2.0' as const, id, error: errorOf(error) };
      await this.send(refusal).catch((failure: unknown) => {
        this.onerror?.(asError(failure));
      });
    }
  }

  #end(id: RequestId): void {
    const key = keyOf(id);
    if (this.#listening.delete(key)) this.#watcher.remove(key);
  }
}

/** `1` and `"1"` are two ids. */
const keyOf = (id: RequestId): string => `listen ${JSON.stringify(id)}`;

function errorOf(error: unknown): { code: number; message: string; data?: unknown } {
  if (!(error instanceof ProtocolError)) {
    return {
      code: ProtocolErrorCode.InternalError,
      message: 'This server failed internally; its log on stderr has the details.',
    };
  }
  const { code, message, data } = error;
  return { code, message, ...(data === undefined ? {} : { data }) };
}
