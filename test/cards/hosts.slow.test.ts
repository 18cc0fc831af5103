/** Hosts forward different parts of a result, and cards work with any of them. */
import { describe, expect, it } from 'vitest';
import { until } from '../support/clients.ts';
import { THREAD } from '../support/scripted-platform.ts';
import { card, client, INBOX, opened, press, thread, useCards } from './session.ts';

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

  it('amounts and times are formatted for the reader', async () => {
    const one = await thread({ context: { locale: 'de-DE', timeZone: 'Europe/Berlin' } });
    await one.shows('0,42');
  });

  it('changes of the size are reported', async () => {
    const inbox = await card(INBOX);
    await inbox.shows('create_refund');
    const list = inbox.sizes.at(-1) ?? 0;
    await opened(inbox);
    await until('the size is told', () => (inbox.sizes.at(-1) ?? 0) !== list);
  });
});
