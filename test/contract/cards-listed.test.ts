/** Cards are offered to clients that draw them, in both eras and at both entries; to all others nothing of them is there. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { connectHttp, type HttpClient, messageOf, post, type Replica, startReplica } from '../http/support.ts';
import { CARDS, CARDS_AND_QUESTIONS } from '../support/cards.ts';
import { type ClientKind, connect, type TestClient } from '../support/clients.ts';

const KINDS: readonly ClientKind[] = ['v1', 'v2-modern'];
const VIEWS = ['inbox', 'thread', 'costs'].map((view) => `ui://agent-platform/${view}.html`);
const QUESTION = 'ui://agent-platform/question.html';
const SETTINGS = { AGENT_PLATFORM_SANDBOX: 'true', AGENT_PLATFORM_LOG_LEVEL: 'silent' };
const UI = 'io.modelcontextprotocol/ui';

const elicit = () => ({ action: 'cancel' as const });

async function session<T>(
  options: { client: ClientKind; capabilities?: Record<string, object>; asks?: boolean; settings?: object },
  test: (client: TestClient) => Promise<T>,
): Promise<T> {
  const { client: kind, capabilities = {}, asks = false, settings = {} } = options;
  const client = await connect({
    client: kind,
    env: { ...SETTINGS, ...settings },
    capabilities,
    ...(asks ? { elicit } : {}),
  });
  try {
    return await test(client);
  } finally {
    await client.close();
  }
}

const uris = async (client: TestClient): Promise<string[]> =>
  (await client.listResources()).items.map(({ uri }) => uri).filter((uri) => uri.startsWith('ui://'));

describe.each(KINDS)('over stdio, %s', (client) => {
  it('a host that draws cards gets views, tools for them alone, and the pages', async () => {
    await session({ client, capabilities: CARDS }, async (host) => {
      const tools = (await host.listTools()) as readonly { name: string; _meta?: Record<string, unknown> }[];
      const meta = Object.fromEntries(tools.map((tool) => [tool.name, tool._meta]));
      for (const [name, view] of [
        ['list_pending_approvals', 'inbox'],
        ['get_thread', 'thread'],
        ['get_agent_costs', 'costs'],
      ] as const) {
        const resourceUri = `ui://agent-platform/${view}.html`;
        expect(meta[name]).toEqual({ ui: { resourceUri }, 'ui/resourceUri': resourceUri });
      }
      for (const name of ['read_request_for_card', 'decide_from_card'])
        expect(meta[name]).toEqual({ ui: { visibility: ['app'] } });
      expect(await uris(host)).toEqual(VIEWS);
      for (const uri of VIEWS) {
        const [page] = (await host.readResource(uri)).contents;
        expect(page).toMatchObject({ uri, mimeType: 'text/html;profile=mcp-app' });
        expect(page !== undefined && 'text' in page && page.text).toMatch(/^<!doctype html>/);
      }
      expect(host.capabilities.extensions).toEqual({ [UI]: { elicitation: {} } });
    });
  });

  it('one that draws questions by a card gets the card for them, too', async () => {
    await session({ client, capabilities: CARDS_AND_QUESTIONS, asks: true }, async (host) => {
      expect(await uris(host)).toEqual([...VIEWS, QUESTION]);
    });
  });

  it('one that draws another type of page gets none', async () => {
    const capabilities = { extensions: { [UI]: { mimeTypes: ['text/other'] } } };
    await session({ client, capabilities }, async (host) => expect(await uris(host)).toEqual([]));
  });

  const everything = async (host: TestClient): Promise<string> =>
    JSON.stringify([
      await host.listTools(),
      await host.listResources(),
      host.capabilities,
      host.instructions,
      await host.callTool('list_pending_approvals'),
    ]);

  it.each([
    { it: 'a client without them', capabilities: {}, settings: {} },
    { it: 'AGENT_PLATFORM_CARDS=off', capabilities: CARDS, settings: { AGENT_PLATFORM_CARDS: 'off' } },
  ])('$it: no trace of cards', async ({ capabilities, settings }) => {
    await session({ client, capabilities, settings }, async (host) => {
      const seen = await everything(host);
      expect(seen).not.toMatch(/ui:\/\/|_for_card|from_card|resourceUri|visibility|"extensions"/);
      await expect(host.readResource(VIEWS[0] ?? '')).rejects.toThrow();
      await expect(host.callTool('read_request_for_card', { threadId: 'x' })).rejects.toMatchObject({ code: -32602 });
    });
  });

  it('what the model reads is the same with and without', async () => {
    const definitions = (host: TestClient) => host.listTools().then((tools) => tools.map(withoutMeta));
    const plain = await session({ client }, definitions);
    const carded = await session({ client, capabilities: CARDS }, definitions);
    expect(carded.filter(({ name }) => !/_card$/.test(name))).toEqual(plain);
  });
});

const withoutMeta = <T extends { name: string }>(tool: T): T => {
  const { _meta: _, ...rest } = tool as T & { _meta?: unknown };
  return rest as unknown as T;
};

describe('over HTTP', () => {
  let replica: Replica;
  beforeAll(async () => {
    replica = await startReplica({ env: { AGENT_PLATFORM_SANDBOX: 'true' } });
  });
  afterAll(() => replica.stop());

  const over = async (client: ClientKind, capabilities: Record<string, object>, asks = false): Promise<HttpClient> =>
    connectHttp({ client, url: replica.url, capabilities, ...(asks ? { elicit } : {}) });

  it.each(KINDS)('%s: cards for whoever draws them, and for nobody else', async (client) => {
    for (const [capabilities, asks, has, question] of [
      [{}, false, false, false],
      [{}, true, false, false],
      [CARDS, false, true, false],
      [CARDS, true, true, false],
      [CARDS_AND_QUESTIONS, true, true, true],
    ] as const) {
      const host = await over(client, capabilities, asks);
      expect((await host.toolNames()).includes('decide_from_card')).toBe(has);
      const page = await host.readText(VIEWS[0] ?? '').catch(() => '');
      expect(page.includes('doctype')).toBe(has);
      const drawn = await host.readText(QUESTION).catch(() => '');
      expect(drawn.includes('doctype')).toBe(question);
      await host.close();
    }
  });

  it('a session id with letters that this server did not sign says nothing', async () => {
    const begin = await post(replica.url, {
      jsonrpc: '2.0',
      id: 1,
      method: 'initialize',
      params: {
        protocolVersion: '2025-11-25',
        capabilities: { elicitation: { form: {} } },
        clientInfo: { name: 'x', version: '1' },
      },
    });
    const id = begin.headers.get('mcp-session-id') ?? '';
    expect(id).not.toBe('');
    const list = { jsonrpc: '2.0', id: 2, method: 'tools/list' };
    const answer = await post(replica.url, list, {
      'mcp-session-id': `${id}.ac`,
      'mcp-protocol-version': '2025-11-25',
    });
    expect(JSON.stringify(await messageOf(answer))).not.toContain('decide_from_card');
  });
});
