/** What is kept of a start changes nothing but the time of the next one, whatever becomes of it; and nobody else can put it there. */
import { execFile, spawn } from 'node:child_process';
import {
  chmod,
  mkdir,
  mkdtemp,
  readdir,
  readFile,
  realpath,
  rename,
  rm,
  stat,
  symlink,
  utimes,
  writeFile,
} from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { BUNDLE } from '../support/clients.ts';
import { open, startRaw } from '../support/raw-stdio.ts';

let home: string;
let folder: string;
beforeEach(async () => {
  home = await realpath(await mkdtemp(join(tmpdir(), 'code-cache-')));
  folder = join(home, '.cache', 'agent-platform-mcp');
});
afterEach(() => rm(home, { recursive: true, force: true }));

const environment = (): Record<string, string> => ({ HOME: home, XDG_CACHE_HOME: join(home, '.cache') });

/** A session as a host has it. @returns what it was told */
async function session(flags: readonly string[] = [], env: Record<string, string> = {}): Promise<unknown> {
  const server = startRaw({ args: flags, env: { ...environment(), ...env } });
  await open(server, 'legacy');
  const { result } = await server.request('tools/list');
  await server.end();
  return result;
}

const kept = (): Promise<string[]> => readdir(folder).catch(() => []);
const keptFile = async (): Promise<string> => join(folder, (await kept())[0] ?? '');

/** What `doctor` says of the start. */
async function doctor(env: Record<string, string> = {}): Promise<{ status: string; summary: string }> {
  const { stdout } = await promisify(execFile)(process.execPath, [BUNDLE, 'doctor', '--json', '--sandbox'], {
    env: { ...environment(), ...env },
  });
  const { checks } = JSON.parse(stdout) as { checks: { id: string; status: string; summary: string }[] };
  return checks.find(({ id }) => id === 'start') ?? { status: 'none', summary: '' };
}

it('a session keeps the compiled program for its user alone, and the next one starts with it', async () => {
  expect(await doctor()).toMatchObject({ status: 'ok', summary: expect.stringContaining('The next session') });
  const first = await session();
  expect(await kept()).toHaveLength(1);
  expect((await stat(folder)).mode & 0o777).toBe(0o700);
  expect((await stat(await keptFile())).mode & 0o777).toBe(0o600);
  expect(await doctor()).toMatchObject({ status: 'ok', summary: expect.stringContaining('Started from') });
  expect(await session()).toEqual(first);
});

it('a host that kills its server after a while finds it kept, too', async () => {
  const server = startRaw({ env: environment() });
  await open(server, 'legacy');
  await server.request('tools/list');
  await expect.poll(kept).toHaveLength(1);
  await server.kill();
});

it.each([
  [['--code-cache=false'], {}],
  [[], { AGENT_PLATFORM_CODE_CACHE: 'off' }],
])('is turned off by %j %j', async (flags, env) => {
  await session(flags, env);
  expect(await kept()).toEqual([]);
});

describe('a kept file that is', () => {
  it.each<[string, (file: string) => Promise<unknown>]>([
    ['cut off', async (file) => writeFile(file, (await readFile(file)).subarray(0, 5_000))],
    ['empty', (file) => writeFile(file, '')],
    ['changed in one byte', async (file) => writeFile(file, changed(await readFile(file)))],
    ['something else', (file) => writeFile(file, 'x'.repeat(100_000))],
    ['a folder', async (file) => rm(file).then(() => mkdir(file))],
    ['a link to a whole one', async (file) => rename(file, `${file}.moved`).then(() => symlink(`${file}.moved`, file))],
  ])('%s is not used, and changes nothing', async (_what, spoil) => {
    const first = await session();
    await spoil(await keptFile());
    expect(await doctor()).toMatchObject({ summary: expect.not.stringContaining('Started from') });
    expect(await session()).toEqual(first);
  });
});

function changed(bytes: Buffer): Buffer {
  bytes.writeUInt8(bytes.readUInt8((bytes.length / 2) | 0) ^ 1, (bytes.length / 2) | 0);
  return bytes;
}

it('one of V8 with other flags, or of another build, is not used', async () => {
  await session();
  const server = startRaw({ node: ['--no-opt'], env: environment() });
  await open(server, 'legacy');
  await server.request('tools/list');
  await server.end();
  expect(await kept()).toHaveLength(2);
  // The same number of characters, with another word in one of them: V8 alone would take it for the same.
  const other = join(home, 'other');
  await mkdir(other);
  for (const file of ['agent-platform-mcp.cjs', 'main.cjs', 'undici.cjs', 'commands.cjs']) {
    const text = await readFile(BUNDLE.replace('agent-platform-mcp.cjs', file), 'utf8');
    await writeFile(join(other, file), text.replace('"Agent Platform"', '"Other Platform"'));
  }
  const changedBuild = startRaw({ bundle: join(other, 'agent-platform-mcp.cjs'), env: environment() });
  const { result } = await changedBuild.request('initialize', {
    protocolVersion: '2025-11-25',
    capabilities: {},
    clientInfo: { name: 't', version: '1' },
  });
  await changedBuild.end();
  expect(result?.serverInfo).toMatchObject({ title: 'Other Platform' });
});

describe('a folder that', () => {
  it.each<[string, () => Promise<unknown>]>([
    ['others can write to', () => chmod(folder, 0o777)],
    ['others can read', () => chmod(folder, 0o755)],
    ['is in one that others can write to', () => chmod(join(home, '.cache'), 0o777)],
    ['is a link', async () => rename(folder, join(home, 'real')).then(() => symlink(join(home, 'real'), folder))],
    [
      'is reached through a link',
      async () =>
        rename(join(home, '.cache'), join(home, 'c')).then(() => symlink(join(home, 'c'), join(home, '.cache'))),
    ],
  ])('%s is not read from or written to, and doctor says so', async (_what, open) => {
    const first = await session();
    await open();
    expect(await doctor()).toMatchObject({ status: 'warn', summary: expect.stringContaining("can't be saved") });
    await utimes(await keptFile(), 0, 0);
    expect(await session()).toEqual(first);
    expect((await stat(await keptFile())).mtimeMs).toBe(0);
  });

  it('cannot be made is done without', async () => {
    // Nobody can write there, not even root.
    expect(await doctor({ HOME: '/proc', XDG_CACHE_HOME: '' })).toMatchObject({ status: 'warn' });
    expect(await session([], { HOME: '/proc', XDG_CACHE_HOME: '' })).toHaveProperty('tools');
  });
});

it('many at once leave one whole file', async () => {
  await Promise.all(Array.from({ length: 6 }, () => session()));
  expect(await kept()).toHaveLength(1);
  expect(await doctor()).toMatchObject({ summary: expect.stringContaining('Started from') });
});

it('the oldest of many kept files go', async () => {
  await mkdir(folder, { recursive: true, mode: 0o700 });
  for (let n = 0; n < 12; n++) {
    await writeFile(join(folder, `old-${n}`), '');
    await utimes(join(folder, `old-${n}`), n, n);
  }
  await session();
  const left = await kept();
  expect(left).toHaveLength(8);
  expect(left).toContain('old-11');
  expect(left).not.toContain('old-4');
});

it('a session that ends before its host has the list of tools keeps nothing: it would be half of what is needed', async () => {
  const server = startRaw({ env: environment() });
  await open(server, 'legacy');
  await server.end();
  expect(await kept()).toEqual([]);
  const child = spawn(process.execPath, [BUNDLE, '--version'], { env: { ...environment() } });
  await new Promise((resolve) => child.once('exit', resolve));
  expect(await kept()).toEqual([]);
});
