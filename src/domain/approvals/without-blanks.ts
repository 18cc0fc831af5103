/** JSON as it would be without the whitespace between its tokens. */
import { endOfText } from '../../platform/parse/json-scan.ts';

/**
 * JSON without whitespace between its tokens; of text that is cut off inside a string, the string as it is. One pass: a
 * pattern for strings takes the square of the length of such a text.
 */
export function withoutBlanks(json: string): string {
  const parts: string[] = [];
  for (let at = 0; at < json.length; ) {
    const quote = json.indexOf('"', at);
    const begin = quote < 0 ? json.length : quote;
    const end = endOfText(json, begin);
    parts.push(json.slice(at, begin).replace(/\s+/g, ''), json.slice(begin, end));
    at = end;
  }
  return parts.join('');
}
