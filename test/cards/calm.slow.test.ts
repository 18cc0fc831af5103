/** Cards are calm: few sizes, the reader’s own, nothing cut, each thing once, and ids out of the way. */
import { describe, expect, it } from 'vitest';
import { THREAD, waitingThread } from '../support/scripted-platform.ts';
import type { Card } from './host.ts';
import { APPROVE, card, client, INBOX, opened, platform, press, ready, thread, useCards } from './session.ts';

useCards();

/** The server's answers, but without warnings, and without where values come from. */
const unexplained = async (name: string, args: Record<string, unknown>) => {
  if (name !== 'read_request_for_card') return undefined;
  const result = await client.callTool(name, args);
  const data = result.structuredContent as { parts: Record<string, unknown>[] };
  const parts = data.parts.map((part) => ({ ...part, sources: undefined }));
  return { ...result, structuredContent: { ...data, brief: undefined, parts } };
};

/** The distinct sizes of all text that is shown. */
const sizes = ({ frame }: Card): Promise<number[]> =>
  frame.evaluate(() => {
    const all = [...document.querySelectorAll('#card *')].filter((one) =>
      [...one.childNodes].some((node) => node.nodeType === 3 && node.textContent?.trim() !== ''),
    );
    return [...new Set(all.map((one) => Number.parseFloat(getComputedStyle(one).fontSize)))].sort((a, b) => a - b);
  });

describe('text', () => {
  it('has one size, and headings another, in a request and in the inbox', async () => {
    const request = await thread();
    await ready(request);
    const inbox = await card(INBOX);
    await inbox.shows('create_refund');
    for (const one of [request, inbox]) expect(await sizes(one)).toEqual([14, 16]);
  });

  it('follows the font size of the reader’s browser', async () => {
    const request = await thread();
    await ready(request);
    await request.frame.addStyleTag({ content: ':root { font-size: 200% }' });
    expect(await sizes(request)).toEqual([28, 32]);
  });

  it('follows the host’s font settings', async () => {
    const variables = {
      '--font-sans': 'Georgia, serif',
      '--font-text-sm-size': '18px',
      '--font-text-md-size': '1.5rem',
      '--font-weight-semibold': '500',
    };
    const request = await thread({ context: { styles: { variables } } });
    await ready(request);
    expect(await sizes(request)).toEqual([18, 24]);
    const heading = await request.frame.locator('h1').evaluate((one) => {
      const { fontFamily, fontWeight } = getComputedStyle(one);
      return { fontFamily, fontWeight };
    });
    expect(heading).toEqual({ fontFamily: 'Georgia, serif', fontWeight: '500' });
  });
});

describe('a request', () => {
  it('begins with one sentence, and shows the call and each argument once', async () => {
    const found = waitingThread(THREAD, 'Shall I?');
    const args = { orderNumber: '10511', amount: 640, currency: 'GBP', note: 'carefully' };
    Object.assign(found.messages[1] ?? {}, {
      tool_calls: [{ id: 'c-1', function: { name: 'create_refund', arguments: JSON.stringify(args) } }],
    });
    platform.threads.set(THREAD, found);
    // Warnings name arguments, too.
    const request = await thread({ answer: unexplained });
    await ready(request);
    expect(await request.frame.locator('h1').allInnerTexts()).toEqual([
      'Refund Desk wants to refund 640\u00a0GBP on order 10511',
    ]);
    const shown = await request.text();
    for (const one of ['orderNumber', 'note', 'carefully', '\ncreate_refund\n', 'Shall I?'])
      expect(shown.split(one), one).toHaveLength(2);
  });

  it('is not cut: nothing scrolls within the page, whose height is told to the host', async () => {
    platform.threads.set(THREAD, waitingThread(THREAD, `${'step by step '.repeat(1_000)}Shall I?`));
    const request = await thread({ width: 320 });
    await ready(request);
    const { cut, height } = await request.frame.evaluate(() => ({
      cut: [...document.querySelectorAll('#card *')]
        .filter((one) => /auto|scroll|hidden/.test(getComputedStyle(one).overflowY))
        .map(({ tagName }) => tagName)
        .filter((tag) => tag !== 'TEXTAREA' && tag !== 'SELECT'),
      height: Math.ceil(document.body.getBoundingClientRect().height),
    }));
    expect(cut).toEqual([]);
    expect(height).toBeGreaterThan(5_000);
    expect(request.sizes.at(-1)).toBe(height);
  });

  it('keeps its ids behind a line that opens, and copies them with a press', async () => {
    const request = await opened(await card(INBOX));
    expect(await request.text()).not.toContain(THREAD);
    await request.frame.getByText('Show details').click();
    const line = `thread ${THREAD}; agent ${platform.agent.id}; messages 2`;
    await request.shows(line);
    await press(request, 'Copy details');
    const comment = request.frame.getByLabel('Comment');
    await comment.focus();
    await request.page.keyboard.press('Control+V');
    expect(await comment.inputValue()).toBe(line);
  });
});

