/** A conversation that the answer leaves out is unknown, not empty. */
import { describe, expect, it } from 'vitest';
import { answering, json } from '../support/answering.ts';
import { golden } from '../support/golden.ts';
import { pageOf, type Told } from '../support/platform-double.ts';
import { session, thread, uuid } from '../support/sessions.ts';

describe('a conversation missing from the answer', () => {
  const { messages: _, ...without } = thread(1);
  const isLeftOut = { getThread: json(without), listAgentThreads: json([without]) };

  it.each([
    ['get_thread', { threadId: uuid(1) }],
    ['get_thread', { threadId: uuid(1), message: 1 }],
    ['list_agent_threads', { agentId: 'agent-1' }],
    ['search_threads', { agentId: 'agent-1' }],
  ])('is not shown as empty: %s %j', async (tool, args) => {
    const { call } = await answering(isLeftOut);
    golden(await call(tool, args));
  });

  it('is not shown as empty in get_chat, its messages and the lists', async () => {
    const chat = { chatUid: 'chat-1', assistantIdentifier: 'support', createdAt: '2026-11-01T10:00:00.000Z' };
    const { call } = await answering({
      getAssistantChat: json(chat),
      listAssistantChats: json([chat]),
      listChats: json([chat]),
    });
    const args = { assistantIdentifier: 'support', chatUuid: 'chat-1' };
    const texts = [
      await call('get_chat', args),
      await call('get_chat', { ...args, message: 1 }),
      await call('list_assistant_chats', { assistantIdentifier: 'support' }),
      await call('search_chats', { query: 'x' }),
    ].map(({ text }) => text);
    golden(texts.join('\n\n'));
  });

  it('is not reported as new messages when a later response has it', async () => {
    let looks = 0;
    const { call } = await session(() => ({
      json: looks++ === 0 ? without : thread(1, { status: 'COMPLETED' }),
    }));
    const first = await call('wait_for_thread', { threadIds: [uuid(1)] });
    expect(first.data.threads).toMatchObject([{ status: 'COMPLETED' }]);
    const { data } = await call('wait_for_thread', { threadIds: [uuid(1)], cursor: `${uuid(1)}=:RUNNING` });
    for (const one of [first.data, data]) expect(JSON.stringify(one.threads)).not.toContain('added');
  });

  it('puts no message count into the cursor', async () => {
    const { call } = await session(() => ({ json: { ...without, status: 'COMPLETED' } }));
    const { data } = await call('wait_for_thread', { threadIds: [uuid(1)] });
    expect(data.cursor).toBe(`${uuid(1)}=:COMPLETED`);
  });
});

describe('a waiting thread that can’t be read by itself', () => {
  /** Two agents; the lists leave out the conversations of three waiting threads, and one of them is answered so. */
  const inbox = (told: Told) => {
    const all = [1, 2, 3].map((n) => thread(n, { status: 'AWAITING_APPROVAL' }));
    return session(
      (asked) => {
        if (asked.path.endsWith('/agents')) return pageOf([{ id: uuid(1) }, { id: uuid(9) }], asked);
        if (asked.path.includes(uuid(9))) return { json: [] };
        if (asked.path.endsWith('/threads'))
          return pageOf(
            all.map(({ messages, ...rest }) => rest),
            asked,
          );
        return asked.path.endsWith(uuid(2)) ? told : { json: all.find(({ id }) => asked.path.endsWith(id)) };
      },
      { MAX_RESPONSE_MB: '1' },
    );
  };

  it.each<[string, Told]>([
    ['it fails', { status: 500, body: { message: 'no' } }],
    ['it is forbidden', { status: 403, body: { message: 'not yours' } }],
    ['it is too large', { json: { ...thread(2), note: 'x'.repeat(2_000_000) } }],
    ['it is a page', { text: '<html>' }],
  ])('hides no other one of its agent where %s', async (_, told) => {
    const { call } = await inbox(told);
    golden((await call('list_pending_approvals')).text);
  });

  it('hides no other one where the platform limits requests', async () => {
    const { call } = await inbox({ status: 429, body: {} });
    golden((await call('list_pending_approvals')).text);
  });

  it('is not shown where it is another tenant’s', async () => {
    const near = await session(
      ({ path }) => {
        if (path.endsWith('/agents')) return { json: [{ id: uuid(1) }] };
        const { messages, ...listed } = thread(2, { status: 'AWAITING_APPROVAL', title: 'a secret' });
        return { json: path.endsWith('/threads') ? [listed] : { ...listed, messages, tenantId: 'other' } };
      },
      { TENANT_ID: 'mine' },
    );
    golden((await near.call('list_pending_approvals')).text);
  });

  it('shows no more than its id where it can’t be read, which may be another tenant’s', async () => {
    const near = await session(
      ({ path }) => {
        if (path.endsWith('/agents')) return { json: [{ id: uuid(1) }] };
        const { messages: _, ...listed } = thread(2, {
          status: 'AWAITING_APPROVAL',
          title: 'a secret',
          metadata: { a: 'secret' },
        });
        return path.endsWith('/threads') ? { json: [listed] } : { status: 500, body: {} };
      },
      { TENANT_ID: 'mine' },
    );
    golden((await near.call('list_pending_approvals')).text);
  });

  it('is new once for a reader who knows what waited, whatever else of it changes', async () => {
    let beats = 0;
    const near = await session(({ path }) => {
      if (path.endsWith('/agents')) return { json: [{ id: uuid(1) }] };
      const { messages: _, ...listed } = thread(2, { status: 'AWAITING_APPROVAL', heartbeat: beats++ });
      return path.endsWith('/threads') ? { json: [listed] } : { status: 403, body: {} };
    });
    const { data } = await near.call('list_pending_approvals');
    const { text } = await near.call('list_pending_approvals', { known: data.cursor });
    expect(text).toContain('Nothing new');
  });
});
