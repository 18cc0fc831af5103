/** Subscriptions keep to their number, and lists to their pages. */
import { ResourceNotFoundError } from '@modelcontextprotocol/server';
import { expect, it } from 'vitest';
import { listPage } from '../../src/mcp/protocol/list-cursor.ts';
import { Subscriptions } from '../../src/mcp/protocol/subscriptions.ts';

it('at most so many resources are watched, and one that is gone takes no place', async () => {
  const read = async (uri: string): Promise<string | undefined> => (uri === 'gone' ? undefined : 'digest');
  const subscriptions = new Subscriptions({
    read,
    changed: () => undefined,
    failed: () => undefined,
    notFound: (uri) => new ResourceNotFoundError(uri),
    max: 2,
  });
  await subscriptions.add('a', 'ann');
  await expect(subscriptions.add('gone', 'ann')).rejects.toThrow();
  await subscriptions.add('b', 'ann');
  await subscriptions.add('b', 'ben');
  await expect(subscriptions.add('c', 'ann')).rejects.toThrow('2 resources are subscribed to already');
  subscriptions.remove('ann', 'a');
  await subscriptions.add('c', 'ann');
  subscriptions.close();
});

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
