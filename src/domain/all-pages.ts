/** Reads a paged list to its end. */
import type { Page } from '../platform/parse/answer.ts';

/** Largest page of every list operation (specification, "Limits"). */
export const PAGE_SIZE = 100;
/** A list that never ends, because the platform ignores `offset`, is left after so many pages. */
const MAX_PAGES = 1_000;

type Read<T> = (offset: number, limit: number) => Promise<Page<T>>;

/** All items of a list, each once: as the last page has it that holds it. */
export async function allPages<T>(read: Read<T>, idOf: (item: T) => string): Promise<T[]> {
  const items = new Map<string, T>();
  for await (const page of pages(read, idOf)) {
    for (const item of page) items.set(idOf(item), item);
  }
  return [...items.values()];
}

/**
 * The pages of a list as they come, with what several of them hold. Ends at a short page, at `hasMore: false`, or when a
 * page brings nothing new: a platform that ignores `offset` sends the same page for ever.
 */
export async function* pages<T>(read: Read<T>, idOf: (item: T) => string): AsyncGenerator<readonly T[], void> {
  const seen = new Set<string>();
  for (let page = 0, offset = 0; page < MAX_PAGES; page++) {
    const { items, unreadable, hasMore, total } = await read(offset, PAGE_SIZE);
    // Entries that are no records count as places all the same.
    const received = items.length + unreadable;
    const before = seen.size;
    for (const item of items) seen.add(idOf(item));
    yield items;
    offset += received;
    const isLast =
      hasMore === false || (hasMore !== true && received < PAGE_SIZE) || (total !== undefined && offset >= total);
    if (isLast || seen.size === before) return;
  }
}
