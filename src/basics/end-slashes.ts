/** A path or address without the slashes at its end. A loop: a pattern takes the square of the number of slashes. */
export function withoutEndSlashes(text: string): string {
  let end = text.length;
  while (text[end - 1] === '/') end--;
  return text.slice(0, end);
}
