/**
 * Calls any operation of the platform. Within one deadline it waits at the gate, sends, retries what is safe, reads
 * leniently, and throws {@link PlatformError} or {@link CancelledError} for everything that does not end well.
 */

import { setMaxListeners } from 'node:events';
import { setTimeout as sleep } from 'node:timers/promises';
import type { InputOf, OperationSpec } from '../operations/operation.ts';
import type { AnswerOf } from '../parse/answer.ts';
import type { Json } from '../parse/coerce.ts';
import { holdsNoRecord, readAnswer } from '../parse/index.ts';
import { errorTextOf, parseBody, successText } from './answer-body.ts';
import { Collector, header } from './body.ts';
import { gateClosed, noBaseUrl, saidFailed, subjectOf, timedOut, tokenRotated, unexpected } from './call-errors.ts';
import { pagesOf } from './dialect.ts';
import { readErrorBody } from './error-body.ts';
import { CancelledError, PlatformError } from './errors.ts';
import { RateGate, retryAfterMs } from './gate.ts';
import { untilReset } from './limit.ts';
import { multipart, type Upload } from './multipart.ts';
import { networkError } from './network-errors.ts';
import { type ClientObserver, observed } from './observer.ts';
import { type AnyInput, buildRequest, type PlatformRequest, type Scope } from './request.ts';
import { delayMs, mayRetry } from './retry.ts';
import { statusError } from './status-errors.ts';
import { fence } from './tenant-fence.ts';
import type { TokenSource } from './token.ts';
import { createTransport, DeadlineError, type Sink, type Transport } from './transport.ts';

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

export interface CallOptions {
  readonly signal?: AbortSignal;
  /** Overrides the operation's timeout, in milliseconds. */
  readonly timeoutMs?: number;
  /** Takes the body of a successful answer instead of the lenient reader: for answers that grow without bound. */
  readonly sink?: BodySink;
  /**
   * For writes that change what the caller can name: the body to read in the place of one that holds no record, such as
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

export interface PlatformClient {
  readonly options: ClientOptions;
  /** Calls the operation and reads its answer. */
  call<O extends OperationSpec>(operation: O, input: InputOf<O>, options?: CallOptions): Promise<AnswerOf<O>>;
  /** Milliseconds until calls go out again, after the platform asked for fewer; 0 where they go out at once. */
  heldBackMs(): number;
  /** The request that a call would send: for a dry run. */
  plan<O extends OperationSpec>(operation: O, input: InputOf<O>): PlatformRequest;
  close(): Promise<void>;
}

/** What one call carries through its attempts. */
interface Call {
  readonly operation: OperationSpec;
  readonly request: PlatformRequest;
  readonly signal: AbortSignal;
  /** Epoch milliseconds. */
  readonly deadline: number;
  readonly timeoutMs: number;
  readonly sink: BodySink | undefined;
  readonly beforeRepeat: CallOptions['beforeRepeat'];
  readonly upload: Upload | undefined;
  /** How many attempts were begun. */
  attempts: number;
}

/** A list that never ends is left after so many pages. */
const MAX_PAGES = 1_000;

const NEVER = new AbortController().signal;

