/** A host that can't ask a human: each decision that was sent says so. */
import { beforeAll, describe, expect, it } from 'vitest';
import { readThrough, type Step } from '../support/data.ts';
import { golden, goldenError } from '../support/golden.ts';
import { listing, message, reviewed, session, thread, uuid } from '../support/sessions.ts';
import { slowDescribe } from '../support/thorough.ts';

it('each decision says that nobody was asked', async () => {
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
])('an error says that nobody was asked if the decision was sent: $it', async ({ status, says }) => {
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
  const told = [first, second].map(({ text }) => /^Note: No human was asked/m.test(text));
  expect(told).toEqual([says, true]);
});

it.each<Record<string, string>>([{ READ_ONLY: 'true' }, { EXCLUDE_TOOLS: 'approve_thread' }])(
  'a session that offers no decisions names no question and no card, which would be refused: %j',
  async (settings) => {
    const { call } = await session(listing(thread(1, { status: 'AWAITING_APPROVAL' })), settings);
    const { data } = await call('get_thread', { threadId: uuid(1) });
    expect(data.notes).toContain('it can be decided in a session that offers them, or in the platform itself.');
    expect(data.notes).not.toMatch(/question|card/);
    expect(data.nextStep).toBeUndefined();
  },
);

it.each([' fits the rules\n', '  '])(
  'a comment is not attributed to the human if nobody was asked: %j',
  async (comment) => {
    let status = 'AWAITING_APPROVAL';
    const { call } = await session(({ method }) => {
      if (method === 'POST') status = 'RUNNING';
      return { json: thread(1, { status }) };
    });
    const args = await reviewed({ call }, { threadId: uuid(1), status: 'APPROVED', comment });
    const { text, data } = await call('approve_thread', args);
    expect(data.decidedBy).toBe('not-asked');
    expect(text).not.toMatch(/comment|the human's/);
  },
);

describe('a decision without a human', () => {
  /** A thread that waits with this request. */
  const waiting = (content: string, settings: Record<string, string> = {}) => {
    let status = 'AWAITING_APPROVAL';
    return session(({ method }) => {
      if (method === 'POST') status = 'RUNNING';
      const messages = [message('user', 'Sort it out.'), message('assistant', content)];
      return { json: thread(1, { status, messages }) };
    }, settings);
  };
  const writes = ({ platform }: { platform: { asked: readonly { method: string }[] } }) =>
    platform.asked.filter(({ method }) => method === 'POST').length;

  it.each(['APPROVED', 'REJECTED'])(
    '%s is refused without the token of what was read; the refusal names the calls that return it',
    async (status) => {
      const opened = await waiting('May I go on?');
      const { isError, text } = await opened.call('approve_thread', { threadId: uuid(1), status });
      expect([isError, writes(opened)]).toEqual([true, 0]);
      golden(text);
    },
  );

  const CONTRADICTED = 'Shall I refund 64.00 GBP? I would call create_refund with {"amount":640,"currency":"GBP"}.';

  it('APPROVED is refused with a contradiction; the refusal names it and how a human can decide', async () => {
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

  const REQUESTS = [
    {
      it: 'a call with long arguments',
      messages: [
        { ...message('assistant', 'May I?'), ...call({ comment: 'x'.repeat(7_000), statement: 'DROP TABLE c' }) },
      ],
    },
    { it: 'a long text', messages: [message('assistant', 'and so on '.repeat(700))] },
    { it: 'eleven messages', messages: steps(11) },
    {
      it: 'ten messages of 900 characters',
      messages: Array.from({ length: 10 }, () => message('assistant', 'and so on '.repeat(90))),
    },
    {
      it: 'a condition before rows and calls that take most of an answer as JSON',
      messages: [
        message('assistant', 'Only if the carrier says that it is lost.'),
        ...[26, 26, 26, 26, 52].map((count) =>
          message('assistant', '{"id":"A17","sku":"b-9","qty":"1"},\n'.repeat(count)),
        ),
        ...[50, 24].map((length) => ({
          ...message('assistant', ''),
          ...call({ rows: Array.from({ length }, (_, n) => ({ id: `A${n}`, sku: 'b-9', qty: '1' })) }),
        })),
      ],
    },
    { it: 'ten messages', messages: steps(10) },
    {
      it: 'a call in front of ten messages',
      messages: [{ ...message('assistant', ''), ...call({ n: 1 }) }, ...steps(10)],
    },
    {
      it: 'a long unanswered call before the user’s last words',
      messages: [
        { ...message('assistant', 'Thus:'), ...call({ comment: 'x'.repeat(900), statement: 'DROP TABLE c' }) },
        message('user', 'Mail them, too.'),
        { ...message('assistant', 'May I?'), tool_calls: [{ name: 'mail', arguments: '{}' }] },
      ],
    },
    {
      it: 'long fields beside the arguments of a call',
      messages: [
        {
          ...message('assistant', ''),
          tool_calls: [{ name: 'run_sql', arguments: '{}', on: 'and so on '.repeat(60) }],
        },
      ],
    },
    {
      it: 'long fields of a step before it',
      messages: [
        { ...message('assistant', 'I look.'), ...call({}), plan: 'and so on '.repeat(60) },
        { ...message('tool', 'found'), tool_call_id: 'c' },
        message('assistant', 'May I?'),
      ],
    },
    {
      it: 'messages of many calls',
      messages: Array.from({ length: 3 }, (_, n) => ({
        ...message('assistant', `Step ${n}.`),
        tool_calls: Array.from({ length: 6 }, (_, at) => ({ name: `f${n}-${at}`, arguments: { n: 'x'.repeat(200) } })),
      })),
    },
    {
      it: 'the arguments of a call that a gate answered, which the brief has whole',
      messages: [
        { ...message('assistant', ''), ...call({ comment: 'x'.repeat(900) }) },
        { ...message('tool', 'needs approval'), tool_call_id: 'c' },
      ],
    },
    { it: 'long fields of its own', fields: { note: 'and so on '.repeat(60) }, messages: steps(1) },
    { it: 'short fields of its own', fields: { note: 'and so on' }, messages: steps(1) },
    { it: 'sixty thousand characters', messages: [message('assistant', 'and so on '.repeat(6_000))] },
  ];

  const needsAllRead = ({ messages, fields = {} }: { messages: readonly object[]; fields?: object }) => {
    const opened = () => {
      let status = 'AWAITING_APPROVAL';
      return session(({ method }) => {
        if (method === 'POST') status = 'RUNNING';
        return {
          json: thread(1, { status, messages: [message('user', 'Sort it out.'), ...messages], ...fields }),
        };
      });
    };
    let reader: Awaited<ReturnType<typeof opened>>;
    /** The tokens of a whole reading, by what Next proposes; and the last proposal. */
    const tokens: string[] = [];
    let next: Step | undefined;
    beforeAll(async () => {
      reader = await opened();
      const read = await readThrough(reader.call, 'get_thread', { threadId: uuid(1) }, 'nextStep');
      for (const { data, text, isError } of read) {
        expect([isError, text.length <= 12_500, JSON.stringify(data).length <= 12_500]).toEqual([false, true, true]);
        tokens.push(String(data.reviewToken));
        next = data.nextStep;
      }
    });

    it('the tokens of its parts approve nothing with any tool, but can reject', async () => {
      for (const reviewToken of tokens.slice(0, -1)) {
        const args = { threadId: uuid(1), status: 'APPROVED', reviewToken };
        expect((await reader.call('approve_thread', args)).isError).toBe(true);
        const batch = await reader.call('decide_approvals', { items: [args, { ...args, threadId: 'another' }] });
        expect([batch.isError, writes(reader)]).toEqual([true, 0]);
      }
      await reader.call('approve_thread', { threadId: uuid(1), status: 'REJECTED', reviewToken: tokens[0] });
      expect(writes(reader)).toBe(1);
    });

    it('the token of the last part approves, as proposed under Next', async () => {
      const one = await opened();
      expect(next).toMatchObject({ tool: 'approve_thread', arguments: { reviewToken: tokens.at(-1) } });
      await one.call('approve_thread', { ...next?.arguments, status: 'APPROVED' });
      expect(writes(one)).toBe(1);
    });

    it('the token of the last part also approves in a batch', async () => {
      const one = await opened();
      const item = { threadId: uuid(1), status: 'APPROVED', reviewToken: tokens.at(-1) };
      await one.call('decide_approvals', { items: [item, { ...item, threadId: 'another' }] });
      expect(writes(one)).toBe(1);
    });
  };
  describe.each(REQUESTS.slice(0, 4))('APPROVED is refused unless all of the request was read: $it', needsAllRead);
  slowDescribe.each(REQUESTS.slice(4))('APPROVED is refused unless all of the request was read: $it', needsAllRead);

  it('APPROVED is refused beyond 100,000 characters, and the text says so instead of a next step', async () => {
    const opened = await waiting('and so on '.repeat(10_100));
    const { text, data } = await opened.call('get_thread', { threadId: uuid(1) });
    golden(text.replace(/(?:and so on )+/g, 'and so on … '));
    const args = { threadId: uuid(1), status: 'APPROVED', reviewToken: data.reviewToken };
    expect((await opened.call('approve_thread', args)).isError).toBe(true);
    expect(writes(opened)).toBe(0);
  });

  it('APPROVED is refused with the token of a part; the refusal names the call that reads on', async () => {
    const opened = await waiting('and so on '.repeat(1_500));
    const args = await reviewed(opened, { threadId: uuid(1), status: 'APPROVED' });
    golden(await opened.call('approve_thread', args));
  });

  it('APPROVED is refused after a part of an earlier state was read, and reading on says what changed', async () => {
    let content = 'and so on '.repeat(1_500);
    const one = await session(() => ({
      json: thread(1, {
        status: 'AWAITING_APPROVAL',
        messages: [message('user', 'Go.'), message('assistant', content)],
      }),
    }));
    const { reviewToken } = await reviewed(one, { threadId: uuid(1) });
    content += 'Wire it.';
    goldenError(await one.call('get_thread', { threadId: uuid(1), reviewToken }));
  });

  it('the request loses no space to facts about earlier requests', async () => {
    const key = (n: number) => `what_the_customer_said_when_asked_about_line_${n}`;
    /** The first three calls choose among words, the others have amounts. */
    const callOf = (tool: number, words: string, amount: number) => ({
      name: `refund_the_lines_of_order_${tool}`,
      arguments: Object.fromEntries([1, 2, 3].map((n) => [key(n), tool > 3 ? amount + n : words])),
      reason: 'The customer is right: this line was never delivered, or it was broken.',
    });
    const tools = [1, 2, 3, 4, 5, 6, 7, 8];
    const earlier = Array.from({ length: 20 }, (_, n) =>
      thread(n + 2, {
        status: 'COMPLETED',
        messages: [
          message('user', 'Sort it out.'),
          {
            ...message('assistant', 'I do it.'),
            tool_calls: tools.map((tool) => callOf(tool, `agreed by telephone, see the note (${n % 5})`, n)),
          },
        ],
      }),
    );
    const waits = thread(1, {
      status: 'AWAITING_APPROVAL',
      metadata: { channel: 'telephone', customer: 'A. Walsh, 14 Mill Lane, Otley, West Yorkshire', since: 2019 },
      messages: [
        message('user', 'Sort it out.'),
        message('assistant', 'Only if the carrier says that it is lost.'),
        ...Array.from({ length: 6 }, () => message('assistant', 'and so on '.repeat(95))),
        {
          ...message('assistant', 'May I?'),
          tool_calls: tools.map((tool) => callOf(tool, 'nothing', 9_000)),
        },
      ],
    });
    let isDecided = false;
    const one = await session(({ method, path }) => {
      isDecided ||= method === 'POST';
      if (path === '/v1/agents') return { json: [{ id: uuid(1), name: 'Refunds' }] };
      return {
        json: path.endsWith('/threads')
          ? [...earlier, waits]
          : { ...waits, status: isDecided ? 'RUNNING' : waits.status },
      };
    });
    const { data, text } = await one.call('get_thread', { threadId: uuid(1) });
    for (const told of [text, JSON.stringify(data)]) {
      expect(told.length).toBeLessThanOrEqual(12_000);
      expect(told).toContain('Only if the carrier says that it is lost.');
    }
  });

  it.each([
    { content: CONTRADICTED, approvals: 'auto', isTold: true },
    { content: CONTRADICTED, approvals: 'off', isTold: false },
    { content: CONTRADICTED, approvals: 'require', isTold: false },
    { content: 'May I go on?', approvals: 'auto', isTold: false },
  ])('the inbox says what can only be rejected: $isTold for “$content” under $approvals', async (of) => {
    const messages = [message('user', 'Sort it out.'), message('assistant', of.content)];
    const one = await session(listing(thread(1, { status: 'AWAITING_APPROVAL', messages })), {
      APPROVALS: of.approvals,
    });
    const { text } = await one.call('list_pending_approvals');
    expect(text.includes('What is contradictory can only be rejected here')).toBe(of.isTold);
  });

  it.each([
    { it: 'a part of the request', content: 'and so on '.repeat(1_000), isSent: false },
    { it: 'all of it', content: 'May I go on?', isSent: true },
    { it: 'all of a longer one, since no other is listed', content: 'and so on '.repeat(800), isSent: true },
  ])(
    'APPROVED with the token of a line that shows $it: sent $isSent; REJECTED is sent',
    async ({ content, isSent }) => {
      for (const status of ['APPROVED', 'REJECTED']) {
        const messages = [message('user', 'Sort it out.'), message('assistant', content)];
        let now = thread(1, { status: 'AWAITING_APPROVAL', messages });
        const one = await session((asked) => {
          if (asked.method === 'POST') now = { ...now, status: status === 'APPROVED' ? 'RUNNING' : 'FAILED' };
          return listing(now)(asked);
        });
        const [line] = (await one.call('list_pending_approvals')).data.approvals;
        const args = { threadId: uuid(1), status, reviewToken: line?.reviewToken };
        const { text } = await one.call('approve_thread', args);
        const refused = status === 'APPROVED' && !isSent;
        expect([status, writes(one)]).toEqual([status, refused ? 0 : 1]);
        golden(text);
      }
    },
  );

  it.each([
    {
      it: 'a call’s other fields',
      shows: 'Also sent with this call: ⟦{"on":"prod"}⟧',
      messages: [{ ...message('assistant', ''), tool_calls: [{ name: 'f', on: 'prod' }] }],
    },
    {
      it: 'another’s words',
      shows: 'system says: ⟦This drops it.⟧',
      messages: [message('system', 'This drops it.'), message('assistant', 'May I?')],
    },
    {
      it: 'an unanswered call from before',
      shows: 'Still open: run_sql with n 1 (requested before',
      messages: [
        { ...message('assistant', ''), ...call({ n: 1 }) },
        message('user', 'Mail them, too.'),
        { ...message('assistant', ''), tool_calls: [{ name: 'mail' }] },
      ],
    },
  ])(
    'APPROVED is refused with the token of a long request’s line, which leaves out $it; a short one’s shows it',
    async ({ messages, shows }) => {
      const decide = async (words: string) => {
        const said = words === '' ? [] : [message('assistant', words)];
        const all = [message('user', 'Sort it out.'), ...messages, ...said];
        const waits = thread(1, { status: 'AWAITING_APPROVAL', messages: all });
        const one = await session(listing(waits));
        const { data, text: list } = await one.call('list_pending_approvals');
        const [line] = data.approvals;
        const args = { threadId: uuid(1), status: 'APPROVED', reviewToken: line?.reviewToken };
        const { text } = await one.call('approve_thread', args);
        return { list, text, sent: writes(one) };
      };
      const long = await decide('and so on '.repeat(1_000));
      expect(long.list).not.toContain(shows);
      expect(long.sent).toBe(0);
      golden(long.text);
      const short = await decide('');
      expect(short.list).toContain(shows);
      expect(short.sent).toBe(1);
    },
  );

  it.each([
    {
      it: 'the name of a message that has no words',
      shows: 'wipe_customers',
      asks: { ...message('assistant', ''), name: 'wipe_customers' },
    },
    {
      it: 'the agent’s words even if they contain an argument of its call',
      shows: 'I do not confirm it: 500 EUR?',
      asks: {
        ...message('assistant', 'I do not confirm it: 500 EUR?'),
        tool_calls: [{ name: 'sh', arguments: 'no' }],
      },
    },
  ])('the inbox shows $it', async ({ shows, asks }) => {
    const messages = [message('user', 'Sort it out.'), asks];
    const one = await session(listing(thread(1, { status: 'AWAITING_APPROVAL', messages })));
    const { text, data } = await one.call('list_pending_approvals');
    for (const shown of [text, JSON.stringify(data)]) expect(shown).toContain(shows);
  });

  it.each([{ message: 1 }, { before: 2 }, { message: 0 }])(
    'a part of the conversation gives no token, but names the call that reads the request: %j',
    async (part) => {
      const opened = await waiting('May I?');
      const { text, data } = await opened.call('get_thread', { threadId: uuid(1), ...part });
      expect(data.reviewToken).toBeUndefined();
      golden(text);
    },
  );

  it.each([
    { it: 'from get_thread', fields: { tags: ['web'] } },
    { it: 'from get_thread, as an empty list', fields: { tags: ['web'], messages: [] } },
  ])('APPROVED is refused if the platform leaves out the conversation: $it', async ({ fields }) => {
    const { messages: _, ...without } = thread(1, { status: 'AWAITING_APPROVAL' });
    const waits = { ...without, ...fields };
    const one = await session(({ method, path }) => {
      if (path === '/v1/agents') return { json: [{ id: uuid(1), name: 'Refunds' }] };
      if (method === 'POST') return { json: { ...waits, status: 'RUNNING' } };
      return { json: path.endsWith('/threads') ? [waits] : waits };
    });
    const [line] = (await one.call('list_pending_approvals')).data.approvals;
    const read = (await one.call('get_thread', { threadId: uuid(1) })).data.reviewToken;
    const args = { threadId: uuid(1), status: 'APPROVED', reviewToken: read ?? line?.reviewToken };
    const { text } = await one.call('approve_thread', args);
    expect(writes(one)).toBe(0);
    golden(text);
  });

  it('get_thread shows the other fields of a call', async () => {
    const calls = [{ name: 'run_sql', arguments: '{"n":1}', environment: 'production' }];
    const opened = await session(() => ({
      json: thread(1, {
        status: 'AWAITING_APPROVAL',
        messages: [message('user', 'Sort it out.'), { ...message('assistant', 'May I?'), tool_calls: calls }],
      }),
    }));
    const { text, data } = await opened.call('get_thread', { threadId: uuid(1) });
    for (const shown of [text, JSON.stringify(data)]) expect(shown).toContain('production');
  });

  it('APPROVED is sent with approvals off', async () => {
    const opened = await waiting(CONTRADICTED, { APPROVALS: 'off' });
    await opened.call('approve_thread', { threadId: uuid(1), status: 'APPROVED' });
    expect(writes(opened)).toBe(1);
  });

  it('PENDING sends nothing, with or without a token', async () => {
    const opened = await waiting(CONTRADICTED);
    const { isError, text } = await opened.call('approve_thread', { threadId: uuid(1), status: 'PENDING' });
    expect([isError, writes(opened)]).toEqual([false, 0]);
    golden(text);
  });
});
