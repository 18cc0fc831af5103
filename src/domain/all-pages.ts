/** Reads a paged list to its end. */
import type { Page } from '../platform/parse/answer.ts';

/** Largest page of every list operation (specification, "Limits"). */
export const PAGE_SIZE = 100;
/** A list that never ends, because the platform ignores `offset`, is left after so many pages. */
const MAX_PAGES = 1_000;

/**
 * All items of a list. Ends at a short page, at `hasMore: false`, or when a page brings nothing new: a platform that
 * ignores `offset` sends the same page for ever.
 */
export async function allPages<T>(
  read: (offset: number, limit: number) => Promise<Page<T>>,
  idOf: (item: T) => string,
): Promise<T[]> {
  const items = new Map<string, T>();
  for (let page = 0, offset = 0; page < MAX_PAGES; page++) {
    const { items: part, unreadable, hasMore, total } = await read(offset, PAGE_SIZE);
    // Entries that are no records count as places all the same.
    const received = part.length + unreadable;
    const before = items.size;
    for (const item of part) items.set(idOf(item), item);
    offset += received;
    const isLast =
      hasMore === false || (hasMore !== true && received < PAGE_SIZE) || (total !== undefined && offset >= total);
    if (isLast || items.size === before) break;
  }
  return [...items.values()];
}
