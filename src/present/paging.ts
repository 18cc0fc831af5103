/**
 * Pages of lists. What the platform pages is checked (deployments ignore a `limit` or a filter that they do not know),
 * what it does not page is paged here; either way the list names the exact call for the rest.
 */

import type { NextStep } from '../mcp/contract/answer.ts';
import type { Page } from '../platform/parse/records.ts';
import { count } from './units.ts';

/** What was asked for: at most `limit` records, after the first `offset`. */
export interface PageQuery {
  readonly limit: number;
  readonly offset: number;
}

/** A filter that was asked for, and how to see on a record that it took effect. */
export interface Filter<T> {
  /** Completes "that are not ...": `archived`. */
  readonly words: string;
  matches(item: T): boolean;
}

/** Filters that must all hold; those that were not asked for are undefined. */
export function allOf<T>(...filters: readonly (Filter<T> | undefined)[]): Filter<T> | undefined {
  const given = filters.filter((filter) => filter !== undefined);
  if (given.length === 0) return undefined;
  return {
    words: given.map(({ words }) => words).join(' and '),
    matches: (item) => given.every((filter) => filter.matches(item)),
  };
}

/** A page as it is shown, and what has to be said of it. */
export interface PageView<T> {
  readonly items: readonly T[];
  readonly notes: readonly string[];
  readonly total: number | undefined;
  /** The call for the rest when `shown` of the items are shown. */
  rest(shown: number): NextStep | undefined;
}

/** How many places of a list a page takes: with what is no record, and what a pinned tenant keeps out. */
export const placesOf = ({ items, unreadable, withheld = 0 }: Page<unknown>): number =>
  items.length + unreadable + withheld;

/**
 * Whether nothing follows a page: by `hasMore`, else by the total. Where neither is told, a page is the last that holds
 * fewer than were asked for, or than the platform says it sends at once.
 */
export function endsHere(page: Page<unknown>, asked: PageQuery): boolean {
  const { hasMore, total, limit } = page;
  const received = placesOf(page);
  if (hasMore !== undefined) return !hasMore;
  if (total !== undefined) return asked.offset + received >= total;
  return received < (limit !== undefined && limit > 0 ? Math.min(limit, asked.limit) : asked.limit);
}

/** Round numbers of records, at which platforms cap a page without a word. */
const ROUND = [10, 20, 25, 50];

/** Where the platform may have sent fewer than there are: a round number of them, short of what was asked for, and no total. */
function cappedNotes(page: Page<unknown>, asked: PageQuery): string[] {
  const { hasMore, total, limit } = page;
  const received = placesOf(page);
  if ((hasMore ?? total ?? limit) !== undefined || received >= asked.limit || !ROUND.includes(received)) return [];
  return [
    `The platform sent ${received} of the ${asked.limit} records asked for, without a total: there may be more, from offset ${asked.offset + received} on.`,
  ];
}

/** Entries of an answer that were no records, or another tenant's: said, so that nothing is lost silently. */
export function unreadableNotes({
  unreadable,
  withheld = 0,
}: Pick<Page<unknown>, 'unreadable' | 'withheld'>): string[] {
  return [
    ...(unreadable > 0 ? [`${count(unreadable, 'entry', 'entries')} of the answer could not be read.`] : []),
    ...(withheld > 0 ? [`${count(withheld, 'record')} of another tenant or subtenant left out.`] : []),
  ];
}

