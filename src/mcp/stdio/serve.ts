/**
 * Serves one host over stdin and stdout. The process ends with its host, whatever is in flight: bare serveStdio outlives
 * the end of stdin, a closed stdout and the parent's death while a timer or socket is open.
 */
import type { JSONRPCMessage, Server } from '@modelcontextprotocol/server';
import { serveStdio } from '@modelcontextprotocol/server/stdio';
import { messageOf } from '../../errors.ts';
import type { App } from '../engine/app.ts';
import { TTL_SECONDS } from '../engine/consent/request-state.ts';
import { leavingError } from '../engine/leaving-errors.ts';
import { notFound } from '../engine/read.ts';
import { ClientRequests, isAnswer } from '../protocol/client-requests.ts';
import { createServer } from '../protocol/factory.ts';
import { resourceDigest } from '../protocol/subscribe.ts';
import { Subscriptions } from '../protocol/subscriptions.ts';
import { ListeningTransport } from '../sdk/listening-transport.ts';
import { StdioWire } from './wire.ts';

/** After this the process ends even if something has not: well below the 3 s in which a host may expect it gone. */
const HARD_EXIT_MS = 1_500;
/** How often a parent's death is looked for, for parents that die without closing our stdin. */
const PARENT_CHECK_MS = 1_000;
/** The longest line taken from a host: more than any call needs. */
const MAX_LINE_BYTES = 64 * 1024 * 1024;

/** Nobody but the host can reach stdin. */
const ONLY_CALLER = 'stdio';

/** By then a host has the answer to its handshake and the list of tools: nothing later is part of the start. */
const MESSAGES_OF_A_START = 2;
/** How long the host is left alone after them. */
const STARTED_MS = 500;

/** Serves until the host goes; then ends the process. `started` is called once, when the host has what it begins with. */
export function serve(app: App, started: () => void = () => undefined): void {
  const onerror = (error: Error): void => app.log.debug(`stdio: ${error.message}`);
  // The SDK makes a second server where a host tries the new protocol first; the last one is the one that serves.
  let server: Server | undefined;
  const subscriptions = new Subscriptions({
    read: (uri, signal) => resourceDigest(app, uri, signal),
    notFound: (uri) => notFound(app, uri),
    changed: (uri) => void server?.sendResourceUpdated({ uri }).catch(onerror),
    failed: (uri, error) => app.log.debug(`watching ${uri}: ${messageOf(error)}`),
  });
  const wire = new StdioWire(process.stdin, process.stdout, MAX_LINE_BYTES);
  const send = wire.send.bind(wire);
  wire.send = (message) => send(leavingError(app, message));
  wire.onwritten = (messages) => {
    if (messages < MESSAGES_OF_A_START) return;
    delete wire.onwritten;
    setTimeout(() => {
      process.off('exit', started);
      started();
    }, STARTED_MS).unref();
    process.once('exit', started);
  };
  const requests = new ClientRequests();
  const warn = (message: string): void => app.log.warn(message);
  const answered = (message: JSONRPCMessage): boolean => {
    if (!isAnswer(message)) return false;
    void requests.take(message, ONLY_CALLER).then((delivery) => {
      if (delivery === 'too late')
        warn('An answer came for a question that is no longer open: nothing was done with it.');
    });
    return true;
  };
  const transport = new ListeningTransport(wire, subscriptions, answered);
  const client = { requests, caller: ONLY_CALLER, leftMs: () => TTL_SECONDS * 1000, warn };
  const make = (): Server => {
    const made = createServer(app, subscriptions, client);
    made.sendsBytes = true;
    server = made;
    return made;
  };
  const handle = serveStdio(make, { transport, onerror });

  let isEnding = false;
  const end = (why: string, code: number): void => {
    if (isEnding) return;
    isEnding = true;
    app.log.debug(`ending: ${why}`);
    setTimeout(() => process.exit(code), HARD_EXIT_MS).unref();
    // Closing the connection aborts the calls in flight; closing the app ends their sockets. A host that is behind with
    // reading may take what was answered before: else a line would break off in its middle.
    Promise.allSettled([handle.close().then(written), app.close()]).then(
      () => process.exit(code),
      () => process.exit(code),
    );
  };

  process.stdin.on('end', () => end('stdin ended', 0));
  process.stdin.on('close', () => end('stdin closed', 0));
  process.stdin.on('error', () => end('stdin failed', 0));
  process.stdout.on('error', () => end('stdout closed', 0));
  // A host that closed our stderr still gets its answers.
  process.stderr.on('error', () => undefined);
  for (const signal of ['SIGTERM', 'SIGINT', 'SIGHUP'] as const) process.on(signal, () => end(signal, 0));
  const parent = process.ppid;
  setInterval(() => {
    if (process.ppid !== parent) end('the parent is gone', 0);
  }, PARENT_CHECK_MS).unref();
  app.log.debug(`serving ${app.selection.tools.length} tools over stdio`);
}

/** Settles when the host has taken everything written, or stdout is broken. */
const written = (): Promise<void> => new Promise((resolve) => process.stdout.write('', () => resolve()));
