/** What npm packs installs offline, and starts wherever a host may start it. */
import { readFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { ROOT } from '../support/build.ts';
import { type Installation, install, run } from './installation.ts';
import { DONE, mainJob, VERSIONS } from './main-job.ts';

let installed: Installation;
/** Blanks, letters beyond ASCII and what shells take for their own. */
let odd: Installation;

beforeAll(async () => {
  [installed, odd] = await Promise.all([install('plain'), install('mit Leerzeichen & ünïcode 工具 $HOME')]);
});
afterAll(() => Promise.all([installed?.remove(), odd?.remove()]));

describe('the tarball', () => {
  it('holds what runs and what is read', () => {
    const isChunk = (file: string): boolean => /^dist\/lib\/[\w-]+\.mjs$/.test(file);
    expect(installed.tarball.files.some(isChunk)).toBe(true);
    expect(installed.tarball.files.filter((file) => !isChunk(file)).sort()).toEqual([
      'LICENSE',
      'README.md',
      'dist/THIRD-PARTY-NOTICES.txt',
      'dist/agent-platform-mcp.cdx.json',
      'dist/agent-platform-mcp.cjs',
      'dist/cards.mjs',
      'dist/main.mjs',
      'package.json',
    ]);
  });

  it('installs without dependencies', async () => {
    const { stdout } = await run('npm', ['ls', '--all', '--parseable'], { cwd: installed.folder });
    expect(stdout.trim().split('\n')).toHaveLength(2);
  });

  it('names the licences of what is bundled', async () => {
    const notices = await readFile(join(dirname(installed.file), 'THIRD-PARTY-NOTICES.txt'), 'utf8');
    for (const name of ['@modelcontextprotocol/server', 'zod', 'undici', 'jose'])
      expect(notices).toContain(`\n${name} `);
  });
});

describe.each(VERSIONS)('the installed package with the %s client', (version) => {
  it('does the main job, started through its bin as npx does', async () => {
    const start = { command: 'npx', args: ['--offline', 'agent-platform-mcp', '--sandbox'], cwd: installed.folder };
    expect(await mainJob(version, start)).toEqual(DONE);
  });

  it('does the main job from a path with spaces and letters beyond ASCII', async () => {
    expect(await mainJob(version, { command: odd.bin, args: ['--sandbox'] })).toEqual(DONE);
  });

  it('does the main job with a read-only home', async () => {
    // Nobody can write there, not even root, as which CI may run.
    expect(await mainJob(version, { command: installed.bin, args: ['--sandbox'], env: { HOME: '/proc' } })).toEqual(
      DONE,
    );
  });

  it('does the main job without HOME, on the bare environment of a desktop host', async () => {
    // `env -i`: the clients pass HOME on by themselves otherwise.
    const args = ['-i', 'PATH=/usr/bin:/bin', process.execPath, installed.file, '--sandbox'];
    expect(await mainJob(version, { command: '/usr/bin/env', args, cwd: '/' })).toEqual(DONE);
  });
});

it('the bundle for desktop hosts packs, and its manifest is valid to the official tool', async () => {
  const { stdout } = await run(process.execPath, ['scripts/pack-mcpb.mjs'], { cwd: ROOT });
  expect(stdout).toContain('Manifest schema validation passes!');
});
