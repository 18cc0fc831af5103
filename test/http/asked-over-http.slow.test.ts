/**
 * Clients of 2025-11-25 are asked over HTTP, on the stream of their own call: with both SDKs' real clients, and by hand for
 * what no honest client does.
 */
import { beforeEach, describe, expect, it, onTestFinished } from 'vitest';
import { type ElicitAnswer, type ElicitRequest, textOf, until } from '../support/clients.ts';
import { itemsFor, presses, reviewTokenOf, thinking } from '../support/consent-human.ts';
import { golden } from '../support/golden.ts';
import { json } from '../support/platform-double.ts';
import { roundOf } from '../support/rounds.ts';
import { OTHER_THREAD, scriptedPlatform, THREAD, waitingThread } from '../support/scripted-platform.ts';
import { openReplica, type ReplicaHere } from './here.ts';
import { startIssuer } from './issuer.ts';
import { accept, initialize, type Question, questionIn, sessionAt } from './older.ts';
import { raw } from './raw.ts';
import { connectHttp, type HttpClient, LIST, messageOf, post, toolCall } from './support.ts';

const OLDER = ['v1', 'v2-legacy'] as const;
const APPROVE = { threadId: THREAD, status: 'APPROVED' };

const replica = (env: Readonly<Record<string, string>> = {}): Promise<ReplicaHere> =>
  openReplica({ env: { ...platform.env, ...env } });
const platform = await scriptedPlatform();
const server = await replica();
beforeEach(() => {
  platform.reset();
  platform.threads.set(OTHER_THREAD, waitingThread(OTHER_THREAD));
});

type Elicit = (request: ElicitRequest) => ElicitAnswer | Promise<ElicitAnswer>;

async function connected(client: (typeof OLDER)[number], elicit?: Elicit, url = server.url): Promise<HttpClient> {
  const one = await connectHttp({ client, url, ...(elicit && { elicit }) });
  onTestFinished(() => one.close());
  return one;
}

const slowly = (answer: ElicitAnswer): Elicit => {
  return async () => {
    await thinking();
    return answer;
  };
};

