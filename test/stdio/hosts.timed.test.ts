/**
 * Hosts that end in every way, during any work: the process ends with them, long before its work would be done, and leaves
 * nothing open.
 */
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { BUNDLE, platformEnv, until } from '../support/clients.ts';
import { FAULTS } from '../support/fault-kinds.ts';
import { isAlive, startParent } from '../support/fault-parents.ts';
import { type FaultPlatform, startFaultPlatform } from '../support/fault-platform.ts';
import { open, type RawServer, startRaw } from '../support/raw-stdio.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';

const folder = temporaryFolder('hosts');

/** The work of the server when its host ends. */
const BUSY: Readonly<Record<string, (server: RawServer, platform: FaultPlatform) => Promise<void>>> = {
  idle: async (server) => {
    await server.request('tools/list');
  },
  'a write in flight': async (server, platform) => {
    await platform.misbehave(HANG, (operation) => operation === 'pauseThread');
    call(server, 'pause_thread', { threadId: 'running' });
    await until('the write arrived', () => platform.requests.get('pauseThread') === 1);
  },
  'waiting for a thread': async (server, platform) => {
    call(server, 'wait_for_thread', { threadIds: ['running'], timeoutSeconds: 40 }, { progressToken: 1 });
    await until('it was looked at', () => (platform.requests.get('getThread') ?? 0) >= 1);
  },
};
const HANG = FAULTS.find(({ name }) => name === 'hang before headers');
const call = (server: RawServer, name: string, args: object, meta?: object): void =>
  server.send({
    jsonrpc: '2.0',
    id: 'busy',
    method: 'tools/call',
    params: { name, arguments: args, ...(meta && { _meta: meta }) },
  });

/** The way in which the host ends. */
const WAYS: Readonly<Record<string, (server: RawServer) => void>> = {
  'closes stdin': ({ child }) => void child.stdin.end(),
  'is gone with all its pipes': ({ child }) => {
    for (const stream of [child.stdin, child.stdout, child.stderr]) stream.destroy();
  },
  'sends SIGTERM': ({ child }) => void child.kill('SIGTERM'),
  'sends SIGINT': ({ child }) => void child.kill('SIGINT'),
  'sends SIGHUP': ({ child }) => void child.kill('SIGHUP'),
};

let number = 0;
const environment = (platform: FaultPlatform, audit: string): Record<string, string> => ({
  ...platformEnv(platform),
  AGENT_PLATFORM_TOOLSETS: 'all',
  AGENT_PLATFORM_APPROVALS: 'off',
  AGENT_PLATFORM_AUDIT_LOG: audit,
  // Nothing ends by itself while the test waits.
  AGENT_PLATFORM_TIMEOUT_MS: '120000',
});

/** Runs a test with a busy server; afterwards no connection to the platform may be open. */
async function whileBusy(busy: string, test: (server: RawServer, platform: FaultPlatform) => Promise<void>) {
  const platform = await startFaultPlatform();
  const audit = join(folder, `${number++}.jsonl`);
  writeFileSync(audit, '');
  const server = startRaw({ env: environment(platform, audit) });
  try {
    await open(server, 'legacy');
    await BUSY[busy]?.(server, platform);
    await test(server, platform);
    await until('every request aborted', () => platform.sockets.open === 0);
    checkAudit(readFileSync(audit, 'utf8'), busy);
    expect(server.stray).toEqual([]);
  } finally {
    await server.kill();
    await platform.close();
  }
}

/** A write in progress is in the log with the outcome `unknown`. */
function checkAudit(text: string, busy: string): void {
  const lines = text.split('\n').filter((line) => line !== '');
  const events = lines.map((line) => JSON.parse(line) as Record<string, unknown>);
  if (busy !== 'a write in flight') {
    expect(events).toEqual([]);
    return;
  }
  expect(events).toMatchObject([
    { event: 'sending', tool: 'pause_thread' },
    { event: 'outcome', tool: 'pause_thread', outcome: 'unknown', failure: 'cancelled' },
  ]);
}

