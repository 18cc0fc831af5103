/**
 * Decisions that a platform keeps in an object `approval`: listed with whom they name, in the record's own words, and never
 * taken for more where whoever starts a thread may have written them.
 */
import { describe, expect, it } from 'vitest';
import { golden } from '../support/golden.ts';
import { message, session, thread, uuid } from '../support/sessions.ts';

const call = (id: string, name: string, args: object) => ({
  ...message('assistant', `May I ${name}?`),
  tool_calls: [{ id, type: 'function', function: { name, arguments: JSON.stringify(args) } }],
});
const answer = (id: string, content: string) => ({ ...message('tool', content), tool_call_id: id });
const ORDER = [message('user', 'Order it.'), call('c1', 'place_order', { item: 'A-1' })];
const RECORD = { decision: 'APPROVED', decidedAt: '2026-11-24T10:00:00.000Z', decidedBy: 'm.keller', comment: 'Fine.' };

const done = (n: number, fields: object) =>
  thread(n, { status: 'COMPLETED', updatedAt: `2026-11-24T10:${10 + n}:00.000Z`, ...fields });
const inMetadata = (approval: unknown) => ({ metadata: { title: 'Order', approval } });
const ended = [...ORDER, answer('c1', '{"order":"PO-1"}'), message('assistant', 'Ordered.')];

const having = (...threads: readonly { id: string }[]) =>
  session(({ path, query }) => {
    if (path === '/v1/agents')
      return { json: query.get('archived') === 'true' ? [] : [{ id: uuid(1), name: 'Buyer' }] };
    if (path.includes('/agents/threads/')) return { json: threads.find(({ id }) => path.endsWith(id)) };
    return { json: path.endsWith('/threads') && query.get('offset') === '0' ? threads : [] };
  });

