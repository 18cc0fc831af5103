/** The inbox with odd times, changed requests and failed reads. */
import { describe, expect, it } from 'vitest';
import { golden } from '../support/golden.ts';
import type { Told } from '../support/platform-double.ts';
import { message, session, thread, uuid } from '../support/sessions.ts';

describe('list_pending_approvals', () => {
  const waits = (fields: object = {}) => thread(1, { status: 'AWAITING_APPROVAL', ...fields });
  /** One agent with a scripted list. */
  const inbox = (list: () => Told) =>
    session(({ path }) => {
      if (path === '/v1/agents') return { json: [{ id: uuid(1), name: 'Refunds' }, { id: 'agent-2' }] };
      if (path.includes('/agent-2/')) return { json: [] };
      return path.endsWith('/threads') ? list() : { json: waits() };
    });

  it('shows no waiting time that begins in the future', async () => {
    const { call } = await inbox(() => ({ json: [waits({ updatedAt: '2999-01-01T00:00:00.000Z' })] }));
    golden(await call('list_pending_approvals'));
  });

  it('lists a request for a day that no calendar has, beside all others', async () => {
    const asks = (n: number, date: string) =>
      thread(n, {
        status: 'AWAITING_APPROVAL',
        messages: [
          message('user', 'Book 3 May.'),
          { ...message('assistant', ''), tool_calls: [{ id: 'c', name: 'book', arguments: { date } }] },
        ],
      });
    const all = [asks(1, '2026-05-45'), asks(2, '2026-05-03')];
    const { call } = await session(({ path }) => {
      if (path === '/v1/agents') return { json: [{ id: uuid(1), name: 'Bookings' }] };
      return { json: path.endsWith('/threads') ? all : all.find(({ id }) => path.endsWith(id)) };
    });
    const { data } = await call('list_pending_approvals');
    expect(data.approvals).toHaveLength(2);
    expect((await call('get_thread', { threadId: uuid(1) })).text).toContain('2026-05-45');
  });

  it('that is empty only because the platform leaves out its own word for waiting says so', async () => {
    const { call } = await session(({ path, query }) => {
      if (path === '/v1/agents') return { json: [{ id: uuid(1), name: 'Refunds' }] };
      return { json: query.has('status') ? [] : [waits({ status: 'paused_for_approval' })] };
    });
    golden(await call('list_pending_approvals'));
  });

  it.each(['', undefined])('tells it without a cursor (%j), also beside agents that can’t be read', async (known) => {
    const { call, platform } = await session(({ path, query }) => {
      if (path === '/v1/agents') return { json: ['agent-3', 'agent-2', uuid(1)].map((id) => ({ id })) };
      if (path.includes('/agent-2/') || (path.includes('/agent-3/') && !query.has('status'))) return { status: 500 };
      return { json: query.has('status') ? [] : [waits({ status: 'paused_for_approval' })] };
    });
    const { text } = await call('list_pending_approvals', known === undefined ? {} : { known });
    expect(text).toContain(`${uuid(1)} waits as ⟦paused_for_approval⟧`);
    expect(platform.asked.filter(({ path }) => path.includes('/agent-2/'))).toHaveLength(1);
  });

  it('tells of no word of the platform’s own where the list only lags behind a thread that has just begun to wait', async () => {
    const { call } = await session(({ path, query }) => {
      if (path === '/v1/agents') return { json: [{ id: uuid(1), name: 'Refunds' }] };
      return { json: query.has('status') ? [] : [waits()] };
    });
    expect((await call('list_pending_approvals')).text).not.toContain('filter');
  });

  it('calls a request new only in comparison with a cursor', async () => {
    let list: object[] = [waits()];
    const { call } = await inbox(() => ({ json: list }));
    const { data } = await call('list_pending_approvals', { waitSeconds: 1 });
    list = [waits({ messages: [message('assistant', 'And now another?')] })];
    const again = await call('list_pending_approvals', { known: data.cursor });
    golden(again.text);
  });

  it('keeps in its cursor the requests that this read could not reach', async () => {
    let isDown = false;
    const { call } = await inbox(() => (isDown ? { status: 500 } : { json: [waits()] }));
    const { data } = await call('list_pending_approvals');
    isDown = true;
    const down = await call('list_pending_approvals', { known: data.cursor });
    isDown = false;
    golden(await call('list_pending_approvals', { known: down.data.cursor }));
  });
});
