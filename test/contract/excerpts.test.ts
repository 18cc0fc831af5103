/**
 * Excerpts: each says how much of a text it shows, none cuts a request in the middle, and the next step after unread text
 * is to read it.
 */
import { describe, expect, it } from 'vitest';
import { RESULT_BUDGET } from '../../src/mcp/contract/result.ts';
import { readThrough } from '../support/data.ts';
import { missingFacts } from '../support/facts.ts';
import { golden } from '../support/golden.ts';
import type { InProcess } from '../support/in-process.ts';
import type { Asked, Told } from '../support/platform-double.ts';
import { callOnce, message, session, thread, uuid } from '../support/sessions.ts';

const STEP = { tool: expect.any(String), arguments: expect.any(Object) };
const sentences = (words: string, characters: number): string =>
  `${words} `.repeat(Math.ceil(characters / (words.length + 1))).slice(0, characters);
const asking = (messages: readonly object[], fields: object = {}) =>
  thread(1, { status: 'AWAITING_APPROVAL', messages, ...fields });
const call = (args: object) => ({
  tool_calls: [{ id: 'c1', type: 'function', function: { name: 'send_mail', arguments: JSON.stringify(args) } }],
});

function platform(...threads: readonly { id: string }[]): (asked: Asked) => Told | undefined {
  return ({ path, query }) => {
    if (path === '/v1/agents') return { json: query.get('offset') === '0' ? [{ id: uuid(1), name: 'Clerk' }] : [] };
    if (path.endsWith('/threads')) return { json: query.get('offset') === '0' ? threads : [] };
    const found = threads.find(({ id }) => path.endsWith(id));
    return found && { json: found };
  };
}

it.each([
  ['FAILED', 'a reason', 250],
  ['FAILED', 'a long reason', 900],
  ['COMPLETED', 'its end', 250],
])('a thread that is %s shows %s of %i characters in lists, up to 300 if it failed', async (status, _, characters) => {
  const messages = [
    message('user', 'Pay it.'),
    message('assistant', sentences('The bank refused the transfer.', characters)),
  ];
  const { call: use } = await session(platform(thread(1, { status, messages })));
  golden(await use('list_agent_threads', { agentId: uuid(1) }));
  golden(await use('search_threads', { agentId: uuid(1) }));
});

it('a change is only cut if that saves more than the remark about it costs', async () => {
  const { call: use } = await session(
    ({ path, body }) =>
      path === '/v1/agents'
        ? { json: [{ id: 'a1', name: 'Clerk' }] }
        : { json: { id: 'a1', name: 'Clerk', ...(body as object | undefined) } },
    { TOOLSETS: 'agents,agents-admin', APPROVALS: 'auto' },
  );
  for (const characters of [123, 150, 151]) {
    golden(await use('update_agent', { agentId: 'a1', description: sentences('Good', characters) }));
  }
});

/** Follows "Next" as long as it reads on. @returns all results, including the first, and what the last one proposes */
async function readingOn(use: InProcess['call'], first: Record<string, unknown>) {
  const results = await readThrough(use, 'get_thread', first, 'nextStep');
  return { results, last: results.at(-1)?.data.nextStep };
}

