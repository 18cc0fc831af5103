/** Lists laid end to end keep to their pages. */
import { expect, it } from 'vitest';
import { listPage } from '../../src/mcp/protocol/list-cursor.ts';

it.each([
  { lists: [50], pages: [50] },
  { lists: [51], pages: [50, 1] },
  { lists: [50, 1], pages: [50, 1] },
  { lists: [20, 0, 90], pages: [50, 50, 10] },
])('lists of $lists come in pages of $pages, each entry once', async ({ lists, pages }) => {
  const all = lists.map((length, list) => Array.from({ length }, (_, index) => `${list}.${index}`));
  const sources = all.map((entries) => async () => entries);
  const seen: string[][] = [];
  let cursor: string | undefined;
  do {
    const page = await listPage(sources, cursor);
    seen.push(page.entries);
    cursor = page.nextCursor;
  } while (cursor !== undefined);
  expect(seen.map(({ length }) => length)).toEqual(pages);
  expect(seen.flat()).toEqual(all.flat());
});
