/** Progress of a call for a host: growing numbers, at a limited rate, and always the last one. */
import type { ServerContext } from '@modelcontextprotocol/server';
import { expect, it } from 'vitest';
import { createProgress } from '../../src/mcp/engine/progress.ts';

function heard(send: () => Promise<void> = () => Promise.resolve()) {
  const told: number[] = [];
  const notify = ({ params }: { params: { progress: number } }): Promise<void> => {
    told.push(params.progress);
    return send();
  };
  const context = { mcpReq: { _meta: { progressToken: 1 }, notify } } as unknown as ServerContext;
  return { told, progress: createProgress(context) };
}

it('is told at once and at its end, however soon that is', () => {
  const { told, progress } = heard();
  for (const done of [1, 2, 3]) progress.report(done, 3, 'reading');
  expect(told).toEqual([1, 3]);
});

it('never stands still or goes back', () => {
  const { told, progress } = heard();
  for (const done of [3, 3, 1]) progress.report(done, done, 'reading');
  expect(told).toEqual([3]);
});

it('fails no call where it does not arrive', async () => {
  const { told, progress } = heard(() => Promise.reject(new Error('the host is gone')));
  progress.report(1, 1, 'reading');
  await progress.flush();
  expect(told).toEqual([1]);
});
