/** Every write to the platform is audited. */
import { expect, it, vi } from 'vitest';
import { createCalls } from '../../src/mcp/engine/platform-calls.ts';
import { operations } from '../../src/platform/operations/index.ts';
import { clientFor } from '../support/platform-double.ts';

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
