/** A release without releasing: npm takes the package as it is, and the container's steps build a server that works. */
import { cp, mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { ROOT } from '../support/build.ts';
import { run } from './installation.ts';

const manifest = JSON.parse(await readFile(join(ROOT, 'package.json'), 'utf8'));

it('npm would publish the package, and has nothing to correct', async () => {
  // The test run has built it already.
  const { stdout, stderr } = await run('npm', ['publish', '--dry-run', '--ignore-scripts', '--json'], { cwd: ROOT });
  const printed = JSON.parse(stdout);
  // npm 11 names the package first.
  expect(printed[manifest.name] ?? printed).toMatchObject({ name: manifest.name, version: manifest.version });
  expect(stderr).not.toMatch(/auto-corrected|errors corrected|invalid/i);
});

it('the container builds from what it is given, and its server is healthy', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'container-'));
  try {
    const dockerfile = await readFile(join(ROOT, 'Dockerfile'), 'utf8');
    const kept = (await readFile(join(ROOT, '.dockerignore'), 'utf8')).match(/(?<=^!).+$/gm) ?? [];
    const copied = [...dockerfile.matchAll(/^COPY (?!--from)(.+) \S+$/gm)].flatMap(([, files = '']) =>
      files.split(' '),
    );
    expect([...new Set(copied)].sort()).toEqual([...kept].sort());
    for (const name of kept) await cp(join(ROOT, name), join(folder, name), { recursive: true });
    for (const [, command = ''] of dockerfile.matchAll(/^RUN (.+)$/gm)) {
      await run('sh', ['-c', command], { cwd: folder });
    }
    const server = join(folder, 'dist', 'agent-platform-mcp.cjs');
    await rm(join(folder, 'node_modules'), { recursive: true });
    const { stdout } = await run(process.execPath, [server, 'doctor', '--sandbox'], { cwd: folder });
    expect(stdout).toMatch(/^It works, on the sandbox\./);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
});
