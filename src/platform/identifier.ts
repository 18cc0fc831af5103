/** Identifiers that are safe in a path. Everything else about them is for the platform to judge. */

/**
 * The characters, as published to clients: a plain character class, since some model APIs reject look-around. Most tools
 * repeat it, so it is short; {@link isIdentifier} decides.
 */
export const IDENTIFIER_PATTERN = '^[A-Za-z0-9._~:-]+$';
const MAX_LENGTH = 128;

/** The rule in words. */
export const IDENTIFIER_RULE = '1 to 128 characters of A-Z a-z 0-9 . _ ~ : -';

/** The rule for callers that can take an id from a list. */
export const LISTED_IDENTIFIER_RULE = `${IDENTIFIER_RULE} (an id as a list gave it)`;

const IDENTIFIER = new RegExp(IDENTIFIER_PATTERN);

/** Whether a text is an identifier. `.` and `..` are not: they would change the path. */
export const isIdentifier = (text: string): boolean =>
  text.length <= MAX_LENGTH && IDENTIFIER.test(text) && text !== '.' && text !== '..';

/** The slug of a documentation page: `intro`, `guides/intro`. */
export const isSlug = (text: string): boolean => text.length <= MAX_LENGTH && text.split('/').every(isIdentifier);
/** The same in words. */
export const SLUG_RULE = `${IDENTIFIER_RULE}, in parts with a slash between them`;

/** Whether a text can stand in a path for a variable of this name. */
export const isValueOf = (name: string, text: string): boolean => (name === 'slug' ? isSlug : isIdentifier)(text);
