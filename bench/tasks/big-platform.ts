/** A platform of 1,000 agents and 20,000 threads, in this process: what it holds is made by rule, and decisions change it. */
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

const AGENTS = 1_000;
const THREADS = 20;
const CHATS = 2_000;
const DAY = 86_400_000;
const NOW = Date.now();

const id = (kind: number, n: number): string =>
  `${String(kind).padStart(8, '0')}-0000-4000-8000-${String(n).padStart(12, '0')}`;
const numberOf = (uuid: string): number => Number(uuid.slice(-12));
const at = (ms: number): string => new Date(NOW - ms).toISOString();

interface BigThread {
  readonly id: string;
  readonly agentId: string;
  status: string;
  readonly createdAt: string;
  readonly updatedAt: string;
  readonly cost: number;
  readonly metadata: object;
  readonly messages: { role: string; content: string; tool_calls?: object[] }[];
}

/** An agent with several requests: three of them wait, two for more than 500. */
const BUSY = 725;

/** Every 25th agent has one that waits, the one after it one that failed, the next one that runs; all others are done. */
function statusOf(agent: number, place: number): string {
  if (agent === BUSY && place < 3) return 'AWAITING_APPROVAL';
  if (place > 0) return 'COMPLETED';
  return { 0: 'AWAITING_APPROVAL', 1: 'FAILED', 2: 'RUNNING' }[agent % 25] ?? 'COMPLETED';
}

/** What a request is about. */
const amountOf = (agent: number, place: number): number => (place === 2 ? 40 : agent + place);

function last(agent: number, place: number, status: string): string {
  if (status === 'FAILED') return `Failed with code ${(agent - 1) / 25 + 1}.`;
  if (status === 'AWAITING_APPROVAL')
    return `The order of ${agent === 100 ? 'harbour lamps' : `crate ${agent}`} is ready. Shall I pay ${amountOf(agent, place)} EUR?`;
  return status === 'RUNNING'
    ? `I am ${agent === 52 ? 'counting the seals' : `sorting shelf ${agent}`}.`
    : `Done: report ${agent} is filed.`;
}

/** Ages in days: the waiting one of agent 525 is the oldest, the failures of the first agents the newest. */
function ageOf(agent: number, place: number, status: string): number {
  if (status === 'AWAITING_APPROVAL') return agent === 525 ? 9 : 1 + agent / 1000 + place / 24;
  return status === 'FAILED' ? 0.01 + agent / 1000 : 2 + place + agent / 1000;
}

function threadOf(agent: number, place: number): BigThread {
  const status = statusOf(agent, place);
  const age = ageOf(agent, place, status) * DAY;
  const call = {
    function: {
      name: 'pay_order',
      arguments: JSON.stringify({ order: `O-${agent}`, amount: amountOf(agent, place), currency: 'EUR' }),
    },
  };
  return {
    id: id(2, agent * THREADS + place),
    agentId: id(1, agent),
    status,
    createdAt: at(age + DAY / 24),
    updatedAt: at(age),
    cost: 0.01 * (1 + (agent % 7)),
    metadata: { batch: String(agent % 10) },
    messages: [
      {
        role: 'user',
        content: `Handle job ${agent}-${place} of the warehouse, and tell me what you did. ${'Mind the rules. '.repeat(10)}`,
      },
      {
        role: 'assistant',
        content: last(agent, place, status),
        ...(status === 'AWAITING_APPROVAL' ? { tool_calls: [call] } : {}),
      },
    ],
  };
}

const agents = Array.from({ length: AGENTS }, (_, n) => ({
  id: id(1, n),
  name: `Agent ${n}`,
  description: `Does jobs of kind ${n % 20}.`,
}));
const assistants = [
  ...Array.from({ length: 8 }, (_, n) => ({
    identifier: `assistant-${n}`,
    name: `Assistant ${n}`,
    description: 'Answers.',
  })),
  { identifier: 'support', name: 'Customer Support', description: 'Finds parcels.' },
];
const servers = Array.from({ length: 8 }, (_, n) => ({
  _id: id(3, n),
  name: `Server ${n}`,
  description: 'Tools of the warehouse.',
}));
const toolsOf = (server: number): object[] =>
  [1, 2, 3].map((n) => ({
    id: `tool-${server}-${n}`,
    type: 'function',
    function: {
      name: `lookup_${server}_${n}`,
      description: 'Looks something up.',
      parameters: { type: 'object', properties: { id: { type: 'string' } }, required: ['id'] },
    },
    endpoint: `/lookup/${n}/{id}`,
    method: 'GET',
  }));
const pages = Array.from({ length: 20 }, (_, n) => ({
  slug: `page-${n}`,
  title: `Page ${n}.`,
  description: `Rules of part ${n}.`,
}));
/** Two in a hundred are in German; one for each day. */
const chats = Array.from({ length: CHATS }, (_, n) => ({
  chatUid: id(4, n),
  assistantIdentifier: 'support',
  createdAt: at((n * DAY) / 50),
  metadata: { language: n % 50 === 0 ? 'de' : 'en' },
  messages: [
    { role: 'user', content: n === 777 ? 'Where is my lost parcel 77120?' : `Where is parcel ${n}?` },
    { role: 'assistant', content: n === 777 ? 'Good news: it was found in Duisburg.' : 'On its way.' },
  ],
}));

