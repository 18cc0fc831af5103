/**
 * A small stateful platform for tests of consent, dry run, audit and scope: threads change their status, effects are
 * counted, and rules can replace any answer.
 */
import {
  type Exchange,
  json,
  type PlatformDouble,
  type Recorded,
  type Reply,
  startDouble,
  TOKEN,
} from './platform-double.ts';

export const AGENT = '6f1c1a52-6f0e-4b56-9d0c-2b1f4a1c9e01';
export const THREAD = '0d9a3b7e-52c4-4f5e-8a63-71b1d2f0c702';
export const OTHER_THREAD = '1e8b4c6d-63d5-4a6f-9b74-82c2e3a1d813';
export const SERVER = '65f0c2a1b7e4d8903c1f2a6b';
const PROJECT = '65f0c2a1b7e4d8903c1f2a70';
export const DOCUMENT = '65f0c2a1b7e4d8903c1f2a80';
export const FOLDER = '65f0c2a1b7e4d8903c1f2a90';

export interface Message {
  role: string;
  content: unknown;
  [key: string]: unknown;
}

interface ScriptedThread {
  id: string;
  agentId: string;
  status: string;
  createdAt: string;
  updatedAt: string;
  messages: Message[];
  cost?: number;
}

export const REQUEST = 'I would now call create_refund with {"amount":249,"currency":"EUR"}. Shall I?';

let requests = 0;

/** Makes each request different: its words end with blanks, which are not shown. */
export function waitingThread(id = THREAD, request: string = REQUEST): ScriptedThread {
  return {
    id,
    agentId: AGENT,
    status: 'AWAITING_APPROVAL',
    createdAt: '2026-03-01T08:00:00.000Z',
    updatedAt: '2026-03-01T09:00:00.000Z',
    cost: 0.42,
    messages: [
      { role: 'user', content: 'Handle the return of order 10482.' },
      { role: 'assistant', content: request + ' '.repeat(++requests) },
    ],
  };
}

export interface Decided {
  readonly threadId: string;
  readonly status: string;
  readonly comment?: string;
}

export interface Scripted extends Omit<PlatformDouble, 'close'> {
  readonly threads: Map<string, ScriptedThread>;
  readonly agent: Record<string, unknown>;
  readonly server: Record<string, unknown>;
  readonly tools: Record<string, unknown>[];
  /** For the server under test. */
  readonly env: Readonly<Record<string, string>>;
  /** Requests that would change something, as `POST /v1/...`; searching chats only reads. */
  writes(): string[];
  /** Bodies of these requests. */
  bodies(): unknown[];
  /** Decisions that took effect. */
  readonly decisions: readonly Decided[];
  /** Answers matching requests with `reply`, before everything else; the last rule wins. */
  rule(method: string, path: RegExp, reply: Reply): void;
  /** Resets it: the usual answers, the initial threads, nothing sent. */
  reset(): void;
  close(): Promise<void>;
}

type Route = readonly [method: string, path: RegExp, reply: (exchange: Exchange, ids: readonly string[]) => void];

export async function scriptedPlatform(...threads: ScriptedThread[]): Promise<Scripted> {
  const rules: { method: string; path: RegExp; reply: Reply }[] = [];
  const known = new Map<string, ScriptedThread>();
  let first = 0;
  const reset = (): void => {
    rules.length = 0;
    decisions.length = 0;
    known.clear();
    for (const thread of threads.length > 0 ? threads : [waitingThread()])
      known.set(thread.id, structuredClone(thread));
    first = double.requests.length;
  };
  const agent = { id: AGENT, name: 'Refund Desk', description: 'pays back', disabled: false, llm: 'gpt' };
  const server = { _id: SERVER, name: 'Shop Tools', url: 'https://shop.example', enabled: true };
  const tools: Record<string, unknown>[] = [
    {
      id: 'tool-1',
      type: 'function',
      function: { name: 'find_order', description: 'finds', parameters: { type: 'object', properties: {} } },
      endpoint: '/orders/{id}',
      method: 'GET',
    },
  ];
  const decisions: Decided[] = [];
  const state = { known, agent, server, tools, decisions };
  const routes = routesOver(state);
  const double = await startDouble((exchange) => {
    const { method, path } = exchange.request;
    const rule = rules.findLast((one) => one.method === method && one.path.test(path));
    if (rule !== undefined) return rule.reply(exchange);
    for (const [wanted, pattern, reply] of routes) {
      const match = wanted === method ? pattern.exec(path) : null;
      if (match !== null) return reply(exchange, match.slice(1));
    }
    json(404, { message: 'not found' })(exchange);
  });
  reset();
  const sent = (): Recorded[] => double.requests.slice(first).filter(isWrite);
  const isWrite = ({ method, path }: Recorded): boolean => method !== 'GET' && path !== '/v1/assistants/chats';
  return {
    ...double,
    requests: double.requests,
    threads: known,
    agent,
    server,
    tools,
    decisions,
    env: {
      AGENT_PLATFORM_BASE_URL: double.url,
      AGENT_PLATFORM_TOKEN: TOKEN,
      AGENT_PLATFORM_TIMEOUT_MS: '30000',
      AGENT_PLATFORM_MAX_RETRIES: '2',
    },
    writes: () => sent().map(({ method, path }) => `${method} ${path}`),
    bodies: () => sent().map(({ body }) => (body === '' ? undefined : (JSON.parse(body) as unknown))),
    rule: (method, path, reply) => {
      rules.push({ method, path, reply });
    },
    reset,
    close: double.close,
  };
}

