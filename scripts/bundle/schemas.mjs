// The tools' JSON Schemas, generated at build time: zod takes 36 ms to generate them, reading them takes less than 1 ms.
// Everything else about a tool depends on the session's settings and is built at run time.
import { createRequire } from 'node:module';
import { build } from 'esbuild';

const ENTRY = `
import { schemasOf } from './src/mcp/engine/json-schema.ts';
import { allTools, cardTools } from './src/tools/index.ts';
export const schemas = Object.fromEntries([...allTools, ...cardTools].map((tool) => [tool.name, schemasOf(tool)]));
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
