/**
 * Takes the pictures for docs/cards.md and README.md: each card on the sandbox, light and dark, at twice the resolution, in a
 * real browser. Needs Chromium at /usr/bin/chromium, or at the path in CHROMIUM.
 */
import { mkdirSync, statSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { type Card, type CardOptions, cardClient, startCardHost } from '../test/cards/host.ts';

const folder = new URL('../docs/cards/', import.meta.url);
const MAX_BYTES = 600_000;
/** Pixels of a picture per pixel of the page, so that it stays sharp on screens that show two for one. */
const SCALE = 2;
/** A waiting thread of the sandbox, and its agent. */
const THREAD = '0cb971fa-e7b6-4ebf-9cfc-90cad214af14';
const AGENT = 'Refund Agent';

interface Picture extends Omit<CardOptions, 'tool'> {
  readonly name: string;
  readonly tool: string;
  /** Navigates to the view. */
  show(card: Card): Promise<void>;
}

const PICTURES: readonly Picture[] = [
  { name: 'inbox', tool: 'list_pending_approvals', show: (card) => card.shows(AGENT) },
  {
    name: 'request',
    tool: 'list_pending_approvals',
    width: 560,
    async show({ frame }) {
      await frame.locator('.open').filter({ hasText: AGENT }).first().click();
      await readToTheEnd(frame);
      await frame.locator('h2').evaluate((title) => title.blur());
    },
  },
  {
    name: 'conversation',
    tool: 'get_thread',
    args: { threadId: THREAD },
    width: 560,
    async show(card) {
      await card.shows('Conversation');
      await readToTheEnd(card.frame);
    },
  },
  {
    name: 'costs',
    tool: 'get_agent_costs',
    async show({ frame }) {
      await frame.locator('.link').first().click();
      await frame.locator('.chart').waitFor();
    },
  },
];

/** Approve is offered from then on; the picture shows the beginning. */
async function readToTheEnd(frame: Card['frame']): Promise<void> {
  await frame.locator('.end').first().scrollIntoViewIfNeeded();
  await frame.locator('.actions button:enabled', { hasText: 'Approve' }).waitFor();
  await frame.locator('.whole').evaluate((request) => request.scrollTo(0, 0));
}

mkdirSync(folder, { recursive: true });
const host = await startCardHost();
const client = await cardClient({ AGENT_PLATFORM_SANDBOX: 'true' });
for (const { name, show, ...options } of PICTURES) {
  for (const theme of ['light', 'dark'] as const) {
    // As high as the highest card: content outside the window is not painted.
    const card = await host.open(client, { height: 2_400, ...options, theme, scale: SCALE });
    await show(card);
    await card.page.mouse.move(1, 1);
    await new Promise((resolve) => setTimeout(resolve, 500));
    const file = fileURLToPath(new URL(`${name}-${theme}.png`, folder));
    writeFileSync(file, await card.page.locator('iframe').screenshot());
    const { size } = statSync(file);
    if (size > MAX_BYTES) throw new Error(`${file} has ${size} bytes; at most ${MAX_BYTES} are wanted.`);
    await card.close();
  }
}
await client.close();
await host.close();
