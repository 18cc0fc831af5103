/** A pinned tenant also applies to threads that are named by their id, as far as the platform names their tenant. */
import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { catalogue } from '../../src/cli/catalogue.ts';
import { connect, type TestClient } from '../support/clients.ts';
import { callAs } from '../support/consent-human.ts';
import { golden } from '../support/golden.ts';
import { json } from '../support/platform-double.ts';
import { AGENT, OTHER_THREAD, scriptedPlatform, THREAD, waitingThread } from '../support/scripted-platform.ts';

const SECRET = 'The other tenant pays 90,000 EUR.';
const platform = await scriptedPlatform();
beforeEach(() => platform.reset());

const FOREIGN: readonly { it: string; names: Record<string, unknown> }[] = [
  { it: 'on the top level', names: { tenantId: 'bank' } },
  { it: 'in another spelling', names: { tenant_id: 'bank' } },
  { it: 'in the metadata', names: { metadata: { tenantId: 'bank' } } },
  { it: 'in metadata as JSON text', names: { metadata: '{"tenantId":"bank"}' } },
  { it: 'in a third spelling', names: { TenantID: 'bank' } },
  { it: 'in a spelling with a hyphen', names: { metadata: { 'tenant-id': 'bank' } } },
  { it: 'in a list', names: { tenantId: ['bank'] } },
  { it: 'by a subtenant of the same tenant', names: { tenantId: 'shop', subtenantId: 'bob' } },
];
const TOKEN = '2-000000000000000000000000-1hqx2k9a3b';
/** The example with this thread, and with a second one if it takes several. */
const aboutThread = (example: Readonly<Record<string, unknown>>): Record<string, unknown> => ({
  ...example,
  ...('threadId' in example && { threadId: THREAD }),
  ...('threadIds' in example && { threadIds: [THREAD] }),
  ...(Array.isArray(example.items) && {
    items: example.items.map((item: object, index) => ({
      ...item,
      threadId: index === 0 ? THREAD : OTHER_THREAD,
      reviewToken: TOKEN,
    })),
  }),
});

/** Every tool that takes the id of a thread. */
const CALLS = catalogue.tools.flatMap(({ name, example = {} }) =>
  ['threadId', 'threadIds', 'items'].some((key) => key in example) ? [[name, aboutThread(example)] as const] : [],
);

describe.each(['v1', 'v2-modern'] as const)('with %s', (kind) => {
  let client: TestClient;
  beforeAll(async () => {
    const env = {
      ...platform.env,
      AGENT_PLATFORM_TENANT_ID: 'shop',
      AGENT_PLATFORM_SUBTENANT_ID: 'marta',
      AGENT_PLATFORM_TOOLSETS: 'all',
    };
    client = await connect({ client: kind, env });
  });

  const hold = (names: Record<string, unknown>, status = 'AWAITING_APPROVAL'): void =>
    void platform.threads.set(THREAD, { ...waitingThread(THREAD, SECRET), status, ...names });

  it.each(FOREIGN.flatMap(({ it, names }) => CALLS.map(([tool, args]) => ({ it, names, tool, args }))))(
    '$tool refuses a thread that names another tenant $it',
    async ({ names, tool, args }) => {
      hold(names, ['approve_thread', 'decide_approvals'].includes(tool) ? 'AWAITING_APPROVAL' : 'RUNNING');
      const { isError, text, data } = await callAs(client, tool, args);
      expect({ isError, writes: platform.writes() }).toEqual({ isError: true, writes: [] });
      expect(text + JSON.stringify(data)).not.toContain('90,000');
    },
  );

  it.each([
    ['tenantId', { tenantId: 'bank' }],
    ['tenant_id', { order: 1, tenant_id: 'bank' }],
    ['subtenantId', { tenantId: 'shop', subtenantId: 'bob' }],
  ])(
    'create_thread refuses metadata whose %s names another tenant, before anything is sent',
    async (_field, metadata) => {
      const { isError, text } = await callAs(client, 'create_thread', { agentId: AGENT, message: 'Go.', metadata });
      expect({ isError, writes: platform.writes() }).toEqual({ isError: true, writes: [] });
      golden(text);
    },
  );

  it.each([{ tenantId: 'shop' }, { tenantId: '' }, { order: 'bank' }])(
    'create_thread sends metadata that name no other tenant: %j',
    async (metadata) => {
      const { isError } = await callAs(client, 'create_thread', { agentId: AGENT, message: 'Go.', metadata });
      expect({ isError, bodies: platform.bodies() }).toMatchObject({ isError: false, bodies: [{ metadata }] });
    },
  );

  it('a write whose answer names another tenant is reported as possibly done', async () => {
    hold({}, 'RUNNING');
    platform.rule('POST', /pause$/, json(200, { ...waitingThread(THREAD, SECRET), tenantId: 'bank' }));
    const { isError, text } = await callAs(client, 'pause_thread', { threadId: THREAD });
    expect({ isError, writes: platform.writes().length }).toEqual({ isError: true, writes: 1 });
    golden(text);
    expect(text).not.toContain('90,000');
  });

  it('lists leave out a thread of another tenant, and those of one agent or one project count it', async () => {
    hold({ tenantId: 'bank' });
    const projectId = '65f0c2a1b7e4d8903c1f2a70';
    platform.rule('GET', /\/projects\/[^/]+\/threads$/, json(200, [platform.threads.get(THREAD)]));
    const listed = await callAs(client, 'list_agent_threads', { agentId: AGENT });
    const grouped = await callAs(client, 'get_project', { projectId });
    const pending = await callAs(client, 'list_pending_approvals', {});
    for (const { text, isError } of [listed, grouped, pending]) {
      expect(isError).toBe(false);
      expect(text).not.toContain(THREAD);
      expect(text).not.toContain('90,000');
    }
    for (const { text } of [listed, grouped]) golden(text);
  });

  it.each([
    {},
    { tenantId: 'shop', subtenantId: 'marta' },
    { metadata: { tenantId: 'shop', order: 1 } },
    { tenantId: '', subtenantId: null },
    { tenantId: 'shop', metadata: { tenantId: '' } },
  ])('a thread of the pinned tenant, or of none, is decided on: %j', async (names) => {
    hold(names);
    const { data } = await callAs(client, 'get_thread', { threadId: THREAD });
    await callAs(client, 'approve_thread', {
      threadId: THREAD,
      status: 'APPROVED',
      reviewToken: data.reviewToken,
    });
    expect(platform.decisions).toHaveLength(1);
  });
});
