import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { foreign } from '../../../src/platform/text.ts';
import { fitting } from '../../../src/present/excerpt.ts';
import { headline, localPage, type PageView, platformPage, wholeHeadline } from '../../../src/present/paging.ts';
import { count } from '../../../src/present/units.ts';
import { golden } from '../../support/golden.ts';

const call = (offset: number) => ({ tool: 'list', arguments: { offset }, why: 'see the rest' });
const even = { label: 'even', matches: (n: number) => n % 2 === 0 };

describe('pages', () => {
  it('reach every record once, however few of each page are shown', () => {
    const all = Array.from({ length: 23 }, (_, n) => n);
    fc.assert(
      fc.property(
        fc.integer({ min: 1, max: 10 }),
        fc.integer({ min: 1, max: 10 }),
        fc.boolean(),
        (limit, show, filtered) => {
          const seen: number[] = [];
          for (let offset: number | undefined = 0; offset !== undefined; ) {
            const items = all.slice(offset, offset + limit);
            const page: PageView<number> = platformPage(
              { items, unreadable: 0 },
              { limit, offset },
              call,
              filtered ? even : undefined,
            );
            const shown = page.items.slice(0, show);
            seen.push(...shown);
            const next: unknown = page.rest(shown.length)?.arguments.offset;
            offset = typeof next === 'number' ? next : undefined;
          }
          expect(seen).toEqual(filtered ? all.filter(even.matches) : all);
        },
      ),
    );
  });

  it.each([
    { length: 1, limit: 1, says: '1 agent.' },
    { length: 3, limit: 1, says: 'The first agent; more follow.' },
    { length: 3, limit: 2, says: "The first 2 agents, in the platform's order; more follow." },
  ])('$length of them, $limit shown, say: $says', ({ length, limit, says }) => {
    const query = { limit, offset: 0 };
    // The platform sends one page and does not say how many there are.
    const page = platformPage({ items: Array.from({ length: Math.min(length, limit) }), unreadable: 0 }, query, call);
    const rest = () => (length > limit ? call(limit) : undefined);
    expect(headline({ ...page, rest }, query, 'agent')).toBe(says);
  });

  const days = (...order: number[]) => order.map((day) => ({ createdAt: `2026-11-0${day}T10:00:00.000Z` }));
  it.each([
    { order: [3, 2, 1], says: 'The first 3 agents, newest first on this page; more follow.' },
    { order: [1, 2, 3], says: 'The first 3 agents, oldest first on this page; more follow.' },
    { order: [2, 3, 1], says: "The first 3 agents, in the platform's order; more follow." },
  ])('a page with the days $order says: $says', ({ order, says }) => {
    const query = { limit: 3, offset: 0 };
    const page = platformPage({ items: days(...order), unreadable: 0, hasMore: true }, query, call);
    expect(headline(page, query, 'agent')).toBe(says);
  });

  it.each([
    { all: days(), says: 'No tools on server s.' },
    { all: days(1), says: '1 tool on server s.' },
    { all: days(3, 2, 1), says: '3 tools on server s, newest first, starting at offset 1.' },
    // The two that are shown from 1 on would pass for oldest first.
    { all: days(3, 1, 2), says: "3 tools on server s, in the platform's order, starting at offset 1." },
  ])('a list that came whole says: $says', ({ all, says }) => {
    expect(wholeHeadline(all, { offset: all.length > 1 ? 1 : 0 }, 'tool', ' on server s')).toBe(says);
  });

  it('report what a filter did not do, and what could not be read', () => {
    const page = platformPage({ items: [1, 2, 3], unreadable: 1 }, { limit: 10, offset: 0 }, call, even);
    expect(page.items).toEqual([2]);
    expect(page.notes).toEqual([
      'The platform also sent 2 records that are not even; they were left out.',
      '1 entry of the answer could not be read.',
    ]);
    expect(page.rest(1)).toBeUndefined();
  });

  it('give no total of a filter that the platform ignored', () => {
    const query = { limit: 10, offset: 0 };
    expect(platformPage({ items: [1, 2, 3], unreadable: 0, total: 3 }, query, call, even).total).toBeUndefined();
    expect(platformPage({ items: [2, 4], unreadable: 0, total: 2 }, query, call, even).total).toBe(2);
  });

  it.each([
    { order: ['2026-03-02', '2026-03-01', '2026-03-01'], says: ', newest first' },
    { order: ['2026-03-01', '2026-03-02'], says: ', oldest first' },
    { order: ['2026-03-01', '2026-03-01'], says: ", in the platform's order" },
    { order: ['2026-03-01', '2026-03-03', '2026-03-02'], says: ", in the platform's order" },
    { order: ['2026-03-01'], says: '' },
  ])('claim an order only where the times tell it: $order', ({ order, says }) => {
    const records = order.map((createdAt) => ({ createdAt }));
    expect(wholeHeadline(records, { offset: 0 }, 'agent')).toBe(`${count(records.length, 'agent')}${says}.`);
  });

  it('end at a total that is true, even if the platform ignores offset; one that counts the page alone ends nothing', () => {
    const query = { limit: 2, offset: 4 };
    expect(platformPage({ items: [1, 2], unreadable: 0, total: 5 }, query, call).rest(2)).toBeUndefined();
    expect(platformPage({ items: [1, 2], unreadable: 0, total: 2 }, query, call).rest(2)?.arguments).toEqual({
      offset: 6,
    });
  });

  it('cut themselves where the platform ignores limit', () => {
    const page = platformPage({ items: [1, 2, 3, 4, 5], unreadable: 0 }, { limit: 2, offset: 2 }, call);
    expect(page.items).toEqual([3, 4]);
    expect(page.rest(2)?.arguments).toEqual({ offset: 4 });
    golden(page.notes.join('\n'));
  });

  it.each([
    ['ignores limit alone', (offset: number) => offset],
    ['ignores limit and offset', () => 0],
  ])('reach every record once where a platform with a total %s', (_what, begins) => {
    const all = Array.from({ length: 23 }, (_, n) => n);
    const seen: number[] = [];
    for (let offset: number | undefined = 0; offset !== undefined && seen.length < 100; ) {
      const sent = { items: all.slice(begins(offset)), unreadable: 0, total: 23, hasMore: false };
      const page = platformPage(sent, { limit: 5, offset }, call);
      seen.push(...page.items);
      const next: unknown = page.rest(page.items.length)?.arguments.offset;
      offset = typeof next === 'number' ? next : undefined;
    }
    expect(seen).toEqual(all);
  });

  it('believe hasMore and total', () => {
    const query = { limit: 2, offset: 0 };
    expect(platformPage({ items: [1, 2], unreadable: 0, hasMore: false }, query, call).rest(2)).toBeUndefined();
    expect(platformPage({ items: [1, 2], unreadable: 0, total: 2 }, query, call).rest(2)).toBeUndefined();
    expect(platformPage({ items: [1], unreadable: 0, total: 9 }, query, call).rest(1)?.arguments).toEqual({
      offset: 1,
    });
    // A total that counts the page alone, or nothing.
    for (const total of [2, -1])
      expect(
        platformPage({ items: [3, 4], unreadable: 0, total }, { limit: 2, offset: 2 }, call).rest(2)?.arguments,
      ).toEqual({ offset: 4 });
    expect(localPage({ items: [1, 2, 3], unreadable: 0 }, query, call).rest(2)?.arguments).toEqual({ offset: 2 });
  });
});

describe('fitting', () => {
  it('keeps to the size as JSON, and the parts make the whole', () => {
    fc.assert(
      fc.property(
        fc.string({ unit: fc.constantFrom('a', '"', '\n', 'é', '\\'), maxLength: 400, size: 'max' }),
        (text) => {
          let read = '';
          for (let from = 0; from < text.length; ) {
            const { part, left } = fitting(foreign(text), from, 50);
            // Up to a ninth more, where that is the rest.
            expect(JSON.stringify(part).length - 4).toBeLessThanOrEqual(left > 0 ? 50 : 55);
            expect(part.length + left).toBe(text.length - from);
            read += part.raw;
            from += part.length;
          }
          expect(read).toBe(text);
        },
      ),
    );
  });
});
