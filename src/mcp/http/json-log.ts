/** The log of a server among servers: one JSON object a line on stderr, redacted. */
import { clean } from '../../platform/text.ts';
import { isLogged, type Log, type LogLevel } from '../engine/log.ts';
import type { Redactor } from '../engine/redact.ts';

/** A log that also takes events, whose fields tools can search. */
export interface JsonLog extends Log {
  /** Something that happened, with its fields; written at level `info`. */
  event(name: string, fields: Readonly<Record<string, unknown>>): void;
}

/**
 * Every line has `time` (ISO, UTC) and `level`, then `message` or `event` with its fields. Lines below `level` are left
 * out.
 */
export function createJsonLog(
  level: LogLevel,
  redactor: Redactor,
  stream: NodeJS.WritableStream = process.stderr,
): JsonLog {
  const write = (at: LogLevel, fields: object): void => {
    if (!isLogged(at, level)) return;
    const line = { time: new Date().toISOString(), level: at, ...redactor.json(fields) };
    try {
      stream.write(`${JSON.stringify(line)}\n`);
    } catch {
      // Nobody reads it any more.
    }
  };
  const message = (at: LogLevel) => (text: string) => write(at, { message: clean(text) });
  return {
    debug: message('debug'),
    info: message('info'),
    warn: message('warn'),
    error: message('error'),
    event: (event, fields) => write('info', { event, ...fields }),
  };
}
