/** What ends a replica, or makes it read its secrets again: signals, and mistakes of this program. */
import { messageOf, stackOf } from '../../basics/errors.ts';
import type { JsonLog } from './json-log.ts';

/** Something that is read again on SIGHUP; a failure leaves what was read before. */
export interface Reload {
  /** What the log calls it. */
  readonly name: string;
  reload(): Promise<void> | void;
}

interface Ending {
  /** Stops listening and lets requests finish, for `drainMs` at most. */
  drain(): Promise<void>;
  readonly drainMs: number;
  /** Closes what is left. */
  close(): Promise<void>;
}

/** This long after the drain the process exits, whatever is still running. */
const HARD_EXIT_MS = 3_000;

/** Drains on SIGTERM and SIGINT. However the process ends, the log says why; a kill that can't be caught excepted. */
export function endOnSignals({ drain, drainMs, close }: Ending, log: JsonLog): void {
  let isEnding = false;
  const exit = (code: number, why: Readonly<Record<string, unknown>>): void => {
    log.event('ended', { code, ...why });
    process.exit(code);
  };
  const end = async (signal: string): Promise<void> => {
    // Whoever sends a second signal does not want to wait.
    if (isEnding) return exit(1, { signal, why: 'a second signal' });
    isEnding = true;
    log.event('draining', { signal });
    setTimeout(() => exit(1, { signal, why: 'the drain did not end' }), drainMs + HARD_EXIT_MS).unref();
    await drain();
    await close();
    exit(0, { signal });
  };
  for (const signal of ['SIGTERM', 'SIGINT'] as const) {
    process.on(signal, () => {
      end(signal).catch((error: unknown) => {
        log.error(`ending: ${messageOf(error)}`);
        exit(1, { signal, why: 'an error' });
      });
    });
  }
  // An unhandled rejection comes here too.
  process.on('uncaughtException', (error) => {
    log.error(`a mistake of this server: ${stackOf(error)}`);
    exit(1, { why: 'a mistake of this server' });
  });
}

/** Reads all of it again on SIGHUP, and says in the log what was read and what could not be. */
export function reloadOnSignal(all: readonly Reload[], log: JsonLog): void {
  const reload = async (): Promise<void> => {
    const read: string[] = [];
    const failed: string[] = [];
    for (const one of all) {
      try {
        await one.reload();
        read.push(one.name);
      } catch (error) {
        failed.push(one.name);
        log.warn(`SIGHUP: ${one.name}: ${messageOf(error)}`);
      }
    }
    log.event('reloaded', { read, failed });
  };
  process.on('SIGHUP', () => {
    reload().catch((error: unknown) => log.error(`SIGHUP: ${messageOf(error)}`));
  });
}
