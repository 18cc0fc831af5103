/**
 * The source of the bearer token. A token file is read again after a 401, so that a rotated token is used without a
 * restart (specification, "Authentication").
 */

import { readFileSync } from 'node:fs';
import { codeOf } from '../../basics/errors.ts';
import { ISSUED_ADVICE, secretWeakness } from '../../basics/secret-strength.ts';
import { PlatformError } from './errors.ts';

/** The current token; one in a file may be rotated while the process runs. */
export interface TokenSource {
  /** The token to send. @throws PlatformError (fixer `settings`) if there is none */
  current(): string;
  /** Reads it again after a 401. @returns whether it has changed */
  refresh(): boolean;
  /** Every token seen so far: all of them must be redacted. */
  readonly seen: ReadonlySet<string>;
  /** Whether it comes from a file, where a new token must then be put. */
  readonly isFile: boolean;
}

/** Tokens remembered for masking; older ones have expired. */
const MAX_SEEN = 32;

/** A source for the two settings; the file takes precedence, since it can be rotated. */
export function tokenSource(token: string | undefined, file: string | undefined): TokenSource {
  const seen = new Set<string>();
  let loaded: string | undefined;
  const load = (): string => {
    const value = file === undefined ? token : readToken(file);
    if (value === undefined) throw missingToken();
    seen.add(value);
    // Keeps the newest tokens: one may be rotated every few minutes for months.
    for (const oldest of seen) {
      if (seen.size <= MAX_SEEN) break;
      seen.delete(oldest);
    }
    return value;
  };
  if (token !== undefined) seen.add(token);
  return {
    seen,
    isFile: file !== undefined,
    current() {
      loaded ??= load();
      return loaded;
    },
    refresh() {
      const before = loaded;
      loaded = load();
      return loaded !== before;
    },
  };
}

function readToken(file: string): string {
  const settings = { fixer: 'settings', effect: 'none' } as const;
  let text: string;
  try {
    text = readFileSync(file, 'utf8').trim();
  } catch (cause) {
    throw new PlatformError({
      ...settings,
      kind: 'token-file',
      what: `The token file of AGENT_PLATFORM_TOKEN_FILE can't be read (${codeOf(cause) ?? 'unknown error'}).`,
      advice: 'Check that the file exists and that this user may read it.',
    });
  }
  const weakness = secretWeakness(text);
  if (/^[\x21-\x7e]+$/.test(text)) {
    if (weakness === undefined) return text;
    throw new PlatformError({
      ...settings,
      kind: 'token-file',
      what: `The token in the file of AGENT_PLATFORM_TOKEN_FILE ${weakness}.`,
      advice: ISSUED_ADVICE,
    });
  }
  throw new PlatformError({
    ...settings,
    kind: 'token-file',
    what: 'The token file of AGENT_PLATFORM_TOKEN_FILE is empty or contains more than one token.',
    advice: 'Put only the token into the file, on one line, without a word such as Bearer before it.',
  });
}

function missingToken(): PlatformError {
  return new PlatformError({
    fixer: 'settings',
    kind: 'no-token',
    what: 'No token is set for the platform.',
    advice:
      'Set AGENT_PLATFORM_TOKEN (or AGENT_PLATFORM_TOKEN_FILE), or start with --sandbox to try without a platform.',
    effect: 'none',
  });
}