describe.each(OLDER)('the human behind a client of 2025-11-25 (%s)', (kind) => {
  it('is asked, and decides', async () => {
    const shown: string[] = [];
    const client = await connected(kind, ({ message }) => {
      shown.push(message);
      return presses('Reject', 'not this one');
    });
    const result = await client.callTool('approve_thread', APPROVE);
    expect(result.structuredContent).toMatchObject({ decision: 'REJECTED', decidedBy: 'human' });
    expect(shown).toHaveLength(1);
    expect(platform.decisions).toEqual([expect.objectContaining({ status: 'REJECTED', comment: 'not this one' })]);
  });

  it('can stop a batch by cancelling it after the answer: what is not sent yet stays unsent', async () => {
    const elicit: Elicit = ({ requestedSchema }) => {
      const { properties = {} } = requestedSchema as { properties?: object };
      const fields = Object.keys(properties).filter((name) => name.startsWith('decision_'));
      return { action: 'accept', content: Object.fromEntries(fields.map((name) => [name, 'Approve'])) };
    };
    const client = await connected(kind, elicit);
    const items = await itemsFor(client, [THREAD, OTHER_THREAD]);
    let isSending = false;
    let release = (): void => undefined;
    platform.rule('POST', new RegExp(`${THREAD}/approval`), (exchange) => {
      isSending = true;
      release = () => {
        platform.threads.set(THREAD, { ...waitingThread(), status: 'RUNNING' });
        json(200, platform.threads.get(THREAD))(exchange);
      };
    });
    const stop = new AbortController();
    const call = client.callTool('decide_approvals', { items }, { signal: stop.signal });
    await until('the first decision is on its way', () => isSending);
    stop.abort('stop');
    await expect(call).rejects.toThrow();
    await thinking();
    release();
    await thinking();
    expect(platform.writes()).toEqual([`POST /v1/agents/threads/${THREAD}/approval`]);
    // The session goes on.
    expect((await client.callTool('get_thread', { threadId: OTHER_THREAD })).isError).toBeFalsy();
  });

  it('is asked once for each of two calls at once, and each answer goes to its call', async () => {
    const client = await connected(kind, async ({ message }) => {
      await thinking();
      return presses(message.includes(THREAD) ? 'Approve create_refund' : 'Reject');
    });
    const other = { threadId: OTHER_THREAD, status: 'APPROVED' };
    const [first, second] = await Promise.all([
      client.callTool('approve_thread', APPROVE),
      client.callTool('approve_thread', other),
    ]);
    expect(first.structuredContent).toMatchObject({ decision: 'APPROVED', decidedBy: 'human' });
    expect(second.structuredContent).toMatchObject({ decision: 'REJECTED', decidedBy: 'human' });
  });

  it.each([
    ['declines', { action: 'decline' as const }],
    ['closes the question', { action: 'cancel' as const }],
  ])('%s, and nothing is sent', async (_what, answer) => {
    const client = await connected(kind, slowly(answer));
    golden(textOf(await client.callTool('approve_thread', APPROVE)));
    expect(platform.writes()).toEqual([]);
  });

  it.each([
    ['declines by itself at once', () => ({ action: 'decline' as const })],
    ['answers with an error', () => Promise.reject(new Error('no window'))],
    ['has an action of its own', () => ({ action: 'reject' }) as unknown as ElicitAnswer],
    ['sends a form without a choice', () => ({ action: 'accept' as const, content: { comment: 'x' } })],
    ['sends another choice', () => presses('Sure')],
    ['sends no form', () => ({ action: 'accept' as const })],
  ])('whose host %s is not said to have decided', async (_what, elicit) => {
    const client = await connected(kind, elicit as Elicit);
    let result = await client.callTool('approve_thread', APPROVE);
    // What took over a second, on a machine that is busy, may be a human's: it is asked again.
    for (let turn = 0; turn < 9 && textOf(result).startsWith('The human declined'); turn++)
      result = await client.callTool('approve_thread', APPROVE);
    expect(result.isError).toBe(true);
    golden(textOf(result));
    expect(platform.writes()).toEqual([]);
  });

  it('can no longer approve what was cancelled', async () => {
    const ended = new AbortController();
    let answered = false;
    const client = await connected(kind, async () => {
      ended.abort('the user pressed stop');
      await new Promise((resolve) => setTimeout(resolve, 500));
      answered = true;
      return presses('Approve create_refund');
    });
    await expect(client.callTool('approve_thread', APPROVE, { signal: ended.signal })).rejects.toThrow();
    await until('the human has pressed Approve', () => answered);
    await thinking();
    expect(platform.writes()).toEqual([]);
    const said = () => JSON.stringify(server.log());
    await until('the log tells of the question that came to nothing', () =>
      said().includes('came to nothing (cancelled)'),
    );
  });

  it('is not asked where the client can show nothing, and the result says so', async () => {
    const client = await connected(kind);
    const reviewToken = await reviewTokenOf(client, THREAD);
    golden(textOf(await client.callTool('approve_thread', { ...APPROVE, reviewToken })));
  });
});

/** The text of a result. */
const said = async (response: Response): Promise<string> => roundOf(await messageOf(response)).text;

/** The question of approve_thread, called by hand. */
const asked = async (url: string, headers: Readonly<Record<string, string>>): Promise<Question> =>
  questionIn(await post(url, toolCall('approve_thread', APPROVE, 7), headers));

