// Takes docs/inspector.png for README.md: an approval of the built server and its sandbox, as the MCP Inspector shows it.
// Cards are off, so that it shows the form that every host can draw. Takes it new each time. Needs Chromium; CHROMIUM
// names another than /usr/bin/chromium.
import { spawn } from 'node:child_process';
import { statSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { chromium } from 'playwright-core';
import { INSPECTOR, npxArgs } from './fetched.ts';

const PORT = 6399;
const MAX_BYTES = 240_000;
/** As wide as the page needs: in a narrower window it scrolls sideways, and its left edge is cut off. */
const WINDOW = { width: 1280, height: 1130 };
/** A thread of the sandbox that waits. */
const THREAD = '0cb971fa-e7b6-4ebf-9cfc-90cad214af14';
const file = fileURLToPath(new URL('../docs/inspector.png', import.meta.url));

const server = [
  fileURLToPath(new URL('../dist/agent-platform-mcp.cjs', import.meta.url)),
  '--sandbox',
  '--cards',
  'off',
];
const inspector = spawn('npx', npxArgs(INSPECTOR, 'mcp-inspector', process.execPath, ...server), {
  env: { ...process.env, MCP_AUTO_OPEN_ENABLED: 'false', CLIENT_PORT: String(PORT) },
  stdio: ['ignore', 'pipe', 'pipe'],
  // A group of its own, so that npx, the Inspector and the server end together.
  detached: true,
});
try {
  const browser = await chromium.launch({
    executablePath: process.env.CHROMIUM ?? '/usr/bin/chromium',
    args: ['--no-sandbox'],
  });
  const page = await browser.newPage({ viewport: WINDOW });
  await page.goto(await address());
  await page.getByRole('switch').first().click({ force: true });
  await page.getByLabel('Close monitoring sidebar').click();
  await page.getByText('Tools', { exact: true }).click();
  await page.getByText('approve_thread', { exact: true }).first().click();
  await page.getByLabel('threadId').first().fill(THREAD);
  await page.getByLabel('status').first().click();
  await page.getByRole('option', { name: 'APPROVED' }).click();
  await page.getByRole('button', { name: /^Execute/ }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('Your decision').click();
  await page.getByRole('option', { name: 'Approve' }).click();
  await page.mouse.move(1, 1);
  // What the page tells of progress lies over the dialog.
  await page.addStyleTag({ content: '.mantine-Notifications-root { display: none }' });
  // Animations end.
  await page.waitForTimeout(500);
  // Choosing scrolls the dialog; its first lines are the ones that count.
  await dialog.evaluate((element) => {
    for (const part of [element, ...element.querySelectorAll('*')]) part.scrollTop = 0;
  });
  await isWhole(page, dialog);
  await page.screenshot({ path: file });
  await browser.close();
} finally {
  process.kill(-inspector.pid);
}
const { size } = statSync(file);
if (size > MAX_BYTES) throw new Error(`docs/inspector.png has ${size} bytes; at most ${MAX_BYTES} are wanted.`);

/** Nothing of the window or the dialog is cut off. */
async function isWhole(page, dialog) {
  const width = await page.evaluate(() => document.documentElement.scrollWidth);
  const box = await dialog.boundingBox();
  const isInside = box !== null && box.x >= 0 && box.y >= 0 && box.y + box.height <= WINDOW.height;
  if (width > WINDOW.width || !isInside)
    throw new Error(`The picture would be cut off: ${width} ${JSON.stringify(box)}`);
}

/** The page's address with the key that the Inspector made for it. */
function address() {
  return new Promise((resolve, reject) => {
    let said = '';
    const read = (chunk) => {
      said += chunk;
      const found = new RegExp(`http://\\S+:${PORT}\\S+`).exec(said);
      if (found) resolve(found[0]);
    };
    inspector.stdout.on('data', read);
    inspector.stderr.on('data', read);
    inspector.once('exit', () => reject(new Error(`The Inspector ended: ${said}`)));
  });
}
