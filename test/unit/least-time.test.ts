/** The time that an attempt needs in order to be started. */
import { afterEach, expect, it, vi } from 'vitest';
import type { CurrentCall } from '../../src/platform/client/attempt.ts';
import { isTooLate } from '../../src/platform/client/with-retries.ts';

afterEach(() => {
  vi.useRealTimers();
});

it.each([
  { timeoutMs: 30_000, leftMs: 1_000, expected: true },
  { timeoutMs: 30_000, leftMs: 1_001, expected: false },
  { timeoutMs: 3_000, leftMs: 300, expected: true },
  { timeoutMs: 3_000, leftMs: 301, expected: false },
])('$leftMs ms of $timeoutMs are too few: $expected', ({ timeoutMs, leftMs, expected }) => {
  vi.useFakeTimers({ toFake: ['performance'] });
  const current = { timeoutMs, deadline: performance.now() + 50 + leftMs } as CurrentCall;
  expect(isTooLate(current, 50)).toBe(expected);
});