describe.each(Object.keys(BUSY))('%s, and the host', (busy) => {
  it.concurrent.each(Object.keys(WAYS))('%s', (way) =>
    whileBusy(busy, async (server) => {
      WAYS[way]?.(server);
      await server.gone();
      expect(server.child.exitCode).toBe(0);
    }),
  );
});

describe.concurrent('the host closes stdout', () => {
  it('in the middle of a call: its answer finds nobody', () =>
    whileBusy('idle', async (server) => {
      call(server, 'get_thread', { threadId: 'running' });
      server.child.stdout.destroy();
      await server.gone();
      expect(server.child.exitCode).toBe(0);
    }));

  it('while it waits for a thread: its progress finds nobody', () =>
    whileBusy('waiting for a thread', async (server) => {
      server.child.stdout.destroy();
      await server.gone();
    }));

  // Only a write shows that nobody reads a pipe.
  it.each(['idle', 'a write in flight'])('%s: the next answer finds nobody', (busy) =>
    whileBusy(busy, async (server) => {
      server.child.stdout.destroy();
      server.send({ jsonrpc: '2.0', id: 'next', method: 'tools/list' });
      await server.gone();
    }),
  );
});

describe('the host closes stderr', () => {
  it('and still gets its answers', () =>
    whileBusy('idle', async (server) => {
      server.child.stderr.destroy();
      // A bad setting at each call would be logged; so would debug lines.
      for (let turn = 0; turn < 3; turn++) {
        const { result } = await server.request('tools/call', { name: 'list_agents', arguments: {} });
        expect(result?.isError ?? false).toBe(false);
      }
      server.child.stdin.end();
      await server.gone();
    }));
});

describe('a slow host', () => {
  it('closes stdin: all earlier answers reach it, complete', () =>
    whileBusy('idle', async (server, platform) => {
      // More than the pipe holds, and no more: the process ends 1.5 s later whatever is unread.
      const LISTS = 12;
      const before = server.messages.length;
      server.child.stdout.pause();
      for (let id = 0; id < LISTS; id++) server.send({ jsonrpc: '2.0', id: `list ${id}`, method: 'tools/list' });
      // By the second one all lists were answered.
      for (const round of [1, 2]) {
        call(server, 'get_thread', { threadId: 'running' });
        await until('it was read', () => platform.requests.get('getThread') === round);
      }
      server.child.stdin.end();
      await new Promise((resolve) => setTimeout(resolve, 50));
      server.child.stdout.resume();
      await server.gone();
      const lists = server.messages.slice(before).filter(({ id }) => String(id).startsWith('list'));
      expect(lists.map(({ id }) => id)).toEqual(Array.from({ length: LISTS }, (_, id) => `list ${id}`));
    }));
});

describe.concurrent('the parent is killed', () => {
  it.each([
    ['the server’s own parent', false, 'idle'],
    ['the server’s own parent', false, 'a write in flight'],
    ['a host above a surviving npm exec', true, 'idle'],
    ['a host above a surviving npm exec', true, 'a write in flight'],
  ] as const)('%s (npm exec: %s), %s', async (_what, npmExec, busy) => {
    const platform = await startFaultPlatform();
    const audit = join(folder, `${number++}.jsonl`);
    const parent = await startParent({ npmExec, command: BUNDLE, env: environment(platform, audit) });
    if (busy !== 'idle') {
      await platform.misbehave(HANG, (operation) => operation === 'pauseThread');
      parent.send({
        jsonrpc: '2.0',
        id: 2,
        method: 'tools/call',
        params: { name: 'pause_thread', arguments: { threadId: 'running' } },
      });
      await until('the write arrived', () => platform.requests.get('pauseThread') === 1);
    }
    parent.kill();
    await until('the server is gone', () => !isAlive(parent.serverPid));
    await until('every request aborted', () => platform.sockets.open === 0);
    parent.cleanUp();
    await platform.close();
  });
});
