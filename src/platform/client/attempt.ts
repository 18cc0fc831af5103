/** One attempt of a call: sends the request and reports how it ended. */
import { randomBytes } from 'node:crypto';
import { Readable } from 'node:stream';
import type { OperationSpec } from '../operations/operation.ts';
import { afterSuccess, type Body, Collector, decompressing, header } from './body.ts';
import { timedOut } from './call-errors.ts';
import { readErrorBody } from './error-body.ts';
import { CancelledError, PlatformError } from './errors.ts';
import type { BodySink, CallOptions, ClientOptions, Upload } from './interface.ts';
import { type RateGate, retryAfterMs } from './limit.ts';
import { networkError } from './network-errors.ts';
import type { Permits } from './permits.ts';
import type { PlatformRequest } from './request.ts';
import { betweenSteps, type Share, SMALL_BYTES } from './share.ts';
import { statusError } from './status-errors.ts';
import { textOf } from './stream-splitter.ts';
import type { TokenSource } from './token.ts';
import { type AttemptFailure, DeadlineError, type Headers, type Sink, type Transport } from './transport.ts';

/** Connections that some calls share. */
export interface Lane {
  readonly transport: Transport;
  /** Taken before each attempt; undefined if a call already holds one. */
  readonly permits: Permits | undefined;
}

/** The state of a call across its attempts. */
export interface CurrentCall extends CallOptions {
  readonly operation: OperationSpec;
  /** Of the page that is read now, if it reads several. */
  request: PlatformRequest;
  readonly lane: Lane;
  readonly signal: AbortSignal;
  /** On the monotonic clock (`performance.now()`), so that a jump of the wall clock neither ends nor prolongs a call. */
  readonly deadline: number;
  readonly timeoutMs: number;
  readonly token: TokenSource;
  readonly gate: RateGate;
  /** What a large response takes of all that is read at a time. */
  readonly share: Share;
  /** Attempts begun with this request. */
  attempts: number;
}

/** A successful response (empty if a sink took it), or the error and whether any of the request had been sent. */
type Attempted = { readonly body: Body } | { readonly error: PlatformError; readonly sent: boolean };

/** Sends the request once and reads the response. @throws CancelledError */
export async function attemptOnce(
  current: CurrentCall,
  { token, headers }: { readonly token: string; readonly headers: Readonly<Record<string, string>> },
  options: Pick<ClientOptions, 'userAgent' | 'maxResponseBytes'>,
): Promise<Attempted> {
  const { operation, request, sink, share } = current;
  const collector = new Collector(options.maxResponseBytes, operation, share);
  sink?.reset();
  const incoming = decompressing(
    sink === undefined ? collector : split(collector, sink, share, options.maxResponseBytes),
  );
  const form = current.upload && multipart(current.upload);
  const failure = await current.lane.transport.attempt(
    {
      method: request.method,
      path: request.target,
      headers: {
        authorization: `Bearer ${token}`,
        accept: 'application/json',
        'user-agent': options.userAgent,
        ...(request.body !== undefined && { 'content-type': 'application/json' }),
        ...form?.headers,
        ...headers,
      },
      body: form?.stream ?? (request.body === undefined ? undefined : JSON.stringify(request.body)),
      timeoutMs: Math.max(1, current.deadline - performance.now()),
      signal: current.signal,
    },
    incoming,
  );
  const cancelled = failure?.error instanceof CancelledError;
  // An error status counts even if its body is cut off, endless or too large to read.
  if (failure && (cancelled || !collector.isError)) {
    const { sent } = failure;
    if (cancelled) throw new CancelledError(sent && !operation.repeatable ? 'unknown' : 'none');
    return { error: brokenOff(failure, current), sent };
  }
  if (!collector.isError) {
    current.onStatus?.(collector.status);
    if (sink !== undefined) return endSink(sink, incoming);
    await afterSuccess(operation, async () => {
      await incoming.end();
      await betweenSteps(share);
    });
    return { body: collector.body() };
  }
  // A body that can't be decoded to its end counts as far as it can be: the status still counts.
  await incoming.end().catch(() => undefined);
  const body = readErrorBody(textOf(Buffer.concat(collector.body())));
  const waitMs = waitAskedFor(collector.headers) ?? body.retryAfterMs;
  const used = { token, origin: current.token.origin };
  const error = statusError({ operation, status: collector.status, body, token: used });
  return { error: waitMs === undefined ? error : error.with({ retryAfterMs: waitMs }), sent: true };
}

