/**
 * One attempt of one request over undici: keep-alive connections up to a limit, the usual proxy variables, no redirects.
 * It uses undici's dispatch handler, not `request()`: only the handler reports whether any of a request had been sent
 * (which decides whether a write may be repeated) and allows a response to be processed while it arrives.
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
  /** Time limit of the whole attempt, in milliseconds. */
  readonly timeoutMs: number;
  readonly signal: AbortSignal;
}

/** Takes a response while it arrives. A thrown error ends the attempt and closes the connection. */
export interface Sink {
  start(status: number, headers: Headers): void;
  /** The connection pauses until a returned promise settles; a rejection is like a thrown error. */
  data(chunk: Buffer): Promise<void> | undefined | void;
}

/** Headers of a response by their names in lower case; a list if one was repeated. */
export type Headers = Readonly<Record<string, string | string[] | undefined>>;

/** How an attempt failed. */
export interface AttemptFailure {
  readonly error: unknown;
  /** Whether any of the request had been sent. */
  readonly sent: boolean;
}

/** The time limit was exceeded; distinguishes this from undici's errors. */
export class DeadlineError extends Error {
  override readonly name = 'DeadlineError';
  /** Milliseconds since sending began; undefined if it never did. */
  readonly sentForMs: number | undefined;

  constructor(sentForMs: number | undefined) {
    super();
    this.sentForMs = sentForMs;
  }
}

/** Connections to one origin. */
export type Transport = ReturnType<typeof createTransport>;

/** Loads undici and opens connections on the first attempt. */
export function createTransport(options: ConnectionOptions) {
  let dispatcher: Promise<Dispatcher> | undefined;
  let isClosed = false;
  return {
    /** @returns undefined if the response was complete, else how the attempt failed */
    async attempt(request: WireRequest, sink: Sink): Promise<AttemptFailure | undefined> {
      // Closed between two attempts of a call: don't open a connection again.
      if (isClosed) return { error: new CancelledError('none'), sent: false };
      dispatcher ??= import('./dispatcher.ts').then(({ createDispatcher }) => createDispatcher(options));
      const ready = await dispatcher.catch((error: unknown) => {
        // An error in the settings ends the attempt; any other error is a bug.
        if (error instanceof PlatformError) return error;
        throw error;
      });
      if (ready instanceof PlatformError) return { error: ready, sent: false };
      return dispatch(ready, options.origin, request, sink);
    },
    async close(): Promise<void> {
      isClosed = true;
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
      // Still queued for a connection: onRequestStart aborts it later.
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
      // The timer above limits headers and body; undici's own timers would race with it.
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