export function createClient(given: ClientOptions): PlatformClient {
  const basePath = given.baseUrl === undefined ? '' : pathOf(new URL(given.baseUrl));
  const options = { ...given, scope: { ...given.scope, basePath } };
  const gate = new RateGate();
  let transport: Transport | undefined;

  async function call(operation: OperationSpec, input: AnyInput, callOptions: CallOptions = {}): Promise<unknown> {
    const base = baseOf(options);
    const pages = callOptions.sink && pagesOf(operation, options.scope.dialect ?? 'specification');
    const request = buildRequest(operation, input, options.scope, pages && { offset: 0, limit: pages.max });
    const timeoutMs = callOptions.timeoutMs ?? (operation.slow ? options.replyTimeoutMs : options.timeoutMs);
    transport ??= createTransport({
      origin: base.origin,
      maxConnections: options.maxConnections,
      env: options.env ?? process.env,
    });
    const signal = callOptions.signal ?? NEVER;
    // One signal is shared by all calls of a tool: more than ten listeners are no leak, and Node would say so on stderr.
    setMaxListeners(0, signal);
    const current: Call = {
      operation,
      request: { ...request, target: base.path + request.target },
      signal,
      deadline: Date.now() + timeoutMs,
      timeoutMs,
      sink: callOptions.sink,
      beforeRepeat: callOptions.beforeRepeat,
      upload: callOptions.upload,
      attempts: 0,
    };
    try {
      const text = await withRetries(current);
      if (callOptions.sink && pages) {
        await readOn(current, callOptions.sink, pages.max, (page) =>
          buildRequest(operation, input, options.scope, page),
        );
      }
      return callOptions.sink ? undefined : answerOf(operation, text, callOptions.emptyAs, options.scope);
    } catch (error) {
      if (!(error instanceof PlatformError)) throw error;
      throw error.with({ attempts: current.attempts, ...error.facts, ...subjectOf(operation, input) });
    }
  }

  async function withRetries(current: Call): Promise<string> {
    let refreshed = false;
    for (let attempt = 1; ; attempt++) {
      const waited = await passGate(current, attempt);
      if (waited || attempt > 1) await checkAgain(current);
      current.attempts = attempt;
      const outcome = await observed(options.observer, current.operation.name, () => attemptOnce(current));
      if (typeof outcome === 'string') return outcome;
      const { error, sent } = outcome;
      if (error.facts.status === 401 && !refreshed && options.token.refresh()) {
        // A write may have been done before its 401: whoever called is told, and calls again.
        if (!current.operation.repeatable) throw tokenRotated(error);
        refreshed = true;
        continue;
      }
      const { retryAfterMs, status, limit } = error.facts;
      const reset = status === 429 ? untilReset(limit) : undefined;
      const asked = retryAfterMs ?? reset;
      // A limit that resets tomorrow may concern this kind of call alone: it holds up the others no longer than a call takes.
      const closed = retryAfterMs ?? (reset === undefined ? undefined : Math.min(reset, current.timeoutMs));
      if (status === 429) gate.close(closed ?? delayMs(attempt, undefined), Date.now(), limit);
      const retryable = attempt <= options.maxRetries && mayRetry(error, current.operation.repeatable, sent);
      const delay = delayMs(attempt, asked);
      if (!retryable || isTooLate(current, delay)) throw error.with({ attempts: attempt });
      await pause(delay, current);
    }
  }

  /** The further pages of a list, within the time of the one call. Only the list's own words, or its end, end it. */
  async function readOn(
    first: Call,
    sink: BodySink,
    limit: number,
    request: (page: { offset: number; limit: number }) => PlatformRequest,
  ): Promise<void> {
    let offset = 0;
    for (let page = 1; page < MAX_PAGES; page++) {
      const { received, isNew, total, hasMore } = sink.commit();
      offset += received;
      // More than was asked for is all that there is.
      if (!isNew || received > limit || hasMore === false || (total !== undefined && offset >= total)) return;
      const next = request({ offset, limit });
      const current: Call = { ...first, request: { ...next, target: basePath + next.target }, attempts: 0 };
      await withRetries(current);
    }
  }

  /** Waits until the rate gate is open, as far as the call's time reaches. @returns whether it had to */
  async function passGate(current: Call, attempt: number): Promise<boolean> {
    let waited = false;
    for (let wait = gate.remaining(); wait > 0; wait = gate.remaining()) {
      if (isTooLate(current, wait)) throw gateClosed(wait, attempt - 1, gate.cause);
      await pause(wait, current);
      options.observer?.gateWait(wait);
      waited = true;
    }
    return waited;
  }

  async function attemptOnce(current: Call): Promise<string | { error: PlatformError; sent: boolean }> {
    const { operation, request, sink } = current;
    const token = options.token.current();
    const collector = new Collector(options.maxResponseBytes);
    sink?.reset();
    const form = current.upload && multipart(current.upload);
    const failure = await activeTransport().attempt(
      {
        method: request.method,
        path: request.target,
        headers: { ...requestHeaders(token, request.body !== undefined, options.userAgent), ...form?.headers },
        body: form?.stream ?? (request.body === undefined ? undefined : JSON.stringify(request.body)),
        timeoutMs: Math.max(1, current.deadline - Date.now()),
        signal: current.signal,
      },
      sink === undefined ? collector : split(collector, sink),
    );
    const cancelled = failure?.error instanceof CancelledError;
    // A status of error counts whatever became of its body: broken off, endless, or left unread for its size.
    if (failure && (cancelled || !collector.isError)) {
      const { error, sent } = failure;
      const effect = sent && !operation.repeatable ? 'unknown' : 'none';
      if (cancelled) throw new CancelledError(effect);
      // An answer that began tells its own story: too large, or broken off after the status.
      if (error instanceof PlatformError) return { error: error.with({ effect }), sent };
      if (error instanceof DeadlineError) return { error: timedOut(operation, current.timeoutMs, sent), sent };
      return { error: networkError(error, sent, operation.repeatable), sent };
    }
    if (!collector.isError) return sink === undefined ? successText(collector, operation) : ended(sink);
    const said = readErrorBody(await errorTextOf(collector));
    const asked = retryAfterMs(header(collector.headers, 'retry-after')) ?? said.retryAfterMs;
    const facts = statusError(operation, collector.status, said, token);
    return { error: asked === undefined ? facts : facts.with({ retryAfterMs: asked }), sent: true };
  }

  function activeTransport(): Transport {
    // Closed while this call was between two attempts.
    if (transport === undefined) throw new CancelledError('none');
    return transport;
  }

  return {
    options,
    call: call as PlatformClient['call'],
    heldBackMs: () => gate.remaining(),
    plan: ((operation: OperationSpec, input: AnyInput) =>
      buildRequest(operation, input, options.scope)) as PlatformClient['plan'],
    async close() {
      await transport?.close();
      transport = undefined;
    },
  };
}

