/**
 * A platform of everyday size for tasks over chats, tool servers, costs, documentation, evaluations and threads: 150 chats,
 * 15 tool servers, 3 pages of documentation of 25,000 characters, 8 agents.
 */
import type { Asked, Told } from './platform-double.ts';
import { message } from './sessions.ts';

const id = (kind: string, n: number): string => `${kind}-${String(n).padStart(4, '0')}-4c1f-9d2e-7a5b3e8f6c1d`;
const USERS = ['ada', 'ben', 'cleo', 'dan', 'eve', 'finn', 'gus', 'hana'];

const chats = Array.from({ length: 150 }, (_, n) => {
  // Hana writes more than others in October, and Ada most of all in September.
  const month = n < 50 ? 9 : n < 120 ? 10 : 11;
  const user = n % 4 === 0 ? (month === 9 ? 'ada' : 'hana') : USERS[n % USERS.length];
  const createdAt = new Date(Date.UTC(2026, month - 1, 1 + (n % 27), n % 24, n % 60)).toISOString();
  const torn = n === 77;
  return {
    chatUid: id('chat', n),
    assistantIdentifier: n % 5 === 0 ? 'sales-desk' : 'support-desk',
    createdAt,
    metadata: { userId: `customer-${user}`, channel: n % 3 === 0 ? 'app' : 'web', tenant: 'northwind' },
    messages: [
      message(
        'user',
        torn
          ? 'The zip of my jacket is torn. What now?'
          : `Where is my order ${10_000 + n}? I have been waiting for a week.`,
      ),
      message(
        'assistant',
        torn
          ? 'I am sorry. Send us a picture of the torn zip.'
          : 'It left the warehouse yesterday and arrives within two days.',
      ),
      message('user', torn ? 'Here it is.' : 'Thank you.'),
      message('assistant', torn ? 'Thanks: a new jacket is on its way, order 20077.' : 'You are welcome.'),
    ],
  };
});

const servers = Array.from({ length: 15 }, (_, n) => ({
  id: id('server', n),
  name: n === 6 ? 'Billing' : `Service ${n}`,
  enabled: n !== 3,
  url: `https://service-${n}.example/api`,
  ...(n === 9
    ? {}
    : {
        authenticationConfig: n === 4 || n === 11 ? { authenticationMethod: 'none' } : { authenticationMethod: 'jwt' },
      }),
  description: `Tools of service ${n} for orders, stock and customers.`,
}));
const toolsOf = (server: string) =>
  ['find_order', 'refund_order', 'list_invoices'].map((name, n) => ({
    id: `${server}-tool-${n}`,
    type: 'function',
    function: {
      name,
      description: `Does ${name}.`,
      parameters: { type: 'object', properties: { orderId: { type: 'string' } }, required: ['orderId'] },
    },
    endpoint: `/${name}`,
    method: 'GET',
  }));

const filler = 'This part of the manual explains the setting in detail, with its default and with what depends on it. ';
const section = (heading: string, text: string, size: number): string =>
  `## ${heading}\n\n${text} ${filler.repeat(size)}\n\n`;
const doc = (title: string, ...sections: string[]): string => `# ${title}\n\n${sections.join('')}`;
const PAGES: Record<string, string> = {
  threads: doc(
    'Threads',
    section('States', 'A thread runs or waits.', 80),
    section('Retention', 'Threads are kept for 400 days.', 80),
    section('Messages', 'See [limits](limits).', 80),
  ),
  limits: doc(
    'Limits',
    section('Requests', 'A token may send 120 requests a minute.', 110),
    section('Tool calls', 'A run may make 25 tool calls; an administrator can raise it to 200.', 60),
    section('Files', 'A file has at most 25 MB.', 70),
  ),
  costs: doc(
    'Costs',
    section('Currency', 'Costs are in USD.', 120),
    section('Budgets', 'A budget stops an agent once a month is spent.', 120),
  ),
};

