/**
 * Pages of lists. The platform's pages are checked, since deployments ignore a `limit` or filter that they don't know; lists
 * that it sends whole are paged here. Either way the list names the exact call for the rest.
 */

import { type NextStep, present } from '../mcp/contract/result.ts';
import { MOST_VALUES } from '../platform/client/call-errors.ts';
import { ownField, text } from '../platform/parse/coerce.ts';
import type { Page } from '../platform/parse/records.ts';
import { count } from './units.ts';

/** A requested page: at most `limit` records, after the first `offset`. */
export interface PageQuery {
  readonly limit: number;
  readonly offset: number;
}

/** A requested filter, and how to check its effect on a record. */
export interface Filter<T> {
  /** Completes "that are not ...": `archived`. */
  readonly label: string;
  matches(item: T): boolean;
}

/** Filters that must all match; those not requested are undefined. */
export function allOf<T>(...filters: readonly (Filter<T> | undefined)[]): Filter<T> | undefined {
  const set = filters.filter((filter) => filter !== undefined);
  if (set.length === 0) return undefined;
  return {
    label: set.map(({ label }) => label).join(' and '),
    matches: (item) => set.every((filter) => filter.matches(item)),
  };
}

/** A page as it is shown, with notes on it. */
export interface PageView<T> {
  readonly items: readonly T[];
  readonly notes: readonly string[];
  readonly total: number | undefined;
  /** Records of the whole list before this page. */
  readonly offset: number;
  /** Entries that could not be read, with those left out as too large. */
  readonly unreadable: number;
  /** The call for the rest if `shown` of the items are shown. */
  rest(shown: number): NextStep | undefined;
}

/** Number of entries on a page, including those that are not records and those withheld because of a pinned tenant. */
export const entryCount = ({ items, unreadable, withheld = 0 }: Page<unknown>): number =>
  items.length + unreadable + withheld;

/** By `hasMore`, else by the total, else by whether it has fewer entries than requested or the platform's page size. */
export function isLastPage(page: Page<unknown>, query: PageQuery): boolean {
  const { hasMore, total, limit } = page;
  const received = entryCount(page);
  if (hasMore !== undefined) return !hasMore;
  if (total !== undefined) return query.offset + received >= total;
  return received < (limit !== undefined && limit > 0 ? Math.min(limit, query.limit) : query.limit);
}

/** Round numbers of records, at which platforms cap a page silently. */
const ROUND = [10, 20, 25, 50];

/** Whether the platform may have capped the page: it sent a round number of records, fewer than requested, and no total. */
export function mayBeCapped(page: Page<unknown>, query: PageQuery): boolean {
  const { hasMore, total, limit } = page;
  const received = entryCount(page);
  return (hasMore ?? total ?? limit) === undefined && received < query.limit && ROUND.includes(received);
}

/** A note on records of a list that were left out because of their size. */
export const tooLargeNote = (oversized: number, noun: string): string =>
  `${count(oversized, noun)} ${oversized === 1 ? 'is' : 'are'} too large to be read (AGENT_PLATFORM_MAX_RESPONSE_MB, ${MOST_VALUES} values): view ${oversized === 1 ? 'it' : 'them'} in the platform itself.`;

/** Notes on entries that were unreadable, too large or another tenant's, so that nothing is lost silently. */
export function unreadableNotes({
  unreadable,
  oversized = 0,
  withheld = 0,
}: Pick<Page<unknown>, 'unreadable' | 'oversized' | 'withheld'>): string[] {
  return present(
    unreadable > oversized && `${count(unreadable - oversized, 'entry', 'entries')} of the answer could not be read.`,
    oversized > 0 && tooLargeNote(oversized, 'record'),
    withheld > 0 && `${count(withheld, 'record')} of another tenant or subtenant left out.`,
  );
}

/** The calls for the rest of a tool's list: with these arguments, from an offset on. */
export const restOf =
  (tool: string, args: NextStep['arguments']) =>
  (offset: number): NextStep => ({ tool, arguments: { ...args, offset }, why: 'see the rest' });

/** A page from the platform. `call` is a call of the same tool with another offset. */
export function platformPage<T>(
  page: Page<T>,
  query: PageQuery,
  call: (offset: number) => NextStep,
  filter?: Filter<T>,
): PageView<T> {
  const withheld = page.withheld ?? 0;
  const received = entryCount(page);
  const isUncut = received > query.limit;
  if (isUncut) {
    const ignored = `The platform ignored limit: it sent ${count(received, 'record')}. The page was cut to the limit.`;
    // By its total, it sent what follows the offset.
    if (query.offset > 0 && page.total === query.offset + page.items.length) {
      const cut = { ...page, items: page.items.slice(0, query.limit), hasMore: true };
      const view = platformPage(cut, query, call, filter);
      return { ...view, notes: [ignored, ...view.notes] };
    }
    const isSure = query.offset === 0 || page.total === received;
    const doubt = ` If it did count from offset ${query.offset}, records are left out here.`;
    const matching = filter ? page.items.filter((item) => filter.matches(item)) : page.items;
    const view = localPage({ ...page, items: matching }, query, call, page);
    const dropped = page.items.length - matching.length;
    const note = isSure ? ignored : `${ignored}${doubt}`;
    return { ...view, notes: [note, ...droppedNotes(dropped, filter), ...view.notes] };
  }
  const items: T[] = [];
  const places: number[] = [];
  page.items.forEach((item, index) => {
    if (filter?.matches(item) === false) return;
    items.push(item);
    places.push(page.places?.[index] ?? index);
  });
  const next = query.offset + received;
  const { total = Number.POSITIVE_INFINITY, ...untotalled } = page;
  // A total below the number of records sent is wrong: the page's own count, or else the platform ignores offset.
  const isLess = received > 0 && total < next;
  const hasMore = received > 0 && !isLastPage(isLess && total <= received ? untotalled : page, query);
  return {
    items,
    notes: present(
      ...droppedNotes(page.items.length - items.length, filter),
      ...unreadableNotes(page),
      mayBeCapped(page, query) &&
        `The platform sent ${received} of the ${query.limit} records asked for, without a total: there may be more, from offset ${next} on.`,
    ),
    // If the platform ignored a filter, its total counts records that were left out here.
    total: isLess || items.length < page.items.length || withheld > 0 ? undefined : page.total,
    offset: query.offset,
    unreadable: page.unreadable,
    rest(shown) {
      const first = places[shown];
      if (first !== undefined) return call(query.offset + first);
      return hasMore ? call(next) : undefined;
    },
  };
}