interface State {
  readonly known: Map<string, ScriptedThread>;
  readonly agent: Record<string, unknown>;
  readonly server: Record<string, unknown>;
  readonly tools: Record<string, unknown>[];
  readonly decisions: Decided[];
}

const document = {
  _id: DOCUMENT,
  name: 'Returns',
  fileType: 'md',
  status: 'ready',
  markdownContent: '# Returns\n\nWithin 14 days.',
  currentVersion: 2,
};
const PROJECT_RECORD = { _id: PROJECT, name: 'Web Shop', identifier: 'web-shop', archived: true };

const NEXT: Readonly<Record<string, string>> = { APPROVED: 'RUNNING', REJECTED: 'FAILED' };

function routesOver({ known, agent, server, tools, decisions }: State): Route[] {
  const thread = (id: string | undefined, change: (thread: ScriptedThread) => void): Reply => {
    const found = known.get(id ?? '');
    if (found === undefined) return json(404, { message: 'no such thread' });
    change(found);
    return json(200, found);
  };
  const body = ({ request }: Exchange): Record<string, unknown> =>
    request.body === '' ? {} : (JSON.parse(request.body) as Record<string, unknown>);
  const fixed =
    (status: number, value: () => unknown) =>
    (exchange: Exchange): void =>
      json(status, value())(exchange);
  const to = (status: string) => (exchange: Exchange, ids: readonly string[]) =>
    thread(ids[0], (found) => {
      found.status = status;
    })(exchange);
  return [
    ['GET', /^\/v1\/agents$/, fixed(200, () => [agent])],
    ['POST', /^\/v1\/agents$/, (exchange) => json(201, { ...body(exchange), id: AGENT })(exchange)],
    ['GET', /^\/v1\/agents\/threads\/([^/]+)$/, (exchange, [id]) => thread(id, () => undefined)(exchange)],
    [
      'POST',
      /^\/v1\/agents\/threads\/([^/]+)\/approval$/,
      (exchange, [id = '']) => {
        const { status, comment } = body(exchange) as { status: string; comment?: string };
        decisions.push({ threadId: id, status, ...(comment === undefined ? {} : { comment }) });
        thread(id, (found) => {
          found.status = NEXT[status] ?? found.status;
        })(exchange);
      },
    ],
    ['POST', /^\/v1\/agents\/threads\/([^/]+)\/pause$/, to('PAUSED')],
    ['POST', /^\/v1\/agents\/threads\/([^/]+)\/resume$/, to('RUNNING')],
    [
      'POST',
      /^\/v1\/agents\/threads\/([^/]+)\/messages$/,
      (exchange, [id = '']) =>
        thread(id, (found) => {
          // A waiting thread continues, too: the platform does not prevent a message from acting as an approval.
          found.status = 'RUNNING';
          found.messages.push({ role: 'user', content: String(body(exchange).message) });
        })(exchange),
    ],
    [
      'POST',
      /^\/v1\/agents\/threads\/([^/]+)\/complete$/,
      (exchange, ids) => to(String(body(exchange).state ?? 'COMPLETED'))(exchange, ids),
    ],
    [
      'POST',
      /^\/v1\/agents\/threads\/([^/]+)\/evaluate$/,
      fixed(200, () => ({ id: 'e1', score: 0.5, status: 'COMPLETED' })),
    ],
    [
      'GET',
      /^\/v1\/agents\/[^/]+\/threads$/,
      ({ request, ...rest }) => {
        const { status } = request.query;
        const list = [...known.values()].filter((one) => status === undefined || one.status === status);
        json(200, list)({ request, ...rest });
      },
    ],
    [
      'POST',
      /^\/v1\/agents\/[^/]+\/threads$/,
      (exchange) => json(201, { ...waitingThread(), status: 'RUNNING' })(exchange),
    ],
    ['PATCH', /^\/v1\/agents\/[^/]+$/, (exchange) => json(200, { ...agent, ...body(exchange) })(exchange)],
    ['DELETE', /^\/v1\/agents\/([^/]+)$/, fixed(200, () => ({ success: true, deletedId: AGENT }))],
    [
      'POST',
      /^\/v1\/assistants\/[^/]+\/messages$/,
      fixed(200, () => ({ chatUuid: 'chat-1', message: 'hello', tokens_used: 3 })),
    ],
    ['GET', /^\/v1\/documents$/, fixed(200, () => ({ documents: [document], total: 1 }))],
    ['POST', /^\/v1\/documents$/, (exchange) => json(201, { ...document, ...body(exchange) })(exchange)],
    ['GET', /^\/v1\/documents\/[^/]+$/, fixed(200, () => document)],
    ['PATCH', /^\/v1\/documents\/[^/]+$/, (exchange) => json(200, { ...document, ...body(exchange) })(exchange)],
    ['DELETE', /^\/v1\/documents\/[^/]+$/, fixed(200, () => ({ success: true }))],
    ['GET', /^\/v1\/documents\/[^/]+\/versions\/1$/, fixed(200, () => ({ version: 1, markdownContent: '# Old' }))],
    ['GET', /^\/v1\/documents\/[^/]+\/subdocuments$/, fixed(200, () => [{ _id: 'sub-1', name: 'Exceptions' }])],
    ['GET', /^\/v1\/documents\/[^/]+\/usage$/, fixed(200, () => [])],
    ['POST', /^\/v1\/documents\/[^/]+\/revert\/1$/, fixed(200, () => ({ ...document, markdownContent: '# Old' }))],
    ['GET', /^\/v1\/document-folders$/, fixed(200, () => [{ _id: FOLDER, name: 'Policies', documentCount: 1 }])],
    ['DELETE', /^\/v1\/document-folders\/[^/]+$/, fixed(200, () => ({ success: true }))],
    ['POST', /^\/v1\/projects$/, (exchange) => json(201, { ...PROJECT_RECORD, ...body(exchange) })(exchange)],
    ['GET', /^\/v1\/projects\/[^/]+$/, fixed(200, () => PROJECT_RECORD)],
    ['PATCH', /^\/v1\/projects\/[^/]+$/, (exchange) => json(200, { ...PROJECT_RECORD, ...body(exchange) })(exchange)],
    ['GET', /^\/v1\/tool-servers$/, fixed(200, () => [server])],
    ['POST', /^\/v1\/tool-servers$/, (exchange) => json(201, { ...server, ...body(exchange), _id: SERVER })(exchange)],
    ['GET', /^\/v1\/tool-servers\/[^/]+$/, fixed(200, () => server)],
    ['POST', /^\/v1\/tool-servers\/[^/]+\/clone$/, fixed(200, () => ({ ...server, _id: 'copy-1' }))],
    ['PATCH', /^\/v1\/tool-servers\/[^/]+$/, (exchange) => json(200, { ...server, ...body(exchange) })(exchange)],
    ['DELETE', /^\/v1\/tool-servers\/[^/]+$/, fixed(200, () => ({ success: true, deletedId: SERVER }))],
    ['GET', /^\/v1\/tool-servers\/[^/]+\/tools$/, fixed(200, () => tools)],
    ['POST', /^\/v1\/tool-servers\/[^/]+\/tools$/, fixed(201, () => tools[0])],
    [
      'PATCH',
      /^\/v1\/tool-servers\/[^/]+\/tools\/[^/]+$/,
      (exchange) => json(200, { ...tools[0], ...body(exchange) })(exchange),
    ],
    ['DELETE', /^\/v1\/tool-servers\/[^/]+\/tools\/[^/]+$/, fixed(200, () => ({ success: true }))],
    [
      'POST',
      /^\/v1\/tool-servers\/[^/]+\/tools\/[^/]+\/test$/,
      fixed(200, () => ({ success: true, data: { ok: 1 }, executionTimeMs: 3 })),
    ],
  ];
}
