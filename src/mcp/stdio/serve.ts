/**
 * Serves one host over stdin and stdout. The process ends with its host, whatever is in flight: serveStdio alone would
 * survive the end of stdin, a closed stdout and the parent's death while a timer or socket is open.
 */
import type { Readable, Writable } from 'node:stream';
import { serveStdio } from '@modelcontextprotocol/server/stdio';
import type { App } from '../engine/app.ts';
import { TTL_SECONDS } from '../engine/consent/request-state.ts';
import { outgoingError } from '../engine/render.ts';
import { ClientRequests, clientReplyIn } from '../protocol/client-requests.ts';
import { createServer } from '../protocol/factory.ts';
import { refusalOfListen } from '../sdk/checked-server.ts';
import { startTracing } from '../tracing/start.ts';
import { StdioWire } from './wire.ts';

/** Then the process exits even if something is still open: well below the 3 s that hosts allow. */
const HARD_EXIT_MS = 1_500;
/** Interval of checking for the parent's death, for parents that die without closing our stdin. */
const PARENT_CHECK_MS = 1_000;
/** The longest line accepted from a host: more than any call needs. */
const MAX_LINE_BYTES = 64 * 1024 * 1024;

/** Nobody but the host can reach stdin. */
const ONLY_CALLER = 'stdio';

/** Serves until the host ends, then exits. */
export async function serve(app: App): Promise<void> {
  // Before the first request is read, so that it is traced; without a provider there is nothing to wait for.
  await startTracing(process.env, (message) => app.log.warn(message));
  const host = serveHost(app, process.stdin, process.stdout);

  let isEnding = false;
  const end = (why: string): void => {
    if (isEnding) return;
    isEnding = true;
    app.log.debug(`ending: ${why}`);
    setTimeout(() => process.exit(0), HARD_EXIT_MS).unref();
    // Closing the connection aborts the calls in flight; closing the app closes their sockets. A slow host may first read
    // the pending output, or a line would break off in the middle.
    void Promise.allSettled([host.close().then(written), app.close()]).then(() => process.exit(0));
  };

  process.stdin.on('end', () => end('stdin ended'));
  process.stdin.on('close', () => end('stdin closed'));
  process.stdin.on('error', () => end('stdin failed'));
  process.stdout.on('error', () => end('stdout closed'));
  for (const signal of ['SIGTERM', 'SIGINT', 'SIGHUP'] as const) process.on(signal, () => end(signal));
  const parent = process.ppid;
  setInterval(() => {
    if (process.ppid !== parent) end('the parent is gone');
  }, PARENT_CHECK_MS).unref();
  app.log.debug(`serving ${app.selection.tools.length} tools over stdio`);
}

/** Serves the host at the other end of two streams, and leaves the process as it is. */
export function serveHost(app: App, input: Readable, output: Writable): { close(): Promise<void> } {
  const onerror = (error: Error): void => app.log.debug(`stdio: ${error.message}`);
  const wire = new StdioWire(input, output, MAX_LINE_BYTES);
  const send = wire.send.bind(wire);
  wire.send = (message) => send(outgoingError(app, message));
  const requests = new ClientRequests();
  const warn = (message: string): void => app.log.warn(message);
  wire.handles = (message): boolean => {
    const refusal = refusalOfListen(message);
    if (refusal !== undefined) wire.send(refusal).catch(onerror);
    const reply = clientReplyIn(message, ONLY_CALLER);
    if (reply !== undefined && !requests.take(reply))
      warn('An answer to a question that is no longer open was ignored.');
    return refusal !== undefined || reply !== undefined;
  };
  const client = { requests, caller: ONLY_CALLER, leftMs: () => TTL_SECONDS * 1000, warn };
  return serveStdio(() => createServer(app, client), { transport: wire, onerror });
}

/** Settles when the host has read all output, or stdout is broken. */
const written = (): Promise<void> => new Promise((resolve) => process.stdout.write('', () => resolve()));
