// Builds dist/agent-platform-mcp.mcpb, the bundle that desktop hosts install with a double click: the npm package's files of
// dist/ with manifest and licence, validated and packed by the official tool.
import { execFileSync } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('..', import.meta.url));
const bundle = join(root, 'dist', 'agent-platform-mcp.mcpb');
const folder = mkdtempSync(join(tmpdir(), 'mcpb-'));
const mcpb = (...args) =>
  execFileSync('npx', ['--no', 'mcpb', ...args], {
    stdio: 'inherit',
    shell: process.platform === 'win32',
  });

try {
  mkdirSync(join(folder, 'dist'));
  const { files } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));
  for (const file of ['manifest.json', 'LICENSE', 'icons', ...files]) {
    cpSync(join(root, file), join(folder, file), { recursive: true });
  }
  mcpb('validate', join(folder, 'manifest.json'));
  mcpb('pack', folder, bundle);
} finally {
  rmSync(folder, { recursive: true, force: true });
}
