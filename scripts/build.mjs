// Bundles src/main.ts into one executable file without runtime dependencies, and lists the licences of what is in it.
// `--analyze` prints what takes the room; `--outdir DIR` builds elsewhere than into dist/.
import { chmod, mkdir, rename, writeFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { minify } from '@swc/core';
import { analyzeMetafile, build } from 'esbuild';
import { notices } from './bundle/notices.mjs';
import { schemas } from './bundle/schemas.mjs';
import { trim, withoutJsonSchemas } from './bundle/trim.mjs';

const root = fileURLToPath(new URL('..', import.meta.url));
const { values } = parseArgs({ options: { analyze: { type: 'boolean' }, outdir: { type: 'string' } } });
const outdir = resolve(values.outdir ?? join(root, 'dist'));

/** One line on stderr for a Node that is too old, before anything it can't run. In a function: its names are its own. */
const banner = `#!/usr/bin/env node
(function(){var v=process.versions.node.split('.').map(Number);if(v[0]<20||(v[0]===20&&(v[1]<18||(v[1]===18&&v[2]<1)))){process.stderr.write('agent-platform-mcp needs Node.js 20.18.1 or newer; this is '+process.version+'.\\n');process.exit(1)}})();`;

const { outputFiles, metafile } = await build({
  absWorkingDir: root,
  entryPoints: ['src/main.ts'],
  outfile: 'dist/agent-platform-mcp.cjs',
  bundle: true,
  minify: true,
  keepNames: false,
  platform: 'node',
  format: 'cjs',
  target: 'node18',
  legalComments: 'none',
  charset: 'utf8',
  banner: { js: banner },
  plugins: [schemas, withoutJsonSchemas, trim],
  // Loaded from beside the bundle, only where a shared store is set: see src/mcp/http/redis-store.ts.
  external: ['@redis/client'],
  metafile: true,
  write: false,
  logLevel: 'warning',
});
// A second minifier folds what esbuild leaves: 4 % of the package.
const { code } = await minify(outputFiles[0].text, {
  compress: { ecma: 2021, passes: 3, toplevel: true, unsafe_arrows: false },
  mangle: { toplevel: true },
  ecma: 2021,
  module: false,
});
await mkdir(outdir, { recursive: true });
await replace('agent-platform-mcp.cjs', code, 0o755);
await replace('THIRD-PARTY-NOTICES.txt', await notices(root, Object.keys(metafile.inputs)), 0o644);
if (values.analyze) process.stderr.write(await analyzeMetafile(metafile));

/** Writes beside and renames: a server or test that runs meanwhile sees the old file or the new one, never half. */
async function replace(name, contents, mode) {
  const temporary = join(outdir, `.${name}.${process.pid}`);
  await writeFile(temporary, contents);
  await chmod(temporary, mode);
  await rename(temporary, join(outdir, name));
}
