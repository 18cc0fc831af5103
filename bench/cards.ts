/** The first draw of the approvals inbox with 20 requests: from its data in the page to the frame that shows them. */
import { cardClient, startCardHost } from '../test/cards/host.ts';
import { median, ms, type Part } from './table.ts';

const REQUESTS = 20;
const TURNS = 15;
const GOAL_MS = 100;

const approvals = Array.from({ length: REQUESTS }, (_, index) => ({
  threadId: `00000000-0000-4000-8000-${String(index).padStart(12, '0')}`,
  agentId: `agent-${index % 4}`,
  agentName: `⟦Agent ${index % 4}⟧`,
  brief: {
    calls: [`⟦create_refund⟧ ⟦{"orderNumber":"10${index}","amount":${index * 10},"currency":"EUR"}⟧`],
    unusual: [`amount ${index * 10}: 10 to 40 before`],
    contradictions: index % 5 === 0 ? ['the words say another amount'] : [],
    earlier: [],
  },
  asks: '⟦The zip tore on the first day. Shall I refund the order?⟧',
  waitingSince: '2026-11-21T09:00:00.000Z',
  cost: 0.03,
}));

/** Run in the view: notes when the data came, and when the frame after the first row was drawn. */
const WATCH = `
  window.addEventListener('message', ({ data }) => {
    if (data.method === 'ui/notifications/tool-result') window.cameAt ??= performance.now();
  }, { capture: true });
  window.drawn = new Promise((resolve) => {
    new MutationObserver((_, observer) => {
      if (document.querySelectorAll('.item').length < ${REQUESTS}) return;
      observer.disconnect();
      requestAnimationFrame(() => setTimeout(() => resolve(performance.now() - window.cameAt)));
    }).observe(document, { childList: true, subtree: true });
  });
`;

export const cards: Part = {
  name: 'cards',
  about: `the first draw of the approvals inbox with ${REQUESTS} requests, in Chromium`,
  needs: 'Chromium: /usr/bin/chromium, or what CHROMIUM names',
  async run(say) {
    const host = await startCardHost();
    const client = await cardClient({ AGENT_PLATFORM_SANDBOX: 'true' });
    const answer = () => ({
      content: [{ type: 'text', text: 'They wait.' }],
      structuredContent: { summary: 'They wait.', approvals, total: REQUESTS },
    });
    try {
      const took: number[] = [];
      for (let turn = 0; turn < TURNS; turn++) {
        say(`draw ${turn + 1} of ${TURNS}`);
        const card = await host.open(client, { tool: 'list_pending_approvals', answer, before: WATCH });
        await card.frame.locator('.item').first().waitFor();
        took.push(await card.frame.evaluate<number>('window.drawn'));
        await card.close();
      }
      return [
        {
          what: `inbox card: first draw of ${REQUESTS} requests`,
          figure: ms(median(took)),
          baseline: `slowest of ${TURNS}: ${ms(Math.max(...took))}`,
          goal: `≤ ${GOAL_MS} ms`,
          met: median(took) <= GOAL_MS,
        },
      ];
    } finally {
      await client.close();
      await host.close();
    }
  },
};
