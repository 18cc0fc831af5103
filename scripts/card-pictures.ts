/**
 * Takes the pictures for docs/cards.md and README.md: each card on the sandbox, light and dark, at twice the resolution, and
 * each of its states, in a real browser. Needs Chromium at /usr/bin/chromium, or at the path in CHROMIUM. Arguments: names of
 * the pictures to take.
 */
import { mkdirSync, statSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { type Card, type CardOptions, cardClient, startCardHost } from '../test/cards/host.ts';
import { readToTheEnd, states } from '../test/cards/states.ts';

const folder = new URL('../docs/cards/', import.meta.url);
const MAX_BYTES = 600_000;
/** Pixels of a picture per pixel of the page, so that it stays sharp on screens that show two for one. */
const SCALE = 2;
/** A waiting thread of the sandbox, and its agent. */
const THREAD = '0cb971fa-e7b6-4ebf-9cfc-90cad214af14';
const AGENT = 'Refund Agent';

interface Picture extends CardOptions {
  readonly name: string;
  /** What waits in the sandbox. */
  readonly scenario?: 'hundred';
  /** Navigates to the view. */
  show(card: Card): Promise<void>;
}

const PICTURES: readonly Picture[] = [
  { name: 'inbox', tool: 'list_pending_approvals', show: (card) => card.shows(AGENT) },
  {
    name: 'request',
    tool: 'list_pending_approvals',
    width: 560,
    async show(card) {
      await card.frame.getByRole('button', { name: AGENT }).first().click();
      await readToTheEnd(card);
    },
  },
  {
    name: 'group',
    tool: 'list_pending_approvals',
    scenario: 'hundred',
    width: 560,
    async show(card) {
      await card.frame.getByRole('button', { name: /alike requests of Refund Desk/ }).click();
      await card.frame.getByRole('table').waitFor();
      await readToTheEnd(card);
    },
  },
  {
    name: 'conversation',
    tool: 'get_thread',
    args: { threadId: THREAD },
    width: 560,
    async show(card) {
      await card.shows(/Conversation/);
      await readToTheEnd(card);
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

const wanted = process.argv.slice(2);
const isWanted = ({ name }: { name: string }): boolean => wanted.length === 0 || wanted.includes(name);

mkdirSync(folder, { recursive: true });
const host = await startCardHost();
/** A sandbox of its own, since decisions change it. */
const sandbox = (scenario = 'shop') =>
  cardClient({ AGENT_PLATFORM_SANDBOX: 'true', AGENT_PLATFORM_SANDBOX_SCENARIO: scenario });

async function take(
  client: Awaited<ReturnType<typeof sandbox>>,
  picture: Picture,
  theme: 'light' | 'dark',
  file: string,
) {
  const { name: _, scenario: _scenario, show, ...options } = picture;
  // As high as the highest card: content outside the window is not painted.
  const card = await host.open(client, { height: 2_400, ...options, theme, scale: SCALE });
  await show(card);
  await card.page.mouse.move(1, 1);
  await new Promise((resolve) => setTimeout(resolve, 500));
  const path = fileURLToPath(new URL(`${file}.png`, folder));
  writeFileSync(path, await card.page.locator('iframe').screenshot());
  const { size } = statSync(path);
  if (size > MAX_BYTES) throw new Error(`${path} has ${size} bytes; at most ${MAX_BYTES} are wanted.`);
  await card.close();
}

const client = await sandbox();
for (const picture of PICTURES.filter(isWanted)) {
  const shown = picture.scenario === undefined ? client : await sandbox(picture.scenario);
  for (const theme of ['light', 'dark'] as const) await take(shown, picture, theme, `${picture.name}-${theme}`);
  if (shown !== client) await shown.close();
}
await client.close();
for (const { name } of states({ client, threadId: THREAD }).filter(isWanted)) {
  const own = await sandbox();
  const state = states({ client: own, threadId: THREAD }).find((one) => one.name === name);
  if (state === undefined) throw new Error(`There is no state ${name}.`);
  const show = async (card: Card): Promise<void> => {
    await state.act?.(card);
    await card.shows(state.says);
    // The state is the request's.
    await card.frame.addStyleTag({ content: '.conversation, .conversation + .tools { display: none }' });
  };
  await take(own, { width: 560, ...state, show }, 'light', `state-${name}`);
  await own.close();
}
await host.close();
