/**
 * Whether a secret can be masked without telling guessers that they are right. What is masked differs from what is not,
 * so whoever has a list of likely secrets can try them all; only a secret that is on no list can be masked safely.
 */

/** The fewest characters of any secret: 16 hexadecimal digits are 64 bits, too many to try out call by call. */
export const LEAST_SECRET = 16;
/** The fewest where all are digits, or all are letters of one case and what joins words: 66 bits, and more than a phrase. */
const LEAST_DIGITS = 20;
const LEAST_WORDS = 24;
/** The fewest different characters: fewer are a pattern. */
const LEAST_DISTINCT = 6;

/**
 * Why the secret could be guessed, as the end of a sentence; undefined where it can be masked safely.
 * @param least characters that a secret below {@link LEAST_SECRET} is told to have, where it needs more than others
 */
export function secretWeakness(secret: string, least = LEAST_SECRET): string | undefined {
  if (secret.length < LEAST_SECRET) return `is too short: it needs at least ${least} characters`;
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

/** What follows the weakness of a token that the platform makes. */
export const ISSUED_ADVICE =
  'It may be incomplete. Copy the whole token from your platform; one that can be guessed is refused.';

/** What follows the weakness of a secret that whoever runs this server makes: why it matters, and what to do. */
export const WEAKNESS_ADVICE =
  'A secret that can be guessed can be discovered by watching what is masked. Use a random one, for example from `openssl rand -hex 32`.';
