/** The known name that was probably meant: at most a third of the letters differ, or one begins with the other. */
export function nearest(name: string, known: readonly string[]): string | undefined {
  const wanted = normal(name);
  let best: string | undefined;
  let bestDistance = Math.max(1, Math.floor(wanted.length / 3)) + 1;
  for (const candidate of known) {
    const other = normal(candidate);
    const isBeginning = wanted.length > 2 && (other.startsWith(wanted) || wanted.startsWith(other));
    // The distance is at least the difference in length.
    const hopeless = Math.abs(wanted.length - other.length) >= bestDistance;
    // A prefix is a good guess; a single typo is a better one.
    const related = isBeginning ? 1.5 : Number.POSITIVE_INFINITY;
    const distance = Math.min(related, hopeless ? bestDistance : levenshtein(wanted, other));
    if (distance < bestDistance) [best, bestDistance] = [candidate, distance];
  }
  return best;
}

/** ` Did you mean NAME?`, or nothing if no known name is near. */
export function didYouMean(name: string, known: readonly string[]): string {
  const guess = nearest(name, known);
  return guess === undefined ? '' : ` Did you mean ${guess}?`;
}

const normal = (name: string): string => name.toLowerCase().replace(/[-_\s]/g, '');

/** Counts insertions, deletions, replacements and swaps of neighbours. */
function levenshtein(a: string, b: string): number {
  let before: number[] = [];
  let row = Array.from({ length: b.length + 1 }, (_, index) => index);
  for (let i = 1; i <= a.length; i++) {
    const next = [i];
    for (let j = 1; j <= b.length; j++) {
      const replaced = (row[j - 1] ?? 0) + (a[i - 1] === b[j - 1] ? 0 : 1);
      const isSwap = i > 1 && j > 1 && a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1];
      const swapped = isSwap ? (before[j - 2] ?? 0) + 1 : Number.POSITIVE_INFINITY;
      next.push(Math.min(replaced, swapped, (row[j] ?? 0) + 1, (next[j - 1] ?? 0) + 1));
    }
    before = row;
    row = next;
  }
  return row[b.length] ?? 0;
}

/** How alike two names are, from 0 to 1: the share of their pairs of letters that both have, in any order. */
export function alike(name: string, other: string): number {
  const [a, b] = [pairs(name), pairs(other)];
  const shared = [...a].filter((pair) => b.has(pair)).length;
  return shared === 0 ? 0 : (2 * shared) / (a.size + b.size);
}

function pairs(name: string): ReadonlySet<string> {
  const words = name.toLowerCase().split(/[-_\s]+/);
  return new Set(words.flatMap((word) => Array.from(word, (letter, index) => letter + (word[index + 1] ?? ''))));
}
