/** The file of tokens, each with a name and rights: it identifies people without an issuer. */
import { createHash } from 'node:crypto';
import { statSync } from 'node:fs';
import * as z from 'zod';
import { asError, codeOf, messageOf } from '../../basics/errors.ts';
import { readRegularFile } from '../../basics/regular-file.ts';
import { secretWeakness } from '../../basics/secret-strength.ts';
import { array } from '../../platform/parse/coerce.ts';
import { parsedJson } from '../../platform/parse/json-text.ts';
import { SettingsError } from '../../settings/read.ts';
import { envName } from '../../settings/table.ts';
import { type Principal, RIGHTS } from '../contract/principal.ts';
import { principal } from '../engine/caller.ts';
import { TOKENS_FILE_CLIENT } from './rights.ts';

/** The file is checked for changes at most this often, however many requests come. */
const CHECK_MS = 1_000;

/** The people in the last valid version of the file. */
export interface TokensFile {
  /** The holder of a token; undefined if there is none. */
  find(token: string): Principal | undefined;
  /** Reads the file now if it has changed; warns if it is invalid. */
  reload(): void;
  /** Tokens that were used for calls: all of them are masked. */
  readonly seen: ReadonlySet<string>;
}

const NAME = envName('httpTokensFile');
const ENTRY = z.strictObject({
  name: z.string().regex(/^[^\p{C}\s](?:[^\p{C}]{0,98}[^\p{C}\s])?$/u),
  token: z.string().regex(/^[\x21-\x7e]+$/),
  rights: z.array(z.enum(RIGHTS)).min(1),
});

/**
 * @param isTaken whether a token is in use elsewhere: a token with two meanings would get the rights of the stronger one
 * @param warn called once for each invalid version of the file; the last valid one stays
 * @throws SettingsError if the file is invalid at the start
 */
export function tokensFile(
  file: string,
  isTaken: (token: string) => boolean,
  warn: (message: string) => void,
): TokensFile {
  const seen = new Set<string>();
  let stamp = stampOf(file);
  let people = peopleIn(file, isTaken);
  let checkedAt = performance.now();
  const readIfChanged = (): void => {
    checkedAt = performance.now();
    const now = stampOf(file);
    if (now === stamp) return;
    stamp = now;
    try {
      people = peopleIn(file, isTaken);
    } catch (error) {
      warn(`${messageOf(error)} The tokens that it held before stay valid, and no others.`);
    }
  };
  return {
    seen,
    reload: readIfChanged,
    find(token) {
      if (performance.now() - checkedAt > CHECK_MS) readIfChanged();
      const holder = people.get(digestOf(token));
      if (holder === undefined) return undefined;
      // The latest moves to the end: if there are too many, the newest are masked.
      seen.delete(token);
      seen.add(token);
      return holder;
    },
  };
}

/** Tokens are looked up by digest, so that the time of a look-up reveals nothing about them. */
const digestOf = (token: string): string => createHash('sha256').update(token).digest('base64');

/** Changes with the file, also when it goes missing. */
function stampOf(file: string): string {
  try {
    const { mtimeMs, size, ino, ctimeMs } = statSync(file);
    return [mtimeMs, ctimeMs, size, ino].join();
  } catch (error) {
    return codeOf(asError(error)) ?? 'unreadable';
  }
}

/** People by the digests of their tokens. @throws SettingsError, which names an entry by its number and repeats no token */
function peopleIn(file: string, isTaken: (token: string) => boolean): ReadonlyMap<string, Principal> {
  const people = new Map<string, Principal>();
  for (const [index, entry] of entriesIn(file).entries()) {
    const fail = (why: string): never => {
      throw new SettingsError(`Entry ${index + 1} of the file of ${NAME} ${why}.`);
    };
    const parsed = ENTRY.safeParse(entry);
    if (!parsed.success)
      return fail(`is not of the form {"name": "anna", "token": "...", "rights": ["read", "write"]}`);
    const { name, token, rights } = parsed.data;
    const weakness = secretWeakness(token);
    if (weakness !== undefined) return fail(`has a token that ${weakness}`);
    const digest = digestOf(token);
    if (people.has(digest)) return fail('has the token of an entry before it');
    if (isTaken(token)) return fail(`has the token of ${envName('httpToken')}`);
    people.set(
      digest,
      principal({
        issuer: TOKENS_FILE_CLIENT,
        subject: name,
        label: name,
        client: TOKENS_FILE_CLIENT,
        isPerson: true,
        rights: new Set(rights),
        names: [name],
      }),
    );
  }
  return people;
}

function entriesIn(file: string): readonly unknown[] {
  let text: string;
  try {
    text = readRegularFile(file);
  } catch (error) {
    throw new SettingsError(`The file of ${NAME} can't be read (${codeOf(error) ?? 'unknown error'}).`);
  }
  const entries = array(parsedJson(text));
  if (entries.length > 0) return entries;
  throw new SettingsError(`The file of ${NAME} must be a JSON array with an entry for each token.`);
}
