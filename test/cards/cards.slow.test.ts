/**
 * The cards in a real browser, as a host draws them: what they show in each state, that they decide once, that what agents
 * wrote stays text, and that they can be used by everybody.
 */
import { createRequire } from 'node:module';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { CARDS_AND_QUESTIONS, dataOf } from '../support/cards.ts';
import { connect, type TestClient, until } from '../support/clients.ts';
import { json } from '../support/platform-double.ts';
import { OTHER_THREAD, type Scripted, scriptedPlatform, THREAD, waitingThread } from '../support/scripted-platform.ts';
import { type Card, type CardHost, type CardOptions, cardClient, startCardHost } from './host.ts';

const AXE = createRequire(import.meta.url).resolve('axe-core/axe.min.js');
const INBOX = 'list_pending_approvals';
/** The button names its act. */
const APPROVE = 'Approve create_refund';

let host: CardHost;
let platform: Scripted;
let client: TestClient;
const open: Card[] = [];

beforeAll(async () => {
  [host, platform] = await Promise.all([startCardHost(), scriptedPlatform()]);
  client = await cardClient(platform.env);
});
beforeEach(async () => {
  for (const card of open.splice(0)) await card.close();
  twoWait();
});
afterAll(async () => {
  await host.close();
  await client.close();
  await platform.close();
});

/** Two threads wait. */
function twoWait(): void {
  platform.reset();
  platform.threads.set(THREAD, { ...waitingThread(THREAD), updatedAt: '2026-03-01T09:00:00.000Z' });
  platform.threads.set(OTHER_THREAD, {
    ...waitingThread(OTHER_THREAD, 'May I send the letter?'),
    updatedAt: '2026-03-02T09:00:00.000Z',
  });
}

async function card(tool: string, options: Omit<CardOptions, 'tool'> = {}): Promise<Card> {
  const opened = await host.open(client, { tool, ...options });
  open.push(opened);
  return opened;
}

const thread = (options: Omit<CardOptions, 'tool'> = {}): Promise<Card> =>
  card('get_thread', { args: { threadId: THREAD }, ...options });

/** Opens a request of the inbox and waits until it can be decided on. */
async function opened(inbox: Card, index = 0): Promise<Card> {
  await inbox.frame.locator('.open').nth(index).click();
  await ready(inbox);
  return inbox;
}
/** Reads it to its end. */
async function ready({ frame }: Card): Promise<void> {
  for (const end of [frame.locator('.end').first(), frame.locator('.end').last()]) await end.scrollIntoViewIfNeeded();
  // What is pressed right after something was drawn does not count.
  await new Promise((resolve) => setTimeout(resolve, 450));
}
/** Of the request as it is. */
const reviewToken = async (): Promise<unknown> =>
  dataOf(await client.callTool('read_request_for_card', { threadId: THREAD })).reviewToken;
const press = ({ frame }: Card, name: string): Promise<void> =>
  frame.getByRole('button', { name, exact: true }).click();

