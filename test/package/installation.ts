/** The package as users install it: packed, installed from the tarball into an empty folder, started through its bin. */
import { execFile } from 'node:child_process';
import { mkdir, mkdtemp, realpath, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { ROOT } from '../support/build.ts';

export const run = promisify(execFile);

export interface Installation {
  /** The folder that it was installed into. */
  readonly folder: string;
  readonly tarball: { readonly files: readonly string[] };
  /** What npx starts. */
  readonly bin: string;
  /** The file behind it. */
  readonly file: string;
  remove(): Promise<void>;
}

/** Packs and installs into a folder of that name. Nothing is fetched: the package has no dependencies. */
export async function install(name: string): Promise<Installation> {
  const base = await realpath(await mkdtemp(join(tmpdir(), 'package-')));
  const folder = join(base, name);
  await mkdir(folder);
  // The test run has built it already.
  const { stdout } = await run('npm', ['pack', '--json', '--ignore-scripts', '--pack-destination', base], {
    cwd: ROOT,
  });
  const packed: unknown = JSON.parse(stdout);
  const [entry] = Object.values(packed as Record<string, { filename: string; files: { path: string }[] }>);
  if (entry === undefined) throw new Error('npm pack named no tarball');
  const tarball = join(base, entry.filename);
  await writeFile(join(folder, 'package.json'), '{"private": true}');
  await run('npm', ['install', '--offline', '--no-audit', '--no-fund', tarball], { cwd: folder });
  const modules = join(folder, 'node_modules');
  return {
    folder,
    tarball: { files: entry.files.map(({ path }) => path) },
    bin: join(modules, '.bin', 'agent-platform-mcp'),
    file: join(modules, 'agent-platform-mcp', 'dist', 'agent-platform-mcp.cjs'),
    remove: () => rm(base, { recursive: true, force: true }),
  };
}
