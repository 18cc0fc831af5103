/** A record that is too large to be read hides no other one of its list, and is told. */
import { describe, expect, it } from 'vitest';
import { golden } from '../support/golden.ts';
import { pageOf } from '../support/platform-double.ts';
import { session, thread, uuid } from '../support/sessions.ts';

const MB = 1024 * 1024;
const AGENT = uuid(1);
const asked = (n: number, bytes: number) =>
  thread(n, { status: 'AWAITING_APPROVAL', messages: [{ role: 'assistant', content: `May I? ${'x'.repeat(bytes)}` }] });

/** One agent whose waiting threads have these sizes, read with a limit of 1 MB. */
const waiting = (...sizes: readonly number[]) =>
  session(
    (request) => {
      const threads = sizes.map((size, n) => asked(n, size));
      if (request.path.endsWith('/threads')) return pageOf(threads, request);
      if (request.path.endsWith('/agents')) return pageOf([{ id: AGENT }], request);
      return { json: threads.find(({ id }) => request.path.endsWith(id)) };
    },
    { MAX_RESPONSE_MB: '1' },
  );

const idsOf = (data: unknown) => [...JSON.stringify(data).matchAll(/"threadId":"([^"]+)"/g)].map(([, id]) => id);

describe('threads of an inbox', () => {
  it.each([
    ['the first is too large', [2 * MB, 10, 10], [1, 2]],
    ['the last is too large', [10, 10, 2 * MB], [0, 1]],
    ['two in a row are too large', [10, 2 * MB, 2 * MB, 10], [0, 3]],
    ['two together are too large', [...Array(6).fill(10), MB * 0.7, MB * 0.7, 10], [...Array(9).keys()]],
  ])('are listed where %s', async (_, sizes, listed) => {
    const { call } = await waiting(...sizes);
    const { data } = await call('search_threads', { agentId: AGENT, status: 'AWAITING_APPROVAL', limit: 100 });
    expect(idsOf(data).sort()).toEqual(listed.map((n) => uuid(n)));
  });

  it('are counted where one is too large behind a whole page', async () => {
    const { call } = await waiting(...Array(110).fill(10), 2 * MB, 10);
    golden((await call('search_threads', { agentId: AGENT, countBy: 'status' })).text);
  });

  it('are said to be incomplete', async () => {
    const { call } = await waiting(10, 2 * MB, 10);
    golden((await call('list_pending_approvals')).text);
    golden((await call('search_threads', { agentId: AGENT, query: 'may' })).text);
    golden((await call('list_agent_threads', { agentId: AGENT })).text);
    golden((await call('list_agent_threads', { agentId: AGENT, offset: 1 })).text);
  });

  it.each([
    ['one that is none first', [null, asked(0, 2 * MB), asked(1, 10)]],
    ['the large one first', [asked(0, 2 * MB), null, asked(1, 10)]],
  ])('are said to be incomplete for both reasons: %s', async (_, all) => {
    const { call } = await session(
      ({ path, query }) => {
        if (path.endsWith('/agents')) return { json: [{ id: AGENT }] };
        const offset = Number(query.get('offset'));
        return { json: all.slice(offset, offset + Number(query.get('limit'))) };
      },
      { MAX_RESPONSE_MB: '1' },
    );
    golden((await call('list_pending_approvals')).text);
  });

  it.each([
    [24, 45_000],
    [3, 450_000],
  ])('are refused in words where the platform ignores the limit: %i of %i bytes', async (length, bytes) => {
    const all = Array.from({ length }, (_, n) => asked(n, bytes));
    const { call } = await session(
      ({ path, query }) => ({
        json: path.endsWith('/agents') ? [{ id: AGENT }] : all.slice(Number(query.get('offset'))),
      }),
      { MAX_RESPONSE_MB: '1' },
    );
    const { text, isError } = await call('list_pending_approvals');
    expect(isError).toBe(true);
    expect(text).toContain("The platform's answer is larger than 1 MB");
  });

  it('are refused in words where none can be read', async () => {
    const { call, platform } = await waiting(...Array(5).fill(2 * MB));
    golden((await call('list_agent_threads', { agentId: AGENT })).text);
    expect(platform.asked.map(({ query }) => `${query.get('offset')}+${query.get('limit')}`)).toEqual([
      ...['0+20', '0+5', '0+1', '1+1', '2+1', '3+1'],
    ]);
  });
});
