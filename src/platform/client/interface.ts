/** What the client of the platform takes and offers. */
import type { InputOf, OperationSpec } from '../operations/operation.ts';
import type { AnswerOf } from '../parse/answer.ts';
import type { Json } from '../parse/coerce.ts';
import type { Upload } from './multipart.ts';
import type { ClientObserver } from './observer.ts';
import type { PlatformRequest, Scope } from './request.ts';
import type { TokenSource } from './token.ts';
import type { Sink } from './transport.ts';

/** What all calls of a client have in common. `maxResponseBytes` holds before and after decompression. */
export interface ClientOptions {
  /** Without a trailing slash; undefined where none is set: every call then says so. */
  readonly baseUrl: string | undefined;
  readonly token: TokenSource;
  readonly scope: Scope;
  /** Milliseconds for an ordinary call, and for one that waits for a model. */
  readonly timeoutMs: number;
  readonly replyTimeoutMs: number;
  readonly maxRetries: number;
  readonly maxConnections: number;
  readonly maxResponseBytes: number;
  readonly userAgent: string;
  readonly env?: NodeJS.ProcessEnv;
  readonly observer?: ClientObserver | undefined;
}

/** What one call may have beside its operation and input. */
export interface CallOptions {
  readonly signal?: AbortSignal;
  /** Overrides the operation's timeout, in milliseconds. */
  readonly timeoutMs?: number;
  /** Takes the body of a successful answer instead of the lenient reader: for answers that grow without bound. */
  readonly sink?: BodySink;
  /**
   * For writes that change what the caller can name: the body to read instead of one that holds no record, such as
   * `{id}` for a 204 or `{success: true}`. Without it such an answer is an error.
   */
  readonly emptyAs?: Json;
  /**
   * For writes that rest on what was just read: runs before a request leaves later than at once, because an attempt before
   * it was refused or never left, or because of a wait for the rate limit. What it throws ends the call.
   */
  readonly beforeRepeat?: (() => Promise<unknown>) | undefined;
  /** The file of an operation that takes one. */
  readonly upload?: Upload;
  /** Sent on one of the connections kept for decisions: see {@link PlatformClient.reserve}. */
  readonly isReserved?: boolean | undefined;
  /** Who calls, where there is more than one: connections that are short are handed round by it. */
  readonly caller?: string | undefined;
  /** Told the status of a success, before its body is read. */
  readonly onStatus?: ((status: number) => void) | undefined;
}

/**
 * Takes a body piece by piece; `reset` is called before each attempt, `end` when the body came in full. A list that this
 * dialect sends in pages comes as several bodies: `commit` after each, and `reset` goes back no further than that.
 */
export interface BodySink extends Sink {
  reset(): void;
  /** @throws PlatformError where what came is not what was promised */
  end?(): Promise<void>;
  commit(): PageTaken;
}

/** What a sink found in one page. */
export interface PageTaken {
  /** Entries, readable or not. */
  readonly received: number;
  /** Whether any of them was not in the page before: a platform that ignores `offset` sends one page for ever. */
  readonly isNew: boolean;
  readonly total?: number | undefined;
  readonly hasMore?: boolean | undefined;
}

/** A call rejects with PlatformError, CancelledError, or what a function among its options threw. */
export interface PlatformClient {
  readonly options: ClientOptions;
  /** Calls the operation and reads its answer. */
  call<O extends OperationSpec>(operation: O, input: InputOf<O>, options?: CallOptions): Promise<AnswerOf<O>>;
  /**
   * Runs `work` while it holds one of the few connections kept for decisions. Its calls, one after the other, go out on it
   * with `isReserved`, so none of them waits for a connection.
   * @throws PlatformError if none was free in time, CancelledError; what `work` throws
   */
  reserve<T>(work: () => Promise<T>, signal?: AbortSignal, caller?: string): Promise<T>;
  /** Milliseconds until calls go out again, after the platform asked for fewer; 0 where they go out at once. */
  heldBackMs(): number;
  /** The request that a call would send: for a dry run. */
  plan<O extends OperationSpec>(operation: O, input: InputOf<O>): PlatformRequest;
  /** Opens new connections from now on, with the authorities that NODE_EXTRA_CA_CERTS names now. What is under way goes on. */
  reload(): Promise<void>;
  close(): Promise<void>;
}
