/**
 * A deployment with other words, made from docs/platform-notes.md alone ("Deployments that expect other words"): nothing of
 * `src` tells it what to expect. What it does not know it ignores without an error; any approval but `{action: 'approved'}`
 * is a rejection.
 */
import { type Exchange, json, type Recorded, startDouble, TOKEN } from '../support/platform-double.ts';

export const AGENT = '66a1b2c3d4e5f60718293a4b';
export const WAITING = '66a1b2c3d4e5f60718293a01';
export const RUNNING = '66a1b2c3d4e5f60718293a02';
const FINISHED = '66a1b2c3d4e5f60718293a03';

type Json = Readonly<Record<string, unknown>>;

interface NotedThread {
  _id: string;
  state: string;
  threadContent: { role: string; content: unknown }[];
}

export interface NotedPlatform {
  readonly env: { readonly BASE_URL: string; readonly TOKEN: string };
  readonly requests: readonly Recorded[];
  readonly threads: ReadonlyMap<string, NotedThread>;
  /** The last request, and its body. */
  last(method: string): { wire: string; body: unknown };
}

/** Chats of four days in 2026, 120 of each, newest first. */
const CHATS = Array.from({ length: 480 }, (_, index) => ({
  chatUID: `chat-${index}`,
  assistantSpecializationIdentifier: index % 2 === 0 ? 'support' : 'billing',
  creationTimestampMs: Date.UTC(2026, 2, 4 - Math.floor(index / 120), 23 - (index % 24), 59, 59, 999),
  messages: [{ role: 'user', content: { message: `question ${index}` } }],
}));

const seeded = (): NotedThread[] =>
  (
    [
      [WAITING, 'awaiting_approval', 'I would now call create_refund with {"amount":249}. Shall I?'],
      [RUNNING, 'running', 'Counting the stock.'],
      [FINISHED, 'completed', 'The stock is counted.'],
    ] as const
  ).map(([_id, state, message]) => ({
    _id,
    state,
    threadContent: [
      { role: 'user', content: { message: 'Do it.' } },
      { role: 'assistant', content: { message } },
    ],
  }));

/** @param prefix of all paths */
export async function notedPlatform(prefix = '/api/v1'): Promise<NotedPlatform> {
  const threads = new Map(seeded().map((thread) => [thread._id, thread]));
  const chats = new Map<string, number>();

  const shown = ({ _id, state, threadContent }: NotedThread): Json => ({
    _id,
    agentId: AGENT,
    state,
    creationTimestampMs: Date.UTC(2026, 2, 1),
    threadContent,
  });
  const say = (thread: NotedThread, state: string, message: string): Json => {
    thread.state = state;
    thread.threadContent.push({ role: 'system', content: { message } });
    return shown(thread);
  };

  function decide(thread: NotedThread, body: Json): Json {
    const isApproval = body.action === 'approved';
    const remark = typeof body.message === 'string' ? `: ${body.message}` : '';
    return say(
      thread,
      isApproval ? 'running' : 'approval_rejected',
      `${isApproval ? 'approved' : 'rejected'}${remark}`,
    );
  }

  function search(body: Json, query: Json): unknown {
    const { assistantSpecializationIdentifier: assistant, createdAfter, createdBefore } = body;
    const found = CHATS.filter(
      (chat) =>
        (assistant === undefined || chat.assistantSpecializationIdentifier === assistant) &&
        (typeof createdAfter !== 'number' || chat.creationTimestampMs >= createdAfter) &&
        (typeof createdBefore !== 'number' || chat.creationTimestampMs <= createdBefore),
    );
    const from = Number(query.offset ?? 0);
    return { chats: found.slice(from, from + Math.min(100, Number(query.limit ?? 10))), total: found.length };
  }

  function converse(body: Json): Json {
    const known = typeof body.chatUid === 'string' && chats.has(body.chatUid) ? body.chatUid : undefined;
    const chatUid = known ?? `new-${chats.size + 1}`;
    chats.set(chatUid, (chats.get(chatUid) ?? 0) + 1);
    return { chatUid, message: `message ${chats.get(chatUid)} of this chat` };
  }

  function answer({ request: { method, path, query, body: text } }: Exchange): unknown {
    const body: Json = text === '' ? {} : JSON.parse(text);
    const route = `${method} ${path.startsWith(prefix) ? path.slice(prefix.length) : `?${path}`}`;
    const id = /^\w+ \/agents\/threads\/(\w+)/.exec(route)?.[1] ?? '';
    const thread = threads.get(id);
    const ends: Json = { completed: 'completed', failed: 'failed', terminated: 'terminated' };
    if (route === 'GET /agents') return { agents: query.offset === '0' ? [{ _id: AGENT, name: 'Stock' }] : [] };
    if (route === 'GET /health') return { status: 'ok' };
    if (route === `GET /agents/${AGENT}/threads`) {
      const all = [...threads.values()].filter(({ state }) => query.state === undefined || state === query.state);
      const from = Number(query.offset ?? 0);
      return { threads: all.slice(from, from + Number(query.limit ?? 10)).map(shown) };
    }
    if (route === 'POST /assistants/chats') return search(body, query);
    if (route === 'POST /assistants/support/messages') return converse(body);
    if (thread === undefined) return undefined;
    if (route === `GET /agents/threads/${id}`) return shown(thread);
    if (route === `POST /agents/threads/${id}/approval`) return decide(thread, body);
    if (route === `POST /agents/threads/${id}/complete`)
      return say(thread, String(ends[String(body.state)] ?? 'completed'), 'ended');
    if (route === `POST /agents/threads/${id}/messages`) {
      thread.threadContent.push({ role: 'user', content: { message: body.message } });
      thread.state = 'running';
      return shown(thread);
    }
    return undefined;
  }

  const double = await startDouble((exchange) => {
    if (exchange.request.headers.authorization !== `Bearer ${TOKEN}`) return json(401, {})(exchange);
    const data = answer(exchange);
    if (data === undefined)
      return json(404, { statusCode: 404, message: 'Cannot find it', error: 'Not Found' })(exchange);
    json(exchange.request.method === 'POST' ? 201 : 200, { success: true, data, timestamp: 1772524800000 })(exchange);
  });

  return {
    env: { BASE_URL: double.url, TOKEN },
    requests: double.requests,
    threads,
    last(method) {
      const request = double.requests.findLast((one) => one.method === method);
      if (request === undefined) throw new Error(`There was no ${method}.`);
      return { wire: request.target, body: request.body === '' ? undefined : JSON.parse(request.body) };
    },
  };
}
