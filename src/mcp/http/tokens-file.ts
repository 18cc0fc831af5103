/** The people of the file of named tokens, while it is served: the file is watched, and every change is logged. */
import { statSync } from 'node:fs';
import { asError, codeOf } from '../../basics/errors.ts';
import { forgetOldest, groupBy } from '../../basics/maps.ts';
import { noteSecret, secretWeakness } from '../../basics/secret-strength.ts';
import type { Principal } from '../contract/principal.ts';
import { principal } from '../engine/caller.ts';
import { TOKENS_FILE_CLIENT } from './rights.ts';
import { readTokensFile, type TokenEntry, TokensFileError, tokenDigest, tokenEntries } from './token-entries.ts';

/** How often it is looked at: notices of the system don't come from network disks, nor through Kubernetes' links. */
const CHECK_MS = 1_000;
/** Locked-out tokens that are remembered, so that the log can tell whose they were. */
const MAX_FORMER = 1_000;

/** The people in the last valid version of the file. */
export type TokensFile = ReturnType<typeof tokensFile>;

/** What happened to the file. */
export interface TokensFileLog {
  /** Somebody's rights or token changed. */
  access(fields: { person: string; change: 'added' | 'removed' | 'changed'; reason: string; file: string }): void;
  /** It can't be used, or can be used again. */
  file(fields: { state: 'broken' | 'valid'; reason: string; file: string; person?: string | undefined }): void;
}

/** @param isTaken whether the token of a digest is in use elsewhere @throws TokensFileError for an invalid file */
export function tokensFile(file: string, isTaken: (digest: string) => boolean, log: TokensFileLog) {
  const seen = new Set<string>();
  const former = new Map<string, string>();
  let stamp = stampOf(file);
  let entries = tokenEntries(readTokensFile(file), file, isTaken);
  let people = peopleOf(entries);
  let isBroken = false;

  const read = (): void => {
    stamp = stampOf(file);
    try {
      const read = tokenEntries(readTokensFile(file), file, isTaken);
      if (isBroken) log.file({ state: 'valid', reason: 'It can be used again.', file });
      isBroken = false;
      take(read);
    } catch (error) {
      if (!(error instanceof TokensFileError)) throw error;
      const { message, person } = error;
      isBroken = true;
      const reason = `${message} Everybody keeps the access that they had before.`;
      log.file({ state: 'broken', reason, file, person });
      throw error;
    }
  };
  const take = (read: readonly TokenEntry[]): void => {
    for (const change of changesBetween(entries, read)) log.access({ ...change, file });
    const kept = new Set(read.map(({ digest }) => digest));
    const when = new Date().toISOString();
    for (const { digest, name } of entries) {
      if (!kept.has(digest)) former.set(digest, `the token was ${name}'s, and was removed from ${file} by ${when}`);
    }
    forgetOldest(former, MAX_FORMER);
    entries = read;
    people = peopleOf(read);
  };
  const timer = setInterval(() => {
    if (stampOf(file) === stamp) return;
    try {
      read();
    } catch {
      // It is logged.
    }
  }, CHECK_MS).unref();
  return {
    /** Tokens that were used for calls: all of them are masked. */
    seen,
    /** How many different people there are. */
    get count(): number {
      return new Set(entries.map(({ name }) => name)).size;
    },
    /** Reads the file now. @throws TokensFileError if it can't be used; the last valid version stays in force */
    reload: read,
    find(token: string): Principal | undefined {
      const holder = people.get(tokenDigest(token));
      // Of a digest, the file doesn't show how strong its token is.
      if (holder === undefined || secretWeakness(token) !== undefined) return undefined;
      noteSecret(seen, token);
      return holder;
    },
    /** Why a token that the file knows, or knew, has no holder; for the log. */
    whyRefused(token: string): string | undefined {
      const digest = tokenDigest(token);
      const holder = people.get(digest);
      if (holder !== undefined) return `the token of ${holder.label} ${secretWeakness(token)}`;
      return former.get(digest);
    },
    close: () => clearInterval(timer),
  };
}

/** Changes with the file, also when it goes missing. */
function stampOf(file: string): string {
  try {
    const { mtimeMs, size, ino, ctimeMs } = statSync(file);
    return [mtimeMs, ctimeMs, size, ino].join();
  } catch (error) {
    return codeOf(asError(error)) ?? 'unreadable';
  }
}

/** People by the digests of their tokens. */
const peopleOf = (entries: readonly TokenEntry[]): ReadonlyMap<string, Principal> =>
  new Map(
    entries.map(({ name, rights, digest }) => [
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
    ]),
  );

function changesBetween(before: readonly TokenEntry[], after: readonly TokenEntry[]) {
  const [old, now] = [accessByPerson(before), accessByPerson(after)];
  return [...new Set([...old.keys(), ...now.keys()])].flatMap((person) => {
    const [had, has] = [old.get(person), now.get(person)];
    if (had === has) return [];
    if (has === undefined)
      return { person, change: 'removed', reason: 'no entry any more: refused from now on' } as const;
    if (had === undefined) return { person, change: 'added', reason: has } as const;
    return { person, change: 'changed', reason: `${has}; before: ${had}` } as const;
  });
}

/** What each person may do and by which tokens, all their entries together, as a text to compare and to log. */
function accessByPerson(entries: readonly TokenEntry[]): ReadonlyMap<string, string> {
  const textOf = (own: readonly TokenEntry[]): string => {
    const rights = [...new Set(own.flatMap(({ rights }) => rights))].sort().join(', ');
    // Enough of a digest to tell a person's tokens apart.
    const tokens = own.map(({ digest }) => digest.slice(0, 8)).sort();
    return `may ${rights} (${tokens.length === 1 ? 'token' : 'tokens'} ${tokens.join(', ')})`;
  };
  return new Map([...groupBy(entries, ({ name }) => name)].map(([name, own]) => [name, textOf(own)]));
}
