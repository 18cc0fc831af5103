/**
 * Whether a secret can be masked safely. Masking shows whether a guess was right, so anybody with a list of likely secrets
 * can try them all; only a secret that is not on any list is safe.
 */
import { forgetOldest } from './maps.ts';

/** Minimum length of a secret: 16 hexadecimal digits are 64 bits, too many to try call by call. */
export const MIN_SECRET_LENGTH = 16;
/** Minimum length of a secret of digits only (66 bits), and of letters in one case, as in a phrase. */
const MIN_DIGITS_LENGTH = 20;
const MIN_WORDS_LENGTH = 24;
/** Minimum number of different characters: fewer are a pattern. */
const MIN_DISTINCT_CHARACTERS = 6;

/** Why the secret could be guessed, as the end of a sentence; undefined if it can be masked safely. */
export function secretWeakness(secret: string, minLength = MIN_SECRET_LENGTH): string | undefined {
  if (secret.length < minLength) return `is too short: it needs at least ${minLength} characters`;
  if (new Set(secret).size < MIN_DISTINCT_CHARACTERS) return `repeats too few different characters`;
  if (/^\d+$/.test(secret) && secret.length < MIN_DIGITS_LENGTH) {
    return `is too short for a number: it needs at least ${MIN_DIGITS_LENGTH} digits`;
  }
  const isWords = /^[a-z._-]+$/.test(secret) || /^[A-Z._-]+$/.test(secret);
  if (isWords && secret.length < MIN_WORDS_LENGTH) {
    return `is too short for words: without digits or letters of both cases it needs at least ${MIN_WORDS_LENGTH} characters`;
  }
  return undefined;
}

/** Whether it is an assignment to a variable rather than a secret: base64 has `=` only at its end. */
export const isAssignment = (text: string): boolean => /^[A-Z][A-Z\d_]{3,}=[^=]/.test(text);

/** What is wrong then, as the end of a sentence, and what to do. */
export const ASSIGNMENT = 'holds a whole assignment, NAME=value.';
export const ASSIGNMENT_ADVICE = 'Keep only what follows the first =.';

/** Advice on a weak token that the platform issued. */
export const ISSUED_ADVICE =
  'It may be incomplete. Copy the whole token from your platform; one that can be guessed is refused.';

/** Advice on a weak secret that the operator of this server chose. */
export const WEAKNESS_ADVICE =
  'A secret that can be guessed can be discovered by watching what is masked. Use a random one, for example from `openssl rand -hex 32`.';

/** Secrets of one kind that are masked, at most: each costs time in each text. */
export const MAX_SECRETS = 64;

/** Notes a secret as the newest of those that are masked, and forgets the oldest of too many: one may be rotated for months. */
export function noteSecret(seen: Set<string>, secret: string): void {
  seen.delete(secret);
  seen.add(secret);
  forgetOldest(seen, MAX_SECRETS);
}
