/** The audit log on a full disk, and with another kind of file in its place. */
import { execFileSync, spawnSync } from 'node:child_process';
import { linkSync, readFileSync, rmSync, statSync, symlinkSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { BUNDLE, connect } from '../support/clients.ts';
import { callAs } from '../support/consent-human.ts';
import { golden } from '../support/golden.ts';
import { startRaw } from '../support/raw-stdio.ts';
import { callParams } from '../support/rounds.ts';
import { scriptedPlatform, THREAD, waitingThread } from '../support/scripted-platform.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';

const folder = temporaryFolder('audit-attack');
// One that waits for a decision could not be paused.
const platform = await scriptedPlatform({ ...waitingThread(), status: 'RUNNING' });

const environment = (file: string) => ({ ...platform.env, AGENT_PLATFORM_AUDIT_LOG: file });

describe('when the disk fills up', () => {
  /** Blocks of `ulimit -f`, which cuts off a write at an exact byte, as a full disk does. */
  const BLOCKS = 8;
  const BLOCK = 512;

  /** The initial content of the file, which leaves `room` bytes. */
  const filler = (room: number): string => {
    const bare = `${JSON.stringify({ before: '' })}\n`.length;
    return `${JSON.stringify({ before: 'x'.repeat(BLOCKS * BLOCK - room - bare) })}\n`;
  };

  it.each([
    { it: 'before the first line', room: 1, isSent: false },
    { it: 'in the middle of the first line', room: 100, isSent: false },
    { it: 'after the first line', room: 700, isSent: true },
  ])('$it, nothing is sent that the audit log lacks', async ({ it: name, room, isSent }) => {
    const file = join(folder, `full ${name}`);
    writeFileSync(file, filler(room), { mode: 0o600 });
    const server = startRaw({ env: environment(file), under: ['sh', '-c', `ulimit -f ${BLOCKS} && exec "$@"`, 'sh'] });
    const before = platform.writes().length;
    await server.request('tools/call', callParams('pause_thread', { threadId: THREAD }));
    await server.end();
    expect(platform.writes().length - before).toBe(isSent ? 1 : 0);
    expect(/"event":"sending".*\}\n/.test(readFileSync(file, 'utf8'))).toBe(isSent);
  });
});

describe('an audit log that is not a regular file', () => {
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
      it: 'a symbolic link to a file that does not exist',
      path: () => {
        symlinkSync(join(folder, 'planted'), join(folder, 'dangling'));
        return join(folder, 'dangling');
      },
    },
    {
      it: 'a hard link',
      path: () => {
        writeFileSync(join(folder, 'first name'), 'what it is, too\n', { mode: 0o600 });
        linkSync(join(folder, 'first name'), join(folder, 'second name'));
        return join(folder, 'second name');
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

  it.each(cases)('$it is refused at once when the server starts, and left untouched', ({ path }) => {
    const file = path();
    const before = existing(file);
    for (const command of ['serve', 'http']) {
      const { status, stderr } = spawnSync(process.execPath, [BUNDLE, command], {
        encoding: 'utf8',
        env: { ...environment(file), AGENT_PLATFORM_HTTP_PORT: '0' },
        timeout: 120_000,
      });
      expect(status).toBe(2);
      golden(stderr);
    }
    expect(existing(file)).toEqual(before);
  });

  it('is not written to if it replaces the log of a running server: the write is refused', async () => {
    const file = join(folder, 'swapped');
    const client = await connect({ client: 'v2-modern', env: environment(file) });
    expect((await callAs(client, 'pause_thread', { threadId: THREAD })).isError).toBe(false);
    const swaps: [string, () => void][] = [
      ['a link', () => symlinkSync(target, file)],
      ['a hard link', () => linkSync(target, file)],
      ['a FIFO', () => execFileSync('mkfifo', [file])],
      ['a socket', () => void createServer().listen(file).unref()],
    ];
    writeFileSync(target, 'untouched');
    for (const [name, swap] of swaps) {
      rmSync(file, { force: true });
      swap();
      await new Promise((resolve) => setTimeout(resolve, 50));
      const before = platform.writes().length;
      const { isError } = await callAs(client, 'pause_thread', { threadId: THREAD });
      expect({ name, isError, sent: platform.writes().length - before }).toEqual({ name, isError: true, sent: 0 });
    }
    expect(readFileSync(target, 'utf8')).toBe('untouched');
    await client.close();
  });
});

/** The properties that must not change: mode, size and times. */
function existing(file: string): unknown {
  const of = (path: string) => {
    const stats = statSync(path, { throwIfNoEntry: false });
    return stats && { mode: stats.mode, mtime: stats.isDirectory() ? 0 : stats.mtimeMs, isFile: stats.isFile() };
  };
  return [of(file), of(join(folder, 'planted'))];
}
