/** What a command prints can be lost: nobody reads it any more, or a disk is full. */
import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, openSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { BUNDLE, until } from '../support/clients.ts';
import { json, startDouble, TOKEN } from '../support/platform-double.ts';

/** `$@` is the program with its arguments. */
function shell(script: string, ...args: string[]) {
  const words = ['--norc', '-c', script, 'sh', process.execPath, BUNDLE, ...args];
  return spawnSync('bash', words, { encoding: 'utf8', env: { PATH: process.env.PATH } });
}

/** A watch whose every message is lost, and so logged, since its address is closed. @returns how it ended after a few looks */
async function watched(log: 'closed' | 'full'): Promise<number | null> {
  const waiting = { id: 'thread-1', status: 'AWAITING_APPROVAL', messages: [{ role: 'assistant', content: 'May I?' }] };
  const platform = await startDouble((exchange) =>
    json(200, exchange.request.path === '/v1/agents' ? [{ id: 'agent-1', name: 'Agent' }] : [waiting])(exchange),
  );
  const args = ['watch', '--base-url', platform.url, '--notify', 'https://127.0.0.1:1/', '--every', '1'];
  const child = spawn(process.execPath, [BUNDLE, ...args], {
    env: { PATH: process.env.PATH, AGENT_PLATFORM_TOKEN: TOKEN },
    stdio: ['ignore', 'ignore', log === 'full' ? openSync('/dev/full', 'w') : 'pipe'],
  });
  child.stderr?.destroy();
  const gone = once(child, 'close');
  const looks = () => platform.requests.filter(({ path }) => path === '/v1/agents').length;
  await until('it has looked thrice', () => looks() >= 3 || child.exitCode !== null);
  child.kill('SIGTERM');
  const [code] = await gone;
  await platform.close();
  return code;
}

it('a reader that has had enough of a page sees no stack', () => {
  const { status, stderr } = shell('set -o pipefail; "$@" | true', 'doctor', '--sandbox', '--all');
  expect([status, stderr]).toEqual([0, '']);
});

it('a watch goes on when nobody reads its log any more', async () => {
  expect(await watched('closed')).toBe(0);
});

describe.runIf(existsSync('/dev/full'))('on a full disk', () => {
  it('a page that can’t be written is no success', () => {
    const { status, stderr } = shell('"$@" >/dev/full', 'doctor', '--sandbox');
    expect([status, stderr]).toEqual([
      1,
      "agent-platform-mcp: The output can't be written (ENOSPC). Free its disk, or send it elsewhere.\n",
    ]);
  });

  it('a watch goes on without its log', async () => {
    expect(await watched('full')).toBe(0);
  });
});