const NAMES = [
  'Refund Desk',
  'Release Manager',
  'Price Watcher',
  'Data Cleanup',
  'Content Publisher',
  'Invoice Chaser',
  'Translator',
  'Stock Planner',
];
const agents = NAMES.map((name, n) => ({
  id: id('agent', n),
  name,
  llm: 'large-2',
  provider: 'acme',
  disabled: false,
  maxExecutionToolCalls: 25,
  description: `${name}: does its work and reports.`,
}));
const threads = agents.flatMap((agent, a) =>
  Array.from({ length: 12 }, (_, n) => ({
    id: id(`thread${a}`, n),
    agentId: agent.id,
    status: a === 5 && n < 4 ? 'FAILED' : n === 0 && a === 2 ? 'FAILED' : 'COMPLETED',
    updatedAt: new Date(Date.UTC(2026, 10, 20 - n, 10, a)).toISOString(),
    messages: [
      message('user', `Task ${n} of ${agent.name}.`),
      message('assistant', `Result ${n}: done by ${agent.name}.`),
    ],
    cost: 0.05,
  })),
);

/** The platform; it changes as it is written to. */
export function everydayPlatform(): (asked: Asked) => Told {
  const copies: object[] = [];
  const page = (list: readonly object[], query: URLSearchParams): Told => {
    const [offset, limit] = [Number(query.get('offset') ?? 0), Number(query.get('limit') ?? 1_000)];
    return { json: { data: list.slice(offset, offset + limit), total: list.length } };
  };
  return ({ method, path, query, body }) => {
    const parts = path.split('/').slice(2);
    const [area, key = '', rest] = parts;
    if (path === '/v1/assistants/chats') return { json: chats };
    if (area === 'assistants')
      return parts.length === 1
        ? { json: ['support-desk', 'sales-desk'].map((one) => ({ identifier: one, name: one })) }
        : { json: chats.find(({ chatUid }) => chatUid === parts[3]) };
    if (area === 'documentation')
      return {
        json:
          key === '' ? Object.keys(PAGES).map((slug) => ({ slug, title: slug })) : { slug: key, content: PAGES[key] },
      };
    if (area === 'tool-servers') {
      if (key === '') return page([...servers, ...copies], query);
      const server = servers.find((one) => one.id === key);
      if (rest === 'clone' && server) {
        copies.push({ ...server, id: 'copy-1', name: `${server.name} (Copy)` });
        return { json: copies.at(-1) };
      }
      if (parts.at(-1) === 'test')
        return {
          json: {
            success: false,
            error: 'HTTP 503 Service Unavailable',
            executionTimeMs: 40,
            requestUrl: 'https://service-6.example/api/find_order',
          },
        };
      if (method === 'PATCH') return { status: 404, body: { message: 'Cannot PATCH' } };
      if (rest === 'tools') return server || key === 'copy-1' ? { json: toolsOf(key) } : undefined;
      return server && { json: server };
    }
    if (path === '/v1/agents') return query.has('archived') ? { json: [] } : page(agents, query);
    if (parts[1] === 'threads') {
      const thread = threads.find((one) => one.id === parts[2]);
      if (rest && parts[3] === 'evaluations')
        return { json: [{ id: 'e1', threadId: parts[2], score: 0.4, createdAt: '2026-11-01T00:00:00Z' }] };
      if (parts[3] === 'evaluate')
        return { json: { evaluation: { threadId: parts[2], overallScore: 7, criteria: { facts: 6, tone: 8 } } } };
      return thread && { json: thread };
    }
    if (parts[2] === 'threads') {
      const status = query.get('status');
      return page(
        threads.filter((one) => one.agentId === key && (status === null || one.status === status)),
        query,
      );
    }
    if (method === 'PATCH') return { json: Object.assign(agents.find((one) => one.id === key) ?? {}, body) };
    return costs(parts, query);
  };
}

function costs(parts: readonly string[], query: URLSearchParams): Told {
  const n = agents.findIndex(({ id: one }) => one === parts[2]);
  if (n < 0) return undefined;
  if (parts[4] === 'summary') return { json: { totalCost: 40 + n, currency: 'USD' } };
  if (parts[4] === 'monthly')
    return {
      json: ['2026-09', '2026-10', '2026-11'].map((month, m) => ({
        month,
        cost: n === 6 && m === 1 ? 99 : 3 + n + m,
        currency: 'USD',
        threadCount: 12,
      })),
    };
  const days = Number(query.get('days') ?? 30);
  return {
    json: Array.from({ length: days }, (_, d) => {
      const date = new Date(Date.now() - (days - 1 - d) * 86_400_000).toISOString().slice(0, 10);
      return {
        date,
        cost: d === 11 ? 12.5 : 1.25,
        currency: 'USD',
        threadCount: 3,
        inputTokens: 21_000 + d,
        outputTokens: 1_900 + d,
      };
    }),
  };
}
