/** Options of the sandbox, and what it reports. */
import type { IncomingHttpHeaders } from 'node:http';
import type { Dialect } from '../platform/operations/dialect.ts';
import type { OperationName } from '../platform/operations/index.ts';

/** One request, reported after its response. */
export interface RecordedRequest {
  readonly method: string;
  /** Path as sent, with the base path, without the query string. */
  readonly path: string;
  /** Query string without its question mark; empty if there was none. */
  readonly query: string;
  readonly headers: IncomingHttpHeaders;
  /** Parsed JSON; undefined if there was no body or it was not read (401, 404, 413, malformed JSON). */
  readonly body: unknown;
  /** Undefined if no operation of the table matched. */
  readonly operation: OperationName | undefined;
  readonly status: number;
}

/** What waits at the start: the shop's few requests, or a hundred of five agents (`seed/hundred.ts`). */
export type Scenario = 'shop' | 'hundred';

export interface SandboxOptions {
  /** Port on loopback; 0 (default) takes any free one. */
  port?: number;
  /** Clock in epoch milliseconds; default Date.now. */
  now?: () => number;
  /** Speed of threads: 1 (default) is real time, 10 ten times as fast, 0 stops them. */
  speed?: number;
  /** Called once for each request to the platform (not for its tool endpoints), after the response was sent. */
  onRequest?: (request: RecordedRequest) => void;
  /** Dialect of requests; default: the specification. */
  dialect?: Dialect;
  /** Default: the shop's. */
  scenario?: Scenario;
}

export interface Sandbox {
  /** Base URL for a client: `http://127.0.0.1:PORT`. */
  readonly url: string;
  readonly token: string;
  /** Stops listening and ends all connections at once. */
  close(): Promise<void>;
}
