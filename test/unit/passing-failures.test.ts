/** Failures that pass by themselves: waiting goes on, and a decision is left for another call. */
import { expect, it } from 'vitest';
import { isForLater } from '../../src/domain/approvals/effect.ts';
import { waitForThreads } from '../../src/domain/threads/wait.ts';
import type { PlatformCalls } from '../../src/mcp/contract/tool.ts';
import { manyLarge, noConnection, tooLittleTime } from '../../src/platform/client/call-errors.ts';
import { readThread } from '../../src/platform/parse/threads.ts';

const busy = manyLarge(32 * 1024 * 1024, 1024 * 1024, 10_000);

it('a thread is waited for while other large answers are read', async () => {
  let reads = 0;
  const call = (async () => {
    if (++reads === 1) throw busy;
    return readThread({ id: 't1', status: 'COMPLETED' });
  }) as unknown as PlatformCalls['call'];
  const { threads, failures } = await waitForThreads({
    ids: ['t1'],
    until: 'settled',
    before: new Map(),
    limitMs: 60_000,
    timeoutMs: 30_000,
    call,
    signal: new AbortController().signal,
    onPoll: () => undefined,
  });
  expect([threads.length, failures]).toEqual([1, []]);
});

it.each([
  ['other large answers were read', busy],
  ['its time was up before it was sent', tooLittleTime(30_000)],
  ['other calls held all connections', noConnection(30_000)],
])('a decision that was not sent because %s is for another call', (_, error) => {
  expect(isForLater({ kind: 'refused', error })).toBe(true);
});
