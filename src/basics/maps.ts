/** Maps that group items, and those that forget what was used least recently: their keys are in the order of their use. */

/** The items of each key, in order: `Map.groupBy`, which Node.js 20 lacks. */
export function groupBy<T, K>(items: readonly T[], keyOf: (item: T) => K): ReadonlyMap<K, readonly T[]> {
  const groups = new Map<K, T[]>();
  for (const item of items) {
    const key = keyOf(item);
    const group = groups.get(key);
    if (group === undefined) groups.set(key, [item]);
    else group.push(item);
  }
  return groups;
}

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
