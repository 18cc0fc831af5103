/** The interface of the platform client. */
import type { InputOf, OperationSpec } from '../operations/operation.ts';
import type { Json } from '../parse/coerce.ts';
import type { ResponseOf } from '../parse/records.ts';
import type { PlatformRequest, Scope } from './request.ts';
import type { TokenSource } from './token.ts';
import type { Sink } from './transport.ts';

/** Options of all calls. `maxResponseBytes` applies before and after decompression. */
export interface ClientOptions {
  /** Without a trailing slash; undefined if none is set, and then every call throws. */
  readonly baseUrl: string | undefined;
  /** The token of calls that have none of their own. */
  readonly token: TokenSource;
  readonly scope: Omit<Scope, 'basePath'>;
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

/** Options of one call. */
export interface CallOptions {
  readonly signal?: AbortSignal;
  /** Overrides the operation's timeout, in milliseconds. */
  readonly timeoutMs?: number;
  /** Takes the body of a successful response instead of the lenient reader: for responses that grow without bound. */
  readonly sink?: BodySink;
  /** The body to read in place of one without a record, such as `{id}` for a 204: for writes to a known record. */
  readonly emptyAs?: Json;
  /** Runs before a retry, or a request that waited: for writes based on a fresh read. Its error ends the call. */
  readonly beforeRepeat?: (() => Promise<unknown>) | undefined;
  /** The file, for an operation that uploads one. */
  readonly upload?: Upload;
  /** Uses one of the connections reserved for decisions: see {@link PlatformClient.reserve}. */
  readonly isReserved?: boolean | undefined;
  /** The caller, if there are several: scarce connections are granted to callers in turn. */
  readonly caller?: string | undefined;
  /** The caller's own token, sent in place of the one of {@link ClientOptions}. */
  readonly token?: TokenSource | undefined;
  /** Called with the status of a success, before its body is read. */
  readonly onStatus?: ((status: number) => void) | undefined;
}

/** A file to send. Each attempt reads it again. */
export interface Upload {
  readonly name: string;
  /** `image/png`. */
  readonly type: string;
  /** Bytes, exactly. */
  readonly size: number;
  /** The content from its beginning, once per attempt. A thrown error aborts the request. */
  read(): AsyncIterable<Uint8Array>;
}

/**
 * Takes a body chunk by chunk; `reset` is called before each attempt, `end` after a complete body. A list that the dialect
 * sends in pages comes as several bodies: `commit` ends each, and `reset` goes back to the last `commit`.
 */
export interface BodySink extends Sink {
  /** Bytes of the record that is arriving: a large one takes its share of what is read at a time. */
  readonly heldBytes: number;
  reset(): void;
  /** @throws PlatformError if the body is not what was requested */
  end(): Promise<void>;
  commit(): PageCounts;
  /** Nothing follows the last `commit`, although the list has not ended. */
  abandon(): void;
}

/** Counts of one page. */
export interface PageCounts {
  /** Entries, readable or not. */
  readonly received: number;
  /** Whether any of them was not on the page before: a platform that ignores `offset` sends the same page forever. */
  readonly isNew: boolean;
  readonly total?: number | undefined;
  readonly hasMore?: boolean | undefined;
}

/** A call rejects with PlatformError, CancelledError or an error thrown by a callback among its options. */
export interface PlatformClient {
  readonly options: ClientOptions & { readonly scope: Scope };
  /** Calls the operation and reads its response. */
  call<O extends OperationSpec>(operation: O, input: InputOf<O>, options?: CallOptions): Promise<ResponseOf<O>>;
  /**
   * Runs `work` while it holds one of the connections reserved for decisions. Its sequential calls with `isReserved` never
   * wait for a connection.
   * @throws PlatformError if none was free in time, CancelledError; what `work` throws
   */
  reserve<T>(work: () => Promise<T>, signal?: AbortSignal, caller?: string): Promise<T>;
  /** Milliseconds until the rate gate of this token's calls opens; 0 if it is open. */
  heldBackMs(token?: TokenSource): number;
  /** The request that a call would send, for a dry run. */
  plan<O extends OperationSpec>(operation: O, input: InputOf<O>): PlatformRequest;
  close(): Promise<void>;
}

/** Observes the client's work, for metrics. Called after the fact; must not throw. */
export interface ClientObserver {
  /** One attempt ended. @param outcome `ok`, or the failure's kind: `http-503`, `timeout`, `cancelled` */
  attempt(operation: string, outcome: string, ms: number): void;
  /** A call waited because of the platform's rate limit. */
  gateWait(ms: number): void;
  /** An attempt waited for a connection, because others used all of them. */
  connectionWait(ms: number): void;
}
