/**
 * Disables Markdown in a question. Hosts may render it: an image would be loaded, a link could be pressed, a "not" could be
 * struck out. So foreign text, which is between the marks, is put into a code span, which is shown verbatim (CommonMark,
 * Code spans). Hosts that show plain text show the backticks.
 */

/** What stands between the marks. */
const MARKED = /⟦([^⟦⟧]*)⟧/g;

/** Makes everything between marks inert. */
export const inert = (message: string): string =>
  message.replace(MARKED, (whole, inner: string) => (NEEDS_NONE.test(inner) ? whole : `⟦${codeSpan(inner)}⟧`));

/**
 * Words, numbers and punctuation without meaning in Markdown, including an underscore within a word. Cap: a page of a
 * question, 6,000 characters.
 */
const NEEDS_NONE = /^(?!.*(?:www\.|:\/\/|@))(?:[\p{L}\p{N} .,;:?'"{}()/+%€$…-]|(?<=[\p{L}\p{N}])_(?=[\p{L}\p{N}]))*$/u;

/** Possible delimiters: a run of backticks that the text doesn't contain. */
const DELIMITERS = ['`', '``', '```'];

function codeSpan(text: string): string {
  // In case a renderer ignores the span: an image, a link, HTML.
  const broken = text.replace(/\](?=[([:])/g, '] ').replace(/<(?=[a-z/!?])/gi, '< ');
  const runs = new Set(broken.match(/`+/g));
  const delimiter = DELIMITERS.find((one) => !runs.has(one));
  if (delimiter === undefined) return `\`${broken.replaceAll('`', "'")}\``;
  // A backtick at the edge would lengthen the delimiter.
  const padded = /^`|`$/.test(broken) ? ` ${broken} ` : broken;
  return delimiter + padded + delimiter;
}
