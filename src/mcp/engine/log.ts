/** Logs one line per event to stderr. stdout belongs to the protocol; nothing else writes to either. */
import { clean } from '../../platform/text.ts';
import { LOG_LEVELS, type Settings } from '../../settings/table.ts';
import type { Redactor } from './redact.ts';

export type LogLevel = Settings['logLevel'];

export type Log = Readonly<Record<Exclude<LogLevel, 'silent'>, (message: string) => void>>;

/** Whether a log at `level` writes an event at `at`. */
export const isLogged = (at: LogLevel, level: LogLevel): boolean => LOG_LEVELS.indexOf(at) >= LOG_LEVELS.indexOf(level);

/** Writes a line; a closed stderr is ignored. */
export function toStderr(line: string): void {
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

/** A log of events at `level` and above, redacted, one line per message. */
export function createLog(level: LogLevel, redactor: Redactor): Log {
  const write = (at: LogLevel) => (message: string) => {
    if (!isLogged(at, level)) return;
    const line = redactor.text(clean(message)).replace(/\s+/g, (blanks) => (blanks.includes('\n') ? ' ' : blanks));
    toStderr(`${new Date().toISOString()} ${at} ${line}`);
  };
  return { debug: write('debug'), info: write('info'), warn: write('warn'), error: write('error') };
}
