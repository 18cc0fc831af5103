/**
 * The known name that was probably meant, or undefined where none is near: at most a third of the letters differ
 * (Levenshtein distance), or one begins with the other.
 */
export function nearest(name: string, known: readonly string[]): string | undefined {
  const wanted = normal(name);
  let best: string | undefined;
  let bestDistance = Math.max(1, Math.floor(wanted.length / 3)) + 1;
  for (const candidate of known) {
    const other = normal(candidate);
    const related = wanted.length > 2 && (other.startsWith(wanted) || wanted.startsWith(other));
    // The distance is at least the difference in length: what is far too long is not worth counting.
    const hopeless = Math.abs(wanted.length - other.length) >= bestDistance;
    const distance = other === wanted ? 0 : related ? 1 : hopeless ? bestDistance : levenshtein(wanted, other);
    if (distance < bestDistance) [best, bestDistance] = [candidate, distance];
  }
  return best;
}

const normal = (name: string): string => name.toLowerCase().replace(/[-_\s]/g, '');

function levenshtein(a: string, b: string): number {
  let row = Array.from({ length: b.length + 1 }, (_, index) => index);
  for (let i = 1; i <= a.length; i++) {
    const next = [i];
    for (let j = 1; j <= b.length; j++) {
      const substituted = (row[j - 1] ?? 0) + (a[i - 1] === b[j - 1] ? 0 : 1);
      next.push(Math.min(substituted, (row[j] ?? 0) + 1, (next[j - 1] ?? 0) + 1));
    }
    row = next;
  }
  return row[b.length] ?? 0;
}
