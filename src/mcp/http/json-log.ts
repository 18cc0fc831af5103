/** The log of the `http` command, for log collectors: one redacted JSON object per line on stderr. */
import { clean } from '../../platform/text.ts';
import { isLogged, type Log, type LogLevel, toStderr } from '../engine/log.ts';
import type { Redactor } from '../engine/redact.ts';

/**
 * Characters that JSON doesn't escape but that change how a terminal or viewer shows a line: control characters above ASCII,
 * Unicode line breaks, and marks that reverse the direction of text. Callers choose some of the text.
 */
const UNSAFE = /[\u007f-\u009f\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069]/g;
const escaped = (character: string): string => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`;

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
    writeLine(JSON.stringify(line).replace(UNSAFE, escaped));
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
