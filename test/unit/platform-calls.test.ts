/** Every call to the platform: a slow one reports progress, and a write is audited. */
import { afterEach, expect, it, vi } from 'vitest';
import { createCalls } from '../../src/mcp/engine/platform-calls.ts';
import { operations } from '../../src/platform/operations/index.ts';
import { clientFor } from '../support/platform-double.ts';

afterEach(() => {
  vi.useRealTimers();
});

it('a slow call says so every five seconds, until it has ended', async () => {
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval', 'performance'] });
  const said: string[] = [];
  let finish: () => void = () => undefined;
  const client = {
    ...clientFor('http://127.0.0.1:9'),
    call: () =>
      new Promise<never>((_resolve, reject) => {
        finish = () => reject(new Error('over'));
      }),
  };
  const app = { client: async () => client, audit: { begin: () => () => undefined }, observer: undefined };
  const { call } = createCalls(app, {
    name: 'send_assistant_message',
    signal: new AbortController().signal,
    writes: 'send',
    consent: {},
    progress: (_done, _total, message) => said.push(message),
  });
  const input = { path: { assistant_id: 'support' }, body: { message: 'hi' } };
  const ended = call(operations.sendAssistantMessage, input);
  ended.catch(() => undefined);
  await vi.waitFor(() => expect(vi.getTimerCount()).toBe(1));
  vi.advanceTimersByTime(11_000);
  expect(said).toEqual(['Waiting for the platform, 5 s so far', 'Waiting for the platform, 10 s so far']);
  finish();
  await expect(ended).rejects.toThrow('over');
  expect(vi.getTimerCount()).toBe(0);
});

it.each([
  {
    it: 'what it made, by its id',
    operation: operations.createThread,
    path: { agentId: 'a1' },
    sent: [201, { id: 't1', status: 'RUNNING' }],
    line: { httpStatus: 201, status: 'RUNNING', madeId: 't1' },
  },
  {
    it: 'that a decision was only accepted for later',
    operation: operations.handleThreadApproval,
    path: { threadId: 'T1' },
    sent: [202, { id: 't1', status: 'UNKNOWN' }],
    line: { httpStatus: 202, status: 'UNKNOWN', madeId: undefined },
  },
] as const)('the audit line of a write says $it', async ({ operation, path, sent: [status, record], line }) => {
  const answered = async (...[, , options]: [unknown, unknown, { onStatus?(status: number): void }]) => {
    options.onStatus?.(status);
    return record;
  };
  const client = { ...clientFor('http://127.0.0.1:9'), call: answered as never };
  const begin = vi.fn(() => end);
  const end = vi.fn();
  const app = { client: async () => client, audit: { begin }, observer: undefined };
  const { call } = createCalls(app, {
    name: 'some_tool',
    signal: new AbortController().signal,
    writes: 'send',
    consent: {},
  });
  await call(operation, { path, body: { message: 'Go.', status: 'APPROVED' } } as never);
  expect(end).toHaveBeenCalledWith({ outcome: 'done', ...line });
});
