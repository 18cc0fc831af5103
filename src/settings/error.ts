/** Errors about settings, and which values they may repeat. */
import { existsSync } from 'node:fs';
import { dirname, isAbsolute, parse } from 'node:path';
import { whyUnread } from '../basics/errors.ts';
import { nearest } from '../basics/nearest.ts';
import { readRegularFile } from '../basics/regular-file.ts';

/** An invalid setting. The message names the variable or flag, its value if harmless, and what is allowed. */
export class SettingsError extends Error {
  override readonly name = 'SettingsError';
}

/**
 * Whether a message may repeat an invalid value: a token may have been pasted into the wrong place, and an address may
 * contain a password. A short number, a word of up to five letters or a mistyped choice is not a secret.
 */
export const isHarmless = (text: string, choices: readonly string[] = []): boolean =>
  /^(?:[-+\d\s.,e]{1,9}|[a-z]{1,5})$/i.test(text) ||
  (/^[a-z]{1,10}$/i.test(text) && nearest(text, choices) !== undefined);

/** The same for an unknown name of an option or tool: only letters, and either short or similar to a known name. */
export const isHarmlessName = (name: string, known: readonly string[]): boolean =>
  /^[a-z_-]{1,30}$/i.test(name) && (name.length <= 12 || nearest(name, known) !== undefined);

/** The error for an invalid value: the value if it is harmless, and what is allowed. */
export function unusable(source: string, text: string, allowed: string, choices?: readonly string[]): SettingsError {
  const what = isHarmless(text, choices)
    ? `is "${text}", but`
    : text === ''
      ? 'is empty: it'
      : "can't be used (not repeated here, since it may be a secret): it";
  return new SettingsError(`${source} ${what} must be ${allowed}.`);
}

/** The text of a file. @param named how messages name it @throws SettingsError, with its cause, if it can't be read */
export function textOfFile(named: string, path: string): string {
  try {
    return readRegularFile(path);
  } catch (error) {
    throw new SettingsError(`${named} can't be read (${whyUnread(error)}).`, { cause: error });
  }
}

/** How messages name the file of a setting. */
export const namedFile = (variable: string, path: string): string => `The file of ${settingOfFile(variable, path)}`;

/** The setting with its file's name; alone if it names none. */
export const settingOfFile = (variable: string, path: string | undefined): string =>
  path === undefined
    ? variable
    : `${variable} (${shownFile(path) ?? 'not shown: it looks like a token rather than a file'})`;

/**
 * A file's name for a message or a page; undefined if it may be a token that was set in its place: then nothing of that name
 * exists, nor any folder that it would be in, it has no ending of a file, and it doesn't read as a path.
 */
export function shownFile(path: string): string | undefined {
  const isPath = existsSync(path) || (isAbsolute(path) && isInFolder(path)) || isLikePath(path);
  return isPath || /^[~./\\\w: -]{1,200}\.(?:jsonl?|log|pem|key|txt)$/i.test(path) ? path : undefined;
}

/** `./`, `../`, `~/` or a drive; after a lone `/`, which base64 may begin with, only words, short names and numbers. */
const isLikePath = (path: string): boolean =>
  /^(?:~|\.\.?|[a-z]:)[\\/]/i.test(path) ||
  (path.startsWith('/') && path.split(/[/._ -]+/).every((part) => NAME.test(part)));
const NAME = /^(?:\w{0,5}|[A-Z]?[a-z]{2,}(?:[A-Z][a-z]{2,})*\d{0,4}|[A-Z]+\d{0,4})$/;

/** Whether one of its folders exists, apart from the root. */
function isInFolder(path: string): boolean {
  const folder = dirname(path);
  return folder !== parse(path).root && (existsSync(folder) || isInFolder(folder));
}
