/** Order of texts by their UTF-16 units, for `sort`: ISO times and ids, which no language orders otherwise. */
export const compareTexts = (a: string, b: string): number => (a < b ? -1 : a > b ? 1 : 0);
