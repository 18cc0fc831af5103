/** Assistants, chats, tool servers and documentation of the sandbox. */
import { readdirSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { uuidFor } from '../../src/sandbox/ids.ts';
import { golden } from '../support/golden.ts';
import { askSandbox, openSandbox } from '../support/sandbox.ts';

const START = Date.parse('2026-03-15T10:00:00Z');

const sandbox = await openSandbox({ now: () => START });

const call = <T>(method: string, path: string, body?: unknown) => askSandbox<T>(sandbox, method, `/v1${path}`, body);

interface Reply {
  chatUuid: string;
  message: string;
}
interface Chat {
  chatUid: string;
  assistantIdentifier: string;
  createdAt: string;
  messages: { role: string; content: string }[];
  metadata?: Record<string, unknown>;
}

const ask = (assistant: string, body: object) => call<Reply>('POST', `/assistants/${assistant}/messages`, body);
const search = async (filter: object) => (await call<Chat[]>('POST', '/assistants/chats', filter)).json;

describe('assistants', () => {
  const cases: [assistant: string, message: string][] = [
    ['support-assistant', 'Where is order 10503?'],
    ['support-assistant', 'refund for 10482 please'],
    ['support-assistant', 'Where is 99999?'],
    ['support-assistant', 'hello'],
    ['docs-assistant', 'How do I test a tool?'],
    ['docs-assistant', 'rate limit 429'],
    ['docs-assistant', 'zzz qqq'],
    ['operations-assistant', 'what runs, waits and failed, and what did it cost?'],
  ];
  for (const [assistant, message] of cases) {
    it(`${assistant}: ${message}`, async () => {
      const first = await ask(assistant, { message });
      golden(first.json.message);
      expect((await ask(assistant, { message, chatUuid: '' })).json.message).toBe(first.json.message);
    });
  }

  it('continues a conversation and remembers', async () => {
    const first = await ask('support-assistant', {
      message: 'Where is order 10497?',
      chatUuid: null,
      metadata: { case: 7 },
    });
    const { chatUuid } = first.json;
    const second = await ask('support-assistant', { message: 'Can I get a refund?', chatUuid });
    expect(second.json.chatUuid).toBe(chatUuid);
    golden(second.json.message);
    const { json: chat } = await call<Chat>('GET', `/assistants/support-assistant/chats/${chatUuid}`);
    expect(chat.messages.map(({ role }) => role)).toEqual(['user', 'assistant', 'user', 'assistant']);
    expect(await search({ metadata: { case: 7 } })).toEqual([chat]);
    const { json: listed } = await call<Chat[]>('GET', '/assistants/support-assistant/chats?limit=100');
    expect(listed).toContainEqual(chat);
    expect((await ask('docs-assistant', { message: 'x', chatUuid })).status).toBe(404);
  });

  it('reads the context', async () => {
    const { json } = await ask('support-assistant', { message: 'How is it going?', context: { orderNumber: 10520 } });
    golden(json.message);
  });

  it('refuses unknown chats and disabled assistants', async () => {
    expect((await ask('support-assistant', { message: 'x', chatUuid: 'none' })).status).toBe(404);
    const disabled = await ask('onboarding-assistant', { message: 'x' });
    expect([disabled.status, disabled.json.message]).toEqual([400, 'assistant onboarding-assistant is disabled']);
  });
});

describe('chat filters', () => {
  it('work one by one and all together', async () => {
    const all = await search({});
    expect(all.length).toBeGreaterThanOrEqual(25);
    const times = all.map(({ createdAt }) => createdAt);
    expect(times).toEqual(times.toSorted().toReversed());
    const ofDocs = await search({ assistantIdentifier: 'docs-assistant' });
    expect(ofDocs).toEqual(all.filter(({ assistantIdentifier }) => assistantIdentifier === 'docs-assistant'));
    const day = all.at(-3)?.createdAt.slice(0, 10) ?? '';
    const ofDay = all.filter(({ createdAt }) => createdAt.startsWith(day));
    expect(await search({ fromDate: day, toDate: day })).toEqual(ofDay);
    expect(await search({ toDate: day })).toEqual(all.filter(({ createdAt }) => createdAt.slice(0, 10) <= day));
    expect(await search({ fromDate: day })).toEqual(all.filter(({ createdAt }) => createdAt.slice(0, 10) >= day));
    const marta = await search({ metadata: { userId: 'customer-marta-keller', language: 'de' } });
    expect(marta.length).toBe(3);
    expect(await search({ metadata: { userId: 'customer-marta-keller', language: 'en' } })).toEqual([]);
    const both = await search({
      assistantIdentifier: 'docs-assistant',
      metadata: { userId: 'staff-jo' },
      fromDate: '2026-01-01',
    });
    expect(both.length).toBe(2);
  });
});

describe('tools', () => {
  const shop = `/tool-servers/${uuidFor('tool-server:shop-tools')}`;
  const finance = `/tool-servers/${uuidFor('tool-server:finance-tools')}`;
  interface Report {
    success: boolean;
    data?: Record<string, unknown>;
    error?: string;
    executionTimeMs: number;
    requestUrl: string;
    requestMethod: string;
  }
  const test = async (tool: string, parameters: object) => {
    const { status, json } = await call<Report>('POST', `${tool}/test`, { parameters });
    expect(status).toBe(200);
    expect(json.executionTimeMs).toBeGreaterThanOrEqual(0);
    return json;
  };
  const origin = () => new URL(sandbox.url).origin;

  it('really call an endpoint: path, query, body', async () => {
    const order = await test(`${shop}/tools/lookup_order`, { orderNumber: '10482' });
    expect(order).toMatchObject({ success: true, requestMethod: 'GET', data: { customer: 'Marta Keller' } });
    expect(order.requestUrl).toBe(`${origin()}/sandbox-tools/orders/10482`);
    const money = await test(`${finance}/tools/convert_currency`, { amount: 100, from: 'EUR', to: 'USD' });
    expect(money.data).toMatchObject({ result: 108 });
    expect(money.requestUrl).toContain('/currency?amount=100&from=EUR&to=USD');
    const stock = await test(`${shop}/tools/check_stock`, { sku: 'TT-2P', warehouse: 'milan' });
    expect(stock.data).toMatchObject({ units: { milan: 17 } });
    const refund = await test(`${shop}/tools/create_refund`, { orderNumber: '10482', amount: 5 });
    expect(refund).toMatchObject({ success: true, requestMethod: 'POST', data: { refundId: 'RF-10482' } });
  });

  it.each(['much', -5, 0])('a refund of %j is refused with what is allowed', async (amount) => {
    const refund = await test(`${shop}/tools/create_refund`, { orderNumber: '10482', amount });
    expect(refund.success).toBe(false);
    golden(String(refund.error));
  });

  it('accept a refund of a part of a unit', async () => {
    const refund = await test(`${shop}/tools/create_refund`, { orderNumber: '10482', amount: 5.5 });
    expect(refund).toMatchObject({ success: true, data: { amount: 5.5 } });
  });

  it('report failures with HTTP 200', async () => {
    const down = await test(`${finance}/tools/check_credit_score`, { customerId: 'C-1' });
    expect(down.success).toBe(false);
    golden(String(down.error));
    const missing = await test(`${shop}/tools/lookup_order`, {});
    expect(missing).toMatchObject({ success: false, error: 'missing path parameter orderNumber' });
    const unknown = await test(`${shop}/tools/lookup_order`, { orderNumber: '../../v1/agents' });
    golden(String(unknown.error));
  });

  it.each([
    [
      { sku: 'TT-2P', warehouse: 'milan' },
      { success: true, data: { units: { milan: 17 } } },
    ],
    [{ sku: 'TT-2P' }, { success: false, error: 'missing argument warehouse, which the endpoint names' }],
  ])('take all arguments that the endpoint names, or fail with the name of one: %j', async (parameters, expected) => {
    const { json: server } = await call<{ id: string }>('POST', '/tool-servers', {
      name: 'Template',
      url: `${origin()}/sandbox-tools`,
      toolDefinitions: [{ function: { name: 'stock' }, endpoint: '/inventory?sku={sku}&warehouse={warehouse}' }],
    });
    expect(await test(`/tool-servers/${server.id}/tools/stock`, parameters)).toMatchObject(expected);
  });

  it('fill a path parameter only where its whole name stands', async () => {
    const { json: server } = await call<{ id: string }>('POST', '/tool-servers', {
      name: 'Names',
      url: `${origin()}/sandbox-tools`,
      toolDefinitions: [
        {
          function: { name: 'lookup' },
          endpoint: '/orders/:orderNumber',
          pathParametersKeys: ['order', 'orderNumber'],
        },
      ],
    });
    const found = await test(`/tool-servers/${server.id}/tools/lookup`, { order: 'x', orderNumber: '10482' });
    expect(found.requestUrl).toBe(`${origin()}/sandbox-tools/orders/10482`);
  });

  it('are created, called, changed and deleted; foreign addresses are never called', async () => {
    const { json: server } = await call<{ id: string }>('POST', '/tool-servers', {
      name: 'Mine',
      url: `${origin()}/sandbox-tools`,
      toolDefinitions: [{ function: { name: 'rate' }, endpoint: '/currency', method: 'GET' }],
    });
    const path = `/tool-servers/${server.id}/tools`;
    expect((await test(`${path}/rate`, { amount: 1 })).success).toBe(true);
    const targets = [
      'https://example.com/x',
      'http://127.0.0.1.example.com/',
      'http://169.254.169.254/',
      'file:///etc/passwd',
      'http://127.0.0.1:1/',
      '',
    ];
    for (const endpoint of targets) {
      await call('PATCH', `${path}/rate`, { endpoint });
      const report = await test(`${path}/rate`, {});
      expect([endpoint, report.success]).toEqual([endpoint, false]);
      golden(String(report.error));
    }
    expect((await call('POST', path, { tool: { function: { name: 'rate' } } })).status).toBe(409);
    const { json: renamed } = await call<{ id: string; function: { name: string; description: string } }>(
      'PATCH',
      `${path}/rate`,
      {
        function: { name: 'rate2', description: 'new' },
      },
    );
    expect(renamed.function).toMatchObject({ name: 'rate2', description: 'new' });
    const deleted = await call('DELETE', `${path}/${renamed.id}`);
    expect(deleted.json).toEqual({ success: true, message: 'tool rate2 deleted', deletedId: renamed.id });
    expect((await call('GET', path)).json).toEqual([]);
  });

  it('secrets are masked, and the mask keeps them', async () => {
    const text = JSON.stringify((await call('GET', '/tool-servers?limit=100')).json);
    expect(text).not.toMatch(/sandbox-only|sandbox-shop-token/);
    expect(text).toContain('••••••••');
    const { json: copy } = await call<{ id: string; name: string }>('POST', `${shop}/clone`);
    expect(copy.name).toBe('Shop Tools (Copy)');
    const tools = `/tool-servers/${copy.id}/tools`;
    expect((await test(`${tools}/create_refund`, { orderNumber: '10482', amount: 1 })).success).toBe(true);
    // A header of the tool wins over the server's authentication, so the endpoint shows which secret was kept.
    const header = (value: string) => ({ customHeaders: [{ name: 'authorization', value }] });
    await call('PATCH', `${tools}/create_refund`, header('Bearer wrong'));
    expect((await test(`${tools}/create_refund`, { orderNumber: '1', amount: 1 })).error).toMatch(/^HTTP 401/);
    await call('PATCH', `${tools}/create_refund`, header('Bearer sandbox-shop-token'));
    const { json: shown } = await call('PATCH', `${tools}/create_refund`, header('••••••••'));
    expect(shown).toMatchObject(header('••••••••'));
    expect((await test(`${tools}/create_refund`, { orderNumber: '1', amount: 1 })).success).toBe(true);
  });

  it('a disabled server is not called', async () => {
    const legacy = `/tool-servers/${uuidFor('tool-server:legacy-erp')}`;
    expect((await call('POST', `${legacy}/tools/export_ledger/test`, {})).status).toBe(400);
  });
});

describe('folders', () => {
  const path = '/document-folders';
  const folder = async (name: string, parentFolderId?: string) =>
    (await call<{ _id: string }>('POST', path, { name, parentFolderId })).json._id;

  it('stand in folders that exist, and none inside itself', async () => {
    const outer = await folder('Outer');
    const inner = await folder('Inner', outer);
    expect((await call('POST', path, { name: 'Lost', parentFolderId: 'none' })).status).toBe(400);
    for (const parentFolderId of ['none', outer, inner])
      expect((await call('PATCH', `${path}/${outer}`, { parentFolderId })).status, parentFolderId).toBe(400);
    expect((await call('PATCH', `${path}/${inner}`, { parentFolderId: null })).status).toBe(200);
    expect((await call('PATCH', `${path}/${outer}`, { parentFolderId: inner })).status).toBe(200);
  });
});

describe('documentation', () => {
  it('has every page of the guide, each with a title and a description', async () => {
    const { json: pages } = await call<{ slug: string; title: string; description: string }[]>('GET', '/documentation');
    const files = readdirSync('src/sandbox/guide').filter((file) => file.endsWith('.md'));
    expect(pages.map(({ slug }) => `${slug}.md`).sort()).toEqual(files.sort());
    expect(pages.filter(({ title, description }) => !/^[A-Z][^#\n]+$/.test(title) || description === '')).toEqual([]);
  });

  it('is read as Markdown', async () => {
    const headers = { authorization: `Bearer ${sandbox.token}` };
    const markdown = await fetch(`${sandbox.url}/v1/documentation/approvals`, { headers });
    expect(markdown.headers.get('content-type')).toBe('text/markdown; charset=utf-8');
    expect(await markdown.text()).toMatch(/^# Approvals\n/);
  });
});
