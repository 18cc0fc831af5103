// Takes docs/inspector.png: the MCP Inspector's page on the built server and its sandbox, with the inbox listed. Needs
// Chromium (CHROMIUM names another than /usr/bin/chromium). For README.md, whenever the page looks different.
import { spawn } from 'node:child_process';
import { statSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { chromium } from 'playwright-core';
import { npxArgs, SERVER } from './inspector.mjs';

const PORT = 6399;
const MAX_BYTES = 200_000;
const file = fileURLToPath(new URL('../docs/inspector.png', import.meta.url));

const inspector = spawn('npx', npxArgs(process.execPath, ...SERVER), {
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
  const page = await browser.newPage({ viewport: { width: 1200, height: 640 } });
  await page.goto(await address());
  await page.getByRole('switch').first().click({ force: true });
  await page.getByLabel('Close monitoring sidebar').click();
  await page.getByText('Tools', { exact: true }).click();
  await page.getByText('List pending approvals').first().click();
  await page.getByRole('button', { name: /^(Execute|Run|Call)/ }).click();
  await page.getByText('wait for a decision').first().waitFor();
  await page.screenshot({ path: file });
  await browser.close();
} finally {
  process.kill(-inspector.pid);
}
const { size } = statSync(file);
if (size > MAX_BYTES) throw new Error(`docs/inspector.png has ${size} bytes; at most ${MAX_BYTES} are wanted.`);

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
