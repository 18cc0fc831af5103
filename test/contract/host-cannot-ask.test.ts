/** A host that can't ask a human: that is said with each decision that was sent. */
import { describe, expect, it } from 'vitest';
import { golden } from '../support/golden.ts';
import { message, reviewed, session, thread, uuid } from '../support/sessions.ts';

it('says with each decision that nobody was asked', async () => {
  const statuses = new Map<string, string>();
  const { call } = await session(({ method, path }) => {
    const id = /threads\/([^/]+)/.exec(path)?.[1];
    if (id === undefined) return undefined;
    if (method === 'POST') statuses.set(id, 'RUNNING');
    return { json: thread(Number(id.slice(-12)), { status: statuses.get(id) ?? 'AWAITING_APPROVAL' }) };
  });
  const approve = async (n: number) =>
    call('approve_thread', await reviewed({ call }, { threadId: uuid(n), status: 'APPROVED' }));
  const first = await approve(1);
  const second = await approve(2);
  expect([first, second].map(({ data }) => data.decidedBy)).toEqual(['not-asked', 'not-asked']);
  // One sentence.
  golden(first.text);
  golden(second.text);
});

it.each([
  { it: 'a decision of unknown outcome', status: 500, says: true },
  { it: 'a decision that did not take effect', status: 200, says: true },
  { it: 'a decision that the platform refused', status: 409, says: false },
])('says in an error that nobody was asked if the decision was sent: $it', async ({ status, says }) => {
  let isSecondDecided = false;
  const { call } = await session(({ method, path }) => {
    const id = Number(/threads\/([^/]+)/.exec(path)?.[1]?.slice(-12));
    const waiting = thread(id, { status: 'AWAITING_APPROVAL' });
    if (method === 'POST' && id === 1) return { status, body: waiting };
    isSecondDecided ||= method === 'POST';
    return { json: isSecondDecided ? thread(id, { status: 'RUNNING' }) : waiting };
  });
  const approve = async (n: number) =>
    call('approve_thread', await reviewed({ call }, { threadId: uuid(n), status: 'APPROVED' }));
  const first = await approve(1);
  const second = await approve(2);
  expect([first.isError, second.isError]).toEqual([true, false]);
  const told = [first, second].map(({ text }) => /^Note: This server did not ask a human/m.test(text));
  expect(told).toEqual([says, true]);
});

