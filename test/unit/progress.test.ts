/** Progress of a call for a host: growing numbers, at a limited rate, and always the last one. */
import type { ServerContext } from '@modelcontextprotocol/server';
import { afterEach, expect, it, vi } from 'vitest';
import { createProgress } from '../../src/mcp/engine/run-tool.ts';

afterEach(() => {
  vi.useRealTimers();
});

function heard(send: () => Promise<void> = () => Promise.resolve()) {
  const told: number[] = [];
  const totals: (number | undefined)[] = [];
  const notify = ({ params }: { params: { progress: number; total?: number } }): Promise<void> => {
    told.push(params.progress);
    totals.push(params.total);
    return send();
  };
  const context = { mcpReq: { _meta: { progressToken: 1 }, notify } } as unknown as ServerContext;
  return { told, totals, progress: createProgress(context) };
}

it('progress is reported at once and at the end, however soon that is', () => {
  const { told, progress } = heard();
  for (const done of [1, 2, 3]) progress.report(done, 3, 'reading');
  expect(told).toEqual([1, 3]);
});

it('progress never stands still or goes back', () => {
  const { told, progress } = heard();
  for (const done of [3, 3]) progress.report(done, done, 'reading');
  expect(told).toEqual([3]);
});

it('progress continues when the work starts counting again, with its total', () => {
  const { told, totals, progress } = heard();
  for (const done of [1, 2, 3]) progress.report(done, 3, 'agents asked');
  for (const done of [2, 4]) progress.report(done, 4, 'seconds waited');
  expect(told).toEqual([1, 3, 7]);
  expect(totals).toEqual([3, 3, 7]);
});

it("progress fails no call if it can't be delivered", async () => {
  const { told, progress } = heard(() => Promise.reject(new Error('the host is gone')));
  progress.report(1, 1, 'reading');
  await progress.flush();
  expect(told).toEqual([1]);
});

it('silence of five seconds is broken until the call has ended', async () => {
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval', 'performance'] });
  const { told, progress } = heard();
  vi.advanceTimersByTime(11_000);
  expect(told).toEqual([0.001, 0.002]);
  progress.report(1, 4, 'reading');
  vi.advanceTimersByTime(4_900);
  expect(told).toEqual([0.001, 0.002, 1]);
  vi.advanceTimersByTime(200);
  expect(told).toEqual([0.001, 0.002, 1, 1.001]);
  await progress.flush();
  vi.advanceTimersByTime(60_000);
  expect(told).toHaveLength(4);
});
