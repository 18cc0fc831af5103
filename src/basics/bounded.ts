/** Maps and sets that forget what was used least recently: their keys are in the order in which they were added. */

/** Forgets the oldest keys of more than `max`. */
export function forgetOldest<K>(from: Map<K, unknown> | Set<K>, max: number): void {
  for (const oldest of from.keys()) {
    if (from.size <= max) return;
    from.delete(oldest);
  }
}

/** The value of a key, or a new one; in either case it is the newest now, of at most `max`. */
export function recall<K, V>(from: Map<K, V>, key: K, make: () => V, max = Number.POSITIVE_INFINITY): V {
  const value = from.get(key) ?? make();
  from.delete(key);
  from.set(key, value);
  forgetOldest(from, max);
  return value;
}
