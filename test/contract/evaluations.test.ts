/** Which of an agent's runs went badly: the newest evaluation of each, in one call. */
import { describe, expect, it } from 'vitest';
import { golden } from '../support/golden.ts';
import { callOnce, message, session, thread, uuid } from '../support/sessions.ts';

const only = { TOOLSETS: 'default,evaluations' };
const AGENT = uuid(900);
const evaluation = (threadId: string, day: number, score?: number, fields: object = {}) => ({
  id: uuid(day),
  threadId,
  ...(score === undefined ? {} : { score }),
  createdAt: `2026-05-${String(day).padStart(2, '0')}T10:00:00.000Z`,
  ...fields,
});

/** A platform with threads of an agent, and the evaluations of each. */
const platform =
  (evaluations: Readonly<Record<string, readonly object[] | number>>) =>
  ({ path }: { path: string }) => {
    const [, id] = /\/threads\/([^/]+)\/evaluations/.exec(path) ?? [];
    if (id === undefined)
      return { json: Object.keys(evaluations).map((one) => ({ ...thread(1), id: one, agentId: AGENT })) };
    const found = evaluations[id];
    return typeof found === 'number' ? { status: found, body: { message: 'no' } } : { json: found ?? [] };
  };

describe("an agent's evaluations", () => {
  const all = {
    [uuid(1)]: [evaluation(uuid(1), 3, 0.9), evaluation(uuid(1), 7, 0.65, { criteria: { policy: 0.25, tone: 0.9 } })],
    [uuid(2)]: [],
    [uuid(3)]: [evaluation(uuid(3), 4, 0.7), evaluation(uuid(3), 2, 0.1)],
    [uuid(4)]: [evaluation(uuid(4), 5, undefined, { status: 'PENDING' })],
    [uuid(5)]: [evaluation(uuid(5), 6, 0, { status: 'FAILED', feedback: 'The judge timed out.' })],
  };

  it('are the newest of each thread, lowest score first; the 0 of one that failed is no score', async () => {
    const { text, data } = await callOnce('list_thread_evaluations', { agentId: AGENT }, platform(all), only);
    expect(data.evaluations).toMatchObject([
      { threadId: uuid(1), score: 0.65 },
      { threadId: uuid(3), score: 0.7 },
      { threadId: uuid(4), status: 'PENDING' },
      { threadId: uuid(5), status: 'FAILED' },
    ]);
    golden(text);
  });

  it('say what their thread was about, and when it last changed, without an extra request', async () => {
    const id = uuid(1);
    const messages = [message('user', `Answer ${'the complaint '.repeat(9)}`)];
    const { call, platform: asked } = await session(
      ({ path }) =>
        path.endsWith('/evaluations')
          ? { json: [evaluation(id, 3, 0.9)] }
          : { json: [{ ...thread(1, { messages, updatedAt: '2026-05-03T09:00:00.000Z' }), agentId: AGENT }] },
      only,
    );
    const { text, data } = await call('list_thread_evaluations', { agentId: AGENT });
    expect(data.evaluations).toMatchObject([{ threadId: id, updatedAt: '2026-05-03T09:00Z' }]);
    expect(asked.asked).toHaveLength(2);
    golden(text);
  });

  it('name the threads that could not be read, and fail if none could', async () => {
    golden(await callOnce('list_thread_evaluations', { agentId: AGENT }, platform({ ...all, [uuid(1)]: 404 }), only));
    const { call: other } = await session(platform({ [uuid(1)]: 404 }), only);
    expect(await other('list_thread_evaluations', { agentId: AGENT })).toMatchObject({ isError: true });
  });

  it("leave out another tenant's threads, whatever the platform sends", async () => {
    const tell = platform(all);
    const { call, platform: asked } = await session(
      (one) =>
        one.path.endsWith('/threads')
          ? {
              json: Object.keys(all).map((id, n) => ({
                ...thread(1, { tenantId: n === 0 ? 'theirs' : 'ours' }),
                id,
                agentId: AGENT,
              })),
            }
          : tell(one),
      { ...only, TENANT_ID: 'ours' },
    );
    const { data } = await call('list_thread_evaluations', { agentId: AGENT });
    expect(data.evaluations).toMatchObject([{ threadId: uuid(3) }, { threadId: uuid(4) }, { threadId: uuid(5) }]);
    expect(asked.asked.filter(({ path }) => path.includes(uuid(1)))).toEqual([]);
  });

  it('are of at most 50 threads, and claim no more than the platform says', async () => {
    const ids = Array.from({ length: 60 }, (_, n) => uuid(n));
    const undated = (id: string) => [0.9, 0.2].map((score, n) => evaluation(id, n, score, { createdAt: undefined }));
    const tell = platform(Object.fromEntries(ids.map((id) => [id, undated(id)])));
    const { call, platform: asked } = await session(tell, only);
    const { text } = await call('list_thread_evaluations', { agentId: AGENT, limit: 1 });
    expect(asked.asked.filter(({ path }) => path.endsWith('/evaluations'))).toHaveLength(50);
    golden(text);
    // As many as some platforms send at most, of another agent, and one that is no thread.
    const capped = await session(
      (one) =>
        one.path.endsWith('/evaluations')
          ? { json: [] }
          : { json: [...ids.slice(0, 19).map((id) => ({ ...thread(1), id, agentId: uuid(901) })), 'none'] },
      only,
    );
    golden(await capped.call('list_thread_evaluations', { agentId: AGENT }));
  });

  it('of a thread are listed newest first, those without a time last', async () => {
    const times = ['2026-05-01T09:00:00Z', undefined, '2026-05-03T09:00:00Z'];
    const list = times.map((createdAt, n) => evaluation(uuid(1), n, 0.5, { createdAt }));
    const { call } = await session(platform({ [uuid(1)]: list }), only);
    const { data } = await call('list_thread_evaluations', { threadId: uuid(1) });
    expect((data.evaluations as { createdAt?: string }[]).map(({ createdAt = '' }) => createdAt.slice(0, 10))).toEqual([
      '2026-05-03',
      '2026-05-01',
      '',
    ]);
  });

  it('are listed in pages', async () => {
    const { call } = await session(platform(all), only);
    const { data } = await call('list_thread_evaluations', { agentId: AGENT, limit: 1, offset: 1 });
    expect(data.evaluations).toMatchObject([{ threadId: uuid(3) }]);
    expect(data.rest).toMatchObject({ arguments: { agentId: AGENT, limit: 1, offset: 2 } });
  });

  it.each([[{}], [{ threadId: uuid(1), agentId: AGENT }]])('take a thread or an agent, and not %j', async (args) => {
    const { call } = await session(platform(all), only);
    expect((await call('list_thread_evaluations', args)).text).toContain('give either threadId or agentId');
  });
});
