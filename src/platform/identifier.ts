/** Identifiers that are safe in a path; what else they must be, the platform judges. */

/**
 * The characters, as published to clients: a plain class, since converters on the way to a model reject look-around. It
 * stands in most tools, so it is short; {@link isIdentifier} is what decides.
 */
export const IDENTIFIER_PATTERN = '^[A-Za-z0-9._~:-]+$';
/** Characters of the longest one. */
const LONGEST = 128;

/** The same for people. */
export const IDENTIFIER_WORDS = '1 to 128 characters of A-Z a-z 0-9 . _ ~ : -';

/** The same for callers that have lists to take one from. */
export const LISTED_IDENTIFIER_WORDS = `${IDENTIFIER_WORDS} (an id as a list gave it)`;

const IDENTIFIER = new RegExp(IDENTIFIER_PATTERN);

/** Whether a text is an identifier. `.` and `..` are not: an address with them leads elsewhere. */
export const isIdentifier = (text: string): boolean =>
  text.length <= LONGEST && IDENTIFIER.test(text) && text !== '.' && text !== '..';
