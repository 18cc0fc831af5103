/** Every regular expression of the sources takes time in proportion to its text, or says beside it what caps the text. */
import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { ROOT } from '../support/build.ts';

it('no regular expression is vulnerable where its input is not capped', () => {
  const args = [join(ROOT, 'node_modules/tsx/dist/cli.mjs'), 'scripts/patterns.ts'];
  const { stdout, stderr } = spawnSync(process.execPath, args, { cwd: ROOT, encoding: 'utf8' });
  expect(stdout + stderr).toMatch(/^\d+ patterns: 0 vulnerable/m);
});
