/**
 * Whether a secret can be masked safely. Masking shows whether a guess was right, so anybody with a list of likely secrets
 * can try them all; only a secret that is not on any list is safe.
 */

/** Minimum length of a secret: 16 hexadecimal digits are 64 bits, too many to try call by call. */
export const LEAST_SECRET = 16;
/**
 * Minimum length of a secret of digits only (66 bits), and of one of letters in one case with separators, as in a
 * phrase.
 */
const LEAST_DIGITS = 20;
const LEAST_WORDS = 24;
/** Minimum number of different characters: fewer are a pattern. */
const LEAST_DISTINCT = 6;

/**
 * Why the secret could be guessed, as the end of a sentence; undefined if it can be masked safely.
 * @param least its minimum length
 */
export function secretWeakness(secret: string, least = LEAST_SECRET): string | undefined {
  if (secret.length < least) return `is too short: it needs at least ${least} characters`;
  if (new Set(secret).size < LEAST_DISTINCT) return `repeats too few different characters`;
  if (/^\d+$/.test(secret) && secret.length < LEAST_DIGITS) {
    return `is too short for a number: it needs at least ${LEAST_DIGITS} digits`;
  }
  const isWords = /^[a-z._-]+$/.test(secret) || /^[A-Z._-]+$/.test(secret);
  if (isWords && secret.length < LEAST_WORDS) {
    return `is too short for words: without digits or letters of both cases it needs at least ${LEAST_WORDS} characters`;
  }
  return undefined;
}

/** Advice on a weak token that the platform issued. */
export const ISSUED_ADVICE =
  'It may be incomplete. Copy the whole token from your platform; one that can be guessed is refused.';

/** Advice on a weak secret that the operator of this server chose. */
export const WEAKNESS_ADVICE =
  'A secret that can be guessed can be discovered by watching what is masked. Use a random one, for example from `openssl rand -hex 32`.';
