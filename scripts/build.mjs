// Bundles src/main.ts into dist/, without runtime dependencies, with the licences and a bill of materials (CycloneDX 1.6).
// Modules that the sources load with `import()` become files in dist/lib. `--analyze` prints the size of each part,
// `--metafile FILE` writes esbuild's report, `--outdir DIR` changes the output folder.
import { chmod, mkdir, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { dirname, join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { cyclonedxEsbuildPlugin } from '@cyclonedx/cyclonedx-esbuild';
import { analyzeMetafile, build } from 'esbuild';
import { cards } from './bundle/cards.mjs';
import { notices } from './bundle/notices.mjs';
import { toolSchemas } from './bundle/schemas.mjs';

const root = fileURLToPath(new URL('..', import.meta.url));
const string = { type: 'string' };
const { values } = parseArgs({ options: { analyze: { type: 'boolean' }, metafile: string, outdir: string } });
const outdir = resolve(values.outdir ?? join(root, 'dist'));
// A test holds it against its schema: compiling that takes longer than the rest of the build.
const bill = {
  outputFile: 'agent-platform-mcp.cdx.json',
  outputReproducible: true,
  validate: false,
  logLevel: 'silent',
};

/**
 * Spans go to the copy of OpenTelemetry's API that the operator installed: one that is bundled gets nothing under an older
 * SDK. prom-client needs it for a metric of its own that is not used, and gets an empty module.
 */
const tracing = {
  name: 'tracing',
  setup: (build) =>
    build.onResolve({ filter: /^@opentelemetry\/api$/ }, ({ path, importer }) =>
      importer.endsWith('spans.ts') ? { path, external: true } : { path: join(root, 'scripts/bundle/empty.mjs') },
    ),
};

const { metafile, outputFiles } = await build({
  absWorkingDir: root,
  entryPoints: { main: 'src/main.ts', cards: '#cards' },
  outdir,
  outExtension: { '.js': '.mjs' },
  chunkNames: 'lib/[name]-[hash]',
  bundle: true,
  splitting: true,
  minify: true,
  format: 'esm',
  platform: 'node',
  target: 'node20',
  legalComments: 'none',
  // CommonJS libraries load Node's modules with `require`, which ES modules lack.
  banner: { js: "import{createRequire as $require}from'node:module';const require=$require(import.meta.url);" },
  // Loaded from beside the bundle if a shared store is set (src/mcp/http/redis-store.ts).
  external: ['@redis/client'],
  // The faster-loading one of the SDK's two JSON Schema validators.
  alias: { '@modelcontextprotocol/server/_shims': join(root, 'scripts/bundle/sdk-shims.mjs') },
  loader: { '.md': 'text' },
  define: { TOOL_SCHEMAS: JSON.stringify(JSON.stringify(await toolSchemas(root))) },
  plugins: [cards(root), tracing, cyclonedxEsbuildPlugin(bill)],
  metafile: true,
  write: false,
  logLevel: 'warning',
});

const lib = join(outdir, 'lib');
await mkdir(lib, { recursive: true });
// The entry files.
for (const { path, contents } of outputFiles.sort((a, b) => b.path.length - a.path.length))
  await replace(path, contents);
for (const name of await readdir(lib)) {
  if (!outputFiles.some(({ path }) => path === join(lib, name))) await rm(join(lib, name));
}
await replace(join(outdir, 'agent-platform-mcp.cjs'), await readFile(join(root, 'src/launch.cjs')), 0o755);
await replace(join(outdir, 'THIRD-PARTY-NOTICES.txt'), await notices(root, Object.keys(metafile.inputs)));
if (values.metafile) await writeFile(values.metafile, JSON.stringify(metafile));
if (values.analyze) process.stderr.write(await analyzeMetafile(metafile));

/** Writes to a temporary file and renames it, so that a running server or test never sees half a file. */
async function replace(path, contents, mode = 0o644) {
  const beside = join(dirname(path), `.${process.pid}`);
  await writeFile(beside, contents);
  await chmod(beside, mode);
  await rename(beside, path);
}
