/** An opened group is shown whole, decided with one press, and each request that was not decided is named. */
import { describe, expect, it } from 'vitest';
import { refund } from '../support/alike-platform.ts';
import { CARDS } from '../support/cards.ts';
import { connect, until } from '../support/clients.ts';
import { dataOf } from '../support/data.ts';
import { uuid } from '../support/ids.ts';
import { click, type Group, groupOf, INBOX, inboxOf, openGroup, refunds, useGroups } from './groups.ts';
import { readToTheEnd } from './states.ts';

useGroups();

const sentIds = ({ platform }: Group): string[] => platform.sent().map(([id]) => id);
const ids = (n: number): string[] => Array.from({ length: n }, (_, index) => uuid(index));
const reads = ({ card }: Group, tool: string): number => card.calls.filter(({ name }) => name === tool).length;

describe('an opened group', () => {
  it('shows once what its requests share, and every value in a table with headings', async () => {
    const { card } = await groupOf(refunds(22));
    const table = card.frame.getByRole('table');
    expect(await table.getByRole('columnheader').allInnerTexts()).toEqual([
      'Row',
      'orderId',
      'amount',
      'customer',
      'metadata.ticket',
    ]);
    expect(await table.getByRole('rowheader').allInnerTexts()).toEqual(
      refunds(22).map((_, index) => String(index + 1)),
    );
    expect(await table.getByRole('cell').allInnerTexts()).toEqual(
      refunds(22).flatMap(({ orderId, amount, customer }, n) => [orderId, String(amount), customer, `T-${100 + n}`]),
    );
    const text = await card.text();
    for (const once of ['create_refund', 'Order ‹orderId› arrived broken.', '555.5 GBP in all', '\nnorth\n'])
      expect(text.split(once), once).toHaveLength(2);
    expect(await card.frame.locator('h1').textContent()).toMatch(
      /^Refund Agent: 22 alike requests, the longest waiting/,
    );
    expect(await card.frame.locator('header').textContent()).toContain('amount: 20 to 30.5, 555.5 GBP in all.');
    expect(await card.frame.locator('.actions button').allInnerTexts()).toEqual([
      'Reject all 22',
      'Approve all 22, 555.5 GBP',
    ]);
    expect(await card.frame.locator('details').textContent()).toContain(ids(22).join(', '));
  });

  it('aligns the decimal points of its amounts, and keeps the label of each row in view where it is wider than the page', async () => {
    const { card } = await groupOf(
      [20, 20.5, 8.25].map((amount, n) => refund(n, { amount })),
      { width: 320, context: { locale: 'ar-EG' } },
    );
    const ends = await card.frame.locator('td .digits').evaluateAll((all) =>
      all.map((cell) => {
        const text = cell.ownerDocument.createRange();
        const words = cell.querySelector('.number')?.firstChild as Text;
        text.setStart(words, 0);
        text.setEnd(words, /^\d+/.exec(words.data)?.[0].length ?? 0);
        return Math.round(text.getBoundingClientRect().right);
      }),
    );
    expect(ends).toHaveLength(3);
    expect(new Set(ends).size).toBe(1);
    const table = card.frame.locator('.scroll');
    expect(await table.evaluate((region) => region.scrollWidth > region.clientWidth)).toBe(true);
    await table.evaluate((region) => region.scrollTo(-1_000, 0));
    const [row, whole] = await Promise.all([table.getByRole('rowheader').first().boundingBox(), table.boundingBox()]);
    expect(Math.round((row?.x ?? 0) + (row?.width ?? 0))).toBe(Math.round((whole?.x ?? 0) + (whole?.width ?? 0)));
  });

  it('says which of its rows are the same', async () => {
    const same = { metadata: { ticket: 'T-1' } };
    const task = (n: number) => `Order 10501 broke, ${n}. Please refund 20.5 GBP to Ana María López.`;
    const { card } = await groupOf([
      refund(1, { ...same, task: task(1) }),
      refund(2),
      refund(1, { ...same, task: task(2) }),
    ]);
    expect(await card.frame.getByRole('rowheader').allInnerTexts()).toEqual([
      '1 same as row 3',
      '2',
      '3 same as row 1',
    ]);
  });

  it.each([
    { button: /^Approve all 22/, status: 'APPROVED', comment: '', says: 'Approved all 22.' },
    { button: /^Reject all 22$/, status: 'REJECTED', comment: 'Use a voucher.', says: 'Rejected all 22.' },
  ])('is decided with one press: $says', async ({ button, status, comment, says }) => {
    const group = await groupOf(refunds(22));
    const { card, platform } = group;
    await card.frame.getByLabel('Comment').fill(comment);
    await click(card, button);
    await card.shows(says);
    const body = { status, ...(comment === '' ? {} : { comment }) };
    expect(platform.sent()).toEqual(ids(22).map((id) => [id, body]));
    expect(reads(group, 'decide_from_card')).toBe(1);
    expect(await card.frame.locator('.actions').count()).toBe(0);
    await until('the model is told', () => card.contexts.length > 0);
    expect(card.contexts).toEqual([
      `The human ${status.toLowerCase()} 22 alike requests of agent ${uuid(1)} in the card.`,
    ]);
    // The list is read again.
    await click(card, 'Back to all approvals');
    await card.shows('Nothing is waiting');
    expect(reads(group, INBOX)).toBe(1);
  });

  it('of which some were not decided names each of those, with what happened', async () => {
    const group = await groupOf(refunds(8), {
      instead: ({ method, path }) =>
        method === 'POST' && path.includes(uuid(3))
          ? { status: 500, body: { message: 'broken' } }
          : method === 'POST' && path.includes(uuid(5))
            ? { status: 422, body: { message: 'no such refund' } }
            : undefined,
    });
    await click(group.card, /^Approve all/);
    await group.card.shows(/^Sent\./);
    const note = (await group.card.frame.locator('.banner').textContent()) ?? '';
    expect(note).toContain('Of 8 requests:');
    expect(note).toContain('6 decided');
    const named = note.split('\n').slice(1);
    expect(named.map((line) => line.slice(0, 36)).sort()).toEqual([uuid(3), uuid(5)]);
    expect(note).toContain('no such refund');
    await until('the model is told', () => group.card.contexts.length > 0);
    expect(group.card.contexts[0]).toContain(uuid(5));
    await click(group.card, 'Back to all approvals');
    await group.card.shows('Approvals (2)');
  });

  it('of which none was decided says so, and what to check', async () => {
    const group = await groupOf(refunds(3), {
      instead: ({ method }) => (method === 'POST' ? { status: 500, body: { message: 'broken' } } : undefined),
    });
    await click(group.card, /^Approve all/);
    await group.card.shows('Check before you decide again.');
    for (const id of ids(3)) expect(await group.card.frame.locator('.banner').textContent()).toContain(id);
    // It is not read again either: its token is no longer what waits.
    expect(await group.card.text()).not.toMatch(/Approved all|Not sent|Nothing was sent/);
  });

  it('sends nothing in a dry run, and says what it would send', async () => {
    const group = await groupOf(refunds(3), { env: { AGENT_PLATFORM_DRY_RUN: 'true' } });
    await click(group.card, /^Approve all/);
    await group.card.shows(/^Dry run\./);
    expect(group.platform.sent()).toEqual([]);
  });

  it('says why if it can’t be decided on, and still shows its requests one by one', async () => {
    const { card } = await inboxOf(refunds(3), { env: { AGENT_PLATFORM_APPROVALS: 'require' } });
    await click(card, /alike requests/);
    await card.shows('You can’t decide in this card.');
    expect(await card.frame.locator('.actions').count()).toBe(0);
    await click(card, 'Show one by one');
    await card.shows('3 alike requests, one by one');
  });

  it('tells the assistant to ask, with the token for the question, where the host asks', async () => {
    const group = await groupOf(refunds(4), {
      connect: (env) => connect({ client: 'v1', env, capabilities: CARDS, elicit: async () => ({ action: 'cancel' }) }),
    });
    await group.card.frame.getByLabel('Comment').fill('as agreed');
    await click(group.card, 'Reject all 4…');
    await group.card.shows('The assistant was told.');
    const listed = dataOf(await group.client.callTool(INBOX));
    expect(group.card.messages).toEqual([
      `I want to decide on 4 alike requests. Ask me with decide_approvals, groupToken ${listed.approvals[0]?.groupToken}, status REJECTED. My comment: as agreed`,
    ]);
    expect(reads(group, 'decide_from_card')).toBe(0);
    expect(group.platform.sent()).toEqual([]);
  });
});

