/** A text cut at a length, with three dots where something was left out. */
export function shorten(text: string, length: number): string {
  return text.length <= length ? text : `${text.slice(0, length - 3).trimEnd()}...`;
}
