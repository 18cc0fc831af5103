// The pieces that the program is loaded in: `main.cjs` with all that serving a host needs, and files that are loaded when
// they are asked for (src/pieces). A start gains from reading less: when the split was made, 840 KB in one file took 10 ms
// longer than 600 KB in main.cjs. esbuild splits the sources into modules without a double (ES modules: it splits no
// others); join.mjs makes files of them, few, since one file is read faster than six.
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { build } from 'esbuild';
import { chosenModules, undiciEntry } from './modules.mjs';

const folder = fileURLToPath(new URL('../../src/pieces/', import.meta.url));
/** Each piece with its sources: an `import()` of one of them becomes one of the piece. */
const LAZY = new Map(
  readdirSync(folder).map((file) => {
    const sources = readFileSync(join(folder, file), 'utf8').matchAll(/ from '(.+)';/g);
    return [file.replace(/\.ts$/, ''), [...sources].map(([, path]) => join(folder, path))];
  }),
);
/** What becomes main.cjs: `version.ts` is asked for with `import()`, and everywhere else too. */
const MAIN = { main: 'src/main.ts', serve: 'src/cli/serve.ts', version: 'src/version.ts' };

export const LAZY_NAMES = [...LAZY.keys(), 'undici'];
export const MAIN_NAMES = Object.keys(MAIN);
/** A piece as the others name it; the bundle's own files are beside each other. */
export const fileOf = (piece) => `./${piece}.cjs`;
/**
 * Loaded from beside the bundle: where a shared store is set (src/mcp/http/redis-store.ts), and where a host draws
 * cards.
 */
export const EXTERNAL = ['@redis/client', './cards.cjs', ...LAZY_NAMES.map(fileOf)];

/** @returns esbuild's metafile, and each module's text by its name */
export async function splitIntoPieces(root, outdir, { define, plugins }) {
  const lazy = Object.fromEntries([...LAZY.keys()].map((name) => [name, `src/pieces/${name}.ts`]));
  const { outputFiles, metafile } = await build({
    absWorkingDir: root,
    entryPoints: { ...MAIN, ...lazy, undici: undiciEntry },
    outdir,
    bundle: true,
    splitting: true,
    chunkNames: '[name]-[hash]',
    format: 'esm',
    platform: 'node',
    // A Node that is too old must still read it, to be told so.
    target: 'node18',
    external: EXTERNAL,
    loader: { '.md': 'text' },
    define,
    plugins: [chosenModules, lazyPieces, ...plugins],
    metafile: true,
    write: false,
    logLevel: 'warning',
  });
  return { metafile, texts: new Map(outputFiles.map(({ path, text }) => [nameOf(path), text])) };
}

/** `dist/chunk-ABC.js` is `chunk-ABC`. */
export const nameOf = (path) => path.replace(/^.*[/\\]|\.js$/g, '');

const lazyPieces = {
  name: 'lazy-pieces',
  setup(bundler) {
    bundler.onResolve({ filter: /^\./ }, async ({ path, kind, resolveDir, pluginData }) => {
      if (kind !== 'dynamic-import' || pluginData === lazyPieces) return undefined;
      const found = await bundler.resolve(path, { kind, resolveDir, pluginData: lazyPieces });
      const [piece] = [...LAZY].find(([, sources]) => sources.includes(found.path)) ?? [];
      return piece === undefined ? found : { path: fileOf(piece), external: true };
    });
  },
};
