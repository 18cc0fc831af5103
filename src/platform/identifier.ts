/** What an identifier may be, wherever one is read, checked or asked for. */

/** What stands in a path or URI without escaping, but for `.` and `..`, which would change the path. */
export const IDENTIFIER = /^(?!\.{1,2}$)[A-Za-z0-9._~:-]{1,128}$/;

/** The same in words, for refusals. */
export const IDENTIFIER_WORDS = '1 to 128 characters of A-Z a-z 0-9 . _ ~ : -';

export const isIdentifier = (text: string): boolean => IDENTIFIER.test(text);
