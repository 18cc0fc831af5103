// Puts the tools' JSON Schemas into the bundle, made from the sources while it is built: zod makes them in 36 ms, reading
// them takes less than one. Only schemas: what a session's settings change about a tool is still made at run time.
import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { build } from 'esbuild';
import { trim } from './trim.mjs';

const ENTRY = `
import { schemasFor } from './src/mcp/engine/json-schema.ts';
import { allTools } from './src/tools/index.ts';
export const schemas = Object.fromEntries(allTools.map((tool) => [tool.name, schemasFor(tool)]));
`;

export const schemas = {
  name: 'schemas',
  setup({ onLoad, initialOptions: { absWorkingDir } }) {
    onLoad({ filter: /\/src\/mcp\/engine\/precomputed\.ts$/ }, async ({ path }) => {
      const json = JSON.stringify(JSON.stringify(await made(absWorkingDir)));
      // The module's own words stay in the sources; its one function is replaced.
      if (!(await readFile(path, 'utf8')).includes('export function precomputed(')) throw new Error(`${path} changed`);
      return {
        contents: `let made; export function precomputed(tool) { made ??= JSON.parse(${json}); return made[tool]; }`,
        loader: 'js',
      };
    });
  },
};

/** Runs the sources, bundled without this plugin. */
async function made(absWorkingDir) {
  const { outputFiles } = await build({
    absWorkingDir,
    stdin: { contents: ENTRY, resolveDir: absWorkingDir, loader: 'ts' },
    bundle: true,
    platform: 'node',
    format: 'cjs',
    plugins: [trim],
    external: ['@redis/client'],
    write: false,
    logLevel: 'warning',
  });
  const module = { exports: {} };
  new Function('module', 'exports', 'require', outputFiles[0].text)(
    module,
    module.exports,
    createRequire(import.meta.url),
  );
  return module.exports.schemas;
}
