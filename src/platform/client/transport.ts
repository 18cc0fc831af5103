/**
 * One attempt of one request over undici: keep-alive connections up to a limit, the usual proxy variables, no redirects.
 * It drives undici's dispatch handler itself, not `request()`: the handler alone tells whether a request had begun to
 * leave (which decides if a write may be repeated), and lets a growing answer be reduced while it arrives.
 */

import type { Readable } from 'node:stream';
import type { Dispatcher } from 'undici';
import { asError } from '../../basics/errors.ts';
import type { ConnectionOptions } from './dispatcher.ts';
import { CancelledError, PlatformError } from './errors.ts';

interface WireRequest {
  readonly method: Dispatcher.HttpMethod;
  /** Path and query below the origin. */
  readonly path: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string | Readable | undefined;
  /** Milliseconds until the whole attempt must be over. */
  readonly timeoutMs: number;
  readonly signal: AbortSignal;
}

/** Takes an answer while it arrives. A thrown error ends the attempt and closes its connection. */
export interface Sink {
  start(status: number, headers: Headers): void;
  /** A promise holds the connection back until it is settled; a rejection is like a thrown error. */
  data(chunk: Buffer): Promise<void> | undefined | void;
}

/** Headers of an answer by their names in lower case; a list where one came more than once. */
export type Headers = Readonly<Record<string, string | string[] | undefined>>;

/** How an attempt ended that did not end well. */
interface AttemptFailure {
  readonly error: unknown;
  /** Whether the request had begun to leave. */
  readonly sent: boolean;
}

/** A time limit that ran out; told apart from what undici throws. */
export class DeadlineError extends Error {
  override readonly name = 'DeadlineError';
  /** Milliseconds since the request began to leave; undefined where it never did. */
  readonly sentForMs: number | undefined;

  constructor(sentForMs: number | undefined) {
    super();
    this.sentForMs = sentForMs;
  }
}

/** Connections to one origin; how an attempt failed is its result. */
export interface Transport {
  /** @returns undefined when the answer came in full, else how it failed */
  attempt(request: WireRequest, sink: Sink): Promise<AttemptFailure | undefined>;
  /** New connections for what comes, with certificates read again; the old ones end with their last answer. */
  reload(): Promise<void>;
  close(): Promise<void>;
}

/** A mistake in the settings is how an attempt ends; anything else is a bug. */
function unlessSettings(error: unknown): PlatformError {
  if (error instanceof PlatformError) return error;
  throw error;
}

/** Loads undici and opens connections with the first attempt; after `close` with the next one. */
export function createTransport(options: ConnectionOptions): Transport {
  let dispatcher: Promise<Dispatcher> | undefined;
  let readsCertificates = false;
  return {
    async attempt(request, sink) {
      dispatcher ??= import('./dispatcher.ts').then(({ createDispatcher }) =>
        createDispatcher({ ...options, readsCertificates }),
      );
      const ready = await dispatcher.catch(unlessSettings);
      if (ready instanceof PlatformError) return { error: ready, sent: false };
      return dispatch(ready, options.origin, request, sink);
    },
    async reload() {
      readsCertificates = true;
      const ready = await dispatcher?.catch(() => undefined);
      dispatcher = undefined;
      // Not waited for: an answer may take minutes.
      ready?.close().catch(() => undefined);
    },
    async close() {
      const ready = await dispatcher?.catch(() => undefined);
      dispatcher = undefined;
      await ready?.destroy();
    },
  };
}

function dispatch(
  dispatcher: Dispatcher,
  origin: string,
  request: WireRequest,
  sink: Sink,
): Promise<AttemptFailure | undefined> {
  return new Promise((resolve) => {
    let sentAt: number | undefined;
    let controller: Dispatcher.DispatchController | undefined;
    let abandoned: Error | undefined;
    const settle = (failure?: AttemptFailure): void => {
      clearTimeout(timer);
      request.signal.removeEventListener('abort', cancel);
      resolve(failure);
    };
    const abandon = (reason: Error): void => {
      abandoned ??= reason;
      controller?.abort(reason);
      // Still queued for a connection: undici drops it when its turn comes (see onRequestStart).
      if (controller === undefined) settle({ error: reason, sent: false });
    };
    const cancel = (): void => abandon(new CancelledError(sentAt === undefined ? 'none' : 'unknown'));
    const timer = setTimeout(() => {
      const sentForMs = sentAt === undefined ? undefined : performance.now() - sentAt;
      abandon(new DeadlineError(sentForMs));
    }, request.timeoutMs);
    request.signal.addEventListener('abort', cancel, { once: true });
    if (request.signal.aborted) return cancel();
    const guarded = (step: () => void): void => {
      try {
        step();
      } catch (error) {
        abandon(asError(error));
      }
    };
    const { method, path, headers, body } = request;
    dispatcher.dispatch(
      // The one timer above is the limit for headers and body alike; undici's own would race with it.
      { origin, method, path, headers, body: body ?? null, headersTimeout: 0, bodyTimeout: 0 },
      {
        onRequestStart(started) {
          controller = started;
          if (abandoned) return started.abort(abandoned);
          sentAt = performance.now();
        },
        onResponseStart(_controller, status, responseHeaders) {
          if (status >= 200) guarded(() => sink.start(status, responseHeaders));
        },
        onResponseData(active, chunk) {
          guarded(() => {
            const taken = sink.data(chunk);
            if (taken === undefined) return;
            active.pause();
            taken.then(
              () => active.resume(),
              (error: unknown) => abandon(asError(error)),
            );
          });
        },
        onResponseEnd: () => settle(abandoned && { error: abandoned, sent: sentAt !== undefined }),
        onResponseError: (_controller, error) => settle({ error: abandoned ?? error, sent: sentAt !== undefined }),
      },
    );
  });
}
