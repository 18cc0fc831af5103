/** Everything that agents wrote stays text in a card. */
import { describe, expect, it } from 'vitest';
import { THREAD, waitingThread } from '../support/scripted-platform.ts';
import { card, INBOX, opened, platform, ready, thread, useCards } from './session.ts';

useCards();

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
      // An agent's name can't be read as words of the sentence around it.
      const name = one.frame.locator('h1 bdi').first();
      expect(await name.textContent()).toBe(platform.agent.name);
      expect(await name.evaluate((part) => getComputedStyle(part).borderBottomStyle)).toBe('dotted');
      expect(await one.text()).not.toMatch(/[\u202A-\u202E\u2066-\u2069\u200B]/);
      expect(one.complaints).toEqual([]);
    }
    platform.agent.name = 'Refund Desk';
  });

  it('hides nothing: no padding pushes text out of sight, and invisible characters are counted', async () => {
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
    await one.shows('Invisible or control characters left out: 3.');
    // Beside the values stands where they come from.
    const shown = await one.frame.locator('.request .rows dd > bdi').allTextContents();
    expect(shown).toEqual(['64\n0', 'a b', 'abc']);
    expect(await one.frame.locator('.request .call pre').first().textContent()).toBe(escaped);
  });

  it('keeps a call’s other fields in the conversation, which says how many calls it leaves out', async () => {
    const found = waitingThread(THREAD, 'Shall I?');
    const calls = Array.from({ length: 90 }, (_, n) => ({ name: 'pay', arguments: { n }, environment: 'production' }));
    Object.assign(found.messages[1] ?? {}, { tool_calls: calls });
    platform.threads.set(THREAD, { ...found, status: 'RUNNING' });
    const one = await thread();
    await one.shows(/\d+ more calls are not shown here/);
    expect(await one.frame.locator('.message .call').first().textContent()).toContain('production');
  });

  it('is laid out in rows: metadata of a thread, arguments of calls and other fields', async () => {
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
