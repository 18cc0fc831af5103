/** Costs as a card: only comparable figures, and no unknown ones. */
import { describe, expect, it } from 'vitest';
import { card, press, useCards } from './session.ts';

useCards();

describe('costs', () => {
  const costs = (structuredContent: object, args: Record<string, unknown> = {}) =>
    card('get_agent_costs', { args, answer: () => ({ content: [{ type: 'text', text: 'x' }], structuredContent }) });

  it('of several agents are compared by one figure, and an unknown one is not shown as 0', async () => {
    const agents = [
      { agentId: 'a-1', name: '⟦Desk⟧', currentMonth: 7 },
      { agentId: 'a-2', name: '⟦Shop⟧', currentMonth: 5, totalCost: 90 },
      { agentId: 'a-3', name: '⟦Mail⟧' },
    ];
    const shown = await costs({ summary: 'x', currency: 'EUR', agents });
    await shown.shows('Cost this month');
    expect(await shown.frame.locator('td').allTextContents()).toEqual(['€7.00', '€5.00', '–']);
  });

  it('of several agents in a period are compared by what they cost in it', async () => {
    const agents = [
      { agentId: 'a-1', name: '⟦Desk⟧', windowCost: 12.5 },
      { agentId: 'a-2', name: '⟦Shop⟧', windowCost: 3 },
    ];
    const data = { summary: 'x', window: '2026-11-20 to 2026-11-26', currency: 'EUR', totalOfAgents: 15.5, agents };
    const shown = await costs(data, { days: 7 });
    await shown.shows('Cost in this period');
    expect(await shown.frame.locator('td').allTextContents()).toEqual(['€12.50', '€3.00']);
  });

  it('in several currencies are not compared by bars', async () => {
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

  it('of nothing are a table without an empty chart', async () => {
    const rows = ['2026-11-01', '2026-11-02'].map((period) => ({ period, cost: 0 }));
    const days = await costs({ summary: 'x', agentId: 'a-1', currency: 'EUR', rows }, { agentId: 'a-1', days: 2 });
    await days.shows('€0.00');
    expect(await days.frame.locator('.chart').count()).toBe(0);
    expect(await days.frame.locator('td').allTextContents()).toEqual(['€0.00', '€0.00']);
  });

  it('of an agent chosen from the list show its name, the days of the table, and all columns at 320 px', async () => {
    const list = { summary: 'x', agents: [{ agentId: 'a-1', name: '⟦Desk⟧', totalCost: 1 }] };
    const year = new Date().getUTCFullYear();
    const row = { period: `${year}-11-22`, cost: 12.34, threadCount: 13, inputTokens: 16_158, outputTokens: 1_562 };
    const change = { changePercent: 2.5, changeOf: `${year}-11-22 against ${year}-11-21` };
    const one = { summary: 'x', agentId: 'a-1', currency: 'USD', ...change, rows: [row] };
    const shown = await card('get_agent_costs', {
      width: 320,
      answer: (_, { agentId }) => ({
        content: [{ type: 'text', text: 'x' }],
        structuredContent: agentId === undefined ? list : one,
      }),
    });
    await shown.frame.getByRole('button', { name: 'Desk' }).click();
    await shown.shows('Change, 22 Nov against 21 Nov');
    expect(await shown.frame.locator('h1').textContent()).toBe('Costs of Desk');
    expect(await shown.frame.locator('.scroll').evaluate((table) => table.scrollWidth - table.clientWidth)).toBe(0);
  });

  it('of another year name it, and those of this year don’t', async () => {
    const now = new Date().getUTCFullYear();
    const rows = [`${now - 2}-01-31`, `${now}-01-01`].map((period) => ({ period, cost: 1 }));
    const days = await costs({ summary: 'x', agentId: 'a-1', rows }, { agentId: 'a-1', period: 'daily' });
    await days.frame.getByRole('table').waitFor();
    expect(await days.frame.locator('tbody th').allTextContents()).toEqual(['1 Jan', `31 Jan ${now - 2}`]);
  });

  it('stand below their headings in a language that is written from right to left', async () => {
    const row = { period: '2026-11-22', cost: 12.34, threadCount: 13, inputTokens: 16_158 };
    const shown = await card('get_agent_costs', {
      args: { agentId: 'a-1', period: 'daily' },
      context: { locale: 'ar-EG' },
      answer: () => ({
        content: [{ type: 'text', text: 'x' }],
        structuredContent: { summary: 'x', agentId: 'a-1', currency: 'USD', rows: [row] },
      }),
    });
    await shown.frame.locator('.chart').waitFor();
    const ends = await shown.frame.locator('tr').evaluateAll((rows) =>
      rows.map((one) =>
        [...one.children].map((cell) => {
          const words = cell.ownerDocument.createRange();
          words.selectNodeContents(cell);
          return Math.round(words.getBoundingClientRect().right);
        }),
      ),
    );
    expect(ends).toHaveLength(2);
    expect(ends[1]).toEqual(ends[0]);
  });

  it('of an agent that was requested by its name, or with days, have their own heading', async () => {
    const rows = [{ period: '2026-11-01', cost: 10 }];
    const days = await costs({ summary: 'x', agentId: 'a-1', rows }, { agentName: 'Desk', days: 7 });
    await days.frame.getByLabel('Show costs').waitFor();
    expect(await days.frame.locator('h1').textContent()).toBe('Costs of one agent');
    expect(await days.frame.getByLabel('Show costs').inputValue()).toBe('daily');
    const named = await costs({ summary: 'x', agentId: 'a-2', agentName: '⟦Refund Desk⟧', rows }, { agentId: 'a-2' });
    await named.shows('Costs of Refund Desk');
  });

  it('of the next agents have a way back to the first ones, with the same arguments', async () => {
    const page = (n: number, more: object) => ({
      content: [{ type: 'text', text: 'x' }],
      structuredContent: {
        summary: 'x',
        agents: [{ agentId: `a-${n}`, name: `⟦Agent ${n}⟧`, windowCost: n }],
        ...more,
      },
    });
    const shown = await card('get_agent_costs', {
      args: { days: 7, limit: 1 },
      answer: (_, { offset }) =>
        offset === undefined ? page(1, { rest: { arguments: { days: 7, limit: 1, offset: 1 } } }) : page(2, {}),
    });
    await press(shown, 'Show the rest');
    await shown.shows('Agent 2');
    await press(shown, 'Show the first ones');
    await shown.shows('Agent 1');
    expect(shown.calls.map(({ args }) => args)).toEqual([
      { days: 7, limit: 1, offset: 1 },
      { days: 7, limit: 1 },
    ]);
  });
});
