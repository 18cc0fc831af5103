/**
 * Takes the life out of Markdown in a question. Hosts may render it: an image would be loaded, a link could be pressed, a
 * struck-out "not" would be gone. What others wrote stands between the marks, and is put into a code span there, which is
 * shown letter by letter (CommonMark, Code spans); hosts that show plain text show a backtick on either side.
 */
const MARKED = /⟦([^⟧]*)⟧/g;

/** Defuses everything between marks. */
export const inert = (message: string): string =>
  message.replace(MARKED, (whole, inner: string) => (NEEDS_NONE.test(inner) ? whole : `⟦${codeSpan(inner)}⟧`));

/** Words, numbers and punctuation that Markdown gives no meaning to; an underscore within a word is one of them. */
const NEEDS_NONE = /^(?!.*(?:www\.|:\/\/|@))(?:[\p{L}\p{N} .,;:?'"{}()/+%€$…-]|(?<=[\p{L}\p{N}])_(?=[\p{L}\p{N}]))*$/u;

/** Delimiters that are tried: a run of backticks that the text does not hold. */
const DELIMITERS = ['`', '``', '```'];

function codeSpan(text: string): string {
  // What would be live if a renderer took the span for text: an image, a link, HTML.
  const broken = text.replace(/\](?=[([:])/g, '] ').replace(/<(?=[a-z/!?])/gi, '< ');
  const runs = new Set(broken.match(/`+/g));
  const delimiter = DELIMITERS.find((one) => !runs.has(one));
  if (delimiter === undefined) return `\`${broken.replaceAll('`', "'")}\``;
  // A backtick at the edge would lengthen the delimiter.
  const padded = /^`|`$/.test(broken) ? ` ${broken} ` : broken;
  return delimiter + padded + delimiter;
}
