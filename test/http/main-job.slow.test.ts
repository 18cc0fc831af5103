/** Every client in every era over HTTP, against one replica of the built file on its sandbox. */
import { beforeAll, describe, expect, it } from 'vitest';
import type { Sandbox } from '../../src/sandbox/options.ts';
import { threadId } from '../../src/sandbox/seed/stories.ts';
import { CLIENTS, type ClientKind, platformEnv, textOf } from '../support/clients.ts';
import { human } from '../support/consent-human.ts';
import { golden } from '../support/golden.ts';
import { openSandbox } from '../support/sandbox.ts';
import { mainJob } from './main-job.ts';
import { connectHttp, type Replica, startReplica } from './support.ts';

const thread = threadId('refund-10482');
/** One for each client: a thread is decided once. */
const THREADS: Readonly<Record<ClientKind, string>> = {
  v1: thread,
  'v2-legacy': threadId('deploy-4.12.0'),
  'v2-auto': threadId('reminders-march'),
  'v2-modern': threadId('publish-tent-guide'),
};

describe('one replica for all clients', () => {
  let sandbox: Sandbox;
  let replica: Replica;
  beforeAll(async () => {
    sandbox = await openSandbox({ speed: 20 });
    replica = await startReplica({ env: platformEnv(sandbox) });
  });

  it.each(CLIENTS)('does the main job with the client $client', async ({ client: kind, era }) => {
    const client = await connectHttp({ client: kind, url: replica.url, elicit: human().elicit });
    expect(client.protocolVersion).toBe(era === 'modern' ? '2026-07-28' : '2025-11-25');
    expect((await client.listTools()).length).toBeGreaterThanOrEqual(22);
    await mainJob(client, THREADS[kind], 'human');
    await client.close();
    expect(replica.stray).toEqual([]);
  });
});

describe('a client that can’t be asked, where asking is required', () => {
  it('is refused before anything is sent, with the reason', async () => {
    const replica = await startReplica({ args: ['--sandbox', '--approvals', 'require'] });
    const client = await connectHttp({ client: 'v1', url: replica.url });
    const result = await client.callTool('approve_thread', { threadId: thread, status: 'APPROVED' });
    expect(result.isError).toBe(true);
    golden(textOf(result));
    const status = await client.callTool('get_thread', { threadId: thread });
    expect(status.structuredContent).toMatchObject({ status: 'AWAITING_APPROVAL' });
    await client.close();
    expect(await replica.stop()).toBe(0);
  });
});
