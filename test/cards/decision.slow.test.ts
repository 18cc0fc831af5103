/** A decision in a card is sent once, and its outcome is reported. */
import { describe, expect, it } from 'vitest';
import { until } from '../support/clients.ts';
import { json } from '../support/platform-double.ts';
import { THREAD, waitingThread } from '../support/scripted-platform.ts';
import type { Card } from './host.ts';
import { APPROVE, BACK, card, client, INBOX, opened, platform, press, ready, thread, useCards } from './session.ts';

useCards();

/** After a decision the tool has answered, and the agent asks this. */
const asksNext = (question: string): void =>
  platform.rule('POST', /\/approval$/, (exchange) => {
    const found = platform.threads.get(THREAD);
    found?.messages.push(
      { role: 'tool', content: '{"refundId":"r-1"}' },
      { role: 'assistant', content: `Refunded. ${question}` },
    );
    json(200, found)(exchange);
  });

describe('a decision in a card', () => {
  it('is sent once, shows the outcome, and reports it to the model in one line', async () => {
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

  it('is reported even if the conversation can’t be read again', async () => {
    let reads = 0;
    const answer = (name: string) =>
      name === 'get_thread' && reads++ > 0
        ? { content: [{ type: 'text', text: 'HTTP 503' }], isError: true }
        : undefined;
    const request = await thread({ answer });
    await ready(request);
    await press(request, APPROVE);
    await request.shows('Approved.');
    await until('the conversation is read again', () => reads > 1);
    await new Promise((resolve) => setTimeout(resolve, 300));
    expect(request.complaints).toEqual([]);
  });

  it('takes its comment with it: what the agent asks for next begins without one', async () => {
    asksNext('May I close the account, too?');
    const request = await thread();
    await ready(request);
    await request.frame.getByLabel('Comment').fill('within the limit');
    await press(request, APPROVE);
    await request.shows('May I close the account, too?');
    expect(await request.frame.getByLabel('Comment').inputValue()).toBe('');
  });

  it('whose effect the thread does not show is reported as sent, with the open question', async () => {
    asksNext('May I send the letter, too?');
    const request = await thread();
    await ready(request);
    await press(request, 'Reject');
    await request.shows('Sent.');
    await request.shows('A tool has answered since');
    expect(await request.text()).not.toContain('Rejected.');
    await until('the model is told', () => request.contexts.length > 0);
    expect(request.contexts).toEqual([expect.stringMatching(/^The human rejected .* A tool has answered since/)]);
  });

  it('without visible effect is reported neither as done nor as unsent, but as one to check', async () => {
    platform.rule('POST', /\/approval$/, (exchange) => json(200, platform.threads.get(THREAD))(exchange));
    const request = await thread();
    await ready(request);
    await press(request, APPROVE);
    await request.shows('Check before you decide again.');
    expect(await request.text()).not.toMatch(/Approved\.|Not sent\./);
  });

  it.each([
    { it: 'is refreshed', look: (request: Card) => press(request, 'Refresh') },
    { it: 'is left open', look: async () => undefined },
  ])('that the platform applies later is called nobody else’s in a card that $it', async ({ look }) => {
    platform.rule('POST', /\/approval$/, (exchange) => json(202, platform.threads.get(THREAD))(exchange));
    const request = await thread();
    await ready(request);
    await press(request, APPROVE);
    await request.shows('Check before you decide again.');
    const found = platform.threads.get(THREAD);
    if (found !== undefined) found.status = 'RUNNING';
    await look(request);
    await request.shows('Running');
    expect(await request.text()).not.toMatch(/Somebody else|sent nothing|NOT taken effect/);
  });

  it('that fails and may have been applied is not called unsent', async () => {
    platform.rule('POST', /\/approval$/, (exchange) => {
      const found = platform.threads.get(THREAD);
      if (found !== undefined) found.status = 'RUNNING';
      json(409, { message: 'busy' })(exchange);
    });
    const request = await thread();
    await ready(request);
    await press(request, APPROVE);
    await request.shows('Check before you decide again.');
    expect(await request.text()).not.toMatch(/Not sent|sent nothing/);
  });

  it('on a thread that was deleted takes it out of the list', async () => {
    platform.rule('POST', /\/approval$/, (exchange) => {
      platform.threads.delete(THREAD);
      json(404, { message: 'gone' })(exchange);
    });
    const inbox = await opened(await card(INBOX));
    await press(inbox, APPROVE);
    await inbox.shows(/is gone now: nothing is left to decide/);
    await press(inbox, BACK);
    await inbox.shows('Approvals (1)');
  });

  it.each([
    { it: 'nothing', result: {} },
    { it: 'no words', result: { content: [], structuredContent: {} } },
    { it: 'words of its own', result: { content: [{ type: 'text', text: 'ok' }] } },
    { it: 'something other than a list', result: { content: 'Approved: fine' } },
  ])('that the host answers with $it is not reported as done', async ({ result }) => {
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
  ])('is reported as it came out, even if $it meanwhile', async ({ disturb }) => {
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

  it('that the host refuses as the result of the call leaves the comment', async () => {
    const refused = { isError: true, content: [{ type: 'text', text: 'The user rejected this tool call.' }] };
    const answer = (name: string) => (name === 'decide_from_card' ? (refused as never) : undefined);
    const request = await thread({ answer });
    await ready(request);
    await request.frame.getByRole('textbox').fill('Not before Friday.');
    await press(request, 'Reject');
    await request.shows('Check before you decide again.');
    expect(await request.frame.getByRole('textbox').inputValue()).toBe('Not before Friday.');
  });

  it('is sent once after two presses', async () => {
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

  it('made while the rest of the request is loading is reported, and stays visible', async () => {
    platform.threads.set(THREAD, waitingThread(THREAD, `May I? ${'step '.repeat(20_000)}the end`));
    let release: () => void = () => undefined;
    const held = new Promise<void>((resolve) => {
      release = resolve;
    });
    let isFirst = true;
    const answer = async (_: string, { reviewToken }: Record<string, unknown>) => {
      const isHeld = isFirst && reviewToken !== undefined;
      isFirst &&= reviewToken === undefined;
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
});
