/** A group that is not, or may not be, what the card shows says so, and nothing is sent twice or unseen. */
import { describe, expect, it } from 'vitest';
import { until } from '../support/clients.ts';
import { uuid } from '../support/ids.ts';
import { click, type Group, groupOf, inboxOf, refunds, useGroups } from './groups.ts';
import { readToTheEnd } from './states.ts';

useGroups();

const sentIds = ({ platform }: Group): string[] => platform.sent().map(([id]) => id);
const change = ({ platform }: Group, n: number): void => {
  platform.threads.set(uuid(n), { ...platform.threads.get(uuid(n)), note: 'new' });
};

describe('a group of which a member has changed', () => {
  it('is not decided on; the card says so, shows it as it is now, and decides on that', async () => {
    const group = await groupOf(refunds(5));
    change(group, 2);
    await click(group.card, /^Approve all 5/);
    await group.card.shows(/^Not sent\. These are not the requests that this card read/);
    expect(group.platform.sent()).toEqual([]);
    expect(await group.card.frame.getByRole('rowheader').count()).toBe(4);
    await readToTheEnd(group.card);
    await click(group.card, /^Approve all 4/);
    await group.card.shows('Approved all 4.');
    expect(sentIds(group)).toEqual([0, 1, 3, 4].map(uuid));
  });

  it('since the list was read, is shown as it is now', async () => {
    const group = await inboxOf(refunds(5));
    change(group, 0);
    await click(group.card, /alike requests/);
    await group.card.shows(/^Changed\. These are not the requests/);
    expect(await group.card.frame.getByRole('rowheader').count()).toBe(4);
    await click(group.card, 'Back to all approvals');
    await group.card.shows('4 alike requests');
    await group.card.shows('Approvals (5)');
  });

  it('and that is no longer a group says so in the server’s words', async () => {
    const group = await groupOf(refunds(2));
    change(group, 1);
    await click(group.card, 'Reject all 2');
    await group.card.shows(/^Not sent\./);
    await group.card.shows(/a request has changed, no longer waits/);
    expect(group.platform.sent()).toEqual([]);
    expect(await group.card.frame.locator('.actions').count()).toBe(0);
    await click(group.card, 'Back to all approvals');
    await group.card.shows('Approvals (2)');
  });
});

it('a group is decided once after two presses, and by one of two cards', async () => {
  const group = await groupOf(refunds(4));
  await group.card.frame.evaluate(() => {
    const all = [...document.querySelectorAll('button')];
    for (const name of ['Reject all 4', 'Reject all 4', 'Approve all 4, 83 GBP'])
      all.find(({ textContent }) => textContent === name)?.click();
  });
  await group.card.shows('Rejected all 4.');
  expect(group.platform.sent()).toHaveLength(4);
});

it('a group whose outcome never arrives is reported as unknown, and shown as it is now', async () => {
  let isHeld = true;
  const answer = (name: string) =>
    name === 'decide_from_card' && isHeld ? new Promise<undefined>(() => undefined) : undefined;
  const group = await groupOf(refunds(4), { answer, hasOwnClock: true });
  await group.card.page.clock.runFor(1_000);
  await click(group.card, 'Reject all 4');
  await until('it is sent', () => group.card.calls.some(({ name }) => name === 'decide_from_card'));
  await group.card.page.clock.fastForward(11 * 60_000);
  await group.card.shows(/^No answer came\. It is unknown whether the decision was sent/);
  expect(await group.card.text()).not.toMatch(/Rejected all|Not sent/);
  expect(await group.card.frame.getByRole('rowheader').count()).toBe(4);
  isHeld = false;
});

it('a group that was decided, with the outcome lost, is not said to be unsent', async () => {
  const answer = async (name: string, args: Record<string, unknown>) => {
    if (name !== 'decide_from_card') return undefined;
    await group.client.callTool(name, args);
    throw new Error('the connection to the server was lost');
  };
  const group: Group = await groupOf(refunds(4), { answer });
  await click(group.card, /^Approve all 4/);
  await group.card.shows(/^Check before you decide again\./);
  expect(group.platform.sent()).toHaveLength(4);
  expect(await group.card.text()).not.toMatch(/Nothing was sent|Not sent/);
  await click(group.card, 'Back to all approvals');
});

describe('Approve', () => {
  it('has no sum where there are several', async () => {
    const { card } = await groupOf(
      refunds(4).map((one, n) => ({
        ...one,
        more: { fee: 1 + n / 10 },
        task: `Order ${one.orderId} broke. Please refund ${one.amount} GBP and ${1 + n / 10} GBP to ${one.customer}.`,
      })),
    );
    expect(await card.frame.getByRole('button', { name: /^Approve all/ }).textContent()).toBe('Approve all 4');
  });

  it('stays disabled until the last column has been in view, where the table is wider than the card', async () => {
    const { card } = await inboxOf(refunds(6), { width: 312 });
    await click(card, /alike requests/);
    await card.frame.getByRole('table').waitFor();
    for (const end of await card.frame.locator('.request > .end').all()) await end.scrollIntoViewIfNeeded();
    await card.shows('Approve is offered once you have seen the end of the request, and of each row.');
    expect(await card.frame.getByRole('button', { name: /^Approve all/ }).isDisabled()).toBe(true);
    await readToTheEnd(card);
    await expect.poll(() => card.frame.getByRole('button', { name: /^Approve all/ }).isEnabled()).toBe(true);
  });
});

describe('what agents and users wrote', () => {
  const WIDE = '漢字'.repeat(20);
  it('is text, with fifty rows of six columns and a cell of forty wide characters', async () => {
    const more = (n: number) => ({ reference: `R-${n}`, iban: `DE${10_000 + n}` });
    const hostile = "<img src=x onerror=document.title='hit'>";
    const all = refunds(50).map((one, n) => ({
      ...one,
      customer: n === 7 ? WIDE : one.customer,
      more: more(n),
      task: `Order ${one.orderId} broke, ${hostile}. Please refund ${one.amount} GBP to ${n === 7 ? WIDE : one.customer}, R-${n}, DE${10_000 + n}.`,
      says: ` ${hostile}</script>`,
    }));
    const group = await groupOf(all);
    const { frame, complaints } = group.card;
    expect(await frame.getByRole('rowheader').count()).toBe(50);
    expect(await frame.getByRole('row').nth(8).getByRole('cell').allInnerTexts()).toContain(WIDE);
    await group.card.shows(/onerror=/);
    expect(await frame.locator('img, script:not(body > script), a').count()).toBe(0);
    expect(await frame.title()).not.toBe('hit');
    expect(complaints).toEqual([]);
    const beside = await frame.evaluate(
      () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
    );
    expect(beside).toBeLessThanOrEqual(0);
    await click(group.card, /^Approve all 50/);
    await group.card.shows('Approved all 50.');
    expect(new Set(sentIds(group)).size).toBe(50);
  });
});
