/**
 * Draws the icon (src/mcp/protocol/icons.ts) into icons/, as SVG and as PNG for bundles and directories, and into
 * src/mcp/protocol/icon-pngs.ts as the small PNGs that travel in messages. Needs Chromium at /usr/bin/chromium, or at the
 * path in CHROMIUM.
 */
import { mkdirSync, writeFileSync } from 'node:fs';
import { chromium } from 'playwright-core';
import { PNG_SIZE, svgOf, THEMES } from '../src/mcp/protocol/icons.ts';
import { ROOT } from './write-generated.ts';

/** Width and height that directories ask for. */
const LARGE = 512;

const browser = await chromium.launch({
  executablePath: process.env.CHROMIUM ?? '/usr/bin/chromium',
  args: ['--no-sandbox'],
});

async function drawn(svg: string, size: number): Promise<Buffer> {
  const page = await browser.newPage({ viewport: { width: size, height: size } });
  await page.setContent(`<style>*{margin:0}svg{display:block;width:${size}px}</style>${svg}`);
  const png = await page.screenshot({ omitBackground: true });
  await page.close();
  return png;
}

mkdirSync(`${ROOT}icons`, { recursive: true });
const small: string[] = [];
for (const theme of THEMES) {
  writeFileSync(`${ROOT}icons/${theme}.svg`, svgOf(theme));
  writeFileSync(`${ROOT}icons/${theme}.png`, await drawn(svgOf(theme), LARGE));
  small.push(`  ${theme}: '${(await drawn(svgOf(theme), PNG_SIZE)).toString('base64')}',`);
}
await browser.close();
writeFileSync(
  `${ROOT}src/mcp/protocol/icon-pngs.ts`,
  `/** Written by \`npm run icons\`. Base64 of PNGs. */\nexport const PNGS = {\n${small.join('\n')}\n} as const;\n`,
);
