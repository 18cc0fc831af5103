/**
 * Logs one redacted line per event to stderr: as text over stdio, as JSON for the collectors of the `http` command. stdout
 * belongs to the protocol; nothing else writes to either.
 */
import { clean } from '../../platform/text.ts';
import { LOG_LEVELS, type Settings } from '../../settings/table.ts';
import type { Redactor } from './redact.ts';

type LogLevel = Settings['logLevel'];

export type Log = Readonly<Record<Exclude<LogLevel, 'silent'>, (message: string) => void>>;

const isLogged = (at: LogLevel, level: LogLevel): boolean => LOG_LEVELS.indexOf(at) >= LOG_LEVELS.indexOf(level);

/** Writes a line; a closed stderr is ignored. */
function toStderr(line: string): void {
  try {
    process.stderr.write(`${line}\n`);
  } catch {
    // Nobody reads it any more.
  }
}

/**
 * Characters that JSON doesn't escape but that change how a terminal or viewer shows a line: control characters above ASCII,
 * Unicode line breaks, and marks that reverse the direction of text. Callers choose some of the text.
 */
const UNSAFE = /[\u007f-\u009f\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069]/g;
const escaped = (character: string): string => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`;

/** A line of a log in JSON. */
export const jsonLine = (line: object): string => JSON.stringify(line).replace(UNSAFE, escaped);

/** A log as text. */
export function createLog(level: LogLevel, redactor: Redactor): Log {
  const write = (at: LogLevel) => (message: string) => {
    if (!isLogged(at, level)) return;
    const line = redactor.text(clean(message)).replace(/\s+/g, (blanks) => (blanks.includes('\n') ? ' ' : blanks));
    toStderr(`${new Date().toISOString()} ${at} ${line}`);
  };
  return { debug: write('debug'), info: write('info'), warn: write('warn'), error: write('error') };
}

/** A log that also takes events with searchable fields. */
export interface JsonLog extends Log {
  /** Writes an event with its fields, at level `info` unless another is given. */
  event(name: string, fields: object, level?: LogLevel): void;
}

/** A log in JSON: each line has `time` (ISO, UTC) and `level`, then `message`, or `event` with its fields. */
export function createJsonLog(level: LogLevel, redactor: Redactor, writeLine = toStderr): JsonLog {
  const write = (at: LogLevel, fields: object): void => {
    if (!isLogged(at, level)) return;
    writeLine(jsonLine({ time: new Date().toISOString(), level: at, ...redactor.json(fields) }));
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
