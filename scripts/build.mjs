// Bundles src/launch.ts and src/main.ts into an executable without runtime dependencies, and lists what is in it: the
// licences, and a bill of materials (CycloneDX 1.6). Libraries go in as their authors wrote them; bundle/modules.mjs
// chooses which of their modules. `--analyze` prints what takes the room, `--metafile FILE` writes what esbuild tells
// of the bundle, `--outdir DIR` builds elsewhere than into dist/.
import { chmod, mkdir, rename, writeFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { cyclonedxEsbuildPlugin } from '@cyclonedx/cyclonedx-esbuild';
import { analyzeMetafile } from 'esbuild';
import { cardModule, cardPages } from './bundle/cards.mjs';
import { joinPieces } from './bundle/join.mjs';
import { launcher } from './bundle/launcher.mjs';
import { notices } from './bundle/notices.mjs';
import { splitIntoPieces } from './bundle/pieces.mjs';
import { toolSchemas } from './bundle/schemas.mjs';

const root = fileURLToPath(new URL('..', import.meta.url));
const string = { type: 'string' };
const { values } = parseArgs({ options: { analyze: { type: 'boolean' }, metafile: string, outdir: string } });
const outdir = resolve(values.outdir ?? join(root, 'dist'));
const bill = { outputFile: 'agent-platform-mcp.cdx.json', outputReproducible: true, logLevel: 'silent' };

const pieces = await splitIntoPieces(root, outdir, {
  define: { TOOL_SCHEMAS: JSON.stringify(JSON.stringify(await toolSchemas(root))) },
  plugins: [cyclonedxEsbuildPlugin(bill)],
});
const { metafile } = pieces;
await mkdir(outdir, { recursive: true });
for (const { path, contents } of await joinPieces(pieces, outdir)) await replace(path, contents, 0o644);
const executable = await launcher(root, outdir);
await replace(executable.path, executable.contents, 0o755);
await replace(join(outdir, 'cards.cjs'), cardModule(await cardPages(root)), 0o644);
await replace(join(outdir, 'THIRD-PARTY-NOTICES.txt'), await notices(root, Object.keys(metafile.inputs)), 0o644);
if (values.metafile) await writeFile(values.metafile, JSON.stringify(metafile));
if (values.analyze) process.stderr.write(await analyzeMetafile(metafile));

/** Writes beside and renames: a server or test that runs meanwhile sees the old file or the new one, never half. */
async function replace(path, contents, mode) {
  await writeFile(`${path}.${process.pid}`, contents);
  await chmod(`${path}.${process.pid}`, mode);
  await rename(`${path}.${process.pid}`, path);
}
