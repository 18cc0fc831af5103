// The executable: a small file that refuses a Node that is too old, and loads `main.cjs` from beside it.
import { build } from 'esbuild';
import { refuseOldNode } from './old-node.mjs';

/** @returns esbuild's output file */
export async function launcher(root, outdir) {
  const { outputFiles } = await build({
    absWorkingDir: root,
    entryPoints: { 'agent-platform-mcp': 'src/launch.ts' },
    outdir,
    outExtension: { '.js': '.cjs' },
    bundle: true,
    minify: true,
    platform: 'node',
    format: 'cjs',
    target: 'node18',
    banner: { js: `#!/usr/bin/env node\n${refuseOldNode}` },
    write: false,
    logLevel: 'warning',
  });
  return outputFiles[0];
}
