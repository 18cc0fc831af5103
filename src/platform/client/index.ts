/**
 * Calls any operation of the platform. Within one deadline it waits at the rate gate, sends, retries what is safe, and
 * reads leniently. It throws {@link PlatformError} or {@link CancelledError} if the call fails.
 */

import { setMaxListeners } from 'node:events';
import { withoutEndSlashes } from '../../basics/addresses.ts';
import { recall } from '../../basics/maps.ts';
import { isPaged } from '../operations/index.ts';
import type { OperationSpec } from '../operations/operation.ts';
import { isObject, type Json, number } from '../parse/coerce.ts';
import { holdsNoRecord, readResponse } from '../parse/index.ts';
import type { Page } from '../parse/records.ts';
import type { CurrentCall, Lane } from './attempt.ts';
import { afterSuccess, type Body, parseBody } from './body.ts';
import { allDeciding, missingRecord, noBaseUrl, noConnection, reportedFailure, subjectOf } from './call-errors.ts';
import { PlatformError } from './errors.ts';
import type { BodySink, CallOptions, ClientOptions, PlatformClient } from './interface.ts';
import { RateGate } from './limit.ts';
import { Permits } from './permits.ts';
import { type AnyInput, buildRequest, type PageQuery, type PlatformRequest, type Scope } from './request.ts';
import { betweenSteps, Share } from './share.ts';
import { isFenced, isOfOtherTenant, otherTenant } from './tenant-fence.ts';
import type { TokenSource } from './token.ts';
import { createTransport } from './transport.ts';
import { withRetries } from './with-retries.ts';

export type { BodySink, CallOptions, ClientOptions, PageCounts, PlatformClient } from './interface.ts';

/** Pages after which an endless list is abandoned. */
const MAX_PAGES = 1_000;

/** Holders of tokens whose rate gates are remembered. */
const MAX_GATES = 1_000;

const NEVER = new AbortController().signal;

/** Concurrent decisions; each takes three short requests. */
const DECISION_CONNECTIONS = 4;

/** A client whose calls share one connection pool and one rate gate. Nothing is opened before the first call. */
export function createClient(settings: ClientOptions): PlatformClient {
  const base = settings.baseUrl === undefined ? undefined : new URL(settings.baseUrl);
  const basePath = withoutEndSlashes(base?.pathname ?? '');
  const options = { ...settings, scope: { ...settings.scope, basePath } };
  const gates = new Map<string | undefined, RateGate>();
  /** The gate of the settings' token, or of its holder's, if callers have their own. */
  const gateOf = ({ holder }: TokenSource): RateGate => recall(gates, holder, () => new RateGate(), MAX_GATES);
  const lanes = base === undefined ? undefined : openLanes(base.origin, options);
  const decisions = new Permits(DECISION_CONNECTIONS, allDeciding);

  function call(operation: OperationSpec, input: AnyInput, callOptions: CallOptions = {}): Promise<unknown> {
    const timeoutMs = callOptions.timeoutMs ?? (operation.slow ? options.replyTimeoutMs : options.timeoutMs);
    const time = { timeoutMs, deadline: performance.now() + timeoutMs };
    return inSmallerPage(operation, input, (page) => callOnce(operation, page, callOptions, time));
  }

  async function callOnce(
    operation: OperationSpec,
    input: AnyInput,
    callOptions: CallOptions,
    time: Pick<CurrentCall, 'timeoutMs' | 'deadline'>,
  ): Promise<unknown> {
    if (lanes === undefined) throw noBaseUrl();
    const token = callOptions.token ?? options.token;
    // Throws without a token, before any request is built.
    if (token.origin !== 'exchange') token.current();
    const pageSize = callOptions.sink && operation.dialects?.[options.scope.dialect]?.pageSize;
    const requestFor = (page?: PageQuery): PlatformRequest => {
      const request = buildRequest(operation, input, options.scope, page);
      return { ...request, target: basePath + request.target };
    };
    const request = requestFor(pageSize ? { offset: 0, limit: pageSize } : undefined);
    const signal = callOptions.signal ?? NEVER;
    // All calls of a tool share one signal. More than ten listeners are not a leak, but Node would warn on stderr.
    setMaxListeners(0, signal);
    const current: CurrentCall = {
      ...callOptions,
      operation,
      request,
      lane: callOptions.isReserved ? lanes.decisions : operation.slow ? lanes.slow : lanes.shared,
      signal,
      ...time,
      share: new Share({ signal, deadline: time.deadline, caller: callOptions.caller }),
      token,
      gate: gateOf(token),
      attempts: 0,
    };
    try {
      const body = await withRetries(current, options);
      if (callOptions.sink && pageSize) await readOn(current, callOptions.sink, pageSize, requestFor);
      if (callOptions.sink) return undefined;
      await betweenSteps(current.share);
      return await afterSuccess(operation, () => recordsOf(operation, body, callOptions.emptyAs, options.scope));
    } catch (error) {
      if (!(error instanceof PlatformError)) throw error;
      throw error.with({ attempts: current.attempts, ...error.facts, ...subjectOf(operation, input) });
    } finally {
      current.share.release();
    }
  }

  /** Reads the further pages of a list, within the time of the one call. */
  async function readOn(
    current: CurrentCall,
    sink: BodySink,
    limit: number,
    requestFor: (page: PageQuery) => PlatformRequest,
  ): Promise<void> {
    let offset = 0;
    for (let page = 1; ; page++) {
      const { received, isNew, total, hasMore } = sink.commit();
      offset += received;
      // A page with more than was requested holds the whole list. A total below the number of entries is wrong.
      if (!isNew || received > limit || hasMore === false || offset === total) return;
      if (page === MAX_PAGES) return sink.abandon();
      current.request = requestFor({ offset, limit });
      current.attempts = 0;
      await withRetries(current, options);
    }
  }

  return {
    options,
    call: call as PlatformClient['call'],
    async reserve(work, signal = NEVER, caller) {
      const release = await decisions.take(signal, { timeoutMs: options.timeoutMs, caller });
      try {
        return await work();
      } finally {
        release();
      }
    },
    heldBackMs: (token = options.token) => gateOf(token).remaining(),
    plan: ((operation: OperationSpec, input: AnyInput) =>
      buildRequest(operation, input, options.scope)) as PlatformClient['plan'],
    async close() {
      await Promise.all(Object.values(lanes ?? {}).map(({ transport }) => transport.close()));
    },
  };
}

