/** Cards are accessible: no findings by axe, nothing beyond the edge of the page, and usable with the keyboard alone. */
import { createRequire } from 'node:module';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { until } from '../support/clients.ts';
import { OTHER_THREAD, THREAD, waitingThread } from '../support/scripted-platform.ts';
import type { Card } from './host.ts';
import { APPROVE, card, client, INBOX, open, opened, platform, ready, thread, twoWait, useCards } from './session.ts';
import { STATES, states } from './states.ts';

const AXE = createRequire(import.meta.url).resolve('axe-core/axe.min.js');

useCards();

describe('the cards are accessible', () => {
  const VIEWS = [
    { it: 'the inbox', show: () => card(INBOX), seen: 'create_refund' },
    { it: 'a request of the inbox', show: async () => opened(await card(INBOX)), seen: 'Comment (optional)' },
    { it: 'a request', show: () => thread(), seen: 'Comment (optional)' },
    { it: 'a conversation', show: () => thread({ args: { threadId: OTHER_THREAD } }), seen: 'Conversation' },
    { it: 'an inbox of long names', show: () => longNames(), seen: 'Contradicts' },
    { it: 'a request of long names', show: async () => opened(await longNames()), seen: 'Comment (optional)' },
    { it: 'an inbox of groups', show: () => inGroups(), seen: '12 alike requests' },
    { it: 'a group', show: () => inGroups(/alike requests/), seen: 'Comment (optional)' },
    { it: 'a group shown one by one', show: () => inGroups(/alike requests/, 'Show one by one'), seen: 'one by one' },
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
    ...STATES.map((name) => ({ it: `the state ${name}`, show: () => inState(name), seen: undefined })),
  ];
  async function inState(name: string): Promise<Card> {
    const state = states({ client, threadId: THREAD }).find((one) => one.name === name);
    if (state === undefined) throw new Error(`There is no state ${name}.`);
    const shown = await card(state.tool, state);
    await state.act?.(shown);
    await shown.shows(state.says);
    return shown;
  }
  /** Twelve alike requests, of six columns with long names and values. */
  async function inGroups(...buttons: (string | RegExp)[]): Promise<Card> {
    const result = (structuredContent: object) => ({ content: [{ type: 'text', text: 'x' }], structuredContent });
    const columns = [...Array.from({ length: 6 }, (_, n) => `column.${n}`), 'threadId'];
    const rows = Array.from({ length: 12 }, (_, n) =>
      [n, 'Ana María', '漢字'.repeat(20), LONG.slice(0, 40), 1.5, n, `t-${n}`].map(String),
    );
    const group = {
      alike: 12,
      agentId: 'a-1',
      agentName: '⟦Desk⟧',
      groupToken: 'g',
      columns,
      rows,
      olderThreadIds: ['t-x'],
    };
    const shared = `Desk wants to call ⟦${LONG}⟧.\nThe agent says: ⟦Pay ‹column.4›.⟧\ncolumn.4: 1.5, 18 GBP in all.`;
    const parts = [{ call: '⟦pay⟧', arguments: { [LONG]: '⟦‹column.1›⟧' } }, { says: '⟦Pay ‹column.4›.⟧' }];
    const facts = {
      phase: 'waiting',
      isFirst: true,
      sentence: '⟦Desk⟧: 12 alike requests',
      approveTitle: 'Approve all 12, 18 GBP',
    };
    const answer = (name: string) =>
      result(
        name === INBOX
          ? {
              summary: 'x',
              approvals: [
                { ...group, shared },
                { ...group, shared },
              ],
            }
          : { ...group, ...facts, parts, sums: ['column.4: 1.5, 18 GBP in all.'], rejectTitle: 'Reject all 12' },
      );
    const shown = await card(INBOX, { answer });
    for (const name of buttons) await shown.frame.getByRole('button', { name }).first().click();
    return shown;
  }
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

  /** Very long names and values without a place to break. */
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
      if (seen !== undefined) await shown.shows(seen);
      await shown.frame.addScriptTag({ path: AXE }).catch(() => undefined);
    });
    afterAll(() => shown.close());

    it.each([
      ['light', 312, 'none'],
      ['dark', 312, 'none'],
      ['light', 800, 'none'],
      ['dark', 1_280, 'active'],
    ] as const)(
      '%s, %i px, forced colours %s: axe finds nothing, nothing overflows the page, and there is one font',
      async (theme, width, forcedColors) => {
        await shown.page.setViewportSize({ width, height: 900 });
        await shown.page.emulateMedia({ colorScheme: theme, forcedColors });
        await shown.page.evaluate(`changeContext({ theme: '${theme}' })`);
        await shown.frame.waitForFunction((scheme) => document.documentElement.style.colorScheme === scheme, theme);
        await shown.frame.evaluate(() => new Promise((resolve) => setTimeout(resolve, 200)));
        const findings: unknown = await shown.frame.evaluate(
          'axe.run({ resultTypes: ["violations"] }).then(({ violations }) => violations.map(({ id, nodes }) => id + ": " + nodes.map(({ html }) => html).join(" ")))',
        );
        expect(findings).toEqual([]);
        expect(await shown.frame.evaluate(LAYOUT)).toEqual({
          beside: [],
          scrolls: false,
          strange: [],
          broken: [],
        });
      },
    );

    it('controls have names of at most 80 characters that begin with the verb', async () => {
      const odd = async () => {
        const controls = shown.frame.locator('button:visible, select:visible, summary:visible');
        const names = await Promise.all((await controls.all()).map((one) => one.ariaSnapshot()));
        // `- button "Refresh"`, or `- text: Show details`.
        const bare = names.map((line) => /"((?:[^"\\]|\\.)*)"/.exec(line)?.[1] ?? line.replace(/^.*: /, ''));
        return bare.filter((name) => name.length > 80 || !VERBS.test(name));
      };
      // A card that follows its thread is redrawn meanwhile.
      await expect.poll(odd).toEqual([]);
    });
  });
  const VERBS = /^(?:Approve|Back|Copy|Filter|Leave|Open|Refresh|Reject|Show|Sort|Try) ?/;

  /**
   * Blocks and words beyond the edge of the page, controls with a different font, and short words that break at the end of a line.
   * Blanks at the end of a line may hang beyond the edge if the page doesn't scroll by that. A table of costs scrolls separately.
   */
  const LAYOUT = `(() => {
    const words = (one) => one.tagName + '.' + one.className + ' ' + one.textContent.slice(0, 40);
    const all = [...document.querySelectorAll('#card *:not(.scroll *, .unseen, option)')];
    const main = document.querySelector('main').getBoundingClientRect();
    const font = getComputedStyle(document.body).fontFamily;
    const texts = document.createTreeWalker(document.querySelector('#card'), NodeFilter.SHOW_TEXT);
    const isBeside = ({ left, right, width }) => width > 0 && (left < main.left - 1 || right > main.right + 1);
    const [broken, outside] = [[], []];
    while (texts.nextNode()) {
      const { data, parentElement } = texts.currentNode;
      for (const { 0: word, index } of parentElement.closest('.scroll, .unseen, option') ? [] : data.matchAll(/\\S+/g)) {
        const range = document.createRange();
        range.setStart(texts.currentNode, index);
        range.setEnd(texts.currentNode, index + word.length);
        if ([...range.getClientRects()].some(isBeside)) outside.push(word);
      }
      for (const { 0: word, index } of data.matchAll(/\\d[\\d.,]*|[a-z]+/gi)) {
        const range = document.createRange();
        range.setStart(texts.currentNode, index);
        range.setEnd(texts.currentNode, index + word.length);
        if (word.length <= 20 && new Set([...range.getClientRects()].map(({ top }) => top)).size > 1) broken.push(data);
      }
    }
    return {
      broken,
      beside: [
        ...all.filter((one) => getComputedStyle(one).display !== 'inline' && isBeside(one.getBoundingClientRect())).map(words),
        ...outside,
      ],
      scrolls: document.documentElement.scrollWidth > document.documentElement.clientWidth,
      strange: all
        .filter((one) => one.matches('button, select, textarea') && getComputedStyle(one).fontFamily !== font)
        .map(words),
    };
  })()`;

  it('a choice that draws the card again keeps the focus', async () => {
    const shown = await card('get_agent_costs', { answer: costs, args: { agentId: 'a-1', period: 'summary' } });
    const select = shown.frame.getByRole('combobox', { name: 'Show costs' });
    await select.focus();
    for (const period of ['daily', 'monthly']) {
      await shown.page.keyboard.press('ArrowDown');
      await until('it is read', () => shown.calls.some(({ args }) => args.period === period));
      await shown.shows('Tokens in');
    }
    expect(await select.evaluate((one) => one === document.activeElement)).toBe(true);
  });

  it('a control that is gone leaves the focus to the heading', async () => {
    const all = { summary: 'x', currency: 'EUR', agents: [{ agentId: 'a-1', name: '⟦Desk⟧', totalCost: 1 }] };
    const shown = await card('get_agent_costs', {
      answer: (_, { agentId }) =>
        agentId === undefined ? { content: [{ type: 'text', text: 'x' }], structuredContent: all } : costs(),
      args: { agentId: 'a-1', period: 'daily' },
    });
    await shown.frame.getByRole('button', { name: 'Show all agents' }).press('Enter');
    await expect.poll(() => shown.frame.evaluate(() => document.activeElement?.tagName)).toBe('H1');
  });

  it('a request is found, read and decided on with the keyboard alone', async () => {
    const inbox = await card(INBOX);
    await inbox.shows('create_refund');
    const { keyboard } = inbox.page;
    const focused = () =>
      inbox.frame.evaluate(() => {
        const { activeElement: at } = document;
        return at?.getAttribute('aria-label') ?? at?.textContent ?? '';
      });
    await inbox.frame.locator('button').first().focus();
    for (let step = 0; step < 20 && !(await focused()).includes('create_refund'); step++) await keyboard.press('Tab');
    // The focus must be visible.
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
