/** A host that can't ask a human: that is said, truly, and once. */
import { expect, it } from 'vitest';
import { session, thread, uuid } from '../support/sessions.ts';

it('says once in a session that nobody was asked', async () => {
  const { call } = await session(({ method, path }) => {
    const id = /threads\/([^/]+)/.exec(path)?.[1];
    if (id === undefined) return undefined;
    const status = method === 'POST' ? 'RUNNING' : 'AWAITING_APPROVAL';
    return { json: thread(Number(id.slice(-12)), { status }) };
  });
  const first = await call('approve_thread', { threadId: uuid(1), status: 'PENDING' });
  const second = await call('approve_thread', { threadId: uuid(2), status: 'PENDING' });
  expect([first, second].map(({ data }) => data.decidedBy)).toEqual(['not-asked', 'not-asked']);
  // One sentence.
  expect(first.text).toMatch(/^Note: This server did not ask a human, because the client does not declare [^.]*\.$/m);
  expect(second.text).not.toContain('did not ask a human');
});

it.each([
  { it: 'a decision of unknown outcome', status: 500, says: 'first' },
  { it: 'a decision that did not take effect', status: 200, says: 'first' },
  { it: 'a decision that the platform refused', status: 409, says: 'second' },
])('says that nobody was asked with the first decision that was sent: $it', async ({ status, says }) => {
  const { call } = await session(({ method, path }) => {
    const id = Number(/threads\/([^/]+)/.exec(path)?.[1]?.slice(-12));
    if (method === 'GET') return { json: thread(id, { status: 'AWAITING_APPROVAL' }) };
    return id === 1
      ? { status, body: thread(id, { status: 'AWAITING_APPROVAL' }) }
      : { json: thread(id, { status: 'RUNNING' }) };
  });
  const first = await call('approve_thread', { threadId: uuid(1), status: 'APPROVED' });
  const second = await call('approve_thread', { threadId: uuid(2), status: 'PENDING' });
  expect([first.isError, second.isError]).toEqual([true, false]);
  const told = [first, second].map(({ text }) => /^Note: This server did not ask a human/m.test(text));
  expect(told).toEqual([says === 'first', says === 'second']);
});

it.each([' fits the rules\n', '  '])('calls no comment the human’s where nobody was asked: %j', async (comment) => {
  const { call } = await session(({ method }) => ({
    json: thread(1, { status: method === 'POST' ? 'RUNNING' : 'AWAITING_APPROVAL' }),
  }));
  const { text, data } = await call('approve_thread', { threadId: uuid(1), status: 'PENDING', comment });
  expect(data.decidedBy).toBe('not-asked');
  expect(text).not.toMatch(/comment|the human's/);
});
