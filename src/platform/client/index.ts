/**
 * Calls any operation of the platform. Within one deadline it waits at the gate, sends, retries what is safe, reads
 * leniently, and throws {@link PlatformError} or {@link CancelledError} for everything that does not end well.
 */

import { setMaxListeners } from 'node:events';
import { wordingOf } from '../operations/dialect.ts';
import type { OperationSpec } from '../operations/operation.ts';
import type { Json } from '../parse/coerce.ts';
import { holdsNoRecord, readAnswer } from '../parse/index.ts';
import { parseBody } from './answer-body.ts';
import { allDeciding, noBaseUrl, noConnection, saidFailed, subjectOf, unexpected } from './call-errors.ts';
import type { CurrentCall } from './current-call.ts';
import { CancelledError, PlatformError } from './errors.ts';
import { RateGate } from './gate.ts';
import type { BodySink, CallOptions, ClientOptions, PlatformClient } from './interface.ts';
import { Permits } from './permits.ts';
import { type AnyInput, buildRequest, type PlatformRequest, type Scope } from './request.ts';
import { isOwn, refuseOtherTenant } from './tenant-fence.ts';
import { createTransport } from './transport.ts';
import { type Lane, type RetryParts, withRetries } from './with-retries.ts';

export type { BodySink, CallOptions, ClientOptions, PageTaken, PlatformClient } from './interface.ts';

/** A list that never ends is left after so many pages. */
const MAX_PAGES = 1_000;

const NEVER = new AbortController().signal;

/** Decisions that can be under way at once; each takes three short requests. */
const DECISION_CONNECTIONS = 4;

/** Its calls share one pool of connections and one rate gate. Nothing is opened before the first call. */
export function createClient(given: ClientOptions): PlatformClient {
  const base = given.baseUrl === undefined ? undefined : baseOf(new URL(given.baseUrl));
  const basePath = base?.path ?? '';
  const options = { ...given, scope: { ...given.scope, basePath } };
  const gate = new RateGate();
  const lanes = base === undefined ? undefined : openLanes(base.origin, options);
  const decisions = new Permits(DECISION_CONNECTIONS, allDeciding);
  let isClosed = false;
  const parts: RetryParts = {
    gate,
    options,
    lane({ operation, isReserved }) {
      if (lanes === undefined) throw noBaseUrl();
      // Between two attempts of a call: nothing is opened again for its sake.
      if (isClosed) throw new CancelledError('none');
      if (isReserved) return lanes.decisions;
      return operation.slow ? lanes.slow : lanes.shared;
    },
  };

  async function call(operation: OperationSpec, input: AnyInput, callOptions: CallOptions = {}): Promise<unknown> {
    if (base === undefined) throw noBaseUrl();
    // Before any request is built: without a token nothing must leave.
    options.token.current();
    const pages = callOptions.sink && wordingOf(operation, options.scope.dialect ?? 'specification').pages;
    const request = buildRequest(operation, input, options.scope, pages && { offset: 0, limit: pages.max });
    const timeoutMs = callOptions.timeoutMs ?? (operation.slow ? options.replyTimeoutMs : options.timeoutMs);
    isClosed = false;
    const signal = callOptions.signal ?? NEVER;
    // One signal is shared by all calls of a tool: more than ten listeners are no leak, and Node would say so on stderr.
    setMaxListeners(0, signal);
    const current: CurrentCall = {
      operation,
      request: { ...request, target: basePath + request.target },
      signal,
      deadline: performance.now() + timeoutMs,
      timeoutMs,
      sink: callOptions.sink,
      beforeRepeat: callOptions.beforeRepeat,
      upload: callOptions.upload,
      onStatus: callOptions.onStatus,
      isReserved: callOptions.isReserved,
      caller: callOptions.caller,
      attempts: 0,
    };
    try {
      const text = await withRetries(current, parts);
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

  /** The further pages of a list, within the time of the one call. Only the list's own words, or its end, end it. */
  async function readOn(
    first: CurrentCall,
    sink: BodySink,
    limit: number,
    request: (page: { offset: number; limit: number }) => PlatformRequest,
  ): Promise<void> {
    let offset = 0;
    for (let page = 1; page < MAX_PAGES; page++) {
      const { received, isNew, total, hasMore } = sink.commit();
      offset += received;
      // More than was asked for means that this is everything.
      if (!isNew || received > limit || hasMore === false || (total !== undefined && offset >= total)) return;
      const next = request({ offset, limit });
      const current: CurrentCall = { ...first, request: { ...next, target: basePath + next.target }, attempts: 0 };
      await withRetries(current, parts);
    }
  }

  return {
    options,
    call: call as PlatformClient['call'],
    async reserve(work, signal = NEVER, caller) {
      const release = await decisions.take(signal, options.timeoutMs, caller);
      try {
        return await work();
      } finally {
        release();
      }
    },
    heldBackMs: () => gate.remaining(),
    plan: ((operation: OperationSpec, input: AnyInput) =>
      buildRequest(operation, input, options.scope)) as PlatformClient['plan'],
    async reload() {
      await Promise.all(Object.values(lanes ?? {}).map(({ transport }) => transport.reload()));
    },
    async close() {
      isClosed = true;
      await Promise.all(Object.values(lanes ?? {}).map(({ transport }) => transport.close()));
    },
  };
}

/**
 * Connections for all calls, for those that wait for a model (minutes, at times), and for decisions, which hold a permit
 * already. Nothing is opened before the first call.
 */
function openLanes(origin: string, { maxConnections, env = process.env }: ClientOptions) {
  const lane = (count: number): Lane & { readonly permits: Permits } => ({
    transport: createTransport({ origin, maxConnections: count, env }),
    permits: new Permits(count, noConnection),
  });
  const decisions = createTransport({ origin, maxConnections: DECISION_CONNECTIONS, env });
  return {
    shared: lane(maxConnections),
    slow: lane(maxConnections),
    decisions: { transport: decisions, permits: undefined },
  };
}

/** Reads the text of an answer. @throws PlatformError where it is not what was asked for */
function answerOf(operation: OperationSpec, text: string, emptyAs: Json | undefined, scope: Scope): unknown {
  const body = parseBody(text, operation);
  refuseOtherTenant(operation, body, scope);
  const failed = saidFailed(operation, body);
  if (failed !== undefined) throw failed;
  const isKept = operation.answer.record === 'thread' ? (thread: unknown) => isOwn(thread, scope) : undefined;
  const answer = readAnswer(operation, emptyAs !== undefined && holdsNoRecord(body) ? emptyAs : body, isKept);
  if (answer === undefined) throw unexpected(operation);
  return answer;
}

const baseOf = ({ origin, pathname }: URL): { readonly origin: string; readonly path: string } => ({
  origin,
  path: pathname.replace(/\/+$/, ''),
});