interface Asked {
  readonly query: URLSearchParams;
  readonly body: Readonly<Record<string, unknown>>;
}
type Answer = (match: string, asked: Asked) => unknown;

/** The platform's answers by method and path. */
function routes(threads: Map<string, BigThread>): readonly (readonly [RegExp, Answer])[] {
  const page = (all: readonly unknown[], { query }: Asked): unknown => {
    const offset = Number(query.get('offset') ?? 0);
    return all.slice(offset, offset + Number(query.get('limit') ?? 20));
  };
  const ofAgent = (agentId: string): BigThread[] =>
    Array.from({ length: THREADS }, (_, place) => threads.get(id(2, numberOf(agentId) * THREADS + place))).filter(
      (one) => one !== undefined,
    );
  const move = (threadId: string, status: string): unknown => {
    const thread = threads.get(threadId);
    if (thread !== undefined) thread.status = status;
    return thread;
  };
  return [
    [/^GET \/v1\/agents$/, (_, asked) => (asked.query.get('archived') === 'true' ? [] : page(agents, asked))],
    [/^GET \/v1\/agents\/threads\/([^/]+)$/, (threadId) => threads.get(threadId)],
    [
      /^GET \/v1\/agents\/([^/]+)\/threads$/,
      (agentId, asked) => {
        const status = asked.query.get('status');
        return page(
          ofAgent(agentId).filter((one) => status === null || one.status === status),
          asked,
        );
      },
    ],
    [
      /^POST \/v1\/agents\/threads\/([^/]+)\/approval$/,
      (threadId, { body }) =>
        move(threadId, { APPROVED: 'RUNNING', REJECTED: 'FAILED' }[String(body.status)] ?? 'AWAITING_APPROVAL'),
    ],
    [/^POST \/v1\/agents\/threads\/([^/]+)\/pause$/, (threadId) => move(threadId, 'PAUSED')],
    [
      /^GET \/v1\/agents\/agents\/([^/]+)\/costs\/summary$/,
      (agentId) => ({ totalCost: numberOf(agentId) / 10, currency: 'USD' }),
    ],
    [
      /^GET \/v1\/agents\/agents\/[^/]+\/costs\/monthly$/,
      (_, { query }) =>
        [query.get('startMonth'), query.get('endMonth')].map((month, n) => ({ month, cost: 12 + n, currency: 'USD' })),
    ],
    [/^GET \/v1\/assistants$/, () => assistants],
    [
      /^POST \/v1\/assistants\/([^/]+)\/messages$/,
      (_, { body }) => ({ chatUuid: body.chatUuid ?? id(5, 1), message: 'It is on its way.', tokens_used: 9 }),
    ],
    [/^POST \/v1\/assistants\/chats$/, () => chats],
    [/^GET \/v1\/tool-servers$/, (_, asked) => page(servers, asked)],
    [/^GET \/v1\/tool-servers\/([^/]+)\/tools$/, (serverId) => toolsOf(numberOf(serverId))],
    [
      /^POST \/v1\/tool-servers\/[^/]+\/tools\/([^/]+)\/test$/,
      () => ({ success: true, data: { found: 1 }, executionTimeMs: 4 }),
    ],
    [/^GET \/v1\/documentation$/, () => pages],
    [
      /^GET \/v1\/documentation\/([^/]+)$/,
      (slug) => ({
        title: slug,
        content: `# ${slug}\n\n${'Read this first. '.repeat(150)}\nThe seventh rule is patience.`,
      }),
    ],
  ];
}

export async function startBigPlatform(): Promise<{ readonly url: string; close(): void }> {
  const threads = new Map<string, BigThread>();
  for (let agent = 0; agent < AGENTS; agent++) {
    for (let place = 0; place < THREADS; place++) {
      const thread = threadOf(agent, place);
      threads.set(thread.id, thread);
    }
  }
  const table = routes(threads);
  const server = createServer({ keepAliveTimeout: 60_000 }, (request, response) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => {
      const url = new URL(request.url ?? '/', 'http://big');
      const line = `${request.method} ${url.pathname}`;
      const [pattern, answer] = table.find(([one]) => one.test(line)) ?? [];
      const sent = Buffer.concat(chunks).toString('utf8');
      const body = answer?.(pattern?.exec(line)?.[1] ?? '', {
        query: url.searchParams,
        body: sent === '' ? {} : JSON.parse(sent),
      });
      response
        .writeHead(body === undefined ? 404 : 200, { 'content-type': 'application/json' })
        .end(JSON.stringify(body ?? {}));
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}`,
    close: () => {
      server.closeAllConnections();
      server.close();
    },
  };
}
