/**
 * The sources of bearer tokens. A token file is read again after a 401, so that a rotated token is used without a restart
 * (specification, "Authentication"). A server for a team may instead give each call a source of its caller's.
 */

import { codeOf } from '../../basics/errors.ts';
import { readRegularFile } from '../../basics/regular-file.ts';
import {
  ASSIGNMENT,
  ASSIGNMENT_ADVICE,
  ISSUED_ADVICE,
  isAssignment,
  noteSecret,
  secretWeakness,
} from '../../basics/secret-strength.ts';
import { object } from '../parse/coerce.ts';
import { parsedJson } from '../parse/json-text.ts';
import { type PlatformError, withoutEffect } from './errors.ts';

/** The source of a token: errors say where to put a new one. */
export type TokenOrigin = 'setting' | 'file' | 'exchange';

/** The current token; it may change while the process runs. */
export interface TokenSource {
  /** The token to send; a promise if it has to be fetched. @throws PlatformError if there is none, as a rejection too */
  current(): string | Promise<string>;
  /** Gets a new one after a 401 for `refused`. @returns whether `current` now gives another one */
  refresh(refused: string): boolean | Promise<boolean>;
  readonly origin: TokenOrigin;
  /** The holder, if callers have their own tokens: a rate limit holds back only the holder's calls. */
  readonly holder?: string;
}

/** A source for the two settings; the file takes precedence, since it can be rotated. @param named how errors name the file */
export function tokenSource(token: string | undefined, file: string | undefined, named = 'AGENT_PLATFORM_TOKEN_FILE') {
  const seen = new Set<string>();
  let loaded: string | undefined;
  const load = (): string => {
    const value = file === undefined ? token : readToken(file, named);
    if (value === undefined) throw missingToken();
    noteSecret(seen, value);
    return value;
  };
  if (token !== undefined) seen.add(token);
  return {
    /** Every token seen so far: all of them must be redacted. */
    seen,
    origin: file === undefined ? 'setting' : 'file',
    current(): string {
      loaded ??= load();
      return loaded;
    },
    refresh(refused = loaded) {
      loaded = load();
      return loaded !== refused;
    },
  } satisfies TokenSource & { readonly seen: ReadonlySet<string> };
}

/** Takes the place of the configured token if each call must have its caller's. */
export const CALLERS_ONLY: TokenSource = {
  origin: 'exchange',
  current() {
    throw withoutEffect({
      fixer: 'settings',
      kind: 'no-token',
      what: 'This call came without a token of its caller, and AGENT_PLATFORM_IDENTITY=exchange allows no other.',
      advice: 'Call with an access token of the issuer.',
    });
  },
  refresh: () => false,
};

function readToken(file: string, named: string): string {
  const refuse = (what: string, advice: string): never => {
    throw withoutEffect({ fixer: 'settings', kind: 'token-file', what, advice });
  };
  let text: string;
  try {
    // Quotation marks are left out as they are in a variable.
    text = readRegularFile(file)
      .trim()
      .replace(/^(["'])(.*)\1$/, '$2');
  } catch (cause) {
    const code = codeOf(cause) ?? 'unknown error';
    return refuse(
      `The file of ${named} can't be read (${code === 'ENOENT' ? 'no such file' : code}).`,
      'Check that the file exists and that this user may read it.',
    );
  }
  if (!/^[\x21-\x7e]+$/.test(text))
    return refuse(
      `The file of ${named} is empty or contains more than one token.`,
      'Put only the token into the file, on one line, without a word such as Bearer before it.',
    );
  if (isAssignment(text)) return refuse(`The file of ${named} ${ASSIGNMENT}`, ASSIGNMENT_ADVICE);
  const weakness = secretWeakness(text);
  if (weakness === undefined) return text;
  return refuse(`The token in the file of ${named} ${weakness}.`, ISSUED_ADVICE);
}

const missingToken = (): PlatformError =>
  withoutEffect({
    fixer: 'settings',
    kind: 'no-token',
    what: 'No token is set for the platform.',
    advice:
      'Set AGENT_PLATFORM_TOKEN (or AGENT_PLATFORM_TOKEN_FILE), or start with --sandbox to try without a platform. A placeholder that the host did not fill in counts as none.',
  });

/** The last second that a date can hold. */
const MAX_SECONDS = 8.64e12;

/** When a JSON Web Token expires, in epoch milliseconds. Not verified: it is for messages to its owner only. */
export function expiryOf(token: string): number | undefined {
  const payload = Buffer.from(token.split('.')[1] ?? '', 'base64url').toString('utf8');
  const { exp } = object(parsedJson(payload));
  return typeof exp === 'number' && Math.abs(exp) <= MAX_SECONDS ? exp * 1000 : undefined;
}
