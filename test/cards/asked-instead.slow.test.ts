/** A request in a card of a host that can ask: a press sends nothing, and the assistant makes the host ask. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { CARDS } from '../support/cards.ts';
import { connect, type TestClient } from '../support/clients.ts';
import { THREAD } from '../support/scripted-platform.ts';
import { APPROVE, BACK, host, INBOX, open, opened, platform, press, useCards } from './session.ts';

useCards();

describe('a request in a card of a host that can ask', () => {
  let asking: TestClient;
  beforeAll(async () => {
    asking = await connect({
      client: 'v2-modern',
      env: platform.env,
      capabilities: CARDS,
      elicit: () => ({ action: 'cancel' }),
    });
  });
  afterAll(() => asking.close());

  it('goes to the assistant after a press, which asks', async () => {
    const inbox = await host.open(asking, { tool: INBOX });
    open.push(inbox);
    await inbox.shows('create_refund');
    await opened(inbox);
    await press(inbox, `${APPROVE}…`);
    await inbox.shows('The assistant was told.');
    expect(await inbox.frame.evaluate(() => document.activeElement?.matches('.banner'))).toBe(true);
    expect(inbox.messages.join()).toContain(THREAD);
    expect(platform.decisions).toEqual([]);
    // Decided in the host's dialog.
    Object.assign(platform.threads.get(THREAD) ?? {}, { status: 'RUNNING' });
    await press(inbox, BACK);
    await inbox.shows('Approvals (1)');
    expect(await inbox.frame.locator('.open').count()).toBe(1);
  });

  it('gives the human a text for the assistant if the host takes no messages from cards', async () => {
    const inbox = await host.open(asking, { tool: INBOX, takesNoMessages: true });
    open.push(inbox);
    await inbox.shows('create_refund');
    await opened(inbox);
    await press(inbox, 'Reject…');
    await inbox.shows(/Tell the assistant:/);
    expect(await inbox.text()).toMatch(new RegExp(`Tell the assistant: .*${THREAD}.*approve_thread.*REJECTED`));
    expect(inbox.messages).toEqual([]);
    expect(platform.decisions).toEqual([]);
  });
});