/** Each time the page has a quarter of the records: 100, 25, 6, 1. */
const SMALLER = 4;

/** Records in a row that are left out as too large: a platform that ignores `limit` sends too much each time. */
const MOST_LEFT_OUT = 3;

/** Whether fewer records may avoid a failure. */
const isTooMuch = (error: unknown): boolean =>
  error instanceof PlatformError && ['too-large', 'too-many-values'].includes(error.facts.kind);

/**
 * Reads a list. A page that is too large to be read is read again with fewer records, and says how many it was asked for, as one
 * of a platform that caps its pages does, so that whoever reads the list goes on after them. A single record that is too large
 * is left out and counted: one thread of 20 MB would hide all others that wait.
 * @throws what `read` throws, if it isn't about the page's size, more than three records in a row are too
 * much, or the platform ignores `limit`
 */
async function inSmallerPage(
  operation: OperationSpec,
  input: AnyInput,
  read: (input: AnyInput) => Promise<unknown>,
): Promise<unknown> {
  const asked = number(input.query?.limit);
  if (asked === undefined || !isPaged(operation)) return read(input);
  const start = number(input.query?.offset) ?? 0;
  const readPage = (query: PageQuery) =>
    read({ ...input, query: { ...input.query, ...query } }) as Promise<Page<unknown>>;
  let leftOut = 0;
  let tooMuch: unknown;
  for (let limit = asked; ; limit = Math.max(1, Math.floor(limit / SMALLER))) {
    try {
      if (limit === asked && leftOut === 0) return await read(input);
      const page = withLimit(await readPage({ limit, offset: start + leftOut }), limit);
      if (leftOut === 0) return page;
      if (page.items.length + page.unreadable + (page.withheld ?? 0) <= 1) return behind(page, leftOut);
      break;
    } catch (error) {
      // What follows would be more than was asked for.
      const isLast = limit <= 1 && (leftOut === MOST_LEFT_OUT || leftOut + 1 >= asked);
      if (!isTooMuch(error) || isLast) throw error;
      tooMuch = error;
      if (limit <= 1) leftOut++;
    }
  }
  // A platform that ignores `limit` sent all the rest: whether a single record is too large isn't known.
  throw tooMuch;
}

/** A page that follows records that were left out as too large, with these. */
const behind = (page: Page<unknown>, oversized: number): Page<unknown> => ({
  ...page,
  unreadable: page.unreadable + oversized,
  oversized,
  places: page.items.map((_, at) => oversized + (page.places?.[at] ?? at)),
  limit: oversized + (page.limit ?? 1),
});

const withLimit = (page: Page<unknown>, limit: number): Page<unknown> => ({
  ...page,
  limit: page.limit !== undefined && page.limit > 0 ? Math.min(page.limit, limit) : limit,
});

/** Connections for all calls, for those that wait for a model, and for decisions, which hold a permit already. */
function openLanes(origin: string, { maxConnections, env = process.env }: ClientOptions) {
  const lane = (count: number): Lane => ({
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

/** Reads the body of a response. @throws PlatformError if it is not what was requested */
function recordsOf(operation: OperationSpec, bytes: Body, emptyAs: Json | undefined, scope: Scope): unknown {
  const sent = parseBody(bytes, operation);
  const { record, many } = operation.response;
  // The record alone may be under its name: `{thread: {…}}`.
  const body =
    !many && isObject(sent) && isObject(sent[record]) && Object.keys(sent).length === 1 ? sent[record] : sent;
  const isWithheld = isFenced(record) ? (one: unknown) => isOfOtherTenant(one, scope) : undefined;
  if (!many && isFenced(record) && isOfOtherTenant(body, scope)) throw otherTenant(record);
  const failed = reportedFailure(operation, body);
  if (failed !== undefined) throw failed;
  const records = readResponse(operation, emptyAs !== undefined && holdsNoRecord(body) ? emptyAs : body, isWithheld);
  if (records === undefined) throw missingRecord(operation);
  return records;
}
