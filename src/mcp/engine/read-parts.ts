/** What was shown of which request, in the memory of this process: another replica has not shown it. */
import type { ReadParts } from '../contract/read-parts.ts';

/** Requests that are remembered, the last ones. */
const KEPT = 500;

/** Ranges of characters by message number. */
type Ranges = Map<number, [from: number, to: number][]>;

/** Remembers the last {@link KEPT} requests that parts were shown of. */
export function createReadParts(): ReadParts {
  const requests = new Map<string, Ranges>();
  const keyOf = (caller: string, digest: string): string => `${digest} ${caller}`;
  return {
    note(caller, digest, { message, from, to }) {
      const key = keyOf(caller, digest);
      const ranges = requests.get(key) ?? new Map();
      requests.delete(key);
      requests.set(key, ranges);
      ranges.set(message, [...(ranges.get(message) ?? []), [from, to]]);
      for (const oldest of requests.keys()) {
        if (requests.size <= KEPT) break;
        requests.delete(oldest);
      }
    },
    firstUnread(caller, digest, message, length) {
      const ranges = requests.get(keyOf(caller, digest))?.get(message) ?? [];
      // Also one without any text: its role and name are read, too.
      if (ranges.length === 0) return 0;
      let read = 0;
      for (const [from, to] of [...ranges].sort(([a], [b]) => a - b)) {
        if (from > read) break;
        read = Math.max(read, to);
      }
      return read >= length ? undefined : read;
    },
  };
}
