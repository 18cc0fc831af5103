/** A decision in a card is possible once the whole request has been seen, and its bar stays in view. */
import { describe, expect, it } from 'vitest';
import { until } from '../support/clients.ts';
import { PATIENCE_MS } from '../support/patience.ts';
import { THREAD, waitingThread } from '../support/scripted-platform.ts';
import { APPROVE, platform, ready, thread, useCards } from './session.ts';

useCards();

describe('a decision in a card', () => {
  it('is disabled until all of a long request was shown', async () => {
    platform.threads.set(THREAD, waitingThread(THREAD, `May I? ${'step '.repeat(20_000)}the end`));
    const request = await thread();
    await ready(request);
    const approve = request.frame.getByRole('button', { name: 'Approve', exact: true });
    expect(await approve.isDisabled()).toBe(true);
    await request.frame
      .locator('.request')
      .getByRole('button', { name: /Show the rest/ })
      .click();
    await until('the end is shown', () => request.calls.some(({ args }) => args.reviewToken !== undefined));
    await request.frame
      .locator('.request blockquote')
      .getByText(/the end$/)
      .waitFor();
    await ready(request);
    expect(await approve.isDisabled()).toBe(false);
  });

  it.each([
    { it: 'one is named “arguments”', name: 'arguments' },
    { it: 'the name of one is invisible', name: '\u200b' },
  ])('shows every argument where $it and too long for a part', async ({ name }) => {
    const args = { [name]: 'row,'.repeat(16_000), iban: 'DE02120300000000202051' };
    const call = { id: 'c1', type: 'function', function: { name: 'call_tool', arguments: JSON.stringify(args) } };
    const messages = [
      { role: 'user', content: 'Export the rows.' },
      { role: 'assistant', content: 'I would now export them.', tool_calls: [call] },
    ];
    platform.threads.set(THREAD, { ...waitingThread(THREAD), messages });
    const request = await thread();
    await ready(request);
    await request.frame
      .locator('.request')
      .getByRole('button', { name: /Show the rest/ })
      .click();
    await request.shows(/I would now export them/);
    const shown = await request.frame.locator('.call').textContent();
    expect(shown?.match(/row,/g)).toHaveLength(16_000);
    expect(shown?.slice(-200)).toContain('DE02120300000000202051');
  });

  it.each([
    { it: 'of short numbers', body: Array.from({ length: 13_500 }, (_, n) => n % 100).join(' ') },
    {
      it: 'of many lines with numbers',
      body: Array.from({ length: 9_000 }, (_, n) => `sentence number ${n}.`).join('\n'),
    },
  ])('shows an argument $it to its end', async ({ body }) => {
    const call = {
      id: 'c1',
      type: 'function',
      function: { name: 'send', arguments: JSON.stringify({ body, to: 37 }) },
    };
    const messages = [
      { role: 'user', content: 'Send it.' },
      { role: 'assistant', content: '', tool_calls: [call] },
    ];
    platform.threads.set(THREAD, { ...waitingThread(THREAD), messages });
    const request = await thread();
    const left = (): Promise<string> =>
      request.frame.evaluate(() => document.querySelector('.request button.wide')?.textContent ?? 'nothing');
    await request.frame.locator('.request .actions').waitFor();
    for (let before = await left(); before !== 'nothing'; before = await left()) {
      await request.frame.locator('.request button.wide').click();
      await expect.poll(left, { timeout: PATIENCE_MS }).not.toMatch(/^Loading/);
      expect(await left()).not.toBe(before);
    }
    await ready(request);
    expect((await request.frame.locator('.call').textContent())?.replace(/\s+/g, '')).toContain(
      body.replace(/\s+/g, '').slice(-300),
    );
    expect(await request.frame.getByRole('button', { name: 'Approve send' }).isDisabled()).toBe(false);
  });

  it('is enabled once the end has been seen', async () => {
    const words = `${'step '.repeat(2_000)}create_refund with {"amount":249}. Shall I?`;
    platform.threads.set(THREAD, waitingThread(THREAD, words));
    const request = await thread({ width: 320 });
    const bar = request.frame.locator('.actions');
    await bar.waitFor();
    const approve = bar.getByRole('button').last();
    await new Promise((resolve) => setTimeout(resolve, 500));
    expect(await approve.isDisabled()).toBe(true);
    await ready(request);
    expect(await approve.isDisabled()).toBe(false);
    expect(await bar.textContent()).not.toContain('once you have seen');
  });

  it('keeps its bar in view where the page scrolls by itself, and leaves most of it to the request', async () => {
    platform.threads.set(THREAD, waitingThread(THREAD, `${'step '.repeat(2_000)}Shall I?`));
    const request = await thread({ width: 320, height: 400, context: { displayMode: 'fullscreen' } });
    const bar = request.frame.locator('.actions');
    await bar.waitFor();
    for (const share of [0, 0.5]) {
      await request.frame.evaluate((part) => window.scrollTo(0, part * document.body.scrollHeight), share);
      const { bottom, top } = await bar.evaluate((element) => element.getBoundingClientRect());
      expect(top).toBeGreaterThan(240);
      expect(bottom).toBeLessThanOrEqual(400);
    }
    expect(await request.frame.locator('.actions button').last().isDisabled()).toBe(true);
  });

  it('despite a contradiction is not the primary button, and says so', async () => {
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
});
