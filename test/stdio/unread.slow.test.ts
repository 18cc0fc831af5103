/** A host that asks and does not read: its questions wait in the pipe, not in this process. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { BUNDLE } from '../support/clients.ts';

const REQUESTS = 20_000;
const line = (id: number, method: string, params: object = {}): string =>
  `${JSON.stringify({ jsonrpc: '2.0', id, method, params })}\n`;

it.skipIf(process.platform !== 'linux')(
  '20,000 lists that the host leaves unread take no memory, and all arrive once it reads',
  async () => {
    const env = { PATH: process.env.PATH, HOME: process.env.HOME };
    const child = spawn(process.execPath, [BUNDLE, '--sandbox'], { env, stdio: ['pipe', 'pipe', 'ignore'] });
    const ended = once(child, 'exit');
    const clientInfo = { name: 'mute', version: '1.0.0' };
    child.stdin.write(line(0, 'initialize', { protocolVersion: '2025-11-25', capabilities: {}, clientInfo }));
    child.stdin.write(`${JSON.stringify({ jsonrpc: '2.0', method: 'notifications/initialized' })}\n`);
    for (let id = 1; id <= REQUESTS; id++) child.stdin.write(line(id, 'tools/list'));
    const memory = (): number => {
      const [, kb] = /VmHWM:\s+(\d+) kB/.exec(readFileSync(`/proc/${child.pid}/status`, 'utf8')) ?? [];
      return Number(kb) / 1024;
    };
    // It has stopped once its processor time no longer grows.
    const worked = (): string => readFileSync(`/proc/${child.pid}/stat`, 'utf8').split(' ').slice(13, 15).join();
    for (let before = ''; before !== worked(); ) {
      before = worked();
      await new Promise((resolve) => setTimeout(resolve, 1_000));
    }
    const most = memory();
    let lines = 0;
    let bytes = 0;
    child.stdout.on('data', (chunk: Buffer) => {
      bytes += chunk.length;
      for (let at = chunk.indexOf(10); at >= 0; at = chunk.indexOf(10, at + 1)) lines += 1;
    });
    await expect.poll(() => lines).toBe(REQUESTS + 1);
    // Unread, they would have taken as much as they are.
    expect(bytes / 1024 ** 2).toBeGreaterThan(400);
    expect(most).toBeLessThan(250);
    child.stdin.end();
    await ended;
  },
);
