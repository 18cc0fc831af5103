/** Reads a paged list to its end. */
import type { Page } from '../platform/parse/records.ts';
import { entryCount, isLastPage, mayBeCapped } from '../present/paging.ts';

/** Largest page of every list operation (specification, "Limits"). */
export const PAGE_SIZE = 100;
/** Pages after which an endless list is abandoned: the platform ignores `offset`. */
const MAX_PAGES = 1_000;
/** Consecutive pages with only withheld records: a platform that ignores `offset` and tenants sends nothing else. */
const MAX_WITHHELD_PAGES = 100;
/** How often a list is read if it shrinks meanwhile, including the first time. */
const READINGS = 3;

type Read<T> = (offset: number, limit: number) => Promise<Page<T>>;

/** A page of a list that is being read. */
interface Part<T> {
  readonly items: readonly T[];
  /** The list is read again from its start: earlier items are out of date. */
  readonly startsOver: boolean;
}

/** A list that was read to its end. */
export interface WholeList<T> {
  readonly items: readonly T[];
  /**
   * False if something may be missing: the list shrank during every reading, some entries are not records, or it ended before
   * the platform's own total or `hasMore` did.
   */
  readonly isWhole: boolean;
}

/** All items of a list, each once, in the latest version read. */
export async function allPages<T>(read: Read<T>, idOf: (item: T) => string): Promise<WholeList<T>> {
  const items = new Map<string, T>();
  let isWhole = true;
  for await (const part of pages(read, idOf, () => (isWhole = false))) {
    if (part.startsOver) items.clear();
    for (const item of part.items) items.set(idOf(item), item);
  }
  return { items: [...items.values()], isWhole };
}

/** Several lists as one, each item once. */
export const together = <T extends { readonly id: string }>(lists: readonly WholeList<T>[]): WholeList<T> => ({
  items: [...new Map(lists.flatMap(({ items }) => items).map((item) => [item.id, item])).values()],
  isWhole: lists.every(({ isWhole }) => isWhole),
});

/**
 * The pages of a list as they come; items may repeat. It ends at a page that says so, that is short without a total, or
 * that has nothing new, since a platform that ignores `offset` sends the same page forever.
 *
 * If an item leaves the list between two pages, the rest moves up, past the start of the next page. So each page begins
 * with the last item of the page before: if that is missing, others may be too, and the list is read again. If items move
 * to the front meanwhile, they may have come from a page not yet read, so the first page is read once more at the end.
 * @param onGap called at the end unless the list is whole
 */
export async function* pages<T>(
  read: Read<T>,
  idOf: (item: T) => string,
  onGap?: () => void,
): AsyncGenerator<Part<T>, void> {
  let isWhole = true;
  const noted: Read<T> = async (offset, limit) => {
    const page = await read(offset, limit);
    isWhole &&= page.unreadable === 0;
    return page;
  };
  for (let reading = 1; reading <= READINGS; reading++) {
    const isLast = reading === READINGS;
    let isSteady = true;
    let startsOver = reading > 1;
    for await (const { items, follows, isShort } of onePass(noted, idOf)) {
      isWhole &&= !isShort;
      isSteady &&= follows;
      if (!isSteady && !isLast) break;
      yield { items, startsOver };
      startsOver = false;
    }
    if (!isSteady && !isLast) continue;
    if (!(isSteady && isWhole)) onGap?.();
    return;
  }
}

/**
 * The pages of one reading. `follows` is false if a page does not begin with the last item of the page before, or reports a
 * smaller total; `isShort` is true if the platform says that there is more than it sent.
 */
async function* onePass<T>(
  read: Read<T>,
  idOf: (item: T) => string,
): AsyncGenerator<{ readonly items: readonly T[]; readonly follows: boolean; readonly isShort?: boolean }, void> {
  const seen = new Set<string>();
  /** Entries, those sent twice in different places once. */
  let sent = 0;
  let overlaps = true;
  let last: string | undefined;
  let atLeast = 0;
  let withheldPages = 0;
  let hasGrown = false;
  for (let page = 0, offset = 0; page < MAX_PAGES; page++) {
    const response = await read(offset, PAGE_SIZE);
    const { items, withheld = 0, total } = response;
    const ids = items.map(idOf);
    // Unreadable and withheld entries count too.
    const end = offset + entryCount(response);
    const before = seen.size;
    sent += entryCount(response) - ids.filter((id) => seen.has(id)).length;
    for (const id of ids) seen.add(id);
    const place = last === undefined ? 0 : ids.indexOf(last);
    yield { items, follows: place >= 0 && (total ?? atLeast) >= atLeast };
    atLeast = total ?? atLeast;
    const isRepeated = seen.size === before;
    if (isRepeated && last !== undefined && end > offset + 1) {
      // A platform that rounds offsets to whole pages sends the page before again.
      overlaps = false;
      last = undefined;
      offset++;
      continue;
    }
    hasGrown ||= place > 0;
    const requested = { offset, limit: PAGE_SIZE };
    // A platform may silently cap a page at 20: the next request starts after those 20.
    const isLast = isLastPage(response, requested) && !mayBeCapped(response, requested);
    // A page with only withheld records has nothing new, but more may follow.
    withheldPages = items.length === 0 && withheld > 0 ? withheldPages + 1 : 0;
    if (isLast || (isRepeated && (withheldPages === 0 || withheldPages > MAX_WITHHELD_PAGES))) {
      const saysMore = atLeast > 0 ? atLeast > sent && response.hasMore !== false : response.hasMore === true;
      if (saysMore) yield { items: [], follows: true, isShort: true };
      break;
    }
    // Unreadable and withheld entries can't be recognised on the next page, and a page of one entry would never advance.
    last = overlaps && ids.length === end - offset && ids.length > 1 ? ids.at(-1) : undefined;
    offset = last === undefined ? end : end - 1;
  }
  if (hasGrown) yield { items: (await read(0, PAGE_SIZE)).items, follows: true };
}
