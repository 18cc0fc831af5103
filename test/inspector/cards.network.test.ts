/**
 * The MCP Inspector in a browser as a second host that draws cards, in both protocol eras: down to the decision that the
 * platform counts, as the answer to a question; a press in the inbox leads to one.
 */
import { type ChildProcess, spawn } from 'node:child_process';
import { type Browser, chromium, type Frame, type Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { INSPECTOR } from '../../scripts/fetched.ts';
import { CHROMIUM } from '../cards/host.ts';
import { BUNDLE } from '../support/client-process.ts';
import { until } from '../support/clients.ts';
import { type Fetched, fetched } from '../support/fetched.ts';
import { PATIENCE_MS } from '../support/patience.ts';
import { type Scripted, scriptedPlatform, THREAD } from '../support/scripted-platform.ts';

/** Its page and its sandbox are of two origins; both ports are told to it. */
const PORT = 6_431;

let tool: Fetched;
let browser: Browser;
let platform: Scripted;
let inspector: ChildProcess | undefined;

beforeAll(async () => {
  // The Inspector brings the Node.js that it needs; the server keeps the one of the tests.
  [tool, platform, browser] = await Promise.all([
    fetched(INSPECTOR, 'mcp-inspector'),
    scriptedPlatform(),
    chromium.launch({ executablePath: CHROMIUM, args: ['--no-sandbox', '--disable-gpu'] }),
  ]);
});
afterEach(async () => {
  const { pid } = inspector ?? {};
  const ended = new Promise((resolve) => inspector?.once('close', resolve));
  // A group of its own: the launcher, the Inspector and the server end together.
  if (pid !== undefined) process.kill(-pid);
  await ended;
  platform.reset();
});
afterAll(async () => {
  await browser.close();
  await platform.close();
});

/** The Inspector's page, connected to the built server. */
async function connected(era: string): Promise<Page> {
  const env = Object.entries(platform.env).flatMap(([name, value]) => ['-e', `${name}=${value}`]);
  const child = spawn(
    tool.node,
    [tool.program, '--web', '--protocol-era', era, ...env, '--', process.execPath, BUNDLE],
    {
      env: {
        ...process.env,
        MCP_AUTO_OPEN_ENABLED: 'false',
        CLIENT_PORT: String(PORT),
        MCP_SANDBOX_PORT: String(PORT + 1),
      },
      stdio: ['ignore', 'pipe', 'pipe'],
      detached: true,
    },
  );
  inspector = child;
  let said = '';
  const hear = (chunk: Buffer): void => {
    said += chunk.toString('utf8');
  };
  child.stdout.on('data', hear);
  child.stderr.on('data', hear);
  const address = (): string | undefined => new RegExp(`http://\\S+:${PORT}\\S+`).exec(said)?.[0];
  await until('the Inspector tells its address', () => address() !== undefined);
  const page = await browser.newPage({ viewport: { width: 1280, height: 1000 } });
  await page.goto(address() ?? '');
  await page.getByRole('switch').first().click({ force: true });
  await page.getByLabel('Close monitoring sidebar').click();
  return page;
}

/** The frame of the card, once it has drawn what is looked for. */
async function cardIn(page: Page, selector: string): Promise<Frame> {
  let found: Frame | undefined;
  const look = async (): Promise<void> => {
    for (const frame of page.frames())
      if (
        (await frame
          .locator(selector)
          .count()
          .catch(() => 0)) > 0
      )
        found = frame;
  };
  const end = performance.now() + PATIENCE_MS;
  while (found === undefined && performance.now() < end) {
    await look();
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
  if (found === undefined) throw new Error(`no card shows ${selector}`);
  // A press right after a redraw does not count.
  await new Promise((resolve) => setTimeout(resolve, 500));
  return found;
}

describe.each(['legacy', 'modern'])('the Inspector, %s', (era) => {
  it('asks with a form, and the answer counts as the human’s', async () => {
    const page = await connected(era);
    await page.getByText('Tools', { exact: true }).click();
    await page.getByText('approve_thread', { exact: true }).first().click();
    await page.getByLabel('threadId').first().fill(THREAD);
    await page.getByLabel('status').first().click();
    await page.getByRole('option', { name: 'APPROVED' }).click();
    await page.getByRole('button', { name: /^Execute/ }).click();
    await page.getByLabel('Your decision').first().click();
    await page.getByRole('option', { name: 'Approve create_refund' }).click();
    await page.getByRole('button', { name: 'Submit' }).click();
    await until('the platform has the decision', () => platform.decisions.length > 0);
    expect(platform.decisions).toEqual([{ threadId: THREAD, status: 'APPROVED' }]);
    await page
      .getByText(/decidedBy: human/)
      .first()
      .waitFor();
    await page.close();
  });

  it('draws the inbox, and what is pressed in it is the assistant’s to ask', async () => {
    const page = await connected(era);
    await page.getByText('Apps', { exact: true }).click();
    await page.getByText('List pending approvals').first().click();
    await page.getByRole('button', { name: /Open App/i }).click();
    const card = await cardIn(page, '.open');
    await card.locator('.open').first().click();
    await cardIn(page, '.actions');
    await card.getByRole('button', { name: /^Reject/ }).click();
    await card
      .getByText(/The assistant was told|doesn’t accept messages from cards/)
      .first()
      .waitFor();
    expect(platform.decisions).toEqual([]);
    await page.close();
  });
});
