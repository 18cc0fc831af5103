/** What npm packs installs offline, is small, and starts wherever a host may start it. */
import { spawnSync } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { ROOT } from '../support/build.ts';
import { type Installation, install, nodeOfVersion, run } from './installation.ts';
import { mainJob, type Outcome, type Version } from './main-job.ts';

const VERSIONS: readonly Version[] = ['v1', 'v2'];
const DONE: Outcome = { tools: 22, status: 'RUNNING', decidedBy: 'host' };

let installed: Installation;
/** Blanks, letters beyond ASCII and what shells take for their own. */
let odd: Installation;

beforeAll(async () => {
  [installed, odd] = await Promise.all([install('plain'), install('mit Leerzeichen & ünïcode 工具 $HOME')]);
}, 120_000);
afterAll(() => Promise.all([installed?.remove(), odd?.remove()]));

describe('the tarball', () => {
  it('is at most 400 KB and holds what runs and what is read', () => {
    expect(installed.tarball.bytes).toBeLessThanOrEqual(400_000);
    expect([...installed.tarball.files].sort()).toEqual([
      'LICENSE',
      'README.md',
      'dist/THIRD-PARTY-NOTICES.txt',
      'dist/agent-platform-mcp.cdx.json',
      'dist/agent-platform-mcp.cjs',
      'dist/undici.cjs',
      'package.json',
    ]);
  });

  it('installs without dependencies', async () => {
    const { stdout } = await run('npm', ['ls', '--all', '--parseable'], { cwd: installed.folder });
    expect(stdout.trim().split('\n')).toHaveLength(2);
  });

  it('names the licences of what is bundled', async () => {
    const notices = await readFile(join(dirname(installed.file), 'THIRD-PARTY-NOTICES.txt'), 'utf8');
    for (const name of ['@modelcontextprotocol/server', 'zod', 'undici', 'trouter'])
      expect(notices).toContain(`\n${name} `);
  });
});

describe.each(VERSIONS)('the installed package with the %s client', (version) => {
  it('does the main job, started through its bin as npx does', async () => {
    const start = { command: 'npx', args: ['--offline', 'agent-platform-mcp', '--sandbox'], cwd: installed.folder };
    expect(await mainJob(version, start)).toEqual(DONE);
  });

  it('does it from a path with blanks and letters beyond ASCII', async () => {
    expect(await mainJob(version, { command: odd.bin, args: ['--sandbox'] })).toEqual(DONE);
  });

  it('does it with a read-only home', async () => {
    // Nobody can write there, not even root, as which CI may run.
    expect(await mainJob(version, { command: installed.bin, args: ['--sandbox'], env: { HOME: '/proc' } })).toEqual(
      DONE,
    );
  });

  it('does it without HOME, on the bare environment of a desktop host', async () => {
    // `env -i`: the clients pass HOME on by themselves otherwise.
    const args = ['-i', 'PATH=/usr/bin:/bin', process.execPath, installed.file, '--sandbox'];
    expect(await mainJob(version, { command: '/usr/bin/env', args, cwd: '/' })).toEqual(DONE);
  });
});

describe.each(['20.18.1', '22', '24'])('on Node.js %s', (node) => {
  it('does the main job with both clients', async () => {
    const command = await nodeOfVersion(node);
    for (const version of VERSIONS) {
      expect(await mainJob(version, { command, args: [installed.file, '--sandbox'] })).toEqual(DONE);
    }
  }, 120_000);
});

describe.each(['16', '18'])('on Node.js %s, which is too old', (node) => {
  it('says in one line on stderr what is needed, and fails', async () => {
    const command = await nodeOfVersion(node);
    const { status, stdout, stderr } = spawnSync(command, [installed.file, '--sandbox'], { encoding: 'utf8' });
    expect(stderr).toMatch(/^agent-platform-mcp needs Node\.js 20\.18\.1 or newer; this is v1[68]\.\d+\.\d+\.\n$/);
    expect(stdout).toBe('');
    expect(status).not.toBe(0);
  }, 120_000);
});

it('the bundle for desktop hosts packs, and its manifest is valid to the official tool', async () => {
  const { stdout } = await run(process.execPath, ['scripts/pack-mcpb.mjs'], { cwd: ROOT });
  expect(stdout).toContain('Manifest schema validation passes!');
}, 120_000);