describe('search_threads with decided', () => {
  it('lists what the record says, whom it names, and what followed', async () => {
    const { call: tool } = await having(
      done(1, { ...inMetadata(RECORD), messages: ended }),
      done(2, {
        ...inMetadata(RECORD),
        status: 'FAILED',
        messages: [...ORDER, answer('c1', '{"error":"controller not reachable"}'), message('assistant', 'Failed.')],
      }),
      done(3, {
        ...inMetadata({ action: 'rejected', by: 'm.keller', message: 'We use our own crane.' }),
        status: 'approval_rejected',
        messages: [...ORDER, message('assistant', 'Not ordered.')],
      }),
      done(4, { approval: { status: 'approved', decidedBy: 'policy' }, messages: ended }),
      done(5, { messages: ended }),
    );
    const { text, data } = await tool('search_threads', { decided: true });
    golden(text);
    expect(data.threads.map(({ threadId }) => threadId)).toEqual([4, 3, 2, 1].map(uuid));
    const others = await tool('search_threads', { decided: false });
    expect(others.data.threads.map(({ threadId }) => threadId)).toEqual([uuid(5)]);
  });

  it('counts separately what only metadata records, which anybody may write', async () => {
    const { call: tool } = await having(
      done(1, { ...inMetadata(RECORD), messages: ended }),
      done(2, { ...inMetadata(RECORD), messages: ended }),
      done(3, { approval: RECORD, messages: ended }),
    );
    const { text, data } = await tool('search_threads', { decided: true, countBy: 'status' });
    expect(data.counts).toEqual([{ value: 'COMPLETED', count: 3 }]);
    expect(text).toMatch(/^Note: Outcomes of those whose decision only metadata records.*: 2 /m);
    const others = await tool('search_threads', { decided: false, countBy: 'status' });
    expect(others.text).not.toContain('Outcomes of those');
  });

  it.each([
    [
      'of several calls, nothing shows which one',
      [...ended, call('c2', 'tell', {}), answer('c2', '{"ok":true}')],
      "can't be seen",
    ],
    [
      'times of messages show which of several calls',
      [
        { ...message('user', 'Go.'), timestamp: '2026-11-24T09:00:00.000Z' },
        { ...call('c1', 'look', { at: 1 }), timestamp: '2026-11-24T09:01:00.000Z' },
        { ...answer('c1', '{"ok":true}'), timestamp: '2026-11-24T09:02:00.000Z' },
        { ...call('c2', 'place_order', { item: 'A-1' }), timestamp: '2026-11-24T09:03:00.000Z' },
        { ...answer('c2', '{"ok":true}'), timestamp: '2026-11-24T10:01:00.000Z' },
      ],
      'done as approved',
    ],
    [
      'without a call, nothing shows what it was about',
      [message('user', 'Go.'), message('assistant', 'Done.')],
      "can't be seen",
    ],
  ])('%s', async (_, messages, outcome) => {
    const { call: tool } = await having(done(1, { ...inMetadata(RECORD), messages }));
    const { data } = await tool('search_threads', { decided: true });
    expect(data.threads[0]?.outcome).toMatch(new RegExp(`^${outcome}`));
  });

  it.each([
    ['a decision that is open', { decision: 'PENDING', decidedBy: 'm.keller' }],
    ['a word', 'approved'],
    ['no decision', { required: true }],
  ])('takes %s for none', async (_, approval) => {
    const { call: tool } = await having(done(1, { ...inMetadata(approval), messages: ended }));
    expect((await tool('search_threads', { decided: true })).data.threads).toEqual([]);
  });

  it('a request that waits is not taken for what its record approved', async () => {
    const { call: tool } = await having(
      done(1, { ...inMetadata(RECORD), status: 'AWAITING_APPROVAL', messages: ORDER }),
    );
    const { data } = await tool('search_threads', { decided: true });
    expect(data.threads[0]?.outcome).toMatch(/^can't be seen/);
  });
});

describe('a rejected thread', () => {
  const rejectedBy = (approval: object) =>
    done(1, {
      ...inMetadata(approval),
      status: 'approval_rejected',
      messages: [...ORDER, message('assistant', 'No.')],
    });

  it('names in a search who decided and why, as the record has it', async () => {
    const { call: tool } = await having(rejectedBy({ ...RECORD, decision: 'REJECTED' }));
    golden(await tool('search_threads', { query: 'order' }));
  });

  it('is not said to be rejected by a human, since the record may name a program', async () => {
    const { call: tool } = await having(rejectedBy({ decision: 'REJECTED', decidedBy: 'not-asked' }));
    for (const [name, args] of [
      ['search_threads', { query: 'order' }],
      ['get_thread', { threadId: uuid(1) }],
      ['list_agent_threads', { agentId: uuid(1) }],
    ] as const) {
      const { text } = await tool(name, args);
      expect(text).toContain('rejected');
      expect(text).not.toContain('human');
    }
  });
});

describe('whoever starts a thread may write its metadata, so such a record', () => {
  it('makes no failed thread a rejected one; the thread’s own record does', async () => {
    const no = { decision: 'REJECTED', decidedBy: 'm.keller' };
    const { call: tool } = await having(
      done(1, { ...inMetadata(no), status: 'FAILED', messages: ended }),
      done(2, { approval: no, status: 'FAILED', messages: ended }),
    );
    const { data } = await tool('search_threads', { rejected: true });
    expect(data.threads.map(({ threadId }) => threadId)).toEqual([uuid(2)]);
  });

  it('is no earlier decision of the brief', async () => {
    const { call: tool } = await having(
      ...[1, 2, 3].map((n) => done(n, { ...inMetadata(RECORD), messages: ORDER })),
      thread(4, { status: 'AWAITING_APPROVAL', messages: ORDER }),
    );
    const { data } = await tool('get_thread', { threadId: uuid(4) });
    expect(JSON.stringify(data.brief ?? {})).not.toMatch(/approved/i);
  });
});
