// The tools' JSON Schemas, made from the sources while the bundle is built: zod makes them in 36 ms, reading them takes
// less than one. Only schemas: what a session's settings change about a tool is still made at run time.
import { createRequire } from 'node:module';
import { build } from 'esbuild';

const ENTRY = `
import { schemasFor } from './src/mcp/engine/json-schema.ts';
import { allTools, cardTools } from './src/tools/index.ts';
export const schemas = Object.fromEntries([...allTools, ...cardTools].map((tool) => [tool.name, schemasFor(tool)]));
`;

/** Runs the sources. @returns schemas of arguments and results by the tool's name */
export async function toolSchemas(absWorkingDir) {
  const { outputFiles } = await build({
    absWorkingDir,
    stdin: { contents: ENTRY, resolveDir: absWorkingDir, loader: 'ts' },
    bundle: true,
    platform: 'node',
    format: 'cjs',
    external: ['@redis/client', '@opentelemetry/api', '#cards'],
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
