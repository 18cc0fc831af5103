/** Cards are offered to clients that draw them, in both eras and at both entries; all other clients see nothing of them. */
import { beforeAll, describe, expect, it } from 'vitest';
import { openReplica, type ReplicaHere } from '../http/here.ts';
import { sessionAt } from '../http/older.ts';
import { connectHttp, type HttpClient, messageOf, post } from '../http/support.ts';
import { CARDS } from '../support/cards.ts';
import type { ClientKind, TestClient } from '../support/clients.ts';
import { connectHere } from '../support/clients-here.ts';

const VIEWS = ['approvals', 'costs'].map((view) => `ui://agent-platform/${view}.html`);
const SETTINGS = { AGENT_PLATFORM_SANDBOX: 'true', AGENT_PLATFORM_LOG_LEVEL: 'silent' };
const UI = 'io.modelcontextprotocol/ui';

const elicit = () => ({ action: 'cancel' as const });

const uris = async (client: TestClient): Promise<string[]> =>
  (await client.listResources()).map(({ uri }) => uri).filter((uri) => uri.startsWith('ui://'));

describe('over stdio', () => {
  let drawing: TestClient;
  let plain: TestClient;
  const session = (capabilities: Record<string, object>, settings: object = {}): Promise<TestClient> =>
    connectHere({ client: 'v2-modern', env: { ...SETTINGS, ...settings }, capabilities });
  beforeAll(async () => {
    [drawing, plain] = await Promise.all([session(CARDS), session({})]);
  });

  it('a host that draws cards gets views, tools for them alone, and the pages', async () => {
    const tools = (await drawing.listTools()) as readonly { name: string; _meta?: Record<string, unknown> }[];
    const meta = Object.fromEntries(tools.map((tool) => [tool.name, tool._meta]));
    for (const [name, view] of [
      ['list_pending_approvals', 'approvals'],
      ['get_thread', 'approvals'],
      ['get_agent_costs', 'costs'],
    ] as const) {
      const resourceUri = `ui://agent-platform/${view}.html`;
      expect(meta[name]).toEqual({ ui: { resourceUri }, 'ui/resourceUri': resourceUri });
    }
    for (const name of ['read_request_for_card', 'decide_from_card'])
      expect(meta[name]).toEqual({ ui: { visibility: ['app'] } });
    expect(await uris(drawing)).toEqual(VIEWS);
    for (const uri of VIEWS) {
      const [page] = (await drawing.readResource(uri)).contents;
      expect(page).toMatchObject({ uri, mimeType: 'text/html;profile=mcp-app' });
      expect(page !== undefined && 'text' in page && page.text).toMatch(/^<!doctype html>/);
    }
    expect(drawing.capabilities.extensions).toEqual({ [UI]: {} });
  });

  it('a host that draws another type of page gets none', async () => {
    expect(await uris(await session({ extensions: { [UI]: { mimeTypes: ['text/other'] } } }))).toEqual([]);
  });

  const everything = async (host: TestClient): Promise<string> =>
    JSON.stringify([
      await host.listTools(),
      await host.listResources(),
      host.instructions,
      await host.callTool('list_pending_approvals'),
    ]);

  it.each([
    { it: 'a client without them', begin: () => plain },
    {
      it: 'AGENT_PLATFORM_CARDS=off',
      begin: () => session(CARDS, { AGENT_PLATFORM_CARDS: 'off' }),
    },
  ])('$it gets no card', async ({ begin }) => {
    const host = await begin();
    expect(await everything(host)).not.toMatch(/ui:\/\/|_for_card|from_card|resourceUri|visibility/);
    await expect(host.readResource(VIEWS[0] ?? '')).rejects.toThrow();
    if (host !== plain) expect(host.capabilities.extensions).toBeUndefined();
    await expect(host.callTool('read_request_for_card', { threadId: 'x' })).rejects.toMatchObject({ code: -32602 });
  });

  it('what the model reads is the same with cards and without', async () => {
    const definitions = (host: TestClient) => host.listTools().then((tools) => tools.map(withoutMeta));
    const carded = await definitions(drawing);
    expect(carded.filter(({ name }) => !/_card$/.test(name))).toEqual(await definitions(plain));
  });
});

const withoutMeta = <T extends { name: string }>(tool: T): T => {
  const { _meta: _, ...rest } = tool as T & { _meta?: unknown };
  return rest as unknown as T;
};

describe('over HTTP', () => {
  let replica: ReplicaHere;
  beforeAll(async () => {
    replica = await openReplica({ env: { AGENT_PLATFORM_SANDBOX: 'true' } });
  });

  const over = async (client: ClientKind, capabilities: Record<string, object>, asks = false): Promise<HttpClient> =>
    connectHttp({ client, url: replica.url, capabilities, ...(asks ? { elicit } : {}) });

  it.each(['v1', 'v2-modern'] as const)('%s: cards go to whoever draws them, and to nobody else', async (client) => {
    for (const [capabilities, asks, has] of [
      [{}, false, false],
      [{}, true, false],
      [CARDS, false, true],
      [CARDS, true, true],
    ] as const) {
      const host = await over(client, capabilities, asks);
      expect((await host.listTools()).some(({ name }) => name === 'decide_from_card')).toBe(has);
      const isPage = (uri: string): Promise<boolean> =>
        host.readResource(uri).then(
          (page) => JSON.stringify(page).includes('doctype'),
          () => false,
        );
      expect(await isPage(VIEWS[0] ?? '')).toBe(has);
    }
  });

  it('a session id that this server did not sign turns no cards on', async () => {
    const headers = await sessionAt(replica.url);
    const [content = '', signature = ''] = headers['mcp-session-id']?.split('.') ?? [];
    const declared = JSON.parse(Buffer.from(content, 'base64url').toString());
    const more = Buffer.from(JSON.stringify({ ...declared, ...CARDS })).toString('base64url');
    const list = { jsonrpc: '2.0', id: 2, method: 'tools/list' };
    for (const id of [`${more}.${signature}`, `${content}.${more}.${signature}`, more, `${more}.`, `${more}.${more}`]) {
      const answer = await post(replica.url, list, { ...headers, 'mcp-session-id': id });
      expect(JSON.stringify(await messageOf(answer))).not.toContain('decide_from_card');
    }
  });
});
