/** What `npm run directories` says, as a golden: the directories' files themselves are checked with the generated ones. */
import { execFileSync } from 'node:child_process';
import { it } from 'vitest';
import { ROOT } from '../support/build.ts';
import { golden } from '../support/golden.ts';

it('npm run directories says what is ready, and what only the owner can do', () => {
  const args = ['tsx', 'scripts/directories.ts', '--check'];
  golden(execFileSync('npx', args, { cwd: ROOT, encoding: 'utf8' }));
});
