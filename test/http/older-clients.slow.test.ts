/** A human who takes their time, behind clients of 2025-11-25 over HTTP. */
import { expect, it } from 'vitest';
import { textOf } from '../support/clients.ts';
import { presses } from '../support/consent-human.ts';
import { scriptedPlatform, THREAD } from '../support/scripted-platform.ts';
import { connectHttp, startReplica } from './support.ts';

it.concurrent.each(['v1', 'v2-legacy'] as const)('may take longer than %s waits without progress', async (kind) => {
  const platform = await scriptedPlatform();
  const server = await startReplica({ env: platform.env });
  const client = await connectHttp({
    client: kind,
    url: server.url,
    elicit: async () => {
      await new Promise((resolve) => setTimeout(resolve, 22_000));
      return presses('Approve');
    },
  });
  const heard: { readonly progress: number; readonly message?: string | undefined }[] = [];
  // Progress comes every 5 s.
  const result = await client.callTool('approve_thread', { threadId: THREAD, status: 'APPROVED' }, undefined, {
    timeout: 20_000,
    resetTimeoutOnProgress: true,
    onprogress: (progress) => heard.push(progress),
  });
  expect(textOf(result)).toMatch(/^Approved: /);
  expect(heard.length).toBeGreaterThanOrEqual(3);
  const numbers = heard.map(({ progress }) => progress);
  expect(numbers).toEqual([...new Set(numbers)].sort((a, b) => a - b));
  expect(heard[0]?.message).toContain('human');
  await client.close();
  await server.stop('SIGKILL');
  await platform.close();
});
