// The cards: each page of src/cards as one self-contained HTML file with script and style. They become one module, `#cards`,
// which is loaded when a host first requests a page.
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { build } from 'esbuild';

/** The pages by name, each built from the script of that name and its styles. */
const CARDS = {
  approvals: ['theme', 'request', 'table'],
  costs: ['theme', 'table', 'costs'],
};

/** @returns HTML of each page by its name */
async function cardPages(root) {
  const folder = join(root, 'src/cards');
  const html = await readFile(join(folder, 'page.html'), 'utf8');
  const pages = await Promise.all(
    Object.entries(CARDS).map(async ([name, styles]) => {
      const imports = styles.map((style) => `@import './${style}.css';`).join('');
      const stdin = { contents: imports, loader: 'css', resolveDir: folder };
      const style = await minified({ stdin, bundle: true });
      const script = await minified({ entryPoints: [join(folder, `${name}.ts`)], bundle: true, format: 'iife' });
      // Escapes text that would end the surrounding element.
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
