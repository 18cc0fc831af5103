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

/**
 * Every line has `time` (ISO, UTC) and `level`, then `message` or `event` with its fields. Lines below `level` are left
 * out. The first event of a turn of the event loop is written at once, those after it together: one by one they took 3 % of a
 * small request. A message leaves at once, with the events before it; what waits when the process ends is written then.
 */
export function createJsonLog(
  level: LogLevel,
  redactor: Redactor,
  stream: NodeJS.WritableStream = process.stderr,
): JsonLog {
  let waiting = '';
  const flush = (): void => {
    const lines = waiting;
    waiting = '';
    try {
      if (lines !== '') stream.write(lines);
    } catch {
      // Nobody reads it any more.
    }
  };
  process.on('exit', flush);
  const add = (at: LogLevel, fields: object): void => {
    if (!isLogged(at, level)) return;
    const line = { time: new Date().toISOString(), level: at, ...redactor.json(fields) };
    waiting += `${JSON.stringify(line).replace(UNSEEN, escaped)}\n`;
  };
  const message = (at: LogLevel) => (text: string) => {
    add(at, { message: clean(text) });
    flush();
  };
  /** Whether an event of this turn was written: then further ones wait for its end. */
  let isHeldBack = false;
  return {
    debug: message('debug'),
    info: message('info'),
    warn: message('warn'),
    error: message('error'),
    event(event, fields) {
      add('info', { event, ...fields });
      if (isHeldBack) return;
      isHeldBack = true;
      setImmediate(() => {
        isHeldBack = false;
        flush();
      });
      flush();
    },
  };
}