/** Reads the text of an answer. @throws PlatformError where it is not what was asked for */
function answerOf(operation: OperationSpec, text: string, emptyAs: Json | undefined, scope: Scope): unknown {
  const body = fence(operation, parseBody(text, operation), scope);
  const failed = saidFailed(operation, body);
  if (failed !== undefined) throw failed;
  const answer = readAnswer(operation, emptyAs !== undefined && holdsNoRecord(body) ? emptyAs : body);
  if (answer === undefined) throw unexpected(operation);
  return answer;
}

function baseOf(options: ClientOptions): { origin: string; path: string } {
  if (options.baseUrl === undefined) {
    throw noBaseUrl();
  }
  // Before any request is built: without a token nothing must leave.
  options.token.current();
  const url = new URL(options.baseUrl);
  return { origin: url.origin, path: pathOf(url) };
}

const pathOf = (url: URL): string => url.pathname.replace(/\/+$/, '');

function requestHeaders(token: string, hasBody: boolean, userAgent: string): Record<string, string> {
  const headers = { authorization: `Bearer ${token}`, accept: 'application/json', 'user-agent': userAgent };
  return hasBody ? { ...headers, 'content-type': 'application/json' } : headers;
}

/** Errors go to the collector, the body of a success to the sink. */
function split(collector: Collector, sink: BodySink): Sink {
  return {
    start(status, headers) {
      collector.start(status, { ...headers, 'content-length': undefined });
      if (!collector.isError) sink.start(status, headers);
    },
    data(chunk) {
      if (!collector.isError) return sink.data(chunk);
      return collector.data(chunk);
    },
  };
}

/** The end of a body that a sink took. */
async function ended(sink: BodySink): Promise<string | { error: PlatformError; sent: boolean }> {
  try {
    await sink.end?.();
    return '';
  } catch (error) {
    if (error instanceof PlatformError) return { error, sent: true };
    throw error;
  }
}

/** Whether what the request rests on still holds. @throws what the check throws; PlatformError where it took too long */
async function checkAgain(current: Call): Promise<void> {
  if (current.beforeRepeat === undefined) return;
  await current.beforeRepeat();
  if (isTooLate(current, 0)) throw timedOut(current.operation, current.timeoutMs, false);
}

/** The least time that an attempt is worth starting with; at most a tenth of the call's. */
const LEAST_ATTEMPT_MS = 1_000;

/** Whether an attempt after the wait would have hardly any time: a write sent then would only end as unknown. */
function isTooLate({ deadline, timeoutMs }: Call, waitMs: number): boolean {
  return Date.now() + waitMs + Math.min(LEAST_ATTEMPT_MS, timeoutMs / 10) >= deadline;
}

async function pause(ms: number, current: Call): Promise<void> {
  await sleep(ms, undefined, { signal: current.signal }).catch(() => {
    throw new CancelledError('none');
  });
}
