// A text of ASCII alone takes half the room in memory, and is read faster: one other character doubles the room of the
// whole. esbuild escapes them in strings and leaves them in two places: in regular expressions, where an escape says the
// same, and in tagged templates, where a tag such as String.raw sees the difference.
import { transform } from 'esbuild';

const OTHERS = /[^\0-\x7f]/g;
const countOf = (text) => text.match(OTHERS)?.length ?? 0;

/**
 * The program in ASCII.
 * @throws where a tagged template holds another character
 */
export async function ascii(text) {
  const others = countOf(text);
  if (others === 0) return text;
  // Where templates become strings, what is left is in regular expressions.
  const { code } = await transform(text, { charset: 'ascii', supported: { 'template-literal': false } });
  if (countOf(code) < others)
    throw new Error('A tagged template holds a character beyond ASCII: put it into a string.');
  return text.replace(OTHERS, (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`);
}
