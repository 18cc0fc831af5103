/** Reads a paged list to its end. */
import type { Page } from '../platform/parse/records.ts';
import { entryCount, isLastPage, mayBeCapped } from '../present/paging.ts';

/** Largest page of every list operation (specification, "Limits"). */
export const PAGE_SIZE = 100;
/** Pages after which an endless list is abandoned: the platform ignores `offset`. */
const MAX_PAGES = 1_000;
/** Consecutive pages without a record that is read: a platform that ignores `offset` and tenants sends nothing else. */
const MAX_EMPTY_PAGES = 100;

interface Identified {
  readonly id: string;
}

type Read<T> = (offset: number, limit: number) => Promise<Page<T>>;

/** A list that was read to its end. */
export interface WholeList<T> {
  readonly items: readonly T[];
  /** False if something may be missing: it shrank meanwhile, has unreadable entries, or ended too early. */
  readonly isWhole: boolean;
  /** Something may be missing for another reason than its size. */
  readonly hasGap?: boolean;
  /** Records that were left out because of their size. */
  readonly oversized?: number;
}

/** All items of a list, each once, in the latest version read. */
export async function allPages<T extends Identified>(read: Read<T>): Promise<WholeList<T>> {
  const items = new Map<string, T>();
  /** By their places: a page may be read twice. */
  const oversized = new Set<number>();
  let hasGap = false;
  const readPage: Read<T> = async (offset, limit) => {
    const page = await read(offset, limit);
    for (let at = 0; at < (page.oversized ?? 0); at++) oversized.add(offset + at);
    return page;
  };
  for await (const page of pages(readPage, () => (hasGap = true))) for (const item of page) items.set(item.id, item);
  return { items: [...items.values()], isWhole: !hasGap && oversized.size === 0, hasGap, oversized: oversized.size };
}

/** Several lists as one, each item once. */
export const together = <T extends Identified>(lists: readonly WholeList<T>[]): WholeList<T> => ({
  items: [...new Map(lists.flatMap(({ items }) => items).map((item) => [item.id, item])).values()],
  isWhole: lists.every(({ isWhole }) => isWhole),
});

/**
 * The pages of a list as they come; items may repeat. It ends at a page that says so, that is short without a total, or
 * that has nothing new, since a platform that ignores `offset` sends the same page forever.
 *
 * If an item leaves the list between two pages, the rest moves up, past the start of the next page. So each page begins
 * with the last item of the page before: if that is missing, others may be too. If items move to the front meanwhile, they
 * may have come from a page not yet read, so the first page is read once more at the end.
 * @param onGap called at the end unless the list is whole but for records that are too large
 */
export async function* pages<T extends Identified>(
  read: Read<T>,
  onGap?: () => void,
): AsyncGenerator<readonly T[], void> {
  const seen = new Set<string>();
  /** Entries, those sent twice in different places once. */
  let sent = 0;
  let overlaps = true;
  let last: string | undefined;
  let atLeast = 0;
  let emptyPages = 0;
  let hasGrown = false;
  let isWhole = true;
  let isEnded = false;
  for (let page = 0, offset = 0; page < MAX_PAGES; page++) {
    const response = await read(offset, PAGE_SIZE);
    const { items, unreadable, oversized = 0, withheld = 0, total } = response;
    const ids = items.map(({ id }) => id);
    // Unreadable and withheld entries count too.
    const end = offset + entryCount(response);
    const before = seen.size;
    sent += entryCount(response) - ids.filter((id) => seen.has(id)).length;
    for (const id of ids) seen.add(id);
    const place = last === undefined ? 0 : ids.indexOf(last);
    isWhole &&= unreadable === oversized && place >= 0 && (total ?? atLeast) >= atLeast;
    yield items;
    atLeast = total ?? atLeast;
    const isRepeated = seen.size === before;
    const isOne = end === offset + 1 && response.limit === 1;
    if (isRepeated && last !== undefined && (end > offset + 1 || isOne)) {
      // A platform that rounds offsets to whole pages sends the page before again; where the next record is so large that one is
      // read at a time, the page is the overlap alone.
      overlaps &&= isOne;
      last = undefined;
      offset++;
      continue;
    }
    hasGrown ||= place > 0;
    const requested = { offset, limit: PAGE_SIZE };
    // A platform may silently cap a page at 20: the next request starts after those 20.
    // A total below the entries so far is wrong.
    const { total: _, ...untotalled } = response;
    const counted = total !== undefined && total < end ? untotalled : response;
    const isLast = isLastPage(counted, requested) && !mayBeCapped(counted, requested);
    // A page with only withheld records has nothing new, but more may follow; so has one with a single unreadable record.
    const isUnreadable = unreadable > 0 && response.limit === oversized + 1;
    emptyPages = items.length === 0 && (withheld > 0 || isUnreadable) ? emptyPages + 1 : 0;
    if (isLast || (isRepeated && (emptyPages === 0 || emptyPages > MAX_EMPTY_PAGES))) {
      const saysMore = atLeast > 0 ? atLeast > sent && response.hasMore !== false : response.hasMore === true;
      isWhole &&= !saysMore;
      isEnded = true;
      break;
    }
    // Unreadable and withheld entries can't be recognised on the next page, and a page of one entry would never advance.
    last = overlaps && ids.length === end - offset && ids.length > 1 ? ids.at(-1) : undefined;
    offset = last === undefined ? end : end - 1;
  }
  isWhole &&= isEnded;
  if (hasGrown) {
    const { items, unreadable, oversized = 0 } = await read(0, PAGE_SIZE);
    isWhole &&= unreadable === oversized;
    yield items;
  }
  if (!isWhole) onGap?.();
}
