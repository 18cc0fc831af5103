/** The card of a decided request, or of a running thread, refreshes while the thread continues. */
import { describe, expect, it } from 'vitest';
import { THREAD, waitingThread } from '../support/scripted-platform.ts';
import { APPROVE, BACK, card, INBOX, opened, platform, press, ready, thread, useCards } from './session.ts';

useCards();

describe('a decided request refreshes while the thread continues', () => {
  /** A request that was just approved, with a clock that the test controls. */
  async function following() {
    const request = await thread({ hasOwnClock: true });
    await ready(request);
    await press(request, APPROVE);
    await request.shows('Approved.');
    const { clock } = request.page;
    const reads = () => request.calls.filter(({ name }) => name === 'read_request_for_card').length;
    /** Gives pending reads time to happen. */
    const chance = () => new Promise((resolve) => setTimeout(resolve, 300));
    const readsOnce = async (then: () => Promise<void>) => {
      const before = reads();
      await then();
      // A late answer delays the next refresh only by its own delay.
      for (let turn = 0; turn < 1_000 && reads() === before; turn++) {
        await clock.runFor(1);
        await new Promise((resolve) => setTimeout(resolve, 20));
      }
      await chance();
      expect(reads()).toBe(before + 1);
    };
    const readsNothing = async (ms: number) => {
      const before = reads();
      await clock.runFor(ms);
      await chance();
      expect(reads()).toBe(before);
    };
    await readsOnce(() => clock.pauseAt(Date.now() + 60_000));
    return { request, clock, readsOnce, readsNothing };
  }

  it('every 5 s, not while it is hidden, and at once when it is shown again', async () => {
    const { request, clock, readsOnce, readsNothing } = await following();
    for (let round = 0; round < 3; round++) {
      await readsNothing(4_990);
      await readsOnce(() => clock.runFor(10));
    }
    const hide = (isHidden: boolean) =>
      request.frame.evaluate((value) => {
        Object.defineProperty(document, 'hidden', { value, configurable: true });
        document.dispatchEvent(new Event('visibilitychange'));
      }, isHidden);
    await hide(true);
    await readsNothing(30_000);
    // After the card is shown again, it refreshes at once, and then every 5 s.
    await hide(false);
    await readsOnce(() => clock.runFor(1));
    await readsNothing(4_990);
  });

  it('for at most ten minutes', async () => {
    const { clock, readsOnce, readsNothing } = await following();
    await readsOnce(() => clock.fastForward(11 * 60_000));
    await readsNothing(30_000);
  });
});

it('a request of the inbox whose agent asks again shows no outcome above the new request, and waits in the list', async () => {
  const inbox = await opened(await card(INBOX));
  await press(inbox, APPROVE);
  await inbox.shows('Approved.');
  platform.threads.set(THREAD, waitingThread(THREAD, 'May I close the account, too?'));
  await inbox.shows('May I close the account, too?');
  expect(await inbox.text()).not.toContain('Approved.');
  await press(inbox, BACK);
  await inbox.shows('Approvals (2)');
  await inbox.shows('May I close the account, too?');
});

it('the card of a running thread shows its request, with the buttons, once the thread waits', async () => {
  platform.threads.set(THREAD, { ...waitingThread(), status: 'RUNNING' });
  const one = await thread();
  await one.shows('Running');
  platform.threads.set(THREAD, waitingThread());
  await ready(one);
  expect(await one.frame.locator('.actions button').allTextContents()).toEqual(['Reject', APPROVE]);
  await one.shows('Conversation (1)');
});
