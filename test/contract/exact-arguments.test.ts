/** What parsing would lose of a request is shown as it was sent, or the request is not read. */
import { describe, expect, it } from 'vitest';
import { golden } from '../support/golden.ts';
import { callOnce, message, session, thread, uuid } from '../support/sessions.ts';

/** The request of a thread whose call has these arguments, as an object or as text. */
async function read(args: string, isText: boolean) {
  const call = { id: 'c1', type: 'function', function: { name: 'pay', arguments: isText ? args : 'ARGS' } };
  const waiting = thread(1, {
    status: 'AWAITING_APPROVAL',
    messages: [message('user', 'Pay.'), { ...message('assistant', 'May I?'), tool_calls: [call] }],
  });
  const body = JSON.stringify(waiting).replace('"ARGS"', args);
  const { call: callTool, platform } = await session(({ path }) =>
    path.endsWith(uuid(1)) ? { text: body } : { json: [] },
  );
  const { text, data } = await callTool('get_thread', { threadId: uuid(1) });
  return { token: data.reviewToken, text, call: callTool, platform };
}

const BEYOND_A_DOUBLE = ['100000000000000.001', '100000000000000.004'] as const;

it('numbers that differ only beyond a double are shown as they were sent, and make different tokens', async () => {
  for (const isText of [true, false]) {
    const [first, second] = [
      await read(`{"amount":${BEYOND_A_DOUBLE[0]}}`, isText),
      await read(`{"amount":${BEYOND_A_DOUBLE[1]}}`, isText),
    ];
    expect(first.token).not.toBe(second.token);
    expect(second.text).toContain(BEYOND_A_DOUBLE[1]);
  }
});

it('arguments sent as text with a field twice are shown as they were sent, and never approved unasked', async () => {
  const args = '{"to":"mallory","to":"anna"}';
  const { text, token, call, platform } = await read(args, true);
  expect(text).toContain(args);
  golden(text);
  const decision = { threadId: uuid(1), status: 'APPROVED', reviewToken: token };
  expect((await call('approve_thread', decision)).isError).toBe(true);
  expect(platform.asked.filter(({ method }) => method === 'POST')).toEqual([]);
});

it.each([
  [true, '{"amount":10'],
  [true, ' {"lines":[{"amount":10},{"amount":20}'],
  [false, '{"amount":10}</tool_call>'],
  [false, '{{customer}}, thank you'],
])('whether arguments sent as text are cut off: %s for %s', async (isCut, args) => {
  expect((await read(args, true)).text.includes('are cut off')).toBe(isCut);
});

const WAITING = JSON.stringify(
  thread(1, {
    status: 'AWAITING_APPROVAL',
    note: 'to Anna',
    messages: [message('user', 'Pay.'), { ...message('assistant', 'May I?'), tool_calls: [{ name: 'noop' }] }],
  }),
);

describe('a thread with a field twice', () => {
  const TWICE = [
    ['its own', '"note":"to Anna"', '"note":"to Mallory","note":"to Anna"'],
    ['of a message', '"content":"May I?"', '"content":"May I pay Mallory?","content":"May I?"'],
    ['of a call', '"name":"noop"', '"name":"pay_mallory","name":"noop"'],
    ['written in another way', '"note":"to Anna"', '"\\u006eote":"to Mallory","note":"to Anna"'],
    ['in arguments', '"name":"noop"', '"name":"noop","arguments":{"to":"mallory","to":"anna"}'],
  ] as const;

  it.each(TWICE)('is not read, and the error says why and where to look: %s', async (_what, once, twice) => {
    const body = WAITING.replace(once, twice);
    const { call } = await session(({ path }) => (path.endsWith(uuid(1)) ? { text: body } : { json: [] }));
    const { isError, text } = await call('get_thread', { threadId: uuid(1) });
    expect(isError).toBe(true);
    expect(text).toContain('has a field twice in one object');
    expect(text).toContain('in the platform itself');
  });

  it('is read once by a wait, since it stays as it is', async () => {
    const { call, platform } = await session(() => ({ text: WAITING.replace(TWICE[0][1], TWICE[0][2]) }));
    expect((await call('wait_for_thread', { threadIds: [uuid(1)], timeoutSeconds: 20 })).isError).toBe(true);
    expect(platform.asked).toHaveLength(1);
  });

  it('leaves the others of a list readable, and is counted', async () => {
    const other = JSON.stringify(thread(2));
    const list = `[${WAITING.replace(TWICE[0][1], TWICE[0][2])},${other}]`;
    const { text } = await callOnce('list_agent_threads', { agentId: uuid(1) }, () => ({ text: list }));
    expect(text).toContain(uuid(2));
    expect(text).toContain('1 entry of the answer could not be read');
  });
});

it('a documentation page stays text, whatever JSON it has', async () => {
  const page = '{"openapi":"3.1.0","info":{},"info":{"title":"Twice"}}';
  const { call } = await session(({ path }) => (path.endsWith('/spec') ? { text: page } : { json: [] }));
  expect((await call('read_doc', { slug: 'spec' })).text).toContain('Twice');
});
