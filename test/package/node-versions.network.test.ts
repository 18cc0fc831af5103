/** The installed package on every supported line of Node.js, and on lines that are too old. */
import { spawnSync } from 'node:child_process';
import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { nodeOfVersion } from '../support/node-versions.ts';
import { type Installation, install } from './installation.ts';
import { DONE, mainJob, VERSIONS } from './main-job.ts';

let installed: Installation;
beforeAll(async () => {
  installed = await install('plain');
});
afterAll(() => installed?.remove());

describe.each(['20.18.1', '22', '24'])('on Node.js %s', (node) => {
  it('does the main job with both clients', async () => {
    const command = await nodeOfVersion(node);
    for (const version of VERSIONS) {
      expect(await mainJob(version, { command, args: [installed.file, '--sandbox'] })).toEqual(DONE);
    }
  });
});

it.each(['22', '24'])('Node.js %s keeps what it compiles in a folder of the user, where it can', async (node) => {
  const command = await nodeOfVersion(node);
  const home = await mkdtemp(join(tmpdir(), 'home-'));
  const kept = () => readdir(join(home, '.cache', 'agent-platform-mcp')).catch(() => []);
  const run = (env: Record<string, string>) =>
    spawnSync(command, [installed.file, '--version'], { encoding: 'utf8', env: { ...env, PATH: process.env.PATH } });
  try {
    expect(run({ HOME: home, NODE_DISABLE_COMPILE_CACHE: '1' })).toMatchObject({ status: 0, stderr: '' });
    expect(await kept()).toEqual([]);
    expect(run({ HOME: home })).toMatchObject({ status: 0, stderr: '' });
    expect(await kept()).toHaveLength(1);
    for (const env of [{ HOME: '/proc' }, {}]) expect(run(env)).toMatchObject({ status: 0, stderr: '' });
  } finally {
    await rm(home, { recursive: true });
  }
});

describe.each(['16', '18'])('on Node.js %s, which is too old', (node) => {
  it('says in one line on stderr what is needed, and fails', async () => {
    const command = await nodeOfVersion(node);
    const { status, stdout, stderr } = spawnSync(command, [installed.file, '--sandbox'], { encoding: 'utf8' });
    expect(stderr).toMatch(/^agent-platform-mcp needs Node\.js 20\.18\.1 or newer; this is v1[68]\.\d+\.\d+\.\n$/);
    expect(stdout).toBe('');
    expect(status).not.toBe(0);
  });
});