/** A page that the platform cut. `call` is the call of this very tool from an offset on. */
export function platformPage<T>(
  page: Page<T>,
  query: PageQuery,
  call: (offset: number) => NextStep,
  filter?: Filter<T>,
): PageView<T> {
  const withheld = page.withheld ?? 0;
  const received = placesOf(page);
  const isUncut = received > query.limit;
  if (isUncut) {
    const matching = filter ? page.items.filter((item) => filter.matches(item)) : page.items;
    const view = ownPage({ ...page, items: matching }, query, call);
    const dropped = page.items.length - matching.length;
    const note = `The platform ignored limit: it sent ${count(received, 'record')}. The page was cut to the limit.`;
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
  const hasMore = received > 0 && !endsHere(page, query);
  return {
    items,
    notes: [
      ...droppedNotes(page.items.length - items.length, filter),
      ...unreadableNotes(page),
      ...cappedNotes(page, query),
    ],
    // The total of a filter that the platform ignores counts what was left out here.
    total: items.length < page.items.length || withheld > 0 ? undefined : page.total,
    rest(shown) {
      const first = places[shown];
      if (first !== undefined) return call(query.offset + first);
      return hasMore ? call(next) : undefined;
    },
  };
}

/** What was left out because the platform ignored a filter. */
export function droppedNotes(dropped: number, filter: Filter<never> | undefined): string[] {
  if (dropped === 0 || filter === undefined) return [];
  return [
    `The platform also sent ${count(dropped, 'record')} that ${dropped === 1 ? 'is' : 'are'} not ${filter.words}; ${dropped === 1 ? 'it was' : 'they were'} left out.`,
  ];
}

/** A page of a list that the platform sends whole. */
export function ownPage<T>(whole: Page<T>, query: PageQuery, call: (offset: number) => NextStep): PageView<T> {
  const { items } = whole;
  return {
    items: items.slice(query.offset, query.offset + query.limit),
    notes: unreadableNotes(whole),
    total: items.length,
    rest(shown) {
      const next = query.offset + shown;
      return next < items.length ? call(next) : undefined;
    },
  };
}

const timeOf = (record: unknown): string =>
  typeof record === 'object' && record !== null && 'createdAt' in record && typeof record.createdAt === 'string'
    ? record.createdAt
    : '';

/**
 * The first sentence of a page of a list: "3 agents." only where that is all, "3 of 9 agents." where the total is known,
 * else "The first 3 agents; more follow.". `whose` completes it: ` of assistant a`; `after` is what else is to be said.
 */
export function headline<T>(page: PageView<T>, query: PageQuery, noun: string, whose = '', after = ''): string {
  const shown = page.items.length;
  const what = count(shown, noun);
  const isMore = page.rest(shown) !== undefined;
  const isWhole = query.offset === 0 && !isMore && (page.total ?? shown) <= shown;
  const place = `${whose}${orderWords(page.items, isWhole)}${fromOffset(query)}`;
  const more = isMore ? '; more follow' : '';
  if (shown === 0) return `No ${noun}s${place}${more}.`;
  if (page.total !== undefined && page.total > shown) return `${shown} of ${count(page.total, noun)}${place}${after}.`;
  const isFirst = isMore && query.offset === 0;
  const subject = isFirst ? `The first ${shown === 1 ? noun : what}` : what;
  return `${subject}${place}${after}${more}.`;
}

/** The same of a list that the platform sent whole, wherever the page begins: "9 tools on tool server t." */
export function wholeHeadline(all: readonly unknown[], query: Pick<PageQuery, 'offset'>, noun: string, whose = '') {
  const what = all.length === 0 ? `No ${noun}s` : count(all.length, noun);
  return `${what}${whose}${orderWords(all, true)}${fromOffset(query)}.`;
}

/**
 * The order in which the platform sent its records, as far as their times tell: the specification leaves it open, and a
 * page tells nothing of the pages around it. `, newest first`; nothing for a single record.
 */
function orderWords(records: readonly unknown[], isWhole: boolean): string {
  const times = records.map(timeOf);
  if (times.length < 2) return '';
  const sorted = [...times].sort();
  const isOrdered = isWhole && times[0] !== times.at(-1) && !times.includes('');
  const is = (order: readonly string[]): boolean => isOrdered && times.every((time, index) => time === order[index]);
  if (is(sorted.toReversed())) return ', newest first';
  return is(sorted) ? ', oldest first' : ", in the platform's order";
}

/** `, starting at offset 20`, where a list does not begin at its beginning. */
export const fromOffset = ({ offset }: { readonly offset: number }): string =>
  offset > 0 ? `, starting at offset ${offset}` : '';