describe('by hand', () => {
  it('a session id goes to clients that can be asked, and to no others', async () => {
    const given = async (capabilities: object) =>
      (await post(server.url, initialize(capabilities))).headers.get('mcp-session-id');
    expect(await given({ elicitation: { form: {} } })).toMatch(/^[\w-]+\.[\w-]{43}$/);
    expect(await given({ elicitation: {} })).not.toBe(await given({ elicitation: {} }));
    expect(await given({ elicitation: { url: {} } })).toBeNull();
    expect(await given({})).toBeNull();
  });

  it('an answer counts once, and is refused afterwards', async () => {
    const headers = await sessionAt(server.url);
    const question = await asked(server.url, headers);
    expect(question.id).toMatch(/^ask-[0-9a-f-]{36}\.[0-9a-f-]{36}$/);
    expect((await post(server.url, accept(question.id), headers)).status).toBe(202);
    expect((await post(server.url, accept(question.id), headers)).status).toBe(410);
    await question.rest();
    expect((await post(server.url, accept(question.id), headers)).status).toBe(410);
    expect(platform.decisions).toHaveLength(1);
  });

  it.each([null, 'accept', [], {}])(
    'an answer with the result %j ends the question, and sends nothing',
    async (result) => {
      const headers = await sessionAt(server.url);
      const question = await asked(server.url, headers);
      await post(server.url, { jsonrpc: '2.0', id: question.id, result }, headers);
      expect(await question.rest()).toContain('something other than an answer to the form. Nothing was sent.');
      expect(platform.decisions).toEqual([]);
    },
  );

  it('guessed ids answer no question', async () => {
    const headers = await sessionAt(server.url);
    const question = await asked(server.url, headers);
    const guesses = [
      'ask-',
      `${question.id}0`,
      question.id.replace(/.$/, 'x'),
      'ask-0',
      'ask-00000000-0000-4000-8000-000000000000',
      'ask-00000000-0000-4000-8000-000000000000.00000000-0000-4000-8000-000000000000',
    ];
    for (const id of guesses) expect((await post(server.url, accept(id), headers)).status).toBe(410);
    expect(platform.writes()).toEqual([]);
    await post(server.url, { jsonrpc: '2.0', id: question.id, error: { code: -32601, message: 'x' } }, headers);
    await question.rest();
    expect(platform.writes()).toEqual([]);
  });

  it('another user of the same client can neither answer nor use the session', async () => {
    const issuer = await startIssuer('https://mcp.example/mcp');
    const one = await openReplica({
      env: platform.env,
      args: ['--oauth-issuer', issuer.url, '--public-url', 'https://mcp.example'],
    });
    const as = async (sub: string) => ({ authorization: `Bearer ${await issuer.token({ claims: { sub } })}` });
    const ann = await as('ann');
    const session = await sessionAt(one.url, ann);
    const bob = { ...session, ...(await as('bob')) };
    const question = await asked(one.url, { ...session, ...ann });
    expect((await post(one.url, accept(question.id), bob)).status).toBe(410);
    golden(await said(await post(one.url, toolCall('approve_thread', APPROVE), bob)));
    expect(platform.writes()).toEqual([]);
    expect((await post(one.url, accept(question.id), { ...session, ...ann })).status).toBe(202);
    await question.rest();
    expect(platform.decisions).toHaveLength(1);
  });

  it('a cancellation by another session, or of another call, leaves the question open', async () => {
    const [mine, other] = [await sessionAt(server.url), await sessionAt(server.url)];
    const question = await asked(server.url, mine);
    const cancel = (requestId: unknown) => ({
      jsonrpc: '2.0',
      method: 'notifications/cancelled',
      params: { requestId },
    });
    await post(server.url, cancel(7), other);
    await post(server.url, cancel('7'), mine);
    await post(server.url, cancel(8), mine);
    expect((await post(server.url, accept(question.id), mine)).status).toBe(202);
    await question.rest();
    expect(platform.decisions).toHaveLength(1);
  });

  it('what one request declares neither switches the question off nor makes up for a lost session', async () => {
    const call = toolCall('approve_thread', APPROVE, 7);
    const withMeta = (elicitation: object) => {
      const _meta = { 'io.modelcontextprotocol/clientCapabilities': elicitation };
      return { ...call, params: { ...call.params, _meta } };
    };
    golden(await said(await post(server.url, withMeta({ elicitation: {} }), { 'mcp-session-id': 'x' })));
    expect(platform.writes()).toEqual([]);
    const headers = await sessionAt(server.url);
    const question = await questionIn(await post(server.url, withMeta({}), headers));
    expect((await post(server.url, accept(question.id), headers)).status).toBe(202);
    await question.rest();
    expect(platform.decisions).toHaveLength(1);
  });

  it('a session from before a restart, or an invented one, decides nothing without its human', async () => {
    const before = await sessionAt((await replica()).url);
    for (const headers of [
      before,
      { 'mcp-session-id': 'x' },
      { 'mcp-session-id': `${'A'.repeat(22)}.${'A'.repeat(43)}` },
    ]) {
      golden(await said(await post(server.url, toolCall('approve_thread', APPROVE), headers)));
    }
    expect(platform.writes()).toEqual([]);
    const { result } = await messageOf(await post(server.url, toolCall('get_thread', { threadId: THREAD }), before));
    expect(result).toMatchObject({ structuredContent: { status: 'AWAITING_APPROVAL' } });
  });

  it('an answer that another replica asked for is refused without Redis, with the setting that hands it over', async () => {
    const key = { AGENT_PLATFORM_STATE_KEY: 'one-key-for-all-replicas-0123456789' };
    const limit = { AGENT_PLATFORM_HTTP_REQUEST_TIMEOUT_SECONDS: '8' };
    const [asks, other] = [await replica({ ...key, ...limit }), await replica(key)];
    const headers = await sessionAt(asks.url);
    const question = await asked(asks.url, headers);
    const refused = await post(other.url, accept(question.id), headers);
    expect(refused.status).toBe(410);
    golden(await refused.text());
    // The call says it, too.
    golden(await said(new Response((await question.rest()).split('\n\n').at(-2))));
    expect(platform.writes()).toEqual([]);
    // Where it was asked it is taken.
    const again = await asked(other.url, headers);
    expect((await post(other.url, accept(again.id), headers)).status).toBe(202);
    await again.rest();
    expect(platform.decisions).toHaveLength(1);
  });

  it('nothing that waits keeps a server from ending', async () => {
    const one = await replica({ AGENT_PLATFORM_HTTP_DRAIN_SECONDS: '1' });
    const question = await asked(one.url, await sessionAt(one.url));
    await one.stop();
    await question.rest().catch(() => undefined);
    expect(platform.writes()).toEqual([]);
  });
});