/** By the platform's clock, which may differ from ours by hours, or by ours, if `Date` is stale: the shorter wait. */
function waitAskedFor(headers: Headers): number | undefined {
  const asked = header(headers, 'retry-after');
  const own = retryAfterMs(asked);
  const date = Date.parse(header(headers, 'date') ?? '');
  const theirs = Number.isNaN(date) ? own : retryAfterMs(asked, date);
  return own && theirs ? Math.min(own, theirs) : own || theirs;
}

/** The error of an attempt without a complete response. */
export function brokenOff(
  { error, sent }: AttemptFailure,
  call: Pick<CurrentCall, 'operation' | 'timeoutMs'>,
): PlatformError {
  const { repeatable } = call.operation;
  if (error instanceof DeadlineError) return timedOut(call, error);
  if (!(error instanceof PlatformError)) return networkError(error, sent, repeatable);
  // The last bytes of a file that changed are held back, so that nobody takes it for whole.
  if (error.facts.kind === 'file-changed') return error;
  // Thrown while the response arrived: it was too large or unreadable.
  return error.with({ effect: sent && !repeatable ? 'unknown' : 'none' });
}

/** Sends the body of an error to the collector and the body of a success to the sink, which waits for its share. */
function split(collector: Collector, sink: BodySink, share: Share, shareBytes: number): Sink {
  return {
    start(status, headers) {
      collector.start(status, { ...headers, 'content-length': undefined });
      if (!collector.isError) sink.start(status, headers);
    },
    data(chunk) {
      if (collector.isError) return collector.data(chunk);
      const taken = sink.data(chunk);
      if (share.isTaken || sink.heldBytes <= SMALL_BYTES) return taken;
      return Promise.resolve(taken).then(() => share.take(shareBytes));
    },
  };
}

/** A file as the one part of a multipart/form-data body (RFC 7578), with its length, and read only as it is sent. */
function multipart(upload: Upload) {
  const boundary = `----agent-platform-mcp-${randomBytes(16).toString('hex')}`;
  const head = Buffer.from(
    `--${boundary}\r\nContent-Disposition: form-data; name="file"; filename="${quoted(upload.name)}"\r\nContent-Type: ${upload.type}\r\n\r\n`,
  );
  const tail = Buffer.from(`\r\n--${boundary}--\r\n`);
  return {
    headers: {
      'content-type': `multipart/form-data; boundary=${boundary}`,
      'content-length': String(head.length + upload.size + tail.length),
    },
    stream: Readable.from(parts(head, upload, tail), { objectMode: false }),
  };
}

async function* parts(head: Buffer, upload: Upload, tail: Buffer): AsyncGenerator<Uint8Array> {
  yield head;
  yield* upload.read();
  yield tail;
}

/** Escaped as in the URL Standard for forms: a quote or a line break would end the header. */
const quoted = (name: string): string =>
  name.toWellFormed().replaceAll('"', '%22').replaceAll('\r', '%0D').replaceAll('\n', '%0A');

async function endSink(sink: BodySink, incoming: { end(): Promise<void> }): Promise<Attempted> {
  try {
    await incoming.end();
    await sink.end();
    return { body: [] };
  } catch (error) {
    if (error instanceof PlatformError) return { error, sent: true };
    throw error;
  }
}
