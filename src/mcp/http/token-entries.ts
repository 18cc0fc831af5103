/** The file of named tokens as data: a person, their rights and their token, or its digest, in each entry. */
import { createHash } from 'node:crypto';
import { whyUnread } from '../../basics/errors.ts';
import { LIST_BYTES, readRegularFile } from '../../basics/regular-file.ts';
import { secretWeakness } from '../../basics/secret-strength.ts';
import { isObject } from '../../platform/parse/coerce.ts';
import { foldedName } from '../../platform/text.ts';
import { isHarmless, isHarmlessName, namedFile, SettingsError } from '../../settings/error.ts';
import { envName } from '../../settings/table.ts';
import { RIGHTS, type Right } from '../contract/principal.ts';

/** One token: its holder may have others. */
export interface TokenEntry {
  readonly name: string;
  readonly rights: readonly Right[];
  /** SHA-256 of the token, in hexadecimal. Tokens are random, so that nothing slower is needed. */
  readonly digest: string;
  /** When `tokens add` wrote it, as ISO time. */
  readonly since?: string;
}

/** A file that can't be used; `person` is the one whose entry is wrong, if it is an entry that is wrong. */
export class TokensFileError extends SettingsError {
  readonly person: string | undefined;
  constructor(message: string, person?: string) {
    super(message);
    this.person = person;
  }
}

const KEYS = ['name', 'rights', 'token', 'sha256', 'since'];

/** Tokens are looked up and stored by digest: neither the time of a look-up nor the file reveals them. */
export const tokenDigest = (token: string): string => createHash('sha256').update(token).digest('hex');

/** How messages name the file. */
export const tokensFileName = (file: string): string => namedFile(envName('httpTokensFile'), file);

/** Whether a name can stand in logs and questions: visible, on one line, without blanks around it. */
export const isPersonName = (name: string): boolean => /^[^\p{C}\s](?:[^\p{C}]{0,98}[^\p{C}\s])?$/u.test(name);

/** The file's text. @throws TokensFileError with the reason */
export function readTokensFile(file: string): string {
  try {
    // Editors of Windows begin a file with a byte order mark, which is not JSON.
    return readRegularFile(file, LIST_BYTES).replace(/^\ufeff/, '');
  } catch (error) {
    throw new TokensFileError(`${tokensFileName(file)} can't be read (${whyUnread(error)}).`);
  }
}

/**
 * The entries in the text of a file. None is valid: nobody can call.
 * @param isTaken whether the token of this digest is in use elsewhere: with two meanings it would get the stronger rights
 * @throws TokensFileError that names file, entry, person and key, and repeats no token
 */
export function tokenEntries(
  text: string,
  file: string,
  isTaken: (digest: string) => boolean = () => false,
): readonly TokenEntry[] {
  const name = tokensFileName(file);
  const byDigest = new Map<string, number>();
  const names = new Map<string, { readonly name: string; readonly at: number }>();
  return listIn(text, name).map((value, index) => {
    const person =
      isObject(value) && typeof value.name === 'string' && isPersonName(value.name) ? value.name : undefined;
    const fail = (why: string): never => {
      const whose = person === undefined ? '' : ` (${person})`;
      throw new TokensFileError(`${name}: entry ${index + 1}${whose} ${why}.`, person);
    };
    if (!isObject(value))
      return fail('must be an object such as {"name": "anna", "sha256": "...", "rights": ["read"]}');
    const entry = entryIn(value, fail);
    const before = byDigest.get(entry.digest);
    if (before !== undefined) return fail(`has the token of entry ${before + 1}`);
    if (isTaken(entry.digest))
      return fail(`has the token of ${envName('httpToken')} or ${envName('httpMetricsToken')}`);
    const first = names.get(foldedName(entry.name)) ?? { name: entry.name, at: index + 1 };
    if (first.name !== entry.name)
      return fail(
        `spells the name of entry ${first.at} differently: one person would count as two. Correct it in the file`,
      );
    names.set(foldedName(entry.name), first);
    byDigest.set(entry.digest, index);
    return entry;
  });
}

function entryIn(value: Readonly<Record<string, unknown>>, fail: (why: string) => never): TokenEntry {
  const unknown = Object.keys(value).find((key) => !KEYS.includes(key));
  if (unknown !== undefined)
    return fail(
      `has an unknown key${isHarmlessName(unknown, KEYS) ? ` "${unknown}"` : ''}; known are ${KEYS.join(', ')}`,
    );
  const { name, rights, token, sha256, since } = value;
  if (typeof name !== 'string' || !isPersonName(name)) return fail('needs a "name" of 1 to 100 visible characters');
  const known = Array.isArray(rights) ? rights.filter(isRight) : [];
  if (!Array.isArray(rights) || known.length === 0 || known.length < rights.length) {
    const wrong = Array.isArray(rights) ? rights.find((right) => !isRight(right)) : undefined;
    const which = typeof wrong === 'string' && isHarmless(wrong, RIGHTS) ? `; "${wrong}" is not one` : '';
    return fail(`needs "rights", a list of one or more of ${RIGHTS.join(', ')}${which}`);
  }
  if (since !== undefined && (typeof since !== 'string' || Number.isNaN(Date.parse(since))))
    return fail('has a "since" that is not a time');
  const common = { name, rights: known, ...(since !== undefined && { since }) };
  if ((token === undefined) === (sha256 === undefined)) return fail('needs either "token" or "sha256"');
  if (sha256 !== undefined) {
    const isDigest = typeof sha256 === 'string' && /^[\da-f]{64}$/i.test(sha256);
    return isDigest
      ? { ...common, digest: sha256.toLowerCase() }
      : fail('needs 64 hexadecimal digits as "sha256", the SHA-256 of the token');
  }
  if (typeof token !== 'string' || !/^[\x21-\x7e]+$/.test(token))
    return fail('has a "token" that is not one word of visible ASCII characters');
  const weakness = secretWeakness(token);
  return weakness === undefined ? { ...common, digest: tokenDigest(token) } : fail(`has a "token" that ${weakness}`);
}

/** Whether it is the name of a right. */
export const isRight = (value: unknown): value is Right => RIGHTS.some((right) => right === value);

function listIn(text: string, name: string): readonly unknown[] {
  let parsed: unknown;
  try {
    parsed = JSON.parse(text);
  } catch (error) {
    // The parser's message repeats its input; only the place of the mistake is told.
    const at = /position (\d+)/.exec(String(error))?.[1];
    const before = text.slice(0, Number(at));
    // The parser stops at the next word: a comma that is missing before it is missing on an earlier line.
    const lines = [before.trimEnd(), before].map((part) => part.split('\n').length);
    const line = at === undefined ? '' : ` (near line ${[...new Set(lines)].join(' or ')})`;
    throw new TokensFileError(`${name} is not valid JSON${line}.`);
  }
  if (Array.isArray(parsed)) return parsed;
  throw new TokensFileError(`${name} must be a JSON array with an entry for each token.`);
}
