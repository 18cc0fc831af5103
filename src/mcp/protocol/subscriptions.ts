/**
 * Who is subscribed to which resource. The platform pushes nothing, so a resource is asked for again and again, once
 * however many subscribe to it, and only while somebody does. Knows no transport: a connection (or, over HTTP, the
 * process) has one of these, and tells it who comes and goes.
 */
import { ProtocolError, ProtocolErrorCode } from '@modelcontextprotocol/server';
import { type Timing, Watch, type WatchOptions } from './subscription-watch.ts';

/** Resources that one connection or caller watches at once; each costs the platform requests without end. */
export const MAX_WATCHED = 50;

interface SubscriptionsOptions {
  /** A digest of the resource; undefined where it does not exist. @throws what a subscriber is told, on the first read */
  read(uri: string, signal: AbortSignal): Promise<string | undefined>;
  /** The error for a resource that does not exist. */
  notFound(uri: string): Error;
  /** Tells the subscribers of a resource. */
  changed(uri: string): void;
  /** A later read failed; it is tried again. */
  failed(uri: string, error: unknown): void;
  readonly timing?: Partial<Timing>;
  /** Resources watched at once, if not those of one connection. */
  readonly max?: number;
}

interface Watched {
  readonly watch: Watch;
  readonly subscribers: Set<string>;
}

/** A subscriber is any name that its transport gives it: a session, or one request to listen. */
export class Subscriptions {
  readonly #options: SubscriptionsOptions;
  readonly #watched = new Map<string, Watched>();

  constructor(options: SubscriptionsOptions) {
    this.#options = options;
  }

  /**
   * Subscribes; settles once the resource was read for the first time, so that no change after it is missed.
   * @throws ProtocolError -32602 where the resource does not exist or can't be watched; what the first read throws
   */
  async add(uri: string, subscriber: string): Promise<void> {
    const watched = this.#watched.get(uri) ?? this.#begin(uri);
    watched.subscribers.add(subscriber);
    try {
      if ((await watched.watch.first) === undefined) throw this.#options.notFound(uri);
    } catch (error) {
      this.#end(uri, watched);
      throw error;
    }
  }

  /** Ends one subscription of a subscriber, or all of them. */
  remove(subscriber: string, uri?: string): void {
    const entries = uri === undefined ? [...this.#watched] : [[uri, this.#watched.get(uri)] as const];
    for (const [at, watched] of entries) {
      if (watched?.subscribers.delete(subscriber) && watched.subscribers.size === 0) this.#end(at, watched);
    }
  }

  /** Ends them all. */
  close(): void {
    for (const [uri, watched] of [...this.#watched]) this.#end(uri, watched);
  }

  #begin(uri: string): Watched {
    const { max = MAX_WATCHED } = this.#options;
    if (this.#watched.size >= max) {
      throw new ProtocolError(
        ProtocolErrorCode.InvalidParams,
        `${max} resources are subscribed to already; end one of those subscriptions first.`,
        { uri },
      );
    }
    const { read, changed, failed, timing } = this.#options;
    const options: WatchOptions = {
      read: (signal) => read(uri, signal),
      changed: () => changed(uri),
      failed: (error) => failed(uri, error),
      timing,
    };
    const watched = { watch: new Watch(options), subscribers: new Set<string>() };
    this.#watched.set(uri, watched);
    return watched;
  }

  #end(uri: string, watched: Watched): void {
    watched.watch.stop();
    if (this.#watched.get(uri) === watched) this.#watched.delete(uri);
  }
}
