/** The installed package on every supported line of Node.js, and on lines that are too old. */
import { spawnSync } from 'node:child_process';
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

describe.each(['16', '18'])('on Node.js %s, which is too old', (node) => {
  it('says in one line on stderr what is needed, and fails', async () => {
    const command = await nodeOfVersion(node);
    const { status, stdout, stderr } = spawnSync(command, [installed.file, '--sandbox'], { encoding: 'utf8' });
    expect(stderr).toMatch(/^agent-platform-mcp needs Node\.js 20\.18\.1 or newer; this is v1[68]\.\d+\.\d+\.\n$/);
    expect(stdout).toBe('');
    expect(status).not.toBe(0);
  });
});
