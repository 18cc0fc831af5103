// The cards: each page of src/cards with its script and style in one HTML file, without anything to load. They become one
// module beside the bundle, read when a host first asks for a page, so that starting the server reads nothing of them.
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { build } from 'esbuild';

/** The pages by name: `inbox.html` is made of `src/cards/inbox.ts`. */
export const CARDS = ['inbox', 'thread', 'costs', 'question'];

/** @returns HTML of each page by its name */
export async function cardPages(root) {
  const folder = join(root, 'src/cards');
  const style = await minified({ entryPoints: [join(folder, 'theme.css')] });
  const frame = await readFile(join(folder, 'page.html'), 'utf8');
  const pages = await Promise.all(
    CARDS.map(async (name) => {
      const script = await minified({ entryPoints: [join(folder, `${name}.ts`)], bundle: true, format: 'iife' });
      // What would end the element that it stands in is written so that it does not.
      const safe = script.trim().replaceAll('</', '<\\/').replaceAll('<!--', '<\\!--');
      return [name, frame.replace('/* style */', () => style.trim()).replace('/* script */', () => safe)];
    }),
  );
  return Object.fromEntries(pages);
}

/** The module that holds them. */
export const cardModule = (pages) => `exports.pages=${JSON.stringify(pages)};\n`;

async function minified(options) {
  const { outputFiles } = await build({
    ...options,
    minify: true,
    target: 'es2022',
    charset: 'utf8',
    write: false,
    logLevel: 'warning',
  });
  return outputFiles[0].text;
}
