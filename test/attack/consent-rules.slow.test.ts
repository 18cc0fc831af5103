/**
 * Rules for every decision, whatever goes wrong around it: it applies to the request that its human or caller saw, and it
 * is sent once. Over stdio and HTTP, in both eras of the protocol, on the built file.
 */
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { connectHttp, startReplica } from '../http/support.ts';
import { connect, type ElicitAnswer, type ElicitRequest, type ToolResult, textOf, until } from '../support/clients.ts';
import { human, presses, reviewTokenOf } from '../support/consent-human.ts';
import { golden } from '../support/golden.ts';
import { json, reset } from '../support/platform-double.ts';
import { OTHER_THREAD, scriptedPlatform, THREAD, waitingThread } from '../support/scripted-platform.ts';

interface Session {
  callTool(name: string, args: Record<string, unknown>, signal?: AbortSignal): Promise<ToolResult>;
  close(): Promise<void>;
}
interface Options {
  readonly env?: Readonly<Record<string, string>>;
  readonly elicit?: (request: ElicitRequest) => ElicitAnswer | Promise<ElicitAnswer>;
}

async function overStdio(client: 'v1' | 'v2-modern', { env = {}, ...rest }: Options): Promise<Session> {
  const opened = await connect({ client, env: { ...platform.env, ...env }, ...rest });
  return {
    callTool: (name, args, signal) => opened.callTool(name, args, signal === undefined ? {} : { signal }),
    close: () => opened.close(),
  };
}

async function overHttp(client: 'v1' | 'v2-modern', { env = {}, ...rest }: Options): Promise<Session> {
  const replica = await startReplica({ env: { ...platform.env, ...env } });
  const opened = await connectHttp({ client, url: replica.url, ...rest });
  return {
    callTool: (name, args, signal) => opened.callTool(name, args, { ...(signal && { signal }) }),
    async close() {
      await opened.close();
      await replica.stop('SIGKILL');
    },
  };
}

const WAYS = (['v1', 'v2-modern'] as const).flatMap((client) => [
  { way: `stdio, ${client}`, open: (options: Options = {}) => overStdio(client, options) },
  { way: `HTTP, ${client}`, open: (options: Options = {}) => overHttp(client, options) },
]);

const platform = await scriptedPlatform();
let requests = 0;
const asks = (words: string, id = THREAD) => waitingThread(id, `${words} (${++requests})`);
beforeEach(() => {
  platform.reset();
  platform.threads.set(THREAD, asks('May I go on?'));
});
const open: Session[] = [];
afterEach(async () => {
  for (const session of open.splice(0)) await session.close();
});

const approvals = (): number => platform.writes().filter((write) => write.endsWith('/approval')).length;
const TOKEN_OF = (session: Session, threadId = THREAD): Promise<string> => reviewTokenOf(session, threadId);
const approve = async (session: Session, more: Record<string, unknown> = {}, signal?: AbortSignal) =>
  session.callTool('approve_thread', { threadId: THREAD, status: 'APPROVED', ...more }, signal);
const LONG = `The report. ${'It has many words. '.repeat(1_050)}So I wipe the backups. May I?`;

