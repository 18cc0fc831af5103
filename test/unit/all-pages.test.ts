/** A list that is read to its end says whether it is whole. */
import { expect, it } from 'vitest';
import { allPages } from '../../src/domain/all-pages.ts';

const ids = (from: number, length: number): { id: string }[] =>
  Array.from({ length }, (_, n) => ({ id: `t-${from + n}` }));

it('is not whole if it goes on after a thousand pages', async () => {
  const endless = async (offset: number) => ({
    items: ids(offset, 1),
    total: 500_000,
    hasMore: true,
    unreadable: 0,
  });
  expect((await allPages(endless)).isWhole).toBe(false);
});

it('is not whole if the first page, which is read again after the list has grown, has an entry that can’t be read', async () => {
  let reads = 0;
  const grows = async (offset: number, limit: number) => {
    reads += 1;
    const unreadable = reads > 1 && offset === 0 ? 1 : 0;
    const all = reads === 1 ? ids(0, 150) : [{ id: 'new' }, ...ids(0, 150)];
    return { items: all.slice(offset, offset + limit - unreadable), total: all.length + unreadable, unreadable };
  };
  const { items, isWhole } = await allPages(grows);
  expect([items.length, reads, isWhole]).toEqual([151, 3, false]);
});

it.each([
  [100, 10],
  [100, 150],
  [50, 10],
  [20, 10],
])('is read on in pages of %i where its total, %i, is below what they have', async (cap, total) => {
  const all = ids(0, 250);
  const low = async (offset: number, limit: number) => ({
    items: all.slice(offset, offset + Math.min(cap, limit)),
    total,
    unreadable: 0,
  });
  const { items, isWhole } = await allPages(low);
  expect([items.length, isWhole]).toEqual([250, true]);
});
