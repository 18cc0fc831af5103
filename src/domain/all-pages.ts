/** Reads a paged list to its end. */
import type { Page } from '../platform/parse/records.ts';
import { entryCount, isLastPage } from '../present/paging.ts';

/** Largest page of every list operation (specification, "Limits"). */
export const PAGE_SIZE = 100;
/** A list that never ends, because the platform ignores `offset`, is left after so many pages. */
const MAX_PAGES = 1_000;
/** Pages in a row of which a pinned tenant keeps everything back: one that ignores `offset` and tenants sends no others. */
const MAX_KEPT_BACK = 100;
/** How often a list that shrinks while it is read is read from its start, the first time included. */
const READINGS = 3;

type Read<T> = (offset: number, limit: number) => Promise<Page<T>>;

/** A page of a list that is being read. */
interface Part<T> {
  readonly items: readonly T[];
  /** The list is read again from its start: what came before is out of date. */
  readonly startsOver: boolean;
}

/** Called where a list shrank each time that it was read: what was read last may lack some of it. */
type OnUnsteady = () => void;

/** All items of a list, each once: as the last page has it that holds it. */
export async function allPages<T>(read: Read<T>, idOf: (item: T) => string, onUnsteady?: OnUnsteady): Promise<T[]> {
  const items = new Map<string, T>();
  for await (const part of pages(read, idOf, onUnsteady)) {
    if (part.startsOver) items.clear();
    for (const item of part.items) items.set(idOf(item), item);
  }
  return [...items.values()];
}

/**
 * The pages of a list as they come, with what several of them hold. Ends where a page says so, or is short and says nothing
 * of the rest, or brings nothing new: a platform that ignores `offset` sends the same page for ever.
 *
 * What leaves the list between two pages moves the rest up, past the place where the next page begins. So each page begins
 * with the last item of the one before: where it is missing, so may others be, and the list is read again. What comes to
 * the front meanwhile shows some items twice, and may have been on a page that was still to come: then the first page is
 * read once more.
 */
export async function* pages<T>(
  read: Read<T>,
  idOf: (item: T) => string,
  onUnsteady?: OnUnsteady,
): AsyncGenerator<Part<T>, void> {
  for (let reading = 1; reading <= READINGS; reading++) {
    const isLast = reading === READINGS;
    let isSteady = true;
    let startsOver = reading > 1;
    for await (const { items, follows } of onePass(read, idOf)) {
      isSteady &&= follows;
      if (!isSteady && !isLast) break;
      yield { items, startsOver };
      startsOver = false;
    }
    if (isSteady) return;
  }
  onUnsteady?.();
}

/**
 * The pages of one reading. `follows` is false where a page lacks the last item of the one before, with which it begins, or
 * names a smaller total.
 */
async function* onePass<T>(
  read: Read<T>,
  idOf: (item: T) => string,
): AsyncGenerator<{ readonly items: readonly T[]; readonly follows: boolean }, void> {
  const seen = new Set<string>();
  let overlaps = true;
  let last: string | undefined;
  let atLeast = 0;
  let keptBack = 0;
  let hasGrown = false;
  for (let page = 0, offset = 0; page < MAX_PAGES; page++) {
    const answer = await read(offset, PAGE_SIZE);
    const { items, withheld = 0, total } = answer;
    const ids = items.map(idOf);
    // Entries that are no records, or kept back, count as places all the same.
    const end = offset + entryCount(answer);
    const before = seen.size;
    for (const id of ids) seen.add(id);
    const place = last === undefined ? 0 : ids.indexOf(last);
    yield { items, follows: place >= 0 && (total ?? atLeast) >= atLeast };
    atLeast = total ?? atLeast;
    const isRepeated = seen.size === before;
    if (isRepeated && last !== undefined && end > offset + 1) {
      // A platform that rounds offsets to whole pages sends the page before once more.
      overlaps = false;
      last = undefined;
      offset++;
      continue;
    }
    hasGrown ||= place > 0;
    const isLast = isLastPage(answer, { offset, limit: PAGE_SIZE });
    // A page of which all is kept back brings nothing new, and more may follow.
    keptBack = items.length === 0 && withheld > 0 ? keptBack + 1 : 0;
    if (isLast || (isRepeated && (keptBack === 0 || keptBack > MAX_KEPT_BACK))) break;
    // An entry that is no record, or kept back, can't be found again, and a page of a single one would never get on.
    last = overlaps && ids.length === end - offset && ids.length > 1 ? ids.at(-1) : undefined;
    offset = last === undefined ? end : end - 1;
  }
  if (hasGrown) yield { items: (await read(0, PAGE_SIZE)).items, follows: true };
}