describe.each(WAYS)('over $way', ({ open: connected }) => {
  const start = async (options: Options = {}): Promise<Session> => {
    const session = await connected(options);
    open.push(session);
    return session;
  };

  it('a request that changes while a page is read is not decided', async () => {
    platform.threads.set(THREAD, asks(LONG));
    const person = human();
    person.willAnswer(() => {
      if (person.shown.length === 3) platform.threads.set(THREAD, asks(`${LONG} And the originals?`));
      return presses(person.choices().includes('Read on') ? 'Read on' : 'Approve');
    });
    const result = await approve(await start({ elicit: person.elicit }));
    expect(result.isError).toBe(true);
    golden(textOf(result));
    expect([person.shown.length, approvals()]).toEqual([3, 0]);
  });

  it('a batch approves nothing that it did not show in full, whatever the form returns', async () => {
    platform.threads.set(THREAD, asks(LONG));
    platform.threads.set(OTHER_THREAD, asks('May I?', OTHER_THREAD));
    const offered: unknown[] = [];
    const elicit = ({ requestedSchema }: ElicitRequest): ElicitAnswer => {
      const { properties } = requestedSchema as { properties: Record<string, { enum?: string[] }> };
      const decisions = Object.entries(properties).filter(([key]) => key.startsWith('decision_'));
      offered.push(
        ...decisions.map(([key, field]) => [key.slice('decision_'.length), field.enum?.includes('Approve')]),
      );
      return { action: 'accept', content: Object.fromEntries(decisions.map(([key]) => [key, 'Approve'])) };
    };
    const session = await start({ elicit });
    const items: Record<string, unknown>[] = [];
    for (const threadId of [THREAD, OTHER_THREAD])
      items.push({ threadId, status: 'APPROVED', reviewToken: await TOKEN_OF(session, threadId) });
    const result = await session.callTool('decide_approvals', { items });
    // The long one fills the first page, and an answer that it did not offer ends the question there.
    expect(offered).toEqual([[THREAD, false]]);
    expect([result.isError, approvals()]).toEqual([true, 0]);
  });

  it.each(['auto', 'asked'])(
    'a decision is read and sent at once while all other connections are busy: %s',
    async (how) => {
      const held: (() => void)[] = [];
      platform.rule('GET', /^\/v1\/assistants$/, (exchange) => {
        held.push(() => json(200, [])(exchange));
      });
      const person = human(presses('Approve'));
      const session = await start({
        env: { AGENT_PLATFORM_MAX_CONNECTIONS: '2', AGENT_PLATFORM_TIMEOUT_MS: '20000' },
        ...(how === 'asked' ? { elicit: person.elicit } : {}),
      });
      const reviewToken = await TOKEN_OF(session);
      const busy = Array.from({ length: 6 }, () => session.callTool('list_assistants', {}).catch(() => undefined));
      await until('all connections are busy', () => held.length >= 2);
      const { structuredContent } = await approve(session, { reviewToken });
      expect(structuredContent).toMatchObject({ decision: 'APPROVED', status: 'RUNNING' });
      // No slow call has ended yet, so the decision waited for none of them.
      expect(held).toHaveLength(2);
      for (let ended = 0; ended < 6; ended++) {
        await until('the next one is under way', () => held.length > 0);
        held.shift()?.();
      }
      await Promise.all(busy);
    },
  );

  it('a decision is sent right after its thread was read, however many others are read meanwhile', async () => {
    const ids = Array.from({ length: 8 }, (_, n) => `other-${n}`);
    // Of an agent each, so that none knows the earlier requests of another.
    for (const id of ids) platform.threads.set(id, { ...asks('May I?', id), agentId: `agent-of-${id}` });
    const looks: number[] = [];
    platform.rule('GET', new RegExp(`/threads/${THREAD}$`), (exchange) => {
      looks.push(performance.now());
      json(200, platform.threads.get(THREAD))(exchange);
    });
    let sentAfterMs = Number.NaN;
    platform.rule('POST', new RegExp(`/threads/${THREAD}/approval$`), (exchange) => {
      sentAfterMs = performance.now() - (looks.at(-1) ?? 0);
      platform.threads.set(THREAD, { ...waitingThread(), status: 'RUNNING' });
      json(200, platform.threads.get(THREAD))(exchange);
    });
    // Read in another process, so that this one has to read the agents again.
    const before = await start();
    const reviewToken = await TOKEN_OF(before);
    const items = await Promise.all(
      ids.map(async (threadId) => ({ threadId, status: 'PENDING', reviewToken: await TOKEN_OF(before, threadId) })),
    );
    const session = await start({ env: { AGENT_PLATFORM_TIMEOUT_MS: '30000' } });
    // Optional reads take until after the decision, which may not wait for them: it would for 5 s, and then do without.
    let isSent = false;
    const held: (() => void)[] = [];
    platform.rule('GET', /^\/v1\/agents\/agent-of-[^/]+\//, (exchange) => {
      if (isSent) json(200, [])(exchange);
      else held.push(() => json(200, [])(exchange));
    });
    const batch = session.callTool('decide_approvals', { items });
    const { structuredContent } = await approve(session, { reviewToken });
    expect(structuredContent).toMatchObject({ decision: 'APPROVED' });
    expect(held.length).toBeGreaterThan(3);
    expect(sentAfterMs).toBeLessThan(4_000);
    isSent = true;
    for (const release of held) release();
    await batch;
  });

  it('a decision is sent once if its answer is lost, even where the thread waits as before', async () => {
    platform.rule('POST', /\/approval$/, reset);
    const session = await start();
    const reviewToken = await TOKEN_OF(session);
    const [first, ...more] = [
      await approve(session, { reviewToken }),
      await approve(session, { reviewToken }),
      await approve(session, { status: 'REJECTED', reviewToken }),
    ];
    golden([first, ...more].map((one) => (one ? textOf(one) : '')).join('\n\n'));
    expect(approvals()).toBe(1);
  });

  it('a decision is not sent if its caller goes away while the human reads', async () => {
    const stop = new AbortController();
    let isAnswered = false;
    const session = await start({
      elicit: async () => {
        stop.abort('stop');
        await new Promise((resolve) => setTimeout(resolve, 300));
        isAnswered = true;
        return presses('Approve');
      },
    });
    await expect(approve(session, {}, stop.signal)).rejects.toThrow();
    await until('the human has pressed', () => isAnswered);
    await new Promise((resolve) => setTimeout(resolve, 500));
    expect(approvals()).toBe(0);
    // It is not used up either: whoever comes next is asked, or decides with what they read.
    expect(textOf(await session.callTool('get_thread', { threadId: THREAD }))).toMatch(/AWAITING_APPROVAL/);
  });

  it('a decision counts once among many at the same moment: approvals, rejections and a batch', async () => {
    platform.threads.set(OTHER_THREAD, asks('May I?', OTHER_THREAD));
    const session = await start();
    const reviewToken = await TOKEN_OF(session);
    const other = await TOKEN_OF(session, OTHER_THREAD);
    await Promise.all([
      ...Array.from({ length: 6 }, (_, n) =>
        approve(session, { reviewToken, status: n % 2 ? 'REJECTED' : 'APPROVED' }),
      ),
      session.callTool('decide_approvals', {
        items: [
          { threadId: THREAD, status: 'APPROVED', reviewToken },
          { threadId: OTHER_THREAD, status: 'REJECTED', reviewToken: other },
        ],
      }),
    ]);
    expect(platform.decisions.filter(({ threadId }) => threadId === THREAD)).toHaveLength(1);
    expect(platform.decisions.filter(({ threadId }) => threadId === OTHER_THREAD)).toHaveLength(1);
  });

  it('no question names a tool to call', async () => {
    const person = human({ action: 'cancel' });
    await approve(await start({ elicit: person.elicit }));
    expect(person.shown.at(-1)).not.toMatch(/get_thread|approve_thread|decide_approvals|list_pending/);
  });
});
