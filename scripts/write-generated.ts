/** Writes generated files, for all generators. */
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { fileURLToPath } from 'node:url';

/** The folder of the repository, with a slash at its end. */
export const ROOT = fileURLToPath(new URL('..', import.meta.url));

/** Writes what differs, by its path from the root. With --check nothing is written, and the program exits with 1. */
export function writeGenerated(files: Readonly<Record<string, string>>): void {
  const isCheck = process.argv.includes('--check');
  for (const [name, content] of Object.entries(files)) {
    const file = ROOT + name;
    if (existsSync(file) && readFileSync(file, 'utf8') === content) continue;
    if (isCheck) process.exitCode = 1;
    else {
      mkdirSync(dirname(file), { recursive: true });
      writeFileSync(file, content);
    }
    process.stderr.write(`${name} ${isCheck ? 'is stale: run npm run generate' : 'written'}\n`);
  }
}
