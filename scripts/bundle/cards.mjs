// The cards: each page of src/cards with its script and style in one HTML file, without anything to load. They become one
// module, `#cards`, loaded when a host first asks for a page.
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { build } from 'esbuild';

/** The pages by name, each made of the script of that name, with the styles that it needs. */
export const CARDS = {
  inbox: ['theme', 'request'],
  thread: ['theme', 'request'],
  costs: ['theme', 'costs'],
  question: ['theme', 'request'],
};

/** @returns HTML of each page by its name */
export async function cardPages(root) {
  const folder = join(root, 'src/cards');
  const html = await readFile(join(folder, 'page.html'), 'utf8');
  const pages = await Promise.all(
    Object.entries(CARDS).map(async ([name, styles]) => {
      const imports = styles.map((style) => `@import './${style}.css';`).join('');
      const stdin = { contents: imports, loader: 'css', resolveDir: folder };
      const style = await minified({ stdin, bundle: true });
      const script = await minified({ entryPoints: [join(folder, `${name}.ts`)], bundle: true, format: 'iife' });
      // What would end the element that it stands in is written so that it does not.
      const safe = script.trim().replaceAll('</', '<\\/').replaceAll('<!--', '<\\!--');
      return [name, html.replace('/* style */', () => style.trim()).replace('/* script */', () => safe)];
    }),
  );
  return Object.fromEntries(pages);
}

/** An esbuild plugin: `#cards`, which src/cards.d.ts declares, is the module that holds the pages. */
export const cards = (root) => ({
  name: 'cards',
  setup({ onResolve, onLoad }) {
    onResolve({ filter: /^#cards$/ }, () => ({ path: join(root, 'src', 'cards.d.ts') }));
    onLoad({ filter: /[/\\]src[/\\]cards\.d\.ts$/ }, async () => ({
      contents: `export const pages = ${JSON.stringify(await cardPages(root))};`,
    }));
  },
});

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