describe('a request that get_thread shows', () => {
  const words = sentences('The customer was told in March that the order would be replaced.', 5_500);
  const body = sentences('Dear Sir or Madam, we regret.', 1_800);

  it('is shown whole up to 6,000 characters, including its calls and their arguments', async () => {
    const { call: use } = await session(
      platform(asking([message('user', 'Write to them.'), { ...message('assistant', words), ...call({ body }) }])),
    );
    const { text, data } = await use('get_thread', { threadId: uuid(1) });
    expect(text).toContain(words.trim());
    expect(text).toContain(body.trim());
    expect(JSON.stringify(data).length).toBeLessThanOrEqual(RESULT_BUDGET);
    expect(data.nextStep).toMatchObject({ tool: 'approve_thread' });
    expect(missingFacts(data, text)).toEqual([]);
  });

  it('keeps to the budget with 60 calls in a message, all of which can be read', async () => {
    const calls = Array.from({ length: 60 }, (_, n) => ({
      name: 'send_mail',
      arguments: { to: n, body: body.slice(0, 300) },
    }));
    const asks = asking([message('user', 'Write.'), { ...message('assistant', 'May I?'), tool_calls: calls }]);
    const { call: use } = await session(platform(asks));
    const { text, data } = await use('get_thread', { threadId: uuid(1) });
    for (const { length } of [text, JSON.stringify(data)]) expect(length).toBeLessThanOrEqual(RESULT_BUDGET);
    const { results, last } = await readingOn(use, { threadId: uuid(1) });
    const shown = results.flatMap(({ data: part }) => part.request.filter((one) => 'call' in one));
    expect(shown).toHaveLength(60);
    // More than twenty calls are not compared whole, so nobody approves them unasked.
    expect(last).toBeUndefined();
  });

  it('says where a message ends if a place beyond its end is requested', async () => {
    const { call: use } = await session(platform(asking([message('user', 'Write.'), message('assistant', words)])));
    golden(await use('get_thread', { threadId: uuid(1), message: 2, from: 9_000 }));
  });

  it('says how much of a longer one it shows, and names the rest before the decision', async () => {
    const long = `${words}${words}${words}`;
    const { call: use } = await session(platform(asking([message('user', 'Write.'), message('assistant', long)])));
    const { text, data } = await use('get_thread', { threadId: uuid(1) });
    golden(text);
    expect(data.nextStep).toMatchObject({
      tool: 'get_thread',
      arguments: { threadId: uuid(1), reviewToken: data.reviewToken },
    });
    const { results, last } = await readingOn(use, { threadId: uuid(1) });
    const shown = results.flatMap(({ data: part }) => part.request);
    expect(shown.map(({ says }) => String(says).slice(1, -1)).join('')).toBe(long.trim());
    expect(last).toMatchObject({ tool: 'approve_thread', arguments: { reviewToken: expect.any(String) } });
  });

  it('continues without repeating its header', async () => {
    const long = `${words}${words}${words}`;
    const { call: use } = await session(
      platform(asking([message('user', 'Write.'), message('assistant', long)], { metadata: { order: 'A-77' } })),
    );
    const { text, data } = await use('get_thread', { threadId: uuid(1), message: 2, from: 6_000 });
    expect(text).not.toMatch(/A-77|metadata|createdAt|AWAITING_APPROVAL|#2/);
    expect(Object.keys(data).sort()).toEqual(['messages', 'nextStep', 'summary']);
    expect(text.length - long.slice(6_000, 14_000).length).toBeLessThan(250);
  });

  it("is not offered for decision while the agent's words just before it are unread", async () => {
    const report = sentences('Line of the report.', 9_000);
    const { call: use } = await session(
      platform(
        asking([
          message('user', 'Please check.'),
          message('assistant', report),
          message('assistant', 'Shall I send it?'),
        ]),
      ),
    );
    const { results, last } = await readingOn(use, { threadId: uuid(1) });
    const said = results.flatMap(({ data }) => data.request.map(({ says }) => String(says).slice(1, -1)));
    expect(said.join('')).toContain(report.trim());
    expect(last).toMatchObject({ tool: 'approve_thread' });
  });

  it('counts as read once only context remains', async () => {
    const steps = Array.from({ length: 14 }, (_, n) => message('tool', sentences(`Step ${n}.`, 2_000)));
    const turns = Array.from({ length: 40 }, (_, n) => message(n % 2 ? 'assistant' : 'user', `Turn ${n}.`));
    for (const before of [steps, turns]) {
      const { call: use } = await session(
        platform(
          asking([message('user', 'Go.'), ...before, message('user', 'Now.'), message('assistant', 'Shall I?')]),
        ),
      );
      const { data } = await use('get_thread', { threadId: uuid(1) });
      expect(data.nextStep).toMatchObject({ tool: 'approve_thread' });
    }
  });
});

describe('an excerpt', () => {
  const task = sentences('Check the invoice of the northern branch.', 900);
  const answer = sentences('The invoice differs in three lines from the order.', 9_300);
  const waiting = asking([message('user', task), { ...message('assistant', answer), ...call({ to: 'a@b.example' }) }]);

  it.each([
    ['list_agent_threads', { agentId: uuid(1) }, '(69 of 899 characters)', '(89 of '],
    ['search_threads', {}, '(69 of 899 characters)', '(89 of '],
    ['search_threads', { query: 'differs in three' }, '(69 of 899 characters)', ' of '],
    ['list_pending_approvals', {}, '(99 of 899 characters)', '(9,300 characters)'],
    ['wait_for_thread', { threadIds: [uuid(1)], cursor: `${uuid(1)}=0` }, ' of 899 characters)', '(9,300 characters)'],
  ])('of %s %o states how much it shows, in text and in structured content', async (tool, args, first, last) => {
    const { text, data } = await callOnce(tool, args, platform(waiting));
    for (const said of [text, JSON.stringify(data)]) expect(said).toContain(first);
    expect(text).toContain(last);
    expect(missingFacts(data, text)).toEqual([]);
  });

  it('shows the whole of a text that is only a little longer', async () => {
    const { call: use } = await session(platform(thread(1, { messages: [message('user', 'x'.repeat(95))] })));
    golden(await use('list_agent_threads', { agentId: uuid(1) }));
  });

  it('of a field leaves out at least a tenth', async () => {
    const shown = async (length: number): Promise<string> => {
      const { call: use } = await session(({ path }) =>
        path === '/v1/agents' ? { json: [{ id: uuid(1), name: 'Clerk', description: 'd'.repeat(length) }] } : undefined,
      );
      return /d{9,}…?/.exec((await use('list_agents')).text)?.[0] ?? '';
    };
    expect(await shown(177)).toBe('d'.repeat(177));
    expect(await shown(178)).toBe(`${'d'.repeat(159)}…`);
  });

  it('of a chat is marked in the question and in the answer', async () => {
    const chat = {
      chatUid: 'c1',
      assistantIdentifier: 'a',
      createdAt: '2026-11-01T10:00:00Z',
      messages: [message('user', `needle ${task}`), message('assistant', answer)],
    };
    const { text, data } = await callOnce('search_chats', { query: 'needle' }, () => ({ json: [chat] }));
    golden(text);
    expect(missingFacts(data, text)).toEqual([]);
  });

  it('of a call that is too long for the inbox says how much of it is there, and Next reads it', async () => {
    const args = { body: sentences('We accept the offer.', 10_000) };
    const { call: use } = await session(
      platform(asking([message('user', 'Do it.'), { ...message('assistant', 'Shall I?'), ...call(args) }])),
    );
    const { text, data } = await use('list_pending_approvals');
    golden(text);
    expect(data.nextStep).toMatchObject({ tool: 'get_thread', arguments: { threadId: uuid(1) } });
    expect((await use('get_thread', { threadId: uuid(1) })).data.nextStep).toMatchObject(STEP);
  });

  it('of the task has as much as in a question, where a line shows the whole request and its token approves', async () => {
    const task = sentences('Refund three of the eight wheels that are cracked.', 250);
    const asks = { ...message('assistant', 'Shall I?'), ...call({ amount: 654 }) };
    const { text, data } = await callOnce(
      'list_pending_approvals',
      {},
      platform(asking([message('user', task), asks])),
    );
    expect(text).toContain(task);
    expect(data.approvals).toMatchObject([{ about: expect.stringContaining(task), reviewToken: expect.any(String) }]);
  });

  it.each([
    { of: 'a mail of 7,000 characters', args: { body: sentences('We accept the offer.', 7_000) }, isWhole: true },
    { of: 'a list full of quotes', args: { lines: Array(150).fill({ sku: 'GP-180', note: '"' }) }, isWhole: true },
    { of: 'a mail of 9,000 characters', args: { body: sentences('We accept the offer.', 9_000) }, isWhole: false },
  ])('of an only request is needed only beyond what get_thread shows at once: $of', async ({ args, isWhole }) => {
    const asks = { ...message('assistant', 'Shall I?'), ...call(args) };
    const { call: use } = await session(platform(asking([message('user', 'Do it.'), asks])));
    const { text, data } = await use('list_pending_approvals');
    const { reviewToken } = (await use('get_thread', { threadId: uuid(1) })).data;
    expect(text.endsWith(`\n  reviewToken ${reviewToken}`)).toBe(isWhole);
    expect(text.includes('Sources: 1 value: 1 not compared (body).')).toBe(isWhole && 'body' in args);
    expect(Math.max(text.length, JSON.stringify(data).length)).toBeLessThanOrEqual(RESULT_BUDGET);
  });

  it('of twelve long requests in the inbox leaves them within 7,000 characters', async () => {
    const twelve = Array.from({ length: 12 }, (_, n) => ({
      ...asking([
        message('user', sentences('Check the invoice of the northern branch.', 300)),
        {
          ...message('assistant', sentences('The invoice differs from the order.', 900)),
          ...call({ to: `a${n}@b.example`, amount: 10 * n, body: sentences('We accept the offer.', 400) }),
        },
      ]),
      id: uuid(n + 1),
    }));
    const { text, data } = await callOnce('list_pending_approvals', {}, platform(...twelve));
    expect(data.approvals).toHaveLength(12);
    expect(text.length).toBeLessThanOrEqual(7_000);
  });

  it.each([12, 20])('of %i requests in the inbox shows 110 characters of what each agent says', async (requests) => {
    const long = Array.from({ length: requests }, (_, n) => ({
      ...asking([
        {
          ...message('assistant', sentences('The invoice differs from the order.', 900)),
          ...call({ body: `${n}: ${sentences('We accept the offer.', 400)}` }),
        },
      ]),
      id: uuid(n + 1),
    }));
    const { data } = await callOnce('list_pending_approvals', {}, platform(...long));
    const said = (data.approvals as readonly { asks?: string }[]).map(
      ({ asks = '' }) => /⟦(.*)⟧/.exec(asks)?.[1]?.length ?? 0,
    );
    expect(said).toHaveLength(requests);
    expect(Math.min(...said)).toBeGreaterThanOrEqual(110);
  });

  it.each([
    [{ amount: 249, currency: 'EUR' }, 'amount 249, currency EUR'],
    [{ refund: { total: '249.00 EUR' }, fee: 3, tip: 1 }, 'refund ⟦{"total":"249.00 EUR"}⟧, fee 3, tip 1'],
  ])('of a call in the inbox names the amounts behind it: %j', async (amounts, named) => {
    const args = { body: sentences('We accept the offer.', 10_000), ...amounts };
    const { call: use } = await session(
      platform(asking([message('user', 'Do it.'), { ...message('assistant', 'Shall I?'), ...call(args) }])),
    );
    const { text, data } = await use('list_pending_approvals');
    expect(text).toContain(` characters), ${named}\n`);
    expect(missingFacts(data, text)).toEqual([]);
  });

  it('of more calls than the inbox has room for says how many there are, and Next reads them', async () => {
    const calls = Array.from({ length: 400 }, (_, n) => ({
      id: `c${n}`,
      type: 'function',
      function: { name: `step_${n}`, arguments: `{"n":${n}}` },
    }));
    const { call: use } = await session(
      platform(asking([message('user', 'Do it.'), { ...message('assistant', 'Shall I?'), tool_calls: calls }])),
    );
    const { text, data } = await use('list_pending_approvals');
    golden(text);
    expect(missingFacts(data, text)).toEqual([]);
    expect(data.nextStep).toMatchObject({ tool: 'get_thread' });
  });
});
