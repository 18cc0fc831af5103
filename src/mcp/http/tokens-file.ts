/** The file of tokens: a name and rights for each, so that people can be told apart without an issuer. */
import { createHash } from 'node:crypto';
import { readFileSync, statSync } from 'node:fs';
import * as z from 'zod';
import { asError, codeOf, messageOf } from '../../basics/errors.ts';
import { secretWeakness } from '../../basics/secret-strength.ts';
import { SettingsError } from '../../settings/read.ts';
import { envName } from '../../settings/table.ts';
import { type Principal, RIGHTS } from '../contract/principal.ts';
import { principal } from '../engine/caller.ts';
import { FROM_FILE } from './rights.ts';

/** The file is looked at again at most this often, however many requests come. */
const LOOK_MS = 1_000;

/** The people of the file, as it was when it was good last. */
export interface TokensFile {
  /** Whose token it is; undefined if it is nobody's. */
  find(token: string): Principal | undefined;
  /** Looks at once whether the file has changed; a file that can't be used is warned of. */
  reload(): void;
  /** Tokens that somebody has called with: all of them are redacted. */
  readonly seen: ReadonlySet<string>;
}

const NAME = envName('httpTokensFile');
const ENTRY = z.strictObject({
  name: z.string().regex(/^[^\p{C}\s](?:[^\p{C}]{0,98}[^\p{C}\s])?$/u),
  token: z.string().regex(/^[\x21-\x7e]+$/),
  rights: z.array(z.enum(RIGHTS)).min(1),
});

/**
 * @param taken whether a token is in use elsewhere: two meanings of one would let the stronger win
 * @param warn told once of each file that can't be used, and that the last good one stays
 * @throws SettingsError if the file can't be used at the start
 */
export function tokensFile(
  file: string,
  taken: (token: string) => boolean,
  warn: (message: string) => void,
): TokensFile {
  const seen = new Set<string>();
  let stamp = stampOf(file);
  let people = peopleIn(file, taken);
  let lookedAt = performance.now();
  const look = (): void => {
    lookedAt = performance.now();
    const now = stampOf(file);
    if (now === stamp) return;
    stamp = now;
    try {
      people = peopleIn(file, taken);
    } catch (error) {
      warn(`${messageOf(error)} The tokens that it held before stay valid, and no others.`);
    }
  };
  return {
    seen,
    reload: look,
    find(token) {
      if (performance.now() - lookedAt > LOOK_MS) look();
      const found = people.get(digestOf(token));
      if (found === undefined) return undefined;
      // The latest last: of many, the newest are masked.
      seen.delete(token);
      seen.add(token);
      return found;
    },
  };
}

/** Looked up by its digest, so that the time it takes tells nothing of the tokens. */
const digestOf = (token: string): string => createHash('sha256').update(token).digest('base64');

/** What changes when the file does; also when it is missing. */
function stampOf(file: string): string {
  try {
    const { mtimeMs, size, ino, ctimeMs } = statSync(file);
    return [mtimeMs, ctimeMs, size, ino].join();
  } catch (error) {
    return codeOf(asError(error)) ?? 'unreadable';
  }
}

/** The people by the digests of their tokens. Errors name entries by number: a token is in no message. @throws SettingsError */
function peopleIn(file: string, taken: (token: string) => boolean): ReadonlyMap<string, Principal> {
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
    if (taken(token)) return fail(`has the token of ${envName('httpToken')}`);
    people.set(
      digest,
      principal({
        issuer: FROM_FILE,
        subject: name,
        label: name,
        client: FROM_FILE,
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
    text = readFileSync(file, 'utf8');
  } catch (error) {
    throw new SettingsError(`The file of ${NAME} can't be read (${codeOf(error) ?? 'unknown error'}).`);
  }
  try {
    const entries: unknown = JSON.parse(text);
    if (Array.isArray(entries) && entries.length > 0) return entries;
  } catch {
    // A parser's message repeats what it was given.
  }
  throw new SettingsError(`The file of ${NAME} must be a JSON array with an entry for each token.`);
}
