/** Hosts forward different parts of a result, and cards work with any of them. */
import { setTimeout as sleep } from 'node:timers/promises';
import { describe, expect, it } from 'vitest';
import { until } from '../support/clients.ts';
import { OTHER_THREAD, THREAD, waitingThread } from '../support/scripted-platform.ts';
import { APPROVE, card, client, INBOX, opened, platform, press, ready, thread, useCards } from './session.ts';

useCards();

describe('in different hosts', () => {
  it.each([
    { it: 'strips what it pushes', quirks: { stripsResults: true } },
    { it: 'never sends the first result', quirks: { sendsNoResult: true } },
    { it: 'hides the frame until it is ready', quirks: { hidesUntilReady: true } },
    { it: 'does all of that', quirks: { stripsResults: true, sendsNoResult: true, hidesUntilReady: true } },
  ])('a host that $it still shows the inbox and a thread', async ({ quirks }) => {
    const inbox = await card(INBOX, quirks);
    await inbox.shows('create_refund');
    await opened(inbox);
    const one = await thread(quirks);
    await one.shows('Conversation');
  });

  it('a host that forwards only text shows the text, and offers no decision', async () => {
    const inbox = await card(INBOX, { sendsTextOnly: true });
    await inbox.shows(/2 threads/);
    expect(await inbox.text()).toContain('Text only. This host gives cards no data.');
    expect(await inbox.frame.getByRole('button', { name: 'Approve' }).count()).toBe(0);
  });

  it('a host that sends a thread without its arguments is told so, and shows no empty inbox', async () => {
    const answer = (name: string, { threadId }: Record<string, unknown>) =>
      name === 'get_thread' && threadId === undefined ? client.callTool(name, { threadId: THREAD }) : undefined;
    const shown = await card('get_thread', { args: {}, answer });
    await shown.shows('The host did not say which thread to show.');
    expect(await shown.text()).not.toContain('Nothing is waiting');
  });

  it('a host’s theme, variables and full screen are used', async () => {
    const styles = { variables: { '--color-background-primary': 'rgb(1, 2, 3)' } };
    const inbox = await card(INBOX, { theme: 'dark', context: { styles } });
    await inbox.shows('create_refund');
    const background = () => inbox.frame.locator('main').evaluate((main) => getComputedStyle(main).backgroundColor);
    expect(await background()).toBe('rgb(1, 2, 3)');
    await press(inbox, 'Open full screen');
    await inbox.shows('Leave full screen');
  });

  it.each(['de-DE', 'de_DE'])(
    'amounts and times are formatted for the reader (%s), in full screen, too',
    async (locale) => {
      platform.threads.set(THREAD, { ...waitingThread(), status: 'COMPLETED' });
      const one = await thread({ context: { locale, timeZone: 'Asia/Tokyo' } });
      const facts = () => one.frame.locator('.facts').textContent();
      const german = /01\.03\.2026, 18:00.*0,42/s;
      await one.shows('Conversation (2)');
      expect(await facts()).toMatch(german);
      await press(one, 'Open full screen');
      await one.shows('Leave full screen');
      expect(await facts()).toMatch(german);
    },
  );

  it('what can’t be used of the reader’s language and time zone costs only itself', async () => {
    platform.threads.set(THREAD, { ...waitingThread(), status: 'COMPLETED' });
    for (const [context, facts] of [
      [{ locale: 'C.UTF-8', timeZone: 'Asia/Tokyo' }, /6:00 PM/],
      [{ locale: 'de-DE', timeZone: 'Mars/Base' }, /01\.03\.2026/],
    ] as const) {
      const one = await thread({ context });
      await one.shows('Conversation (2)');
      expect(await one.frame.locator('.facts time').textContent()).toMatch(facts);
    }
  });

  it('a host that tells the size of its container disturbs no reader, and makes the card read nothing', async () => {
    const one = await thread();
    await ready(one);
    await one.frame.getByText('Show details').click();
    await one.frame.getByLabel('Comment').focus();
    await one.page.keyboard.type('within');
    const before = one.calls.length;
    for (const height of [900, 901]) {
      await one.page.evaluate(`changeContext({ containerDimensions: { height: ${height} } })`);
      await sleep(300);
    }
    await one.page.keyboard.type(' the limit');
    expect(await one.frame.getByLabel('Comment').inputValue()).toBe('within the limit');
    expect(await one.frame.locator('.request > details[open]').count()).toBe(1);
    await press(one, APPROVE);
    await one.shows('Approved.');
    await until('the conversation is read again', () =>
      one.calls.slice(before).some(({ name }) => name === 'get_thread'),
    );
    const reads = () => one.calls.filter(({ name }) => name === 'get_thread').length;
    const once = reads();
    await one.page.evaluate('changeContext({ containerDimensions: { height: 902 } })');
    await sleep(300);
    expect(reads()).toBe(once);
  });

  it('a host that sends the first result again disturbs no reader, and takes back no outcome', async () => {
    const one = await thread();
    await ready(one);
    await one.frame.getByLabel('Comment').focus();
    await one.page.keyboard.type('within');
    await one.page.evaluate('repeatResult()');
    await sleep(500);
    await one.page.keyboard.type(' the limit');
    expect(await one.frame.getByLabel('Comment').inputValue()).toBe('within the limit');
    await press(one, APPROVE);
    await one.shows('Approved.');
    await one.page.evaluate('repeatResult()');
    await sleep(500);
    expect(await one.text()).toContain('Approved.');
  });

  it('changes of the size are reported', async () => {
    const inbox = await card(INBOX);
    await inbox.shows('create_refund');
    const list = inbox.sizes.at(-1) ?? 0;
    await opened(inbox);
    await until('the size is told', () => (inbox.sizes.at(-1) ?? 0) !== list);
  });
});

it.each([{ message: 1 }, { message: 0 }, { before: 2 }])(
  'a thread of which the assistant read a part is shown whole: %j',
  async (part) => {
    const one = await thread({ args: { threadId: THREAD, ...part } });
    await ready(one);
    await one.shows(APPROVE);
    await one.shows('Conversation (1)');
  },
);

it('earlier messages are shown once, however often their button is pressed before the host answers', async () => {
  const messages = Array.from({ length: 60 }, (_, n) => ({
    role: 'user',
    content: `Message ${n + 1}. ${'x'.repeat(200)}`,
  }));
  platform.threads.set(THREAD, { ...waitingThread(THREAD), status: 'COMPLETED', messages });
  const asks = waitingThread(OTHER_THREAD);
  platform.threads.set(OTHER_THREAD, { ...asks, messages: [...messages, ...asks.messages.slice(1)] });
  // A waiting thread's request isn't counted: it stands above.
  const waits = await thread({ args: { threadId: OTHER_THREAD } });
  await waits.shows('Conversation (60)');
  await waits.frame.getByRole('button', { name: /Show earlier/ }).click();
  await until('they are read', () => waits.calls.some(({ args }) => args.before !== undefined));
  await sleep(300);
  await waits.shows('Conversation (60)');
  const one = await thread({
    answer: (_, { before }) => (before === undefined ? undefined : sleep(500).then(() => undefined)),
  });
  const button = one.frame.getByRole('button', { name: /Show earlier/ });
  const left = await button.textContent();
  await button.dblclick();
  await expect.poll(() => button.textContent()).not.toBe(left);
  await sleep(500);
  const all = await one.frame.locator('.message').allInnerTexts();
  expect(new Set(all).size).toBe(all.length);
});
