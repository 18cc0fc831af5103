/** Requests that differ only in what parsing would lose are two requests, and are shown as they were sent. */
import { describe, expect, it } from 'vitest';
import { golden } from '../support/golden.ts';
import { message, session, thread, uuid } from '../support/sessions.ts';

/** The request of a thread whose call has these arguments, as an object or as text. */
async function read(args: string, isText: boolean) {
  const call = { id: 'c1', type: 'function', function: { name: 'pay', arguments: isText ? args : 'ARGS' } };
  const waiting = thread(1, {
    status: 'AWAITING_APPROVAL',
    messages: [message('user', 'Pay.'), { ...message('assistant', 'May I?'), tool_calls: [call] }],
  });
  const body = JSON.stringify(waiting).replace('"ARGS"', args);
  const { call: callTool } = await session(({ path }) => (path.endsWith(uuid(1)) ? { text: body } : { json: [] }));
  const { text, data } = await callTool('get_thread', { threadId: uuid(1) });
  return { token: data.reviewToken, isShown: text.includes(args) };
}

it.each([
  ['numbers beyond a double', '{"amount":100000000000000.001}', '{"amount":100000000000000.004}'],
  ['a key that is sent twice', '{"amount":1000}', '{"amount":1,"amount":1000}'],
])('a difference is shown, and changes the token: %s', async (_what, one, other) => {
  for (const isText of [true, false]) {
    const [first, second] = [await read(one, isText), await read(other, isText)];
    expect(first.token).not.toBe(second.token);
    expect(second.isShown).toBe(true);
  }
});

const WAITING = JSON.stringify(
  thread(1, {
    status: 'AWAITING_APPROVAL',
    note: 'to Anna',
    messages: [message('user', 'Pay.'), { ...message('assistant', 'May I?'), tool_calls: [{ name: 'noop' }] }],
  }),
);

describe('a field that is sent twice, with another value the first time', () => {
  it.each([
    ['of the thread', '"note":"to Anna"', '"note":"to Mallory","note":"to Anna"'],
    ['of a message', '"content":"May I?"', '"content":"May I pay Mallory?","content":"May I?"'],
    ['the calls of a message', '"tool_calls":', '"tool_calls":[{"name":"pay_mallory"}],"tool_calls":'],
    ['of a call', '"name":"noop"', '"name":"pay_mallory","name":"noop"'],
    ['written in another way', '"note":"to Anna"', '"\\u006eote":"to Mallory","note":"to Anna"'],
    ['three times', '"note":"to Anna"', '"note":"to Mallory","note":1,"note":"to Anna"'],
    ['beside one of its new name', '"note":"to Anna"', '"note (sent before)":1,"note":"to Mallory","note":"to Anna"'],
    ['in arguments', '"name":"noop"', '"name":"noop","arguments":{"to":"mallory","to":"anna"}'],
  ])('%s, is shown with both values, and never approved unasked', async (_what, once, twice) => {
    const body = WAITING.replace(once, twice);
    const { call, platform } = await session(({ path }) => (path.endsWith(uuid(1)) ? { text: body } : { json: [] }));
    const { text, data } = await call('get_thread', { threadId: uuid(1) });
    expect(text.toLowerCase()).toContain('mallory');
    golden(text);
    const args = { threadId: uuid(1), status: 'APPROVED', reviewToken: data.reviewToken };
    expect((await call('approve_thread', args)).isError).toBe(true);
    expect(platform.asked.filter(({ method }) => method === 'POST')).toEqual([]);
  });

  it('is no contradiction if both are equal', async () => {
    const body = WAITING.replace('"note":"to Anna"', '"note":"to Anna","note":"to Anna"');
    const { call } = await session(({ path }) => (path.endsWith(uuid(1)) ? { text: body } : { json: [] }));
    expect((await call('get_thread', { threadId: uuid(1) })).text).not.toContain('twice');
  });
});
