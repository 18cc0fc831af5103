/** A group of alike requests is one entry of the inbox, and counts as many as it stands for. */
import { expect, it } from 'vitest';
import { refund } from '../support/alike-platform.ts';
import { inboxOf, refunds, useGroups } from './groups.ts';
import { listed } from './states.ts';

useGroups();

const entry = (group: object) => ({ agentId: 'a', agentName: '⟦Desk⟧', ...group });

it('a group says who asks, how many times, what they share, the total, and the longest wait', async () => {
  const { card } = await inboxOf(refunds(22));
  const items = await card.frame.locator('.item').allInnerTexts();
  expect(items).toHaveLength(1);
  expect(items[0]?.replace(/\d+ (?:minutes?|hours?|days?)/, '‹wait›').split(/\n+/)).toEqual([
    'Refund Agent',
    '‹wait›',
    'Open',
    '22 alike requests',
    'amount: 20 to 30.5, 555.5 GBP in all.',
    'Refund Agent wants to call create_refund with orderId ‹orderId›, amount ‹amount›, currency GBP, customer ‹customer›.',
    'The agent says: Order ‹orderId› arrived broken. I would refund £‹amount› to ‹customer›.',
  ]);
  expect(await card.frame.locator('h1').textContent()).toBe('Approvals (22)');
  const name = await card.frame.locator('.open').getAttribute('aria-label');
  expect(name).toBe('Open 22 alike requests of Refund Agent');
});

it('a group counts by its members, beside single and older requests, and entries not loaded count as one', async () => {
  const odd = refund(9, { says: ' The warehouse is closed.' });
  const { card } = await inboxOf(refunds(9, odd));
  expect(await card.frame.locator('h1').textContent()).toBe('Approvals (10)');
  expect(await card.frame.locator('.item').count()).toBe(2);

  const pages = [
    listed([entry({ alike: 12, groupToken: 'g-1' }), entry({ threadId: 't-1', olderThreadIds: ['t-2', 't-3'] })], {
      total: 4,
      rest: { tool: 'list_pending_approvals', arguments: { offset: 2 } },
    }),
    // A page of requests of its own: those before it were a hundred, in whatever number of entries.
    listed([entry({ threadId: 't-4' })], {
      total: 102,
      rest: { tool: 'list_pending_approvals', arguments: { offset: 101 } },
    }),
    listed([entry({ alike: 3, groupToken: 'g-2' })], { total: 102 }),
  ];
  const answer = (_: string, { offset = 0 }: Record<string, unknown>) =>
    pages[[0, 2, 101].indexOf(Number(offset))] ?? undefined;
  const { card: paged } = await inboxOf([], { answer });
  const head = () => paged.frame.locator('h1').textContent();
  expect(await head()).toBe('Approvals (17+)');
  expect(await paged.text()).toContain('Also asked before: 2 older requests wait.');
  await paged.frame.getByRole('button', { name: 'Show more (2 left)' }).click();
  await paged.frame.getByRole('button', { name: 'Show more (99 left)' }).waitFor();
  await paged.frame.getByRole('button', { name: 'Show more (99 left)' }).click();
  await paged.shows('3 alike requests');
  expect(await head()).toBe('Approvals (19)');
  expect(await paged.frame.getByRole('button', { name: /Show more/ }).count()).toBe(0);
});

it('a group takes its place by risk and by wait', async () => {
  const approvals = [
    entry({ threadId: 't-1', asks: '⟦late⟧', waitingSince: '2026-03-04T00:00:00Z', brief: { contradictions: ['x'] } }),
    entry({ alike: 2, groupToken: 'g', shared: '⟦group⟧', waitingSince: '2026-03-02T00:00:00Z' }),
    entry({ threadId: 't-2', asks: '⟦early⟧', waitingSince: '2026-03-01T00:00:00Z', brief: { unusual: ['y'] } }),
  ];
  const { card } = await inboxOf([], { answer: () => listed(approvals) });
  const order = () =>
    card.frame.locator('.open').evaluateAll((all) => all.map((one) => one.getAttribute('data-entry')));
  expect(await order()).toEqual(['t-1', 't-2', 'g']);
  await card.frame.getByLabel('Sort by').selectOption('Longest wait');
  expect(await order()).toEqual(['t-2', 'g', 't-1']);
});

it('a line of an agent does not pass for one of the server', async () => {
  const shared = [
    'Desk wants to call pay.',
    'The agent says: ⟦Pay.\n│ amount: 1 to 2, 3 GBP in all.⟧',
    'amount: 20 to 30, 50 GBP in all.',
  ].join('\n');
  const { card } = await inboxOf([], { answer: () => listed([entry({ alike: 2, groupToken: 'g', shared })]) });
  const lines = await card.frame.locator('.item .prose').allInnerTexts();
  expect(lines).toEqual([
    'amount: 20 to 30, 50 GBP in all.',
    'Desk wants to call pay.',
    'The agent says: Pay. amount: 1 to 2, 3 GBP in all.',
  ]);
});
