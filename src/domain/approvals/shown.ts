/**
 * Which parts of which request get_thread has shown, and to whom. A question has room for some thousand characters; what
 * lies beyond can be approved only after it was read. The memory of this process: another replica has not shown it.
 */

/** Requests that are remembered, the last ones. */
const KEPT = 500;

/** Ranges of characters by message number. */
type Ranges = Map<number, [from: number, to: number][]>;
const requests = new Map<string, Ranges>();

const keyOf = (caller: string, digest: string): string => `${digest} ${caller}`;

/** Notes that a caller was shown the characters `from` to `to` of a message of what the digest names. */
export function noteShown(caller: string, digest: string, part: { message: number; from: number; to: number }): void {
  const key = keyOf(caller, digest);
  const ranges = requests.get(key) ?? new Map();
  requests.delete(key);
  requests.set(key, ranges);
  ranges.set(part.message, [...(ranges.get(part.message) ?? []), [part.from, part.to]]);
  for (const oldest of requests.keys()) {
    if (requests.size <= KEPT) break;
    requests.delete(oldest);
  }
}

/** The first character of a message that the caller was not shown; undefined where it was read, and all of its `length`. */
export function firstUnseen(caller: string, digest: string, message: number, length: number): number | undefined {
  const ranges = requests.get(keyOf(caller, digest))?.get(message) ?? [];
  // Also one without any text: its role and name are read, too.
  if (ranges.length === 0) return 0;
  let seen = 0;
  for (const [from, to] of [...ranges].sort(([a], [b]) => a - b)) {
    if (from > seen) break;
    seen = Math.max(seen, to);
  }
  return seen >= length ? undefined : seen;
}
