/** The log of a server among servers: one JSON object a line on stderr, redacted. */
import { clean } from '../../platform/text.ts';
import { isLogged, type Log, type LogLevel } from '../engine/log.ts';
import type { Redactor } from '../engine/redact.ts';

/**
 * What JSON leaves as it is and a terminal or viewer obeys: control characters beyond ASCII, line breaks of Unicode, and
 * what turns text round. A caller names tools as it likes.
 */
const UNSEEN = /[\u007f-\u009f\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069]/g;
const escaped = (character: string): string => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`;

/** A log that also takes events, whose fields tools can search. */
export interface JsonLog extends Log {
  /** Something that happened, with its fields; written at level `info`. */
  event(name: string, fields: Readonly<Record<string, unknown>>): void;
}

/** Every line has `time` (ISO, UTC) and `level`, then `message` or `event` with its fields. Lines below `level` are left out. */
export function createJsonLog(
  level: LogLevel,
  redactor: Redactor,
  stream: NodeJS.WritableStream = process.stderr,
): JsonLog {
  const write = (at: LogLevel, fields: object): void => {
    if (!isLogged(at, level)) return;
    const line = { time: new Date().toISOString(), level: at, ...redactor.json(fields) };
    try {
      stream.write(`${JSON.stringify(line).replace(UNSEEN, escaped)}\n`);
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
