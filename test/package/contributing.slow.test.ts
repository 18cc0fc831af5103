/**
 * Follows the recipe of docs/contributing.md, "Add a tool": its steps and commands, taken from the page, in a copy of the
 * sources.
 */
import { execFile } from 'node:child_process';
import { mkdir, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';
import { expect, it } from 'vitest';
import { ROOT } from '../support/build.ts';
import { copyOfSources } from '../support/copy-of-sources.ts';

const run = promisify(execFile);

/** A fenced block: a whole file, lines that are added to one, or commands. */
interface Step {
  readonly kind: string;
  /** The file that the block begins with, from the root; empty for commands. */
  readonly file: string;
  readonly lines: readonly string[];
}

function stepsOf(page: string): Step[] {
  const recipe = /<!-- recipe -->([\s\S]*?)<!-- \/recipe -->/.exec(page)?.[1] ?? '';
  return [...recipe.matchAll(/^```(\w+)\n([\s\S]*?)^```$/gm)].map(([, kind = '', text = '']) => {
    const lines = text.trimEnd().split('\n');
    const file = /^ ?\/\/ ([\w./-]+)$/.exec(lines[0] ?? '')?.[1] ?? '';
    return { kind, file, lines: file === '' ? lines : lines.slice(1) };
  });
}

/** The text with each added line (`+`) below the line that the page shows above it (` `), of which there must be one. */
function added(text: string, lines: readonly string[], file: string): string {
  const whole = text.split('\n');
  let at = -1;
  for (const line of lines) {
    const content = line.slice(1);
    if (line.startsWith('+')) {
      expect(at, `${file}: a line that is added needs one above it`).toBeGreaterThanOrEqual(0);
      whole.splice(++at, 0, content);
    } else {
      expect(
        whole.filter((one) => one === content),
        `${file} has this line`,
      ).toHaveLength(1);
      at = whole.indexOf(content);
    }
  }
  return whole.join('\n');
}

it('the worked example can be added as it is written', async () => {
  const steps = stepsOf(await readFile(join(ROOT, 'docs/contributing.md'), 'utf8'));
  expect(steps.map(({ kind }) => kind)).toEqual(['ts', 'diff', 'ts', 'sh']);
  const copy = await copyOfSources();
  try {
    for (const { kind, file, lines } of steps) {
      if (kind === 'sh') {
        for (const command of lines) await succeeds(command, copy);
      } else if (kind === 'ts') {
        await mkdir(dirname(join(copy, file)), { recursive: true });
        // It must not exist yet, or the test would prove nothing.
        await writeFile(join(copy, file), `${lines.join('\n')}\n`, { flag: 'wx' });
      } else {
        const path = join(copy, file);
        await writeFile(path, added(await readFile(path, 'utf8'), lines, file));
      }
    }
    expect(await readFile(join(copy, 'docs/tools.md'), 'utf8')).toContain('### `list_subdocuments`');
    const snapshots = await readdir(join(copy, 'test/contract/__snapshots__/tools'));
    expect(snapshots).toContain('list_subdocuments.json');
  } finally {
    await rm(copy, { recursive: true, force: true });
  }
});

/** Runs a command line as somebody would type it. What it printed is the failure's message. */
async function succeeds(command: string, cwd: string): Promise<void> {
  const env = Object.fromEntries(Object.entries(process.env).filter(([name]) => !/^VITEST|^NODE_ENV$/.test(name)));
  const outcome = await run('sh', ['-c', command], { cwd, env, maxBuffer: 64 * 1024 * 1024 }).catch(
    (error: unknown) => error,
  );
  if (!(outcome instanceof Error)) return;
  const { stdout = '', stderr = '' } = outcome as Error & { readonly stdout?: string; readonly stderr?: string };
  throw new Error(`${command} failed:\n${`${stdout}\n${stderr}`.slice(-6_000)}`);
}
