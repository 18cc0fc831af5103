/** AGENT_PLATFORM_DRY_RUN: each write answers with the request that it would send, and only reads reach the platform. */
import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { ROOT } from '../support/build.ts';
import type { TestClient } from '../support/clients.ts';
import { connectHere } from '../support/clients-here.ts';
import { callAs } from '../support/consent-human.ts';
import { withoutMarks } from '../support/facts.ts';
import { golden } from '../support/golden.ts';
import { AGENT, SERVER, scriptedPlatform, THREAD, waitingThread } from '../support/scripted-platform.ts';

interface Case {
  readonly args: Record<string, unknown>;
  readonly method: string;
  readonly path: string;
  /** The body as shown; absent if none is sent. */
  readonly body?: unknown;
}

const MASK = '••••••••';

/** Changes to arguments: secrets are masked, names are replaced by ids, and empty values are left out. */
const WRITES: Readonly<Record<string, Case>> = {
  create_thread: {
    args: { agentId: AGENT, message: 'go', metadata: { apiKey: 'hush-hush', order: 7 } },
    method: 'POST',
    path: `/v1/agents/${AGENT}/threads`,
    body: { message: 'go', metadata: { apiKey: MASK, order: 7 } },
  },
  send_assistant_message: {
    args: { assistantIdentifier: 'support', message: 'hello', chatUuid: '' },
    method: 'POST',
    path: '/v1/assistants/support/messages',
    body: { message: 'hello', chatUuid: null },
  },
  test_tool: {
    args: { toolServerId: SERVER, toolId: 'find_order', parameters: { id: '1', password: 'hush-hush' } },
    method: 'POST',
    path: `/v1/tool-servers/${SERVER}/tools/find_order/test`,
    body: { parameters: { id: '1', password: MASK } },
  },
  create_tool_server: {
    args: {
      name: 'New',
      url: 'https://user:hush-hush@shop.example',
      authenticationConfig: { authenticationMethod: 'basic', basic: { username: 'hush-hush', password: 'hush-hush' } },
    },
    method: 'POST',
    path: '/v1/tool-servers',
    body: {
      name: 'New',
      url: 'https://••••@shop.example',
      authenticationConfig: { authenticationMethod: 'basic', basic: { username: MASK, password: MASK } },
    },
  },
  update_tool_server: {
    args: {
      toolServerId: SERVER,
      enabled: false,
      authenticationConfig: { authenticationMethod: 'basic', basic: { username: 'hush-hush', password: 'hush-hush' } },
    },
    method: 'PATCH',
    path: `/v1/tool-servers/${SERVER}`,
    body: {
      enabled: false,
      authenticationConfig: { authenticationMethod: 'basic', basic: { username: MASK, password: MASK } },
    },
  },
  create_tool: {
    args: { toolServerId: SERVER, name: 'ship', customHeaders: [{ name: 'X-Key', value: 'hush-hush' }] },
    method: 'POST',
    path: `/v1/tool-servers/${SERVER}/tools`,
    body: { tool: { type: 'function', function: { name: 'ship' }, customHeaders: [{ name: 'X-Key', value: MASK }] } },
  },
  update_tool: {
    args: { toolServerId: SERVER, toolId: 'find_order', method: 'POST' },
    method: 'PATCH',
    path: `/v1/tool-servers/${SERVER}/tools/tool-1`,
    body: { method: 'POST' },
  },
  upload_file: {
    args: { path: `${ROOT}test/fixtures/upload.txt` },
    method: 'POST',
    path: '/v1/files/upload',
    body: { file: { name: 'upload.txt', type: 'text/plain', size: 6 } },
  },
  write_document: {
    args: { name: 'New', markdownContent: '# New', folderId: 'none' },
    method: 'POST',
    path: '/v1/documents',
    body: { name: 'New', markdownContent: '# New' },
  },
};

const platform = await scriptedPlatform();
beforeEach(() => platform.reset());

describe('a dry run', () => {
  let client: TestClient;
  beforeAll(async () => {
    const env = {
      ...platform.env,
      AGENT_PLATFORM_DRY_RUN: 'true',
      AGENT_PLATFORM_TOOLSETS: 'all',
      AGENT_PLATFORM_UPLOAD_DIRS: `${ROOT}test/fixtures`,
    };
    client = await connectHere({
      client: 'v1',
      env,
      elicit: () => {
        throw new Error('nothing is decided on a dry run, so nobody is asked');
      },
    });
  });

  it.each(Object.entries(WRITES))('%s shows what it would send', async (tool, { args, method, path, body }) => {
    const { isError, text, data } = await callAs(client, tool, args);
    expect({
      isError,
      dryRun: data.dryRun,
      method: data.method,
      path: data.path,
      body: withoutMarks(data.body),
    }).toEqual({
      isError: false,
      dryRun: true,
      method,
      path,
      body,
    });
    golden(text);
    expect(text + JSON.stringify(data)).not.toContain('hush-hush');
    expect(platform.writes()).toEqual([]);
  });

  it('shows the old and the new value of each field of an update', async () => {
    const { data, text } = await callAs(client, 'update_agent', {
      agentId: AGENT,
      description: 'new',
      disabled: false,
      provider: 'x',
    });
    expect(data.changes).toEqual([
      { field: 'description', before: '⟦"pays back"⟧', after: '⟦"new"⟧', isChange: true },
      { field: 'provider', before: '⟦absent⟧', after: '⟦"x"⟧', isChange: true },
      { field: 'disabled', before: '⟦false⟧', after: '⟦false⟧', isChange: false },
    ]);
    golden(text);
  });

  it('shows the fields inside of an object one by one', async () => {
    const { data } = await callAs(client, 'update_tool', {
      toolServerId: SERVER,
      toolId: 'find_order',
      description: 'looks up',
    });
    expect(data.changes).toContainEqual({
      field: 'function.description',
      before: '⟦"finds"⟧',
      after: '⟦"looks up"⟧',
      isChange: true,
    });
    expect(data.changes).toContainEqual({
      field: 'function.name',
      before: '⟦"find_order"⟧',
      after: '⟦"find_order"⟧',
      isChange: false,
    });
  });

  it('shows no stored secret, and says that one would change', async () => {
    const headers = (value: string) => [{ name: 'X-Key', value }];
    Object.assign(platform.tools[0] ?? {}, { customHeaders: headers('standing-secret') });
    const { data, text } = await callAs(client, 'update_tool', {
      toolServerId: SERVER,
      toolId: 'find_order',
      customHeaders: headers('new-secret'),
    });
    expect(text + JSON.stringify(data)).not.toMatch(/standing-secret|new-secret/);
    expect(data.changes).toEqual([expect.objectContaining({ field: 'customHeaders', isChange: true })]);
    golden(text);
  });

  it('stays within a result, whatever it is given', async () => {
    const { text, data } = await callAs(client, 'create_thread', { agentId: AGENT, message: '"\\\n'.repeat(20_000) });
    expect(Math.max(text.length, JSON.stringify(data).length)).toBeLessThanOrEqual(12_000);
  });

  it('refuses what a real call would refuse', async () => {
    platform.threads.set(THREAD, { ...waitingThread(), status: 'RUNNING' });
    expect((await callAs(client, 'approve_thread', { threadId: THREAD, status: 'APPROVED' })).isError).toBe(true);
    expect((await callAs(client, 'create_thread', { agentId: AGENT })).isError).toBe(true);
  });
});
