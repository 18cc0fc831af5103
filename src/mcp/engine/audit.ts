/**
 * The audit log: one JSON line before a write is sent, one with its outcome. Lines are flushed, so that a process killed
 * in between leaves the first one. No token, no message bodies; created with mode 0600. If the first line can't be
 * written, the write is refused; if the second can't, it goes to the program's log.
 */

import { randomUUID } from 'node:crypto';
import { codeOf } from '../../basics/errors.ts';
import { type PlatformError, withoutEffect } from '../../platform/client/errors.ts';
import { SettingsError } from '../../settings/error.ts';
import { appendLine, checkAuditFile } from './audit-file.ts';
import type { Caller } from './caller.ts';
import { jsonLine, type Log } from './log.ts';
import type { AuditOutcome } from './outcome.ts';
import type { Redactor } from './redact.ts';

/** A write that is about to be sent. */
export interface AuditedWrite {
  readonly tool: string;
  readonly method: string;
  /** Path with its ids, without the query. */
  readonly path: string;
  /** The ids it acts on: `{threadId}`. */
  readonly target: Readonly<Record<string, string>>;
  readonly decision?: string | undefined;
  /** The decision as sent, if the deployment's dialect differs: `{action: 'approved'}`. */
  readonly sent?: Readonly<Record<string, unknown>> | undefined;
  /** Digest of what the decider was shown. */
  readonly digest?: string | undefined;
  /** `human`, `not-asked` (the host can't ask), `card`, `approvals-off`; absent for writes that need no consent. */
  readonly consent?: string | undefined;
  /** Milliseconds from the question to the human's reply. */
  readonly answeredAfterMs?: number | undefined;
  readonly traceId?: string | undefined;
  /** The caller, over HTTP. */
  readonly caller?: Caller | undefined;
  /** Who started the thread that is decided on, if known. */
  readonly starter?: string | undefined;
  /** The same for writes that belong together. */
  readonly group?: string | undefined;
}

/** Two lines for each write: one before it is sent, one with its outcome. */
export interface Audit {
  /** Writes the first line. @returns a function that writes the second @throws PlatformError if it can't be written */
  begin(write: AuditedWrite): (outcome: AuditOutcome) => void;
}

/** An audit log in the file; without a file, none. @throws SettingsError if it exists and isn't a regular file */
export function createAudit(file: string | undefined, redactor: Redactor, log: Pick<Log, 'warn' | 'error'>): Audit {
  if (file === undefined) return { begin: () => () => undefined };
  const flaw = checkAuditFile(file);
  if (flaw?.blocks === 'start') throw new SettingsError(flaw.what);
  if (flaw !== undefined) log.warn(flaw.what);
  return {
    begin(write) {
      const id = randomUUID();
      const started = performance.now();
      const lineOf = (event: string, more: object = {}): string =>
        jsonLine(redactor.json({ time: new Date().toISOString(), id, event, ...write, ...more }));
      try {
        appendLine(file, lineOf('sending'));
      } catch (cause) {
        throw cannotWrite(cause);
      }
      return (outcome) => {
        const line = lineOf('outcome', { ...outcome, durationMs: Math.round(performance.now() - started) });
        try {
          appendLine(file, line);
        } catch (cause) {
          log.error(
            `The outcome of ${write.tool} could not be written to the audit log (${codeOf(cause) ?? 'unknown'}): ${line}`,
          );
        }
      };
    },
  };
}

const cannotWrite = (cause: unknown): PlatformError =>
  withoutEffect({
    fixer: 'settings',
    kind: 'audit-log',
    what: `Refused: the audit log of AGENT_PLATFORM_AUDIT_LOG can't be written (${codeOf(cause) ?? 'unknown'}), so nothing was sent.`,
    advice: 'Make the file and its folder writable, or unset AGENT_PLATFORM_AUDIT_LOG.',
    cause,
  });