it('a server that ends withdraws a question at once: nobody could answer it', async () => {
  const one = await replica();
  const question = await asked(one.url, await sessionAt(one.url));
  const started = performance.now();
  await one.stop();
  // A drain would take 25 s.
  expect(performance.now() - started).toBeLessThan(10_000);
  const heard = await question.rest();
  expect(heard).toMatch(/"notifications\/cancelled".*"requestId":"ask-/);
  golden(await said(new Response(heard.split('\n\n').at(-2))));
  expect(platform.writes()).toEqual([]);
});

it('a connection stays open after an answer on a stream, or closes where the client asks for it', async () => {
  const headers = { 'content-type': 'application/json', accept: 'application/json, text/event-stream' };
  const answered = async (connection: string): Promise<unknown> => {
    const body = JSON.stringify(LIST);
    const { headers: told } = await raw(server.url, { method: 'POST', headers: { ...headers, connection }, body });
    expect(told['content-type']).toMatch(/^text\/event-stream/);
    return { connection: told.connection, for: told['keep-alive'] };
  };
  expect(await answered('keep-alive')).toEqual({
    connection: 'keep-alive',
    for: expect.stringMatching(/^timeout=80\b/),
  });
  expect(await answered('close')).toEqual({ connection: 'close', for: undefined });
});
