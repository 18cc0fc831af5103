/** Requests that differ only in what parsing would lose are two requests, and are shown as they were sent. */
import { expect, it } from 'vitest';
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
])('%s', async (_what, one, other) => {
  for (const isText of [true, false]) {
    const [first, second] = [await read(one, isText), await read(other, isText)];
    expect(first.token).not.toBe(second.token);
    expect(second.isShown).toBe(true);
  }
});
