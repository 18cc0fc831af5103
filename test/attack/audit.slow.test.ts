/** The audit log under attack: lines changed, taken out, moved or added afterwards, and files that are none. */
import { execFileSync, spawnSync } from 'node:child_process';
import { appendFileSync, mkdtempSync, readFileSync, rmSync, statSync, symlinkSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { BUNDLE, connect } from '../support/clients.ts';
import { callAs } from '../support/consent-human.ts';
import { startRaw } from '../support/raw-stdio.ts';
import { callParams } from '../support/rounds.ts';
import { type Scripted, scriptedPlatform, THREAD, waitingThread } from '../support/scripted-platform.ts';

const folder = mkdtempSync(join(tmpdir(), 'audit-attack-'));
let platform: Scripted;
beforeAll(async () => {
  // One that waits for a decision could not be paused.
  platform = await scriptedPlatform({ ...waitingThread(), status: 'RUNNING' });
});
afterAll(async () => {
  await platform.close();
  rmSync(folder, { recursive: true });
});

const environment = (file: string) => ({ ...platform.env, AGENT_PLATFORM_AUDIT_LOG: file });

/** Processes that append to one file at the same time, each `calls` writes (two lines each). */
async function written(name: string, processes: number, calls: number): Promise<string> {
  const file = join(folder, name);
  const clients = await Promise.all(
    Array.from({ length: processes }, () => connect({ client: 'v2-modern', env: environment(file) })),
  );
  for (let call = 0; call < calls; call++) {
    await Promise.all(clients.map((client) => callAs(client, 'pause_thread', { threadId: THREAD })));
  }
  await Promise.all(clients.map((client) => client.close()));
  return file;
}

const read = (file: string): string[] => readFileSync(file, 'utf8').trimEnd().split('\n');
const hashOf = (line: string | undefined): string => String(JSON.parse(line ?? '{}').hash);

function verify(lines: readonly string[] | string, ...more: string[]) {
  const file = join(folder, 'verified');
  writeFileSync(file, typeof lines === 'string' ? lines : `${lines.join('\n')}\n`);
  const { status, stdout } = spawnSync(process.execPath, [BUNDLE, 'audit', 'verify', file, ...more], {
    encoding: 'utf8',
  });
  const kinds = [...stdout.matchAll(/^ {2}line (\d+): (\w+):/gm)].map(([, line, kind]) => `${line} ${kind}`);
  return { status, stdout, kinds };
}

describe('lines of two processes in one file', () => {
  let lines: string[];
  beforeAll(async () => {
    lines = read(await written('two', 2, 5));
  });

  it('are whole as they were written: a chain a process', () => {
    expect(lines).toHaveLength(20);
    const { status, stdout, kinds } = verify(lines);
    expect({ status, kinds }).toEqual({ status: 0, kinds: [] });
    expect(stdout.match(/^Chain .*: 10 lines/gm)).toHaveLength(2);
  });

  it('are whole after a restart, whose chain holds on to the line before it', async () => {
    const file = join(folder, 'two');
    await written('two', 1, 1);
    const all = read(file);
    expect(verify(all).status).toBe(0);
    // The last line of the processes before can't be taken out any more.
    expect(verify(all.filter((_, index) => index !== 19)).kinds).toEqual(['20 missing']);
  });

  it('show each change of each line', () => {
    for (const [index, line] of lines.entries()) {
      const changes = [
        line.replace('"tool":"pause_thread"', '"tool":"pause_threa"'),
        line.replace(/"time":"2/, '"time":"1'),
        line.replace(/"hash":"(.)/, (_, digit) => `"hash":"${digit === 'a' ? 'b' : 'a'}`),
        line.replace(/"seq":/, '"seq":1'),
      ];
      const changed = changes[index % changes.length] ?? '';
      expect(changed).not.toBe(line);
      const { status, kinds } = verify(lines.with(index, changed));
      expect(status, changed).toBe(1);
      expect(kinds.some((kind) => kind.startsWith(`${index + 1} `))).toBe(true);
    }
  });

  it('show each line that is missing between two others of its chain', () => {
    const lastOfChains = new Set(
      lines.map((line) => JSON.parse(line).chain).map((chain) => lines.findLastIndex((line) => line.includes(chain))),
    );
    for (let index = 0; index < lines.length; index++) {
      if (lastOfChains.has(index)) continue;
      const { status, kinds } = verify(lines.filter((_, at) => at !== index));
      expect(status).toBe(1);
      // Taken from the front, the other chain misses it too.
      expect(new Set(kinds.map((kind) => kind.split(' ')[1]))).toEqual(new Set(['missing']));
    }
  });

  it('show two lines of a chain in another order, a line twice, and a line of nobody', () => {
    const [a = 0, b = 0] = lines
      .flatMap((line, index) => (line.includes(JSON.parse(lines[0] ?? '').chain) ? [index] : []))
      .slice(1);
    const swapped = lines.with(a, lines[b] ?? '').with(b, lines[a] ?? '');
    expect(verify(swapped).kinds.join()).toContain('moved');
    expect(verify([...lines, lines[3] ?? '']).kinds).toEqual(['21 moved']);
    expect(verify([...lines, '{"event":"outcome"}']).kinds).toEqual(['21 added']);
    expect(verify([...lines.slice(0, 5), '{"half', ...lines.slice(5)]).kinds).toEqual(['6 unreadable']);
  });

  it('cut off at the end are found where the last hashes were noted, and the command says that it needs them', () => {
    const cut = lines.slice(0, -4);
    const blind = verify(cut);
    expect(blind.status).toBe(0);
    expect(blind.stdout).toMatch(/can't detect lines cut off at the end/);
    const hash = hashOf(lines.at(-1));
    expect(verify(lines, '--last', hash).status).toBe(0);
    const seen = verify(cut, '--last', hash);
    expect({ status: seen.status, says: seen.stdout.includes(`${hash} matches no line`) }).toEqual({
      status: 1,
      says: true,
    });
  });

  it('in two files, as log rotation leaves them, are one log', () => {
    const [old, current] = [join(folder, 'old'), join(folder, 'current')];
    writeFileSync(old, `${lines.slice(0, 9).join('\n')}\n`);
    writeFileSync(current, `${lines.slice(9).join('\n')}\n`);
    const run = (...files: string[]) => spawnSync(process.execPath, [BUNDLE, 'audit', 'verify', ...files]).status;
    expect([run(old, current), run(current), run(current, old)]).toEqual([0, 1, 1]);
  });
});

it('half a line of a process that was killed spoils no line of the next one', async () => {
  const file = await written('torn', 1, 1);
  appendFileSync(file, '{"time":"2026-');
  await written('torn', 1, 1);
  const lines = read(file);
  expect(lines).toHaveLength(5);
  expect(verify(lines).kinds).toEqual(['3 unreadable']);
});

describe('a disk that fills up in the middle of a write', () => {
  /** Blocks of `ulimit -f`, which ends a write in the middle as a full disk does, at an exact byte. */
  const BLOCKS = 8;
  const BLOCK = 512;

  /** What the file has before, so that `room` bytes are left. */
  const filler = (room: number): string => {
    const bare = `${JSON.stringify({ before: '' })}\n`.length;
    return `${JSON.stringify({ before: 'x'.repeat(BLOCKS * BLOCK - room - bare) })}\n`;
  };

  it.each([
    { it: 'before the line break of the first line', room: ([first]: number[]) => first, isSent: true },
    { it: 'in the middle of the first line', room: ([first]: number[]) => Number(first) - 1, isSent: false },
    { it: 'in the middle of the second line', room: ([first]: number[]) => Number(first) + 100, isSent: true },
    { it: 'after the first line', room: ([first]: number[]) => Number(first) + 1, isSent: true },
  ])('$it: the log tells what was sent and how it ended, once there is room', async ({ it: name, room, isSent }) => {
    const lengths = read(await written(`measured ${name}`, 1, 1)).map((line) => line.length);
    const [full, next] = [join(folder, `full ${name}`), join(folder, `next ${name}`)];
    writeFileSync(full, filler(Number(room(lengths))), { mode: 0o600 });
    const server = startRaw({ env: environment(full), under: ['sh', '-c', `ulimit -f ${BLOCKS} && exec "$@"`, 'sh'] });
    const pause = () => server.request('tools/call', callParams('pause_thread', { threadId: THREAD }));
    const before = platform.writes().length;
    await pause();
    expect(platform.writes().length - before).toBe(isSent ? 1 : 0);
    const torn = readFileSync(full, 'utf8');
    // As log rotation makes room: the process goes on in a new file.
    rmSync(full);
    await pause();
    await server.end();
    writeFileSync(next, `${torn}${torn.endsWith('\n') ? '' : '\n'}${readFileSync(full, 'utf8')}`);
    const { stdout, kinds } = verify(readFileSync(next, 'utf8'));
    expect(kinds.filter((kind) => !kind.endsWith('unreadable'))).toEqual([]);
    expect(stdout).not.toContain('without an outcome');
    expect(stdout).toContain(`${isSent ? 4 : 2} lines, last hash`);
  });
});

it.each([
  { it: 'no file', args: ['verify', join(folder, 'none')] },
  { it: 'a folder', args: ['verify', folder] },
  { it: 'no name', args: ['verify'] },
  { it: 'another verb', args: ['sign', 'x'] },
  { it: 'a flag that nobody knows', args: ['verify', 'x', '--lst', 'x'] },
  { it: 'a hash that is none', args: ['verify', 'x', '--last', 'abc'] },
])('audit with $it is refused in one line', ({ args }) => {
  const { status, stderr } = spawnSync(process.execPath, [BUNDLE, 'audit', ...args], { encoding: 'utf8' });
  expect(status).toBe(2);
  expect(stderr.trim().split('\n')).toHaveLength(1);
});

describe('a file that is none', () => {
  const target = join(folder, 'target');
  const cases: { it: string; path: () => string }[] = [
    {
      it: 'a symbolic link',
      path: () => {
        writeFileSync(target, 'what it points to\n', { mode: 0o644 });
        symlinkSync(target, join(folder, 'link'));
        return join(folder, 'link');
      },
    },
    {
      it: 'a symbolic link to nothing yet',
      path: () => {
        symlinkSync(join(folder, 'planted'), join(folder, 'dangling'));
        return join(folder, 'dangling');
      },
    },
    {
      it: 'a FIFO',
      path: () => {
        execFileSync('mkfifo', [join(folder, 'fifo')]);
        return join(folder, 'fifo');
      },
    },
    { it: 'a device', path: () => '/dev/null' },
    { it: 'a full device', path: () => '/dev/full' },
    { it: 'a folder', path: () => folder },
  ];

  it.each(cases)('$it is refused at start, at once, untouched', ({ path }) => {
    const file = path();
    const before = existing(file);
    for (const command of ['serve', 'http']) {
      const { status, stderr } = spawnSync(process.execPath, [BUNDLE, command], {
        encoding: 'utf8',
        env: { ...environment(file), AGENT_PLATFORM_HTTP_PORT: '0' },
        timeout: 120_000,
      });
      expect({ status, isOneLine: stderr.trim().split('\n').length }).toEqual({ status: 2, isOneLine: 1 });
      expect(stderr).toMatch(/AGENT_PLATFORM_AUDIT_LOG must be a regular file/);
    }
    expect(existing(file)).toEqual(before);
  });

  it('put in the place of the file while it runs refuses the write, and is not written to', async () => {
    const file = join(folder, 'swapped');
    const client = await connect({ client: 'v2-modern', env: environment(file) });
    expect((await callAs(client, 'pause_thread', { threadId: THREAD })).isError).toBe(false);
    const swaps: [string, () => void][] = [
      ['a link', () => symlinkSync(target, file)],
      ['a FIFO', () => execFileSync('mkfifo', [file])],
      ['a socket', () => void createServer().listen(file).unref()],
    ];
    writeFileSync(target, 'untouched');
    for (const [name, swap] of swaps) {
      rmSync(file, { force: true });
      swap();
      await new Promise((resolve) => setTimeout(resolve, 50));
      const before = platform.writes().length;
      const { isError, text } = await callAs(client, 'pause_thread', { threadId: THREAD });
      expect({ name, isError, sent: platform.writes().length - before }).toEqual({ name, isError: true, sent: 0 });
      expect(text).toContain('nothing was sent');
    }
    expect(readFileSync(target, 'utf8')).toBe('untouched');
    await client.close();
  });
});

/** What must be the same afterwards: mode, size and times of what was there. */
function existing(file: string): unknown {
  const of = (path: string) => {
    const stats = statSync(path, { throwIfNoEntry: false });
    return stats && { mode: stats.mode, mtime: stats.isDirectory() ? 0 : stats.mtimeMs, isFile: stats.isFile() };
  };
  return [of(file), of(join(folder, 'planted'))];
}