/** A note on records that were left out because the platform ignored a filter. */
export function droppedNotes(dropped: number, filter: Filter<never> | undefined): string[] {
  if (dropped === 0 || filter === undefined) return [];
  return [
    `The platform also sent ${count(dropped, 'record')} that ${dropped === 1 ? 'is' : 'are'} not ${filter.label}; ${dropped === 1 ? 'it was' : 'they were'} left out.`,
  ];
}

/** A page of a list that the platform sends whole. @param sent the list as it was sent, if a filter left records out */
export function localPage<T>(
  whole: Page<T>,
  query: PageQuery,
  call: (offset: number) => NextStep,
  sent: Page<unknown> = whole,
): PageView<T> {
  const { items } = whole;
  return {
    items: items.slice(query.offset, query.offset + query.limit),
    notes: [...unreadableNotes(whole), ...fewerNotes(sent)],
    total: items.length,
    offset: query.offset,
    unreadable: whole.unreadable,
    rest(shown) {
      const next = query.offset + shown;
      return next < items.length ? call(next) : undefined;
    },
  };
}

/** A note on a list that should be whole, if the platform says that it is not. */
export function fewerNotes(page: Page<unknown>): string[] {
  const { total, hasMore } = page;
  const sent = entryCount(page);
  if (total !== undefined && total > sent)
    return [`The platform counts ${total}, but sent ${sent}: the rest is missing here.`];
  return total === undefined && hasMore === true
    ? [`The platform sent ${sent}, and says that it has more: the rest is missing here.`]
    : [];
}

/** Whether the platform sent all of a list that it sends whole, in a form that can be read. */
export const isSentWhole = (list: Page<unknown>): boolean => list.unreadable === 0 && fewerNotes(list).length === 0;

const timeOf = (record: unknown): string => text(ownField(record, 'createdAt')) ?? '';

/**
 * The first sentence of a page: "3 agents." only if these are all, "3 of 9 agents." if the total is known, else "The first 3
 * agents; more follow.". `scope` completes it: ` of assistant a`; `after` is added at the end.
 */
export function headline<T>(page: PageView<T>, query: PageQuery, noun: string, scope = '', after = ''): string {
  const shown = page.items.length;
  const what = count(shown, noun);
  const isMore = page.rest(shown) !== undefined;
  const isWhole = query.offset === 0 && !isMore && (page.total ?? shown) <= shown;
  const place = `${scope}${orderSuffix(page.items, isWhole)}${fromOffset(query)}`;
  const more = isMore ? '; more follow' : '';
  if (shown === 0)
    return `No ${noun}s${scope}${page.unreadable > 0 && !isMore ? ' could be read' : ''}${fromOffset(query)}${more}.`;
  if (page.total !== undefined && page.total > shown) return `${shown} of ${count(page.total, noun)}${place}${after}.`;
  const isFirst = isMore && query.offset === 0;
  const subject = isFirst ? `The first ${shown === 1 ? noun : what}` : what;
  return `${subject}${place}${after}${more}.`;
}

/** The same for a list that the platform sent whole, wherever the page begins: "9 tools on tool server t." */
export function wholeHeadline(all: readonly unknown[], query: Pick<PageQuery, 'offset'>, noun: string, scope = '') {
  const what = all.length === 0 ? `No ${noun}s` : count(all.length, noun);
  return `${what}${scope}${orderSuffix(all, true)}${fromOffset(query)}.`;
}

/**
 * The order of the records, as far as their times show it: `, newest first`. The specification leaves the order open, and a
 * page says nothing about the pages around it: `, newest first on this page`. Empty for a single record.
 */
function orderSuffix(records: readonly unknown[], isWhole: boolean): string {
  const times = records.map(timeOf);
  if (times.length < 2) return '';
  const sorted = [...times].sort();
  const isOrdered = times[0] !== times.at(-1) && !times.includes('');
  const where = isWhole ? '' : ' on this page';
  const is = (order: readonly string[]): boolean => isOrdered && times.every((time, index) => time === order[index]);
  if (is(sorted.toReversed())) return `, newest first${where}`;
  return is(sorted) ? `, oldest first${where}` : ", in the platform's order";
}

/** `, starting at offset 20`; empty for the beginning of a list. */
export const fromOffset = ({ offset }: { readonly offset: number }): string =>
  offset > 0 ? `, starting at offset ${offset}` : '';