describe('the source of values', () => {
  it('stands beside the arguments in words; what nobody said comes first, in one block with all warnings', async () => {
    const sources = { amount: 'nobody said this', currency: '⟦look up⟧, message 4' };
    const brief = {
      unusual: ['amount 640; 3 earlier requests had 12 to 64 GBP'],
      contradictions: ['the agent says 64.00 GBP, the call has amount 640'],
      unsaid: ['amount 640: nobody said this'],
      notCompared: ['1,000 characters in the middle of what the agent says', '60 of 120 values'],
    };
    const answer = async (name: string, args: Record<string, unknown>) => {
      if (name !== 'read_request_for_card') return undefined;
      const result = await client.callTool(name, args);
      const data = result.structuredContent as { parts: Record<string, unknown>[] };
      const parts = data.parts.map((part) => (part.call === undefined ? part : { ...part, sources }));
      return { ...result, structuredContent: { ...data, brief, parts } };
    };
    const request = await thread({ answer });
    await ready(request);
    expect(await request.frame.locator('.warnings').count()).toBe(1);
    expect(await request.frame.locator('.warnings li').allInnerTexts()).toEqual([
      brief.unsaid[0],
      `Contradicts: ${brief.contradictions[0]}`,
      `Unusual: ${brief.unusual[0]}`,
      ...brief.notCompared.map((one) => `Not compared: ${one}`),
    ]);
    expect(await request.frame.locator('.call .rows dd').allInnerTexts()).toEqual([
      '249\u2003nobody said this',
      'EUR\u2003look up, message 4',
    ]);
    expect(await request.frame.locator('.actions button').last().textContent()).toBe(`${APPROVE} all the same`);
  });

  it('is left out where the server does not say it', async () => {
    const request = await thread({ answer: unexplained });
    await ready(request);
    expect(await request.frame.locator('.call .rows dd').allInnerTexts()).toEqual(['249', 'EUR']);
    expect(await request.frame.locator('.warnings').count()).toBe(0);
  });
});

it.each([
  ['completed', '✓ Completed'],
  ['abandoned', '• Abandoned'],
  ['INCOMPLETE', '• Incomplete'],
  ['inactive', '• Inactive'],
  ['RUNNING', '▸ Running'],
])('the status %s reads “%s”: a sign stands for no more than the word says', async (status, pill) => {
  platform.threads.set(THREAD, { ...waitingThread(THREAD), status });
  const one = await thread();
  await one.shows('Conversation (2)');
  expect(await one.frame.locator('.pill').textContent()).toBe(pill);
});

describe('a right-to-left host', () => {
  it.each(['he-IL', 'he_IL'])('gets a mirrored page whose English stays English (%s)', async (locale) => {
    const request = await thread({ context: { locale } });
    await ready(request);
    const x = (selector: string) =>
      request.frame
        .locator(selector)
        .first()
        .evaluate((one) => {
          const { left, right } = one.getBoundingClientRect();
          return { left, right };
        });
    const [name, value] = [await x('.rows dt'), await x('.rows dd')];
    expect(name.left).toBeGreaterThan(value.left);
    const [reject, approve] = [await x('.actions .danger'), await x('.actions .primary')];
    expect(reject.left).toBeGreaterThan(approve.right);
    const quote = await request.frame
      .locator('blockquote')
      .first()
      .evaluate((one) => {
        const { borderRightWidth, borderLeftWidth } = getComputedStyle(one);
        return [borderLeftWidth, borderRightWidth];
      });
    expect(quote).toEqual(['0px', '3px']);
    // The question mark stands at the end of the English sentence, which begins at the page's right edge.
    const sentence = await request.frame
      .locator('blockquote .prose')
      .first()
      .evaluate((one) => {
        const text = document.createTreeWalker(one, NodeFilter.SHOW_TEXT).nextNode();
        const { length } = text?.textContent ?? '';
        const at = (from: number) => {
          const range = document.createRange();
          range.setStart(text ?? one, from);
          range.setEnd(text ?? one, from + 1);
          return range.getBoundingClientRect();
        };
        return {
          first: at(0).left,
          last: at(length - 1).left,
          gap: one.getBoundingClientRect().right - at(length - 1).right,
        };
      });
    expect(sentence.last).toBeGreaterThan(sentence.first);
    expect(sentence.gap).toBeLessThan(2);
  });
});