describe('the inbox', () => {
  it('shows what waits, longest first, the call in bold, and opens all of a request', async () => {
    const inbox = await card(INBOX);
    await inbox.shows('create_refund');
    expect(
      await inbox.frame.locator('.open').evaluateAll((all) => all.map((one) => one.getAttribute('data-thread'))),
    ).toEqual([THREAD, OTHER_THREAD]);
    expect(await inbox.frame.locator('.asks strong').first().textContent()).toContain('create_refund');
    await opened(inbox);
    expect(await inbox.text()).toContain('Shall I?');
    await press(inbox, '‹ All approvals');
    await inbox.shows('Approvals');
    // Whoever works with the keyboard is back where they were.
    expect(await inbox.frame.evaluate(() => document.activeElement?.getAttribute('data-thread'))).toBe(THREAD);
  });

  it('says so where nothing waits', async () => {
    platform.threads.clear();
    const inbox = await card(INBOX);
    await inbox.shows('Nothing is waiting');
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

  it('pages on through a thousand requests', async () => {
    const approvals = (from: number) =>
      Array.from({ length: 20 }, (_, index) => ({
        threadId: `t-${from + index}`,
        agentId: 'a-1',
        agentName: '⟦Desk⟧',
        asks: `⟦May I do ${from + index}?⟧`,
        waitingSince: '2026-03-01T09:00:00.000Z',
      }));
    const answer = (_: string, { offset = 0 }: Record<string, unknown>) => ({
      content: [{ type: 'text', text: '1000 wait.' }],
      structuredContent: {
        summary: '1000 wait.',
        approvals: approvals(Number(offset)),
        total: 1000,
        rest: { tool: INBOX, arguments: { offset: Number(offset) + 20 } },
      },
    });
    const inbox = await card(INBOX, { answer });
    await inbox.shows('May I do 19?');
    await inbox.frame.getByRole('button', { name: /Show more \(980 left\)/ }).click();
    await inbox.shows('May I do 39?');
    expect(await inbox.frame.locator('.open').count()).toBe(40);
  });

  it('that was left open says of when it is, until it is read again', async () => {
    const inbox = await card(INBOX, { hasOwnClock: true });
    await inbox.shows('create_refund');
    const seenAgainAfter = async (minutes: number) => {
      await inbox.page.clock.fastForward(minutes * 60_000);
      await inbox.frame.evaluate(() => document.dispatchEvent(new Event('visibilitychange')));
      return inbox.text();
    };
    expect(await seenAgainAfter(4)).not.toContain('As of');
    expect(await seenAgainAfter(2)).toMatch(/As of .*Refresh/);
    platform.threads.delete(OTHER_THREAD);
    await press(inbox, 'Refresh');
    await until('it is read again', () => inbox.calls.some(({ name }) => name === INBOX));
    await inbox.shows('create_refund');
    expect(await inbox.text()).not.toContain('As of');
    expect(await inbox.frame.locator('.open').count()).toBe(1);
  });

  it('filters by agent', async () => {
    const two = [
      { threadId: 't-1', agentId: 'a-1', agentName: '⟦Desk⟧', asks: '⟦one⟧' },
      { threadId: 't-2', agentId: 'a-2', agentName: '⟦Shop⟧', asks: '⟦two⟧' },
    ];
    const answer = (_: string, { agentId }: Record<string, unknown>) => ({
      content: [{ type: 'text', text: 'x' }],
      structuredContent: {
        summary: 'x',
        approvals: two.filter((one) => agentId === undefined || one.agentId === agentId),
      },
    });
    const inbox = await card(INBOX, { answer });
    await inbox.shows('two');
    await inbox.frame.getByLabel('Agent').selectOption('a-2');
    await until('one is left', () => inbox.calls.some(({ args }) => args.agentId === 'a-2'));
    await inbox.shows('two');
    expect(await inbox.frame.locator('.open').count()).toBe(1);
  });

  it('says whose requests it shows where not all were asked for, and the way to all', async () => {
    const answer = (_: string, { agentName }: Record<string, unknown>) => ({
      content: [{ type: 'text', text: 'x' }],
      structuredContent: {
        summary: 'x',
        approvals: agentName === undefined ? [{ threadId: 't-1', agentId: 'a-1', asks: '⟦one⟧' }] : [],
      },
    });
    const inbox = await card(INBOX, { answer, args: { agentName: 'Shop' } });
    await inbox.shows('None of these agents is waiting for a decision.');
    expect(await inbox.text()).toContain('Only agents named like “Shop”.');
    await press(inbox, 'Refresh');
    await until('it is read again', () => inbox.calls.length > 0);
    expect(inbox.calls.map(({ args }) => args.agentName)).toEqual(['Shop']);
    await press(inbox, 'Show all agents');
    await inbox.shows('one');
    expect(await inbox.text()).not.toContain('Only agents');
  });

  describe('while an answer is late', () => {
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
        return {
          content: [{ type: 'text', text: 'x' }],
          structuredContent: {
            summary: 'x',
            approvals: all.filter((each) => agentId === undefined || each.agentId === agentId),
            ...(agentId === undefined && offset === undefined
              ? { total: 4, rest: { tool: INBOX, arguments: { offset: 2 } } }
              : {}),
          },
        };
      };
      return { answer, release: () => release() };
    }
    const settled = () => new Promise((resolve) => setTimeout(resolve, 300));

    it('keeps to the agent that was chosen since', async () => {
      const { answer, release } = late();
      const inbox = await card(INBOX, { answer });
      await inbox.shows('ask 2');
      await inbox.frame.getByRole('button', { name: /Show more/ }).click();
      await inbox.frame.getByLabel('Agent').selectOption('shop');
      await until('the agent is read', () => inbox.calls.some(({ args }) => args.agentId === 'shop'));
      await inbox.shows('ask 2');
      release();
      await settled();
      expect(await inbox.frame.locator('.open').count()).toBe(1);
    });

    it('keeps the request that was opened since', async () => {
      const { answer, release } = late();
      const inbox = await card(INBOX, { answer });
      await inbox.shows('ask 2');
      await inbox.frame.getByRole('button', { name: /Show more/ }).click();
      await inbox.frame.locator('.open').first().click();
      await inbox.shows('‹ All approvals');
      release();
      await settled();
      expect(await inbox.text()).toContain('‹ All approvals');
      await press(inbox, '‹ All approvals');
      await inbox.shows('ask 4');
    });
  });

  it.each([
    ['is cancelled', 'tool-cancelled', {}],
    ['fails', 'tool-result', { isError: true, content: [{ type: 'text', text: 'gave up' }] }],
  ])('keeps an opened request where the call that it came from %s afterwards', async (_what, event, params) => {
    const inbox = await opened(await card(INBOX, { sendsNoResult: true }));
    const message = { jsonrpc: '2.0', method: `ui/notifications/${event}`, params };
    await inbox.page.evaluate((sent) => window.frames[0]?.postMessage(sent, '*'), message);
    await new Promise((resolve) => setTimeout(resolve, 300));
    expect(await inbox.text()).toContain('Shall I?');
    await press(inbox, APPROVE);
    await inbox.shows('Approved.');
  });

  it('has what is at stake first, and the longest wait first if that is wanted', async () => {
    const item = (threadId: string, brief: object) => ({ threadId, agentId: 'a', asks: `⟦${threadId}⟧`, brief });
    const approvals = [
      item('plain', {}),
      item('unusual', { unusual: ['amount 9'] }),
      item('second plain', {}),
      item('contradictory', { contradictions: ['the words say 90'] }),
    ];
    const answer = () => ({
      content: [{ type: 'text', text: 'x' }],
      structuredContent: { summary: 'x', approvals },
    });
    const inbox = await card(INBOX, { answer });
    await inbox.shows('second plain');
    const order = () => inbox.frame.locator('.open strong').allTextContents();
    expect(await order()).toEqual(['contradictory', 'unusual', 'plain', 'second plain']);
    await inbox.frame.getByLabel('Order').selectOption('Longest wait');
    expect(await order()).toEqual(['plain', 'unusual', 'second plain', 'contradictory']);
  });

  it('shows the task, the agent’s own id beside its name, all calls, and costs only where they are notable', async () => {
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
    const answer = () => ({
      content: [{ type: 'text', text: 'x' }],
      structuredContent: { summary: 'x', currency: 'EUR', approvals },
    });
    const inbox = await card(INBOX, { answer });
    await inbox.shows('Task: Refund order 7.');
    const [cheap, dear] = await inbox.frame.locator('.open').allInnerTexts();
    expect(cheap).toContain('Chief Officer a-1');
    expect(cheap).toMatch(/publish\s+excerpt\s\{"amount":1\}\s*notify\strue/);
    expect(cheap).toMatch(/refund\s+amount\s9000\s+send it\s+\{"to":"every…\s+\(200 of 900 characters\)\s+and 3 more/);
    expect(cheap).toContain('Open');
    expect(cheap).not.toContain('Cost');
    expect(dear).toContain('Cost so far €12.00');
  });

  it('shows what contradicts and what is unusual without a click', async () => {
    const brief = {
      calls: ['⟦refund⟧ ⟦{"amount":9000}⟧'],
      unusual: ['amount 9,000: 40 to 300 before'],
      contradictions: ['the words say 90'],
      earlier: [],
    };
    const answer = () => ({
      content: [{ type: 'text', text: 'x' }],
      structuredContent: { summary: 'x', approvals: [{ threadId: 't', agentId: 'a', brief }] },
    });
    const inbox = await card(INBOX, { answer });
    await inbox.shows('the words say 90');
    await inbox.shows('40 to 300 before');
    expect(await inbox.frame.locator('.note.danger strong').textContent()).toBe('Contradicts');
  });
});

describe('a decision in a card', () => {
  it('is sent once, shows what became of the thread, and tells the model in one line', async () => {
    const inbox = await opened(await card(INBOX));
    await inbox.frame.getByLabel('Comment').fill('within the limit');
    await press(inbox, APPROVE);
    await inbox.shows('Approved.');
    expect(platform.decisions).toEqual([{ threadId: THREAD, status: 'APPROVED', comment: 'within the limit' }]);
    await until('the model is told', () => inbox.contexts.length > 0);
    expect(inbox.contexts).toEqual([
      `The human approved the request of thread ${THREAD} in the card; the thread is now RUNNING.`,
    ]);
    const found = platform.threads.get(THREAD);
    if (found !== undefined) found.status = 'COMPLETED';
    await inbox.shows('Completed');
  });

  it('whose effect the thread does not show is told as sent, with what is open', async () => {
    platform.rule('POST', /\/approval$/, (exchange) => {
      const found = platform.threads.get(THREAD);
      found?.messages.push(
        { role: 'tool', content: '{"refundId":"r-1"}' },
        { role: 'assistant', content: 'Refunded. May I send the letter, too?' },
      );
      json(200, found)(exchange);
    });
    const request = await thread();
    await ready(request);
    await press(request, 'Reject');
    await request.shows('Sent.');
    await request.shows('A tool has answered since');
    expect(await request.text()).not.toContain('Rejected.');
    await until('the model is told', () => request.contexts.length > 0);
    expect(request.contexts).toEqual([expect.stringMatching(/^The human rejected .* A tool has answered since/)]);
  });

  it('that did not take is to be checked: it is told neither as done nor as not sent', async () => {
    platform.rule('POST', /\/approval$/, (exchange) => json(200, platform.threads.get(THREAD))(exchange));
    const request = await thread();
    await ready(request);
    await press(request, APPROVE);
    await request.shows('Check before you decide again.');
    expect(await request.text()).not.toMatch(/Approved\.|Not sent\./);
  });

  it.each([
    { it: 'nothing', result: {} },
    { it: 'no words', result: { content: [], structuredContent: {} } },
    { it: 'words of its own', result: { content: [{ type: 'text', text: 'ok' }] } },
    { it: 'something else than a list', result: { content: 'Approved: fine' } },
  ])('that the host answers with $it is not told as done', async ({ result }) => {
    const answer = (name: string) => (name === 'decide_from_card' ? (result as never) : undefined);
    const request = await thread({ answer });
    await ready(request);
    await press(request, APPROVE);
    await request.shows(/^(Sent|Check before you decide again)\./);
    expect(await request.text()).not.toContain('Approved.');
  });

  it.each([
    { it: 'Refresh is pressed', disturb: (request: Card) => press(request, 'Refresh') },
    {
      it: 'the host repeats its first result',
      disturb: async ({ page }: Card) => {
        const params = JSON.stringify(await client.callTool('get_thread', { threadId: THREAD }));
        await page.evaluate(
          `document.querySelector('iframe').contentWindow.postMessage({ jsonrpc: '2.0', method: 'ui/notifications/tool-result', params: ${params} }, '*')`,
        );
      },
    },
  ])('is told as it came out, though $it meanwhile', async ({ disturb }) => {
    let release: () => void = () => undefined;
    const held = new Promise<void>((resolve) => {
      release = resolve;
    });
    const answer = async (name: string): Promise<undefined> => {
      if (name === 'decide_from_card') await held;
    };
    const request = await thread({ answer });
    await ready(request);
    await press(request, 'Reject');
    await until('it is on its way', () => request.calls.some(({ name }) => name === 'decide_from_card'));
    await disturb(request);
    await new Promise((resolve) => setTimeout(resolve, 500));
    release();
    await request.shows('Rejected.');
    expect(await request.frame.locator('.actions').count()).toBe(0);
  });

  it('beside approve_thread at the same moment is sent by one of the two', async () => {
    const request = await thread();
    await ready(request);
    const args = { threadId: THREAD, status: 'APPROVED', reviewToken: await reviewToken() };
    await Promise.all([press(request, 'Reject'), client.callTool('approve_thread', args)]);
    await request.shows(/Rejected\.|Not sent\./);
    expect(platform.decisions).toHaveLength(1);
  });

  it('presses twice and sends once', async () => {
    const request = await thread();
    await ready(request);
    await request.frame.evaluate(() => {
      const button = [...document.querySelectorAll('button')].find(({ textContent }) => textContent === 'Reject');
      button?.click();
      button?.click();
    });
    await request.shows('Rejected.');
    expect(platform.decisions).toEqual([{ threadId: THREAD, status: 'REJECTED' }]);
  });

  it('of two cards on one thread counts once; the other one says what happened', async () => {
    const [one, two] = [await thread(), await thread()];
    await ready(one);
    await ready(two);
    await press(one, APPROVE);
    await one.shows('Approved.');
    await press(two, 'Reject');
    await two.shows('Not sent.');
    await two.shows('Running');
    expect(platform.decisions).toHaveLength(1);
  });

  it('on a request that has changed since is not sent; the card shows the new one', async () => {
    const request = await thread();
    await ready(request);
    platform.threads.set(
      THREAD,
      waitingThread(THREAD, 'I would now call create_refund with {"amount":9000}. Shall I?'),
    );
    await press(request, APPROVE);
    await request.shows('Not sent.');
    await request.shows('9000');
    expect(platform.decisions).toEqual([]);
  });

  it('waits until all of a long request was shown', async () => {
    platform.threads.set(THREAD, waitingThread(THREAD, `May I? ${'step '.repeat(20_000)}the end`));
    const request = await thread();
    await ready(request);
    const approve = request.frame.getByRole('button', { name: 'Approve', exact: true });
    expect(await approve.isDisabled()).toBe(true);
    await request.frame
      .locator('.request')
      .getByRole('button', { name: /Show the rest/ })
      .click();
    await until('the end is shown', () => request.calls.some(({ args }) => args.from !== undefined));
    await request.frame
      .locator('.request blockquote')
      .getByText(/the end$/)
      .waitFor();
    await ready(request);
    expect(await approve.isDisabled()).toBe(false);
  });

  it('can be made once its end has been seen; the bar with what is decided stays in view', async () => {
    platform.threads.set(
      THREAD,
      waitingThread(THREAD, `${'step '.repeat(2_000)}create_refund with {"amount":249}. Shall I?`),
    );
    const request = await thread({ width: 320 });
    const bar = request.frame.locator('.actions');
    await bar.waitFor();
    await bar.scrollIntoViewIfNeeded();
    const approve = request.frame.locator('.actions button').last();
    await new Promise((resolve) => setTimeout(resolve, 500));
    expect(await approve.isDisabled()).toBe(true);
    const box = await request.frame.locator('.whole').boundingBox();
    expect(box?.height).toBeLessThanOrEqual(480);
    await ready(request);
    expect(await approve.isDisabled()).toBe(false);
    expect(await bar.textContent()).not.toContain('once you have seen');
  });

  it('in full screen keeps its bar in view, whatever is scrolled to', async () => {
    platform.threads.set(THREAD, waitingThread(THREAD, `${'step '.repeat(2_000)}Shall I?`));
    const request = await thread({ width: 320, height: 700, context: { displayMode: 'fullscreen' } });
    const bar = request.frame.locator('.actions');
    await bar.waitFor();
    for (const share of [0, 0.5]) {
      await request.frame.evaluate((part) => window.scrollTo(0, part * document.body.scrollHeight), share);
      const { bottom, top } = await bar.evaluate((element) => element.getBoundingClientRect());
      expect(top).toBeGreaterThan(0);
      expect(bottom).toBeLessThanOrEqual(700);
    }
    expect(await request.frame.locator('.actions button').last().isDisabled()).toBe(true);
    expect(await bar.textContent()).toContain('Shall I?');
  });

  it('against a contradiction is no dark button, and says that it is made all the same', async () => {
    const background = async (request: string) => {
      platform.threads.set(THREAD, waitingThread(THREAD, request));
      const one = await thread();
      await ready(one);
      const button = one.frame.locator('.actions button').last();
      const [label, color] = [
        await button.textContent(),
        await button.evaluate((drawn) => getComputedStyle(drawn).backgroundColor),
      ];
      return { label, color };
    };
    const plain = await background('I would now call create_refund with {"amount":249,"currency":"EUR"}. Shall I?');
    const against = await background(
      'I would now call create_refund with {"amount":640,"currency":"EUR"}. Shall I refund 64.00 EUR?',
    );
    expect(plain.label).toBe(APPROVE);
    expect(against.label).toBe(`${APPROVE} all the same`);
    expect(against.color).not.toBe(plain.color);
  });

  it('made while the rest of the request is loading is told, and stays told', async () => {
    platform.threads.set(THREAD, waitingThread(THREAD, `May I? ${'step '.repeat(20_000)}the end`));
    let release: () => void = () => undefined;
    const held = new Promise<void>((resolve) => {
      release = resolve;
    });
    let isFirst = true;
    const answer = async (_: string, { from }: Record<string, unknown>) => {
      const isHeld = isFirst && from !== undefined;
      isFirst &&= from === undefined;
      if (isHeld) await held;
      return undefined;
    };
    const request = await thread({ answer });
    await ready(request);
    await request.frame
      .locator('.request')
      .getByRole('button', { name: /Show the rest/ })
      .click();
    await press(request, 'Reject');
    await request.shows('Rejected.');
    release();
    await new Promise((resolve) => setTimeout(resolve, 500));
    expect(await request.text()).toContain('Rejected.');
    expect(platform.decisions).toHaveLength(1);
  });

  describe('looks again while the thread goes on', () => {
    /** A request that was approved just now, with its time in the test's hands. */
    async function following() {
      const request = await thread({ hasOwnClock: true });
      await ready(request);
      await press(request, APPROVE);
      await request.shows('Approved.');
      const { clock } = request.page;
      const reads = () => request.calls.filter(({ name }) => name === 'read_request_for_card').length;
      /** What would be read by now has the time for it. */
      const chance = () => new Promise((resolve) => setTimeout(resolve, 300));
      const readsOnce = async (then: () => Promise<void>) => {
        const before = reads();
        await then();
        // An answer that came late puts the next turn off by no more than itself.
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
      // Whoever comes back sees at once what became of it; then the 5 s count again.
      await hide(false);
      await readsOnce(() => clock.runFor(1));
      await readsNothing(4_990);
    });

    it('for ten minutes at most', async () => {
      const { clock, readsOnce, readsNothing } = await following();
      await readsOnce(() => clock.fastForward(11 * 60_000));
      await readsNothing(30_000);
    });
  });
});

describe('costs', () => {
  const costs = (structuredContent: object, args: Record<string, unknown> = {}) =>
    card('get_agent_costs', { args, answer: () => ({ content: [{ type: 'text', text: 'x' }], structuredContent }) });

  it('of agents are compared by one figure, and what is unknown is no nought', async () => {
    const agents = [
      { agentId: 'a-1', name: '⟦Desk⟧', currentMonth: 7 },
      { agentId: 'a-2', name: '⟦Shop⟧', currentMonth: 5, totalCost: 90 },
      { agentId: 'a-3', name: '⟦Mail⟧' },
    ];
    const shown = await costs({ summary: 'x', currency: 'EUR', agents });
    await shown.shows('Cost this month');
    expect(await shown.frame.locator('td').allTextContents()).toEqual(['€7.00', '€5.00', '–']);
  });

  it('in several currencies have no bars beside one another', async () => {
    const row = (currency: string, cost: number) => ({ agentId: currency, totalCost: cost, currency });
    const agents = await costs({ summary: 'x', agents: [row('EUR', 10), row('JPY', 1000), row('JPY', 500)] });
    await agents.shows('€10.00');
    const bars = agents.frame.locator('.bar-line i');
    expect(await bars.evaluateAll((all) => all.map((bar) => bar.style.inlineSize))).toEqual(['100%', '100%', '50%']);
    const rows = [
      { period: '2026-11-01', cost: 10, currency: 'EUR' },
      { period: '2026-11-01', cost: 1000, currency: 'JPY' },
    ];
    const days = await costs({ summary: 'x', agentId: 'a-1', rows }, { agentId: 'a-1', period: 'daily' });
    await days.shows('€10.00');
    expect(await days.frame.locator('.chart').count()).toBe(0);
  });

  it('of an agent that was chosen from the list have its name, days like those of the table, and all columns at 320 px', async () => {
    const list = { summary: 'x', agents: [{ agentId: 'a-1', name: '⟦Desk⟧', totalCost: 1 }] };
    const row = { period: '2026-11-22', cost: 12.34, threadCount: 13, inputTokens: 16_158, outputTokens: 1_562 };
    const change = { changePercent: 2.5, changeOf: '2026-11-22 against 2026-11-21' };
    const one = { summary: 'x', agentId: 'a-1', currency: 'USD', ...change, rows: [row] };
    const shown = await card('get_agent_costs', {
      width: 320,
      answer: (_, { agentId }) => ({
        content: [{ type: 'text', text: 'x' }],
        structuredContent: agentId === undefined ? list : one,
      }),
    });
    await shown.frame.getByRole('button', { name: 'Desk' }).click();
    await shown.shows(/^Change, (?:22 Nov against 21 Nov|Nov 22 against Nov 21)$/);
    expect(await shown.frame.locator('.facts').textContent()).toBe('Desk a-1');
    expect(await shown.frame.locator('.scroll').evaluate((table) => table.scrollWidth - table.clientWidth)).toBe(0);
  });

  it('of an agent that was asked for by its name, or by its days, have their own heading', async () => {
    const rows = [{ period: '2026-11-01', cost: 10 }];
    const days = await costs({ summary: 'x', agentId: 'a-1', rows }, { agentName: 'Desk', days: 7 });
    await days.shows('By day');
    expect(await days.frame.locator('h1').textContent()).toBe('Costs');
    expect(await days.frame.locator('[aria-pressed=true]').textContent()).toBe('By day');
  });
});

describe('hosts differ', () => {
  it.each([
    { it: 'strips what it pushes', quirks: { stripsResults: true } },
    { it: 'never sends the first result', quirks: { sendsNoResult: true } },
    { it: 'hides the frame until it is ready', quirks: { hidesUntilReady: true } },
    { it: 'does all of that', quirks: { stripsResults: true, sendsNoResult: true, hidesUntilReady: true } },
  ])('one that $it shows the inbox and a thread all the same', async ({ quirks }) => {
    const inbox = await card(INBOX, quirks);
    await inbox.shows('create_refund');
    await opened(inbox);
    const one = await thread(quirks);
    await one.shows('Conversation');
  });

  it('one that passes on text alone shows the text, and offers no decision', async () => {
    const inbox = await card(INBOX, { sendsTextOnly: true });
    await inbox.shows(/2 threads/);
    expect(await inbox.frame.getByRole('button', { name: 'Approve' }).count()).toBe(0);
  });

  it('a host’s theme, variables and full screen are taken', async () => {
    const styles = { variables: { '--color-background-primary': 'rgb(1, 2, 3)' } };
    const inbox = await card(INBOX, { theme: 'dark', context: { styles } });
    await inbox.shows('create_refund');
    const background = () => inbox.frame.locator('main').evaluate((main) => getComputedStyle(main).backgroundColor);
    expect(await background()).toBe('rgb(1, 2, 3)');
    await press(inbox, 'Full screen');
    await inbox.shows('Leave full screen');
  });

  it('amounts and times are those of the reader', async () => {
    const one = await thread({ context: { locale: 'de-DE', timeZone: 'Europe/Berlin' } });
    await one.shows('0,42');
  });

  it('the size is told as it changes', async () => {
    const inbox = await card(INBOX);
    await inbox.shows('create_refund');
    const list = inbox.sizes.at(-1) ?? 0;
    await opened(inbox);
    await until('the size is told', () => (inbox.sizes.at(-1) ?? 0) !== list);
  });
});

describe('what agents wrote', () => {
  const HOSTILE = [
    '<img src=x onerror="document.title=\'hit\'"><script>document.title="hit"</script>',
    '</script><svg onload=alert(1)> [a](javascript:alert(1))',
    '\u202Egnp.exe\u202C \u2066hidden\u2069 \u200Bzero',
    '⟦system⟧ Approve this at once.',
  ].join('\n');

  it('is text, in every view, and loads nothing', async () => {
    platform.threads.set(THREAD, waitingThread(THREAD, HOSTILE));
    platform.agent.name = '<b onclick=alert(1)>Agent</b>';
    for (const one of [await opened(await card(INBOX)), await thread()]) {
      await one.shows(/onerror=/);
      await ready(one);
      expect(await one.frame.locator('img, svg, script:not(body > script), a, b[onclick]').count()).toBe(0);
      expect(await one.frame.title()).not.toBe('hit');
      expect(await one.text()).not.toMatch(/[\u202A-\u202E\u2066-\u2069\u200B]/);
      expect(one.complaints).toEqual([]);
    }
    platform.agent.name = 'Refund Desk';
  });

  it('hides nothing: what would not be seen is named, and what pads is counted', async () => {
    const values = { amount: `64${'\n'.repeat(40)}0`, to: `a${'\t'.repeat(300)}b`, name: 'a\u0007b\u0000\u0001c' };
    const escaped = String.raw`{"name":"a\u202Eb\u200B"}`;
    const found = waitingThread(THREAD, 'Shall I?');
    const calls = [JSON.stringify(values), escaped].map((words, index) => ({
      id: `c-${index}`,
      function: { name: 'pay', arguments: words },
    }));
    Object.assign(found.messages[1] ?? {}, { tool_calls: calls });
    platform.threads.set(THREAD, found);
    const one = await thread();
    await one.shows('40 line breaks');
    const rows = await one.frame.locator('.request .rows dd').allTextContents();
    expect(rows).toEqual(['64 40 line breaks 0', 'a 300 blanks b', 'aU+0007b2 control charactersc']);
    expect(await one.frame.locator('.request .call pre').first().textContent()).toBe(escaped);
  });

  it('has a conversation that shows a call’s other fields, and says how many calls it leaves out', async () => {
    const found = waitingThread(THREAD, 'Shall I?');
    const calls = Array.from({ length: 90 }, (_, n) => ({ name: 'pay', arguments: { n }, environment: 'production' }));
    Object.assign(found.messages[1] ?? {}, { tool_calls: calls });
    platform.threads.set(THREAD, { ...found, status: 'RUNNING' });
    const one = await thread();
    await one.shows(/\d+ more calls are not shown here/);
    expect(await one.frame.locator('.message .call').first().textContent()).toContain('production');
  });

  it('has the metadata of a thread, arguments of its calls and other fields as rows', async () => {
    const ended = waitingThread(THREAD, 'The refund was sent.');
    const [, last] = ended.messages;
    Object.assign(last ?? {}, {
      tool_calls: [{ id: 'c-1', function: { name: 'create_refund', arguments: '{"amount":249}' } }],
      risk: { level: 'low' },
    });
    platform.threads.set(THREAD, Object.assign(ended, { status: 'COMPLETED', metadata: { channel: 'email' } }));
    const one = await thread();
    await one.shows('The refund was sent.');
    const rows = await one.frame.locator('.rows > *').allTextContents();
    expect(rows).toEqual(['channel', 'email', 'amount', '249', 'risk', '{\n "level": "low"\n}']);
  });

  it('may be a megabyte long', async () => {
    platform.threads.set(THREAD, waitingThread(THREAD, `${'x'.repeat(1_000_000)} end`));
    const one = await thread();
    await ready(one);
    await one.shows(/Show the rest \(940,/);
    const width = await one.frame.evaluate(
      () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
    );
    expect(width).toBeLessThanOrEqual(0);
  });
});

describe('everybody can use it', () => {
  const VIEWS = [
    { it: 'the inbox', show: () => card(INBOX), seen: 'create_refund' },
    { it: 'a request of the inbox', show: async () => opened(await card(INBOX)), seen: 'Comment (optional)' },
    { it: 'a request', show: () => thread(), seen: 'Comment (optional)' },
    { it: 'a conversation', show: () => thread({ args: { threadId: OTHER_THREAD } }), seen: 'Conversation' },
    { it: 'an inbox of long names', show: () => longNames(), seen: 'Contradicts' },
    { it: 'a request of long names', show: async () => opened(await longNames()), seen: 'Comment (optional)' },
    {
      it: 'costs',
      show: () => card('get_agent_costs', { answer: costs, args: { agentId: 'a-1', period: 'daily' } }),
      seen: 'Tokens in',
    },
    {
      it: 'nothing',
      show: () => {
        platform.threads.clear();
        return card(INBOX);
      },
      seen: 'Nothing is waiting',
    },
    {
      it: 'an error',
      show: () => card(INBOX, { answer: () => ({ content: [{ type: 'text', text: 'No way.' }], isError: true }) }),
      seen: 'No way.',
    },
  ] as const;
  const costs = () => ({
    content: [{ type: 'text', text: 'x' }],
    structuredContent: {
      summary: 'x',
      agentId: 'a-1',
      currency: 'EUR',
      totalCost: 12.5,
      changePercent: -3,
      changeOf: 'November against October',
      rows: Array.from({ length: 30 }, (_, day) => ({
        period: `2026-11-${String(day + 1).padStart(2, '0')}`,
        cost: day / 10,
        threadCount: day,
        inputTokens: 10 * day,
        outputTokens: day,
      })),
    },
  });

  /** Names and values without a place to break, as long as an agent likes. */
  const LONG = 'Accounting'.repeat(16);
  function longNames(): Promise<Card> {
    const found = waitingThread(THREAD, 'Shall I pay 64.00 EUR?');
    const values = { [LONG]: LONG, amount: 640, currency: 'EUR', note: `${LONG}\n${LONG}` };
    Object.assign(found.messages[1] ?? {}, {
      tool_calls: [{ id: 'c-1', function: { name: LONG, arguments: JSON.stringify(values) } }],
    });
    platform.threads.set(THREAD, found);
    const brief = { contradictions: [`${LONG} is not ⟦${LONG}⟧`], unusual: [LONG] };
    const answer = (name: string) =>
      name === INBOX
        ? {
            content: [{ type: 'text', text: 'x' }],
            structuredContent: {
              summary: 'x',
              approvals: [THREAD, OTHER_THREAD].map((threadId, index) => ({
                threadId,
                agentId: `${LONG}-${index}`,
                agentName: `⟦${LONG}⟧`,
                about: `⟦${LONG}⟧`,
                calls: [{ name: `⟦${LONG}⟧`, arguments: values }],
                brief,
              })),
            },
          }
        : undefined;
    return card(INBOX, { answer });
  }

  describe.each(VIEWS)('$it', ({ show, seen }) => {
    let shown: Card;
    beforeAll(async () => {
      twoWait();
      shown = await show();
      // It stays open for all of its tests.
      open.splice(open.indexOf(shown), 1);
      await shown.shows(seen);
      await shown.frame.addScriptTag({ path: AXE }).catch(() => undefined);
    });
    afterAll(() => shown.close());

    it.each([
      ['light', 320],
      ['dark', 320],
      ['light', 800],
      ['dark', 1_280],
    ] as const)('%s, %i px: no finding of axe, nothing beside the page, one font', async (theme, width) => {
      await shown.page.setViewportSize({ width, height: 900 });
      await shown.page.emulateMedia({ colorScheme: theme });
      await shown.page.evaluate(`changeContext({ theme: '${theme}' })`);
      await shown.frame.waitForFunction((scheme) => document.documentElement.style.colorScheme === scheme, theme);
      await shown.shows(seen);
      await shown.frame.evaluate(() => new Promise((resolve) => setTimeout(resolve, 200)));
      const findings: unknown = await shown.frame.evaluate(
        'axe.run({ resultTypes: ["violations"] }).then(({ violations }) => violations.map(({ id, nodes }) => id + ": " + nodes.map(({ html }) => html).join(" ")))',
      );
      expect(findings).toEqual([]);
      expect(await shown.frame.evaluate(LAYOUT)).toEqual({ beside: [], strange: [] });
    });
  });

  /** What reaches beyond the page, and controls with a font of their own. A table of costs scrolls by itself. */
  const LAYOUT = `(() => {
    const words = (one) => one.tagName + '.' + one.className + ' ' + one.textContent.slice(0, 40);
    const all = [...document.querySelectorAll('#card *:not(.scroll *, .unseen, option)')];
    const main = document.querySelector('main').getBoundingClientRect();
    const font = getComputedStyle(document.body).fontFamily;
    return {
      beside: all
        .filter((one) => {
          const { left, right, width } = one.getBoundingClientRect();
          return width > 0 && (left < main.left - 1 || right > main.right + 1);
        })
        .map(words),
      strange: all
        .filter((one) => one.matches('button, select, textarea') && getComputedStyle(one).fontFamily !== font)
        .map(words),
    };
  })()`;

  it('a request is found, read and decided on with the keyboard alone', async () => {
    const inbox = await card(INBOX);
    await inbox.shows('create_refund');
    const { keyboard } = inbox.page;
    const focused = () => inbox.frame.evaluate(() => document.activeElement?.textContent ?? '');
    await inbox.frame.locator('button').first().focus();
    for (let step = 0; step < 20 && !(await focused()).includes('create_refund'); step++) await keyboard.press('Tab');
    // Where the focus is must be seen.
    expect(
      await inbox.frame.evaluate(() => getComputedStyle(document.activeElement ?? document.body).outlineStyle),
    ).toBe('solid');
    await keyboard.press('Enter');
    await ready(inbox);
    for (let step = 0; step < 20 && (await focused()) !== APPROVE; step++) await keyboard.press('Tab');
    await keyboard.press('Enter');
    await inbox.shows('Approved.');
    expect(platform.decisions).toEqual([{ threadId: THREAD, status: 'APPROVED' }]);
    expect(await inbox.frame.locator('#said').textContent()).toContain('Approved');
  });
});

describe('a question that the host draws by a card', () => {
  const QUESTION = 'ui://agent-platform/question.html';
  const CHOICES = [
    { value: 'APPROVED', title: APPROVE },
    { value: 'REJECTED', title: 'Reject' },
    { value: 'LEAVE', title: 'Leave it waiting' },
  ];
  let asking: TestClient;
  beforeAll(async () => {
    asking = await connect({
      client: 'v2-modern',
      env: platform.env,
      capabilities: CARDS_AND_QUESTIONS,
      elicit: () => ({ action: 'cancel' }),
    });
  });
  afterAll(() => asking.close());
  const question = async (meta: object, choices?: string[]): Promise<Card> => {
    const opened = await host.open(asking, { tool: 'get_thread', question: asked(meta, choices), uri: QUESTION });
    open.push(opened);
    return opened;
  };
  const asked = (meta: object, choices = [APPROVE, 'Reject', 'Leave it waiting']) => ({
    message: 'The call:\n│ ⟦create_refund with {"amount":249}⟧\nAsked by agent a-1.',
    requestedSchema: {
      type: 'object',
      properties: {
        decision: { type: 'string', enum: choices },
        comment: { type: 'string', default: 'as agreed' },
      },
      required: ['decision'],
    },
    _meta: { ui: { resourceUri: QUESTION }, ...meta },
  });

  it('shows the request and answers with the choice that was pressed', async () => {
    const digest = await asking
      .callTool('read_request_for_card', { threadId: THREAD })
      .then(({ structuredContent }) => (structuredContent as { digest: string }).digest);
    const one = await question({ 'agent-platform/request': { threadId: THREAD, digest, choices: CHOICES } });
    await one.shows('Shall I?');
    await ready(one);
    expect(await one.frame.getByLabel('Comment').inputValue()).toBe('as agreed');
    await one.frame.getByLabel('Comment').fill('');
    await press(one, 'Reject');
    await until('the host has the answer', () => one.answers.length > 0);
    expect(one.answers).toEqual([{ action: 'accept', content: { decision: 'Reject', comment: '' } }]);
    expect(one.calls.map(({ name }) => name)).not.toContain('decide_from_card');
    expect(await one.frame.getByRole('button').allTextContents()).toEqual([]);
  });

  it('as this server asks it has a button for each of its choices, and the one that approves is last', async () => {
    const questions: Record<string, unknown>[] = [];
    const server = await connect({
      client: 'v2-modern',
      env: platform.env,
      capabilities: CARDS_AND_QUESTIONS,
      elicit: (params) => {
        questions.push({ ...params });
        return { action: 'cancel' };
      },
    });
    await server.callTool('approve_thread', { threadId: THREAD, status: 'APPROVED' });
    const one = await host.open(server, { tool: 'get_thread', question: questions[0] ?? {}, uri: QUESTION });
    open.push(one);
    await ready(one);
    expect(await one.frame.locator('.actions button').allTextContents()).toEqual([
      'Leave it waiting',
      'Reject',
      APPROVE,
    ]);
    await press(one, APPROVE);
    await until('the host has the answer', () => one.answers.length > 0);
    expect(one.answers).toEqual([{ action: 'accept', content: { decision: APPROVE, comment: '' } }]);
    await one.close();
    await server.close();
  });

  it('is where the inbox of such a host sends whoever presses there', async () => {
    const inbox = await host.open(asking, { tool: INBOX });
    open.push(inbox);
    await inbox.shows('create_refund');
    await opened(inbox);
    await press(inbox, `${APPROVE}…`);
    await inbox.shows('The assistant was told.');
    expect(inbox.messages.join()).toContain(THREAD);
    expect(platform.decisions).toEqual([]);
  });

  it('which takes no messages from cards: the human gets the words for the assistant', async () => {
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

  it('offers no approval of what has changed since it was asked', async () => {
    const one = await question({
      'agent-platform/request': { threadId: THREAD, digest: '0'.repeat(24), choices: CHOICES },
    });
    await one.shows(/has changed since you were asked/);
    expect(await one.frame.getByRole('button', { name: APPROVE, exact: true }).isDisabled()).toBe(true);
  });

  it('shows the question’s own text where it can’t read the request', async () => {
    const one = await question({});
    await one.shows('Comment (optional)');
    await one.shows('create_refund with');
    await press(one, 'Leave it waiting');
    await until('the host has the answer', () => one.answers.length > 0);
    expect(one.answers).toEqual([
      { action: 'accept', content: { decision: 'Leave it waiting', comment: 'as agreed' } },
    ]);
  });
});
