// Makes CommonJS files of the modules that the sources were split into. All that `main.cjs` needs is in it, whoever else
// needs it too: the other files take it from there. On Node 20 a CommonJS file loads faster than an ES module.
import { build } from 'esbuild';
import { ascii } from './ascii.mjs';
import { EXTERNAL, fileOf, LAZY_NAMES, MAIN_NAMES, nameOf } from './pieces.mjs';

/** @returns esbuild's output files, `main.cjs` first */
export async function joinPieces({ metafile, texts }, outdir) {
  const modules = modulesOf(metafile);
  const main = closure(modules, MAIN_NAMES);
  const names = namesOf(modules, LAZY_NAMES);
  const others = [...modules.keys()].filter((name) => !main.has(name));
  const shared = [...new Set(others.flatMap((name) => modules.get(name).imports))].filter((name) => main.has(name));
  const aliases = (name) => modules.get(name).exports.map((word) => [word, `${shared.indexOf(name)}_${word}`]);

  const read = {
    name: 'pieces',
    setup(bundler) {
      bundler.onResolve({ filter: /^\.\/.*\.js$/ }, ({ path, importer, kind }) => {
        const name = nameOf(path);
        if (kind === 'entry-point' || importer === 'main' || main.has(importer))
          return { path: name, namespace: 'piece' };
        if (shared.includes(name)) return { path: name, namespace: 'taken-from-main' };
        return { path: fileOf(names.get(name)), external: true };
      });
      bundler.onResolve({ filter: /^main$/ }, () => ({ path: 'main', namespace: 'whole' }));
      bundler.onResolve({ filter: /^\.\/main\.cjs$/ }, ({ path }) => ({ path, external: true }));
      bundler.onLoad({ filter: /./, namespace: 'piece' }, ({ path }) => ({ contents: texts.get(path) }));
      bundler.onLoad({ filter: /./, namespace: 'whole' }, () => ({
        contents: [
          "export * from './main.js';",
          ...shared.map((name) =>
            exporting(
              aliases(name).map(([word, alias]) => `${word} as $${alias}`),
              `./${name}.js`,
            ),
          ),
        ].join('\n'),
      }));
      bundler.onLoad({ filter: /./, namespace: 'taken-from-main' }, ({ path }) => ({
        contents: exporting(
          aliases(path).map(([word, alias]) => `$${alias} as ${word}`),
          './main.cjs',
        ),
      }));
    },
  };
  const { outputFiles } = await build({
    entryPoints: { main: 'main', ...Object.fromEntries(others.map((name) => [names.get(name), `./${name}.js`])) },
    outdir,
    outExtension: { '.js': '.cjs' },
    bundle: true,
    minify: true,
    platform: 'node',
    format: 'cjs',
    target: 'node18',
    // `import()` becomes `require()`: Node need not find out what a CommonJS file exports, nor load its ES module loader.
    supported: { 'dynamic-import': false },
    legalComments: 'none',
    charset: 'ascii',
    external: EXTERNAL,
    plugins: [read],
    write: false,
    logLevel: 'warning',
  });
  return Promise.all(
    outputFiles.map(async ({ path, text }) => {
      const plain = await ascii(text);
      return { path, contents: path.endsWith('main.cjs') ? asFunction(plain) : plain };
    }),
  );
}

/**
 * As the function that Node makes of a CommonJS file. src/launch compiles it as it is: putting the function around it there
 * took two more copies of the whole, 5 MB of a session's memory.
 */
const asFunction = (text) => `(function(exports,require,module,__filename,__dirname){${text}\n})\n`;

const exporting = (words, from) => `export { ${words.join(', ')} } from '${from}';`;

/** What each module exports, and which modules it imports when it is loaded. */
function modulesOf({ outputs }) {
  return new Map(
    Object.entries(outputs).map(([path, { exports, imports }]) => [
      nameOf(path),
      {
        exports,
        imports: imports
          .filter(({ kind, external }) => kind === 'import-statement' && !external)
          .map((found) => nameOf(found.path)),
      },
    ]),
  );
}

/** The modules, and all that they import. */
function closure(modules, names, found = new Set()) {
  for (const name of names) {
    if (found.has(name)) continue;
    found.add(name);
    closure(modules, modules.get(name).imports, found);
  }
  return found;
}

/** The file of each module outside main.cjs; one that several pieces share is named after them. */
function namesOf(modules, pieces) {
  const users = new Map();
  for (const piece of pieces)
    for (const name of closure(modules, [piece])) users.set(name, [...(users.get(name) ?? []), piece]);
  return new Map([...users].map(([name, by]) => [name, pieces.includes(name) ? name : by.join('-')]));
}
