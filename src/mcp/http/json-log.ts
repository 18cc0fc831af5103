/** The log of the `http` command, for log collectors: one redacted JSON object per line on stderr. */
import { clean } from '../../platform/text.ts';
import { isLogged, jsonLine, type Log, type LogLevel, toStderr } from '../engine/log.ts';
import type { Redactor } from '../engine/redact.ts';

/** A log that also takes events with searchable fields. */
export interface JsonLog extends Log {
  /** Writes an event with its fields, at level `info` unless another is given. */
  event(name: string, fields: Readonly<Record<string, unknown>>, level?: LogLevel): void;
}

/**
 * Each line has `time` (ISO, UTC) and `level`, then `message`, or `event` with its fields. Lines below `level` are not
 * written.
 */
export function createJsonLog(
  level: LogLevel,
  redactor: Redactor,
  writeLine: (line: string) => void = toStderr,
): JsonLog {
  const write = (at: LogLevel, fields: object): void => {
    if (!isLogged(at, level)) return;
    const line = { time: new Date().toISOString(), level: at, ...redactor.json(fields) };
    writeLine(jsonLine(line));
  };
  const message = (at: LogLevel) => (text: string) => write(at, { message: clean(text) });
  return {
    debug: message('debug'),
    info: message('info'),
    warn: message('warn'),
    error: message('error'),
    event: (event, fields, at = 'info') => write(at, { event, ...fields }),
  };
}
