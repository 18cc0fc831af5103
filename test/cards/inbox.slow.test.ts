/** The inbox as a card: the waiting requests, their order, and refreshing. */
import { describe, expect, it } from 'vitest';
import { until } from '../support/clients.ts';
import { OTHER_THREAD, THREAD } from '../support/scripted-platform.ts';
import { APPROVE, card, client, INBOX, opened, platform, press, twoWait, useCards } from './session.ts';
import { listed } from './states.ts';

useCards();

describe('the inbox', () => {
  it('shows waiting requests, longest wait first, the call in bold, and opens all of a request', async () => {
    const inbox = await card(INBOX);
    await inbox.shows('create_refund');
    expect(
      await inbox.frame.locator('.open').evaluateAll((all) => all.map((one) => one.getAttribute('data-entry'))),
    ).toEqual([THREAD, OTHER_THREAD]);
    expect(await inbox.frame.locator('.asks code').first().textContent()).toContain('create_refund');
    await opened(inbox);
    expect(await inbox.text()).toContain('Shall I?');
    await press(inbox, 'Back to all approvals');
    await inbox.shows('Approvals');
    // Whoever works with the keyboard is back where they were.
    expect(await inbox.frame.evaluate(() => document.activeElement?.getAttribute('data-entry'))).toBe(THREAD);
  });

  it('says so if nothing waits', async () => {
    platform.threads.clear();
    const inbox = await card(INBOX);
    await inbox.shows('Nothing is waiting');
  });

  it('shows all that waits where the assistant asked for what is new, one group or another page', async () => {
    const group = { groupToken: 'g-1', alike: 2, shared: 'Desk asks to go on.', columns: ['threadId'] };
    const answer = (_: string, { known, groupToken, offset }: Record<string, unknown>) =>
      groupToken !== undefined
        ? { content: [], structuredContent: { summary: 'x', rows: [['t-1']], columns: ['threadId'], total: 2 } }
        : listed(known === undefined && offset === undefined ? [group, { threadId: 't-3' }] : [{ threadId: 't-3' }]);
    for (const args of [{ groupToken: 'g-1' }, { known: 'w' }, { offset: 1 }]) {
      const inbox = await card(INBOX, { answer, args });
      await inbox.shows('Approvals (3)');
      expect(inbox.calls.map((call) => call.args)).toEqual([{}]);
    }
  });

  it('says what went wrong, and tries again', async () => {
    let fails = true;
    const words = 'The platform is down for 10 minutes.';
    const answer = () => (fails ? { content: [{ type: 'text', text: words }], isError: true } : undefined);
    const inbox = await card(INBOX, { answer });
    await inbox.shows(words);
    fails = false;
    await press(inbox, 'Try again');
    await inbox.shows('create_refund');
  });

  it('offers a way out of a filter that fails', async () => {
    const answer = (_: string, { agentName }: Record<string, unknown>) =>
      agentName === undefined ? undefined : { content: [{ type: 'text', text: 'No such agent.' }], isError: true };
    const inbox = await card(INBOX, { answer, args: { agentName: 'Shop' } });
    await inbox.shows('No such agent.');
    await press(inbox, 'Try again');
    await inbox.shows('Only agents named like “Shop”.');
    await press(inbox, 'Show all agents');
    await inbox.shows('create_refund');
  });

  it('marks what is overdue, and counts it in a group', async () => {
    const one = { agentName: '⟦Desk⟧', waitingSince: '2026-03-01T09:00:00.000Z' };
    const approvals = [
      { ...one, threadId: 't-1', asks: '⟦May I?⟧', overdue: 1 },
      { ...one, groupToken: 'g-1', alike: 5, shared: 'Desk asks to go on.', columns: ['threadId'], overdue: 3 },
    ];
    const inbox = await card(INBOX, { answer: () => listed(approvals) });
    await inbox.shows('5 alike requests');
    const times = await inbox.frame.locator('.item time').allTextContents();
    expect(times).toEqual([expect.stringMatching(/^[^,]+, overdue$/), expect.stringMatching(/^[^,]+, 3 overdue$/)]);
  });

  it('pages on through a thousand requests', async () => {
    const approvals = (from: number) =>
      Array.from({ length: 20 }, (_, index) => ({
        threadId: `t-${from + index}`,
        agentId: 'a-1',
        agentName: '⟦Desk⟧',
        asks: `⟦May I do ${from + index}?⟧`,
        waitingSince: '2026-03-01T09:00:00.000Z',
      }));
    const answer = (_: string, { offset = 0 }: Record<string, unknown>) =>
      listed(approvals(Number(offset)), {
        total: 1000,
        rest: { tool: INBOX, arguments: { offset: Number(offset) + 20 } },
      });
    const inbox = await card(INBOX, { answer });
    await inbox.shows('May I do 19?');
    await inbox.frame.getByRole('button', { name: /Show more \(980 left\)/ }).click();
    await inbox.shows('May I do 39?');
    expect(await inbox.frame.locator('.open').count()).toBe(40);
  });

  it('shows when it was read, also after a refresh', async () => {
    const inbox = await card(INBOX, { hasOwnClock: true });
    const readAt = () => inbox.frame.getByText(/^As of /).textContent();
    await inbox.shows('create_refund');
    const before = await readAt();
    await inbox.page.clock.fastForward(60 * 60_000);
    expect(await readAt()).toBe(before);
    platform.threads.delete(OTHER_THREAD);
    await press(inbox, 'Refresh');
    await inbox.shows('Approvals (1)');
    expect(await readAt()).not.toBe(before);
  });

  it('no longer counts what was decided in it, and shows it as waiting again if its agent asks again', async () => {
    const inbox = await opened(await card(INBOX));
    await press(inbox, 'Reject');
    await inbox.shows('Rejected.');
    await press(inbox, 'Back to all approvals');
    expect(await inbox.frame.locator('h1').textContent()).toBe('Approvals (1)');
    expect(await inbox.frame.locator('.open').count()).toBe(2);
    twoWait();
    await press(inbox, 'Refresh');
    await inbox.shows('Approvals (2)');
    expect(await inbox.frame.locator('.item time').count()).toBe(2);
  });

  it('filters by agent', async () => {
    const two = [
      { threadId: 't-1', agentId: 'a-1', agentName: '⟦Desk⟧', asks: '⟦one⟧' },
      { threadId: 't-2', agentId: 'a-2', agentName: '⟦Shop⟧', asks: '⟦two⟧' },
    ];
    const answer = (_: string, { agentId }: Record<string, unknown>) =>
      listed(two.filter((one) => agentId === undefined || one.agentId === agentId));
    const inbox = await card(INBOX, { answer });
    await inbox.shows('two');
    await inbox.frame.getByLabel('Filter by agent').selectOption('a-2');
    await until('one is left', () => inbox.calls.some(({ args }) => args.agentId === 'a-2'));
    await inbox.shows('two');
    expect(await inbox.frame.locator('.open').count()).toBe(1);
  });

  it('names its filter if it has one, and offers to show all', async () => {
    const answer = (_: string, { agentName }: Record<string, unknown>) =>
      listed(agentName === undefined ? [{ threadId: 't-1', agentId: 'a-1', asks: '⟦one⟧' }] : []);
    const inbox = await card(INBOX, { answer, args: { agentName: 'Shop' } });
    await inbox.shows('None of these agents is waiting for a decision.');
    expect(await inbox.text()).toContain('Only agents named like “Shop”.');
    const before = inbox.calls.length;
    await press(inbox, 'Refresh');
    await until('it is read again', () => inbox.calls.length > before);
    expect(inbox.calls.map(({ args }) => args.agentName)).toEqual(['Shop', 'Shop']);
    await press(inbox, 'Show all agents');
    await inbox.shows('one');
    expect(await inbox.text()).not.toContain('Only agents');
  });

  describe('if an answer is late', () => {
    const one = (n: number, agent: string) => ({
      threadId: `t-${n}`,
      agentId: agent,
      agentName: `⟦${agent}⟧`,
      asks: `⟦ask ${n}⟧`,
    });
    /** The next page comes when it is let go. */
    function late() {
      let release: () => void = () => undefined;
      const held = new Promise<void>((resolve) => {
        release = resolve;
      });
      const answer = async (name: string, { offset, agentId }: Record<string, unknown>) => {
        if (name !== INBOX) return undefined;
        if (offset !== undefined) await held;
        const all = offset === undefined ? [one(1, 'desk'), one(2, 'shop')] : [one(3, 'desk'), one(4, 'desk')];
        return listed(
          all.filter((each) => agentId === undefined || each.agentId === agentId),
          agentId === undefined && offset === undefined
            ? { total: 4, rest: { tool: INBOX, arguments: { offset: 2 } } }
            : {},
        );
      };
      return { answer, release: () => release() };
    }
    const settled = () => new Promise((resolve) => setTimeout(resolve, 300));

    it('keeps the agent that was chosen meanwhile', async () => {
      const { answer, release } = late();
      const inbox = await card(INBOX, { answer });
      await inbox.shows('ask 2');
      await inbox.frame.getByRole('button', { name: /Show more/ }).click();
      await inbox.frame.getByLabel('Filter by agent').selectOption('shop');
      await until('the agent is read', () => inbox.calls.some(({ args }) => args.agentId === 'shop'));
      await inbox.shows('ask 2');
      release();
      await settled();
      expect(await inbox.frame.locator('.open').count()).toBe(1);
    });

    it('keeps the request that was opened meanwhile', async () => {
      const { answer, release } = late();
      const inbox = await card(INBOX, { answer });
      await inbox.shows('ask 2');
      await inbox.frame.getByRole('button', { name: /Show more/ }).click();
      await inbox.frame.locator('.open').first().click();
      await inbox.shows('Back to all approvals');
      release();
      await settled();
      expect(await inbox.text()).toContain('Back to all approvals');
      await press(inbox, 'Back to all approvals');
      await inbox.shows('ask 4');
    });
  });

  it.each([
    ['is cancelled', 'tool-cancelled', {}],
    ['fails', 'tool-result', { isError: true, content: [{ type: 'text', text: 'gave up' }] }],
  ])('keeps an opened request even if the call that it came from %s afterwards', async (_what, event, params) => {
    const inbox = await opened(await card(INBOX, { sendsNoResult: true }));
    const message = { jsonrpc: '2.0', method: `ui/notifications/${event}`, params };
    await inbox.page.evaluate((sent) => window.frames[0]?.postMessage(sent, '*'), message);
    await new Promise((resolve) => setTimeout(resolve, 300));
    expect(await inbox.text()).toContain('Shall I?');
    await press(inbox, APPROVE);
    await inbox.shows('Approved.');
  });

  it.each([
    { it: 'with its result', hasResult: true },
    { it: 'without a result', hasResult: false },
  ])('gives way for good to a thread whose call arrives late, $it', async ({ hasResult }) => {
    let release: () => void = () => undefined;
    const held = new Promise<void>((resolve) => {
      release = resolve;
    });
    const answer = (name: string) => (name === INBOX ? held.then(() => undefined) : undefined);
    const inbox = await card(INBOX, { sendsNoResult: true, answer });
    await until('the card reads the inbox itself', () => inbox.calls.some(({ name }) => name === INBOX));
    const tell = (event: string, params: unknown) =>
      inbox.page.evaluate((sent) => window.frames[0]?.postMessage(sent, '*'), {
        jsonrpc: '2.0',
        method: `ui/notifications/${event}`,
        params,
      });
    await tell('tool-input', { arguments: { threadId: THREAD } });
    if (hasResult) await tell('tool-result', await client.callTool('get_thread', { threadId: THREAD }));
    await inbox.shows('Shall I?');
    release();
    await new Promise((resolve) => setTimeout(resolve, 300));
    expect(await inbox.text()).toContain('Conversation (1)');
  });

  it('shows the riskiest first, or the longest wait on request', async () => {
    const item = (threadId: string, brief: object) => ({ threadId, agentId: 'a', asks: `⟦${threadId}⟧`, brief });
    const approvals = [
      item('plain', {}),
      item('unusual', { unusual: ['amount 9'] }),
      item('second plain', {}),
      item('contradictory', { contradictions: ['the words say 90'] }),
    ];
    const inbox = await card(INBOX, { answer: () => listed(approvals) });
    await inbox.shows('second plain');
    const order = () => inbox.frame.locator('.item > p:nth-child(2)').allTextContents();
    expect(await order()).toEqual(['contradictory', 'unusual', 'plain', 'second plain']);
    await inbox.frame.getByLabel('Sort by').selectOption('Longest wait');
    expect(await order()).toEqual(['plain', 'unusual', 'second plain', 'contradictory']);
  });

  it('shows the task, all calls, costs only where they are notable, and no ids', async () => {
    const calls = [
      // An argument that is called like the mark of a cut hides none of the others.
      { name: 'publish', arguments: { excerpt: '⟦{"amount":1}⟧', notify: true } },
      { name: 'refund', arguments: { amount: 9000 } },
      { name: '⟦send it⟧', arguments: { excerpt: '⟦{"to":"every…⟧ (200 of 900 characters)' } },
    ];
    const common = { agentId: 'a-1', agentName: '⟦Chief Officer⟧', calls, moreCalls: 3, about: '⟦Refund order 7.⟧' };
    const approvals = [
      { ...common, threadId: 't-1', cost: 0.42 },
      { ...common, threadId: 't-2', cost: 12 },
    ];
    const inbox = await card(INBOX, { answer: () => listed(approvals, { currency: 'EUR' }) });
    await inbox.shows('Task: Refund order 7.');
    const [cheap, dear] = await inbox.frame.locator('.item').allInnerTexts();
    expect(cheap).toContain('Chief Officer');
    expect(cheap).not.toContain('a-1');
    expect(cheap).toMatch(/publish\s+excerpt\s\{"amount":1\}\s*notify\strue/);
    expect(cheap).toMatch(
      /refund\s+amount\s9000\s+send it\s+excerpt\s\{"to":"every…\s+\(200 of 900 characters\)\s+and 3 more/,
    );
    expect(cheap).toContain('Open');
    expect(cheap).not.toContain('Cost');
    expect(dear).toContain('Cost so far €12.00');
  });

  it('shows contradictions and unusual values without a click', async () => {
    const brief = {
      calls: ['⟦refund⟧ ⟦{"amount":9000}⟧'],
      unusual: ['amount 9,000: 40 to 300 before'],
      contradictions: ['the words say 90'],
      earlier: [],
    };
    const inbox = await card(INBOX, { answer: () => listed([{ threadId: 't', agentId: 'a', brief }]) });
    await inbox.shows('the words say 90');
    await inbox.shows('40 to 300 before');
    expect(await inbox.frame.locator('.warnings b').allTextContents()).toEqual(['Contradicts: ', 'Unusual: ']);
  });
});
