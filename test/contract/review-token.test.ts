/** A reviewToken is valid until its thread changes or is decided, and only unchanged. */
import { expect, it } from 'vitest';
import { goldenError } from '../support/golden.ts';
import { message, session, thread, uuid } from '../support/sessions.ts';

/** A thread that waits, and one decision on it at most: an approval lets it go on. */
async function waiting() {
  const decisions: unknown[] = [];
  let current = thread(1, { status: 'AWAITING_APPROVAL' });
  const { call } = await session(({ method, path }) => {
    if (method === 'POST') {
      decisions.push(path);
      current = { ...current, status: 'RUNNING' };
    }
    return path.includes('/threads/') ? { json: current } : { json: [current] };
  });
  const read = async (): Promise<string> => String((await call('get_thread', { threadId: uuid(1) })).data.reviewToken);
  return {
    decisions,
    read,
    token: await read(),
    call,
    decide: (reviewToken: string, status = 'APPROVED') =>
      call('approve_thread', { threadId: uuid(1), status, reviewToken }),
    change: (fields: object) => {
      current = { ...current, ...fields };
    },
  };
}

it('a reviewToken is the same however often, and by whatever tool, the request is read', async () => {
  const { call, read, token } = await waiting();
  expect(await read()).toBe(token);
  const { data } = await call('list_pending_approvals', { agentId: uuid(1) });
  expect(data.approvals).toEqual([expect.objectContaining({ reviewToken: token })]);
});

it('a reviewToken stays valid if the request is read again and left waiting in between', async () => {
  const { decide, decisions, read, token } = await waiting();
  expect(await decide(token, 'PENDING')).toMatchObject({ isError: false, data: { decision: 'none' } });
  await read();
  expect(decisions).toEqual([]);
  expect(await decide(token)).toMatchObject({ isError: false, data: { decision: 'APPROVED' } });
  expect(decisions).toHaveLength(1);
});

it('a reviewToken does not decide again on a thread that waits as before: a request is decided once', async () => {
  const { decide, decisions, token, change } = await waiting();
  await decide(token);
  change({ status: 'AWAITING_APPROVAL' });
  goldenError(await decide(token));
  expect(decisions).toHaveLength(1);
});

it.each([
  [
    'a message was added',
    { messages: [message('user', 'Do it.'), message('assistant', 'May I?'), message('assistant', 'Now?')] },
  ],
  ['a word changed', { messages: [message('user', 'Do it.'), message('assistant', 'May I do step 2?')] }],
  ['a message is gone', { messages: [message('user', 'Do it.')] }],
  ['an unforeseen field was added', { risk: 'high' }],
  ['its metadata changed', { metadata: { limit: 'none' } }],
  ['a call was added beside the messages', { tool_calls: [{ name: 'pay', arguments: '{"amount":900}' }] }],
  ['it went to another agent', { agentId: uuid(2) }],
])('a reviewToken is refused after %s, and the refusal says what changed', async (_what, fields) => {
  const { decide, decisions, token, change } = await waiting();
  change(fields);
  goldenError(await decide(token));
  expect(decisions).toEqual([]);
});

it.each([
  ['time', { updatedAt: '2026-11-02T10:00:00.000Z' }],
  ['cost', { cost: 7 }],
  ['id in other letters', { id: uuid(1).toUpperCase() }],
])('a reviewToken stays valid when its thread’s %s changes, which moves on by itself', async (_what, fields) => {
  const { decide, token, change } = await waiting();
  change(fields);
  expect(await decide(token)).toMatchObject({ isError: false });
});

it.each<[string, (token: string) => string]>([
  ['in capitals', (token) => token.toUpperCase()],
  ['followed by a space', (token) => `${token} `],
  ['with a zero before its count', (token) => `0${token}`],
  ['with another count', (token) => token.replace(/^\d+/, '3')],
  ['without its last letter', (token) => token.slice(0, -1)],
  ['with one more letter', (token) => `${token}0`],
  ['with its last letter changed', (token) => token.replace(/.$/, (last) => (last === '0' ? '1' : '0'))],
])('a reviewToken %s decides nothing', async (_what, spelt) => {
  const { decide, decisions, token } = await waiting();
  expect(await decide(spelt(token))).toMatchObject({ isError: true });
  expect(decisions).toEqual([]);
  expect((await decide(token)).isError).toBe(false);
});