it.each([' fits the rules\n', '  '])('calls no comment the human’s where nobody was asked: %j', async (comment) => {
  let status = 'AWAITING_APPROVAL';
  const { call } = await session(({ method }) => {
    if (method === 'POST') status = 'RUNNING';
    return { json: thread(1, { status }) };
  });
  const args = await reviewed({ call }, { threadId: uuid(1), status: 'APPROVED', comment });
  const { text, data } = await call('approve_thread', args);
  expect(data.decidedBy).toBe('not-asked');
  expect(text).not.toMatch(/comment|the human's/);
});

describe('without a human, a decision is refused', () => {
  /** A thread that waits with this request. */
  const waiting = (content: string, settings: Record<string, string> = {}) =>
    session(
      ({ method }) => ({
        json: thread(1, {
          status: method === 'POST' ? 'RUNNING' : 'AWAITING_APPROVAL',
          messages: [message('user', 'Sort it out.'), message('assistant', content)],
        }),
      }),
      settings,
    );
  const writes = ({ platform }: { platform: { asked: readonly { method: string }[] } }) =>
    platform.asked.filter(({ method }) => method === 'POST').length;

  it.each(['APPROVED', 'REJECTED'])(
    '%s without the token of what was read, which is named with the calls that give it',
    async (status) => {
      const opened = await waiting('May I go on?');
      const { isError, text } = await opened.call('approve_thread', { threadId: uuid(1), status });
      expect([isError, writes(opened)]).toEqual([true, 0]);
      golden(text);
    },
  );

  const CONTRADICTED = 'Shall I refund 64.00 GBP? I would call create_refund with {"amount":640,"currency":"GBP"}.';

  it('APPROVED with a contradiction, and the refusal names it and how a human can decide', async () => {
    const opened = await waiting(CONTRADICTED);
    const args = await reviewed(opened, { threadId: uuid(1), status: 'APPROVED' });
    const { isError, text } = await opened.call('approve_thread', args);
    expect([isError, writes(opened)]).toEqual([true, 0]);
    golden(text);
  });

  const call = (args: object) => ({
    tool_calls: [{ id: 'c', type: 'function', function: { name: 'run_sql', arguments: JSON.stringify(args) } }],
  });
  const steps = (count: number) => Array.from({ length: count }, (_, n) => message('assistant', `Step ${n}.`));

  describe.each([
    {
      it: 'a call with long arguments',
      messages: [
        { ...message('assistant', 'May I?'), ...call({ comment: 'x'.repeat(7_000), statement: 'DROP TABLE c' }) },
      ],
      isSent: false,
    },
    { it: 'a long text', messages: [message('assistant', 'and so on '.repeat(700))], isSent: false },
    { it: 'eleven messages', messages: steps(11), isSent: false },
    {
      it: 'ten messages of 900 characters',
      messages: Array.from({ length: 10 }, () => message('assistant', 'and so on '.repeat(90))),
      isSent: false,
    },
    { it: 'ten messages', messages: steps(10), isSent: true },
    {
      it: 'a call in front of ten messages',
      messages: [{ ...message('assistant', ''), ...call({ n: 1 }) }, ...steps(10)],
      isSent: false,
    },
    { it: 'long fields of its own', fields: { note: 'and so on '.repeat(60) }, messages: steps(1), isSent: false },
    { it: 'short fields of its own', fields: { note: 'and so on' }, messages: steps(1), isSent: true },
  ])('if it is longer than one answer of get_thread: $it', ({ messages, fields = {}, isSent }) => {
    const opened = () =>
      session(({ method }) => ({
        json: thread(1, {
          status: method === 'POST' ? 'RUNNING' : 'AWAITING_APPROVAL',
          messages: [message('user', 'Sort it out.'), ...messages],
          ...fields,
        }),
      }));

    it(`APPROVED is ${isSent ? 'sent' : 'refused'}`, async () => {
      const one = await opened();
      const args = await reviewed(one, { threadId: uuid(1), status: 'APPROVED' });
      const { text } = await one.call('approve_thread', args);
      expect(writes(one)).toBe(isSent ? 1 : 0);
      golden(text);
    });

    it(`APPROVED in a batch is ${isSent ? 'sent' : 'refused'}`, async () => {
      const one = await opened();
      const item = await reviewed(one, { threadId: uuid(1), status: 'APPROVED' });
      const { text } = await one.call('decide_approvals', { items: [item, { ...item, threadId: 'another' }] });
      expect(writes(one)).toBe(isSent ? 1 : 0);
      golden(text);
    });

    it('REJECTED is sent', async () => {
      const one = await opened();
      await one.call('approve_thread', await reviewed(one, { threadId: uuid(1), status: 'REJECTED' }));
      expect(writes(one)).toBe(1);
    });
  });

  it.each([
    { it: 'a part of the request', content: 'and so on '.repeat(20), isSent: false },
    { it: 'all of it', content: 'May I go on?', isSent: true },
  ])(
    'APPROVED with the token of a line that shows $it: sent $isSent; REJECTED is sent',
    async ({ content, isSent }) => {
      for (const status of ['APPROVED', 'REJECTED']) {
        const waits = thread(1, {
          status: 'AWAITING_APPROVAL',
          messages: [message('user', 'Sort it out.'), message('assistant', content)],
        });
        const one = await session(({ method, path }) => {
          if (path === '/v1/agents') return { json: [{ id: uuid(1), name: 'Refunds' }] };
          if (method === 'POST') return { json: { ...waits, status: 'RUNNING' } };
          return { json: path.endsWith('/threads') ? [waits] : waits };
        });
        const [line] = (await one.call('list_pending_approvals')).data.approvals as { reviewToken: string }[];
        const args = { threadId: uuid(1), status, reviewToken: line?.reviewToken };
        const { text } = await one.call('approve_thread', args);
        const refused = status === 'APPROVED' && !isSent;
        expect([status, writes(one)]).toEqual([status, refused ? 0 : 1]);
        golden(text);
      }
    },
  );

  it('but not with approvals off', async () => {
    const opened = await waiting(CONTRADICTED, { APPROVALS: 'off' });
    await opened.call('approve_thread', { threadId: uuid(1), status: 'APPROVED' });
    expect(writes(opened)).toBe(1);
  });

  it('and PENDING sends nothing, token or not', async () => {
    const opened = await waiting(CONTRADICTED);
    const { isError, text } = await opened.call('approve_thread', { threadId: uuid(1), status: 'PENDING' });
    expect([isError, writes(opened)]).toEqual([false, 0]);
    golden(text);
  });
});