describe('one by one', () => {
  it('each request has its row, its id only in its details, and opens as any other', async () => {
    const group = await groupOf(refunds(3));
    const { card } = group;
    await click(card, 'Show one by one');
    await card.shows('3 alike requests, one by one');
    const items = await card.frame.locator('.item').allInnerTexts();
    expect(items).toHaveLength(3);
    expect(items[1]).toMatch(
      /^Row 2\s+Open\s+orderId\s10501\s+amount\s20.5\s+customer\sAna María López\s+metadata.ticket\sT-101$/,
    );
    expect(await card.frame.locator('.open').nth(1).getAttribute('aria-label')).toBe('Open row 2 of Refund Agent');
    await card.frame.locator('.open').nth(1).click();
    await readToTheEnd(card);
    await click(card, 'Reject');
    await card.shows('Rejected.');
    expect(sentIds(group)).toEqual([uuid(1)]);
    await click(card, 'Back to the rows');
    await card.shows('Failed');
    await click(card, 'Back to all approvals');
    await card.shows('2 alike requests');
    // The others are a group of their own now.
    await openGroup(card);
    await click(card, /^Approve all 2,/);
    await card.shows('Approved all 2.');
    expect(sentIds(group).sort()).toEqual(ids(3));
  });

  it('the list is not read again after leaving without a decision', async () => {
    const group = await groupOf(refunds(3));
    await click(group.card, 'Show one by one');
    await click(group.card, 'Back to all approvals');
    await group.card.shows('Approvals (3)');
    expect(reads(group, INBOX)).toBe(0);
  });
});
