/**
 * `npx tsx scripts/patterns.ts`: searches the regular expressions of src for those whose time grows faster than their text,
 * with recheck. One that is known says why it may stay, in a comment on it or above it that begins with `Cap:`, and where
 * the length of its text is bounded. Exits with 1 if another one is found. recheck and acorn are fetched from npm: they are
 * 60 MB, for a search that is made when patterns change.
 */
import { execFileSync } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { transformSync } from 'esbuild';

const FETCHED = ['recheck@4.5.0', 'acorn@8.15.0', 'acorn-walk@8.3.4'];
/** Milliseconds for one pattern: the longest takes 4 s, and ten times as long on a busy machine. One that takes longer is reported, too. */
const TIMEOUT_MS = 120_000;
/** Lines above a pattern in which its cap may stand. */
const ABOVE = 4;

interface Checked {
  readonly status: 'safe' | 'vulnerable' | 'unknown';
  readonly complexity?: { readonly summary: string };
  readonly attack?: { readonly pattern: string };
}
interface Recheck {
  checkSync(source: string, flags: string, options: { readonly timeout: number }): Checked;
}
interface Acorn {
  parse(code: string, options: object): object;
}
interface Walk {
  simple(tree: object, visitors: { Literal(node: Literal): void }): void;
}
interface Literal {
  readonly regex?: { readonly pattern: string; readonly flags: string };
}

/** Where npx has put the packages. */
function fetchedModules(): NodeJS.Require {
  const args = [...FETCHED.flatMap((name) => ['-p', name]), '--', 'node', '-p', 'process.env.PATH'];
  const path = execFileSync('npx', ['-y', '--loglevel=error', ...args], { encoding: 'utf8' });
  return createRequire(join(dirname(path.split(':')[0] ?? ''), 'none.js'));
}

const load = fetchedModules();
const { checkSync } = load('recheck') as Recheck;
const { parse } = load('acorn') as Acorn;
const { simple } = load('acorn-walk') as Walk;

let searched = 0;
let wrong = 0;
const capped: string[] = [];
for (const name of readdirSync('src', { recursive: true, encoding: 'utf8' }).sort()) {
  if (!name.endsWith('.ts')) continue;
  const file = join('src', name);
  const source = readFileSync(file, 'utf8');
  const { code } = transformSync(source, { loader: 'ts', format: 'esm' });
  simple(parse(code, { ecmaVersion: 'latest', sourceType: 'module' }), {
    Literal({ regex }) {
      if (regex === undefined) return;
      searched++;
      const { status, complexity, attack } = checkSync(regex.pattern, regex.flags, { timeout: TIMEOUT_MS });
      if (status === 'safe') return;
      const lines = source.split('\n');
      const at = lines.findIndex((line) => line.includes(`/${regex.pattern}/`));
      const cap = lines.slice(Math.max(0, at - ABOVE), at + 1).find((line) => line.includes('Cap:'));
      const text = `${file}:${at + 1} ${status} ${complexity?.summary ?? ''} /${regex.pattern}/${regex.flags}`;
      if (cap !== undefined) return void capped.push(text);
      wrong++;
      process.stdout.write(`${text}\n  ${attack?.pattern ?? ''}\n`);
    },
  });
}
process.stdout.write(`${searched} patterns: ${wrong} vulnerable, ${capped.length} behind a cap\n`);
process.exitCode = wrong > 0 ? 1 : 0;
