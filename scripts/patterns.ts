/**
 * `npx tsx scripts/patterns.ts`: searches the regular expressions of src for those whose time grows faster than their text,
 * with recheck. One that is known says why it may stay, in a comment on it or above it that begins with `Cap:`, and where
 * the length of its text is bounded. Exits with 1 if another one is found. recheck and acorn are fetched from npm: they are
 * 60 MB, for a search that is made when patterns change.
 */
import { execFileSync, spawnSync } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { transformSync } from 'esbuild';

const FETCHED = ['recheck@4.5.0', 'acorn@8.15.0', 'acorn-walk@8.3.4'];
/** Milliseconds for one pattern: the longest takes 4 s, and ten times as long on a busy machine. One that takes longer is reported, too. */
const TIMEOUT_MS = 120_000;
/** Milliseconds that V8 takes for the text of a true finding, at least: most take seconds. */
const SLOW_MS = 200;
/** Lines above a pattern in which its cap may stand. */
const ABOVE = 4;

interface Checked {
  readonly status: 'safe' | 'vulnerable' | 'unknown';
  readonly complexity?: { readonly summary: string };
  readonly attack?: { readonly pattern: string; readonly string: string };
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

/**
 * Whether V8 is slow with the text that was found. The search counts steps of its own machine within limits of time: on a busy
 * computer it finds one now and then that takes V8 less than a millisecond.
 */
function isSlow(pattern: string, flags: string, text: string): boolean {
  const script = `const [pattern, flags, text] = JSON.parse(require('node:fs').readFileSync(0, 'utf8'));
    const start = performance.now();
    new RegExp(pattern, flags).exec(text);
    process.exitCode = performance.now() - start < ${SLOW_MS} ? 0 : 1;`;
  const input = JSON.stringify([pattern, flags, text]);
  return spawnSync(process.execPath, ['-e', script], { input, timeout: 10_000 }).status !== 0;
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
      if (attack !== undefined && !isSlow(regex.pattern, regex.flags, attack.string)) return;
      wrong++;
      process.stdout.write(`${text}\n  ${attack?.pattern ?? ''}\n`);
    },
  });
}
process.stdout.write(`${searched} patterns: ${wrong} vulnerable, ${capped.length} behind a cap\n`);
process.exitCode = wrong > 0 ? 1 : 0;
