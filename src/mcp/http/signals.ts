/** Ends a replica on signals and on internal errors, and reads its secrets again on SIGHUP. */
import { messageOf, stackOf } from '../../basics/errors.ts';
import type { JsonLog } from '../engine/log.ts';

/** Something that is read again on SIGHUP; after a failure, the last good version stays. */
export interface Reload {
  /** Its name in the log. */
  readonly name: string;
  reload(): Promise<void> | void;
}

/** How a replica ends. */
export interface Ending {
  /** Stops listening and lets requests finish, for `drainMs` at most. */
  drain(): Promise<void>;
  readonly drainMs: number;
  /** Closes everything else. */
  close(): Promise<void>;
}

/** The process exits this long after the drain's time, whatever is still running. */
const HARD_EXIT_MS = 3_000;

/** Drains on SIGTERM and SIGINT. However the process ends, the log says why, except for a kill that can't be caught. */
export function endOnSignals({ drain, drainMs, close }: Ending, log: JsonLog): void {
  let isEnding = false;
  const exit = (code: number, why: object): void => {
    log.event('ended', { code, ...why });
    process.exit(code);
  };
  const end = async (signal: string): Promise<void> => {
    // A second signal means: don't wait.
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
  // Unhandled rejections arrive here, too.
  process.on('uncaughtException', (error) => {
    log.error(`internal error: ${stackOf(error)}`);
    exit(1, { why: 'an internal error' });
  });
}

/** On SIGHUP reads everything again, and logs what was read and what failed. */
export function reloadOnSignal(reloads: readonly Reload[], log: JsonLog): void {
  const reloadAll = async (): Promise<void> => {
    const read: string[] = [];
    const failed: string[] = [];
    for (const { name, reload } of reloads) {
      try {
        await reload();
        read.push(name);
      } catch (error) {
        failed.push(name);
        log.warn(`SIGHUP: ${name}: ${messageOf(error)}`);
      }
    }
    log.event('reloaded', { read, failed });
  };
  process.on('SIGHUP', () => {
    reloadAll().catch((error: unknown) => log.error(`SIGHUP: ${messageOf(error)}`));
  });
}
