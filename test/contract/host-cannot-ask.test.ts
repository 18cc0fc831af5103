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

it.each([' fits the rules\n', '  '])('calls no comment the human’s where nobody was asked: %j', async (comment) => {
  const { call } = await session(({ method }) => ({
    json: thread(1, { status: method === 'POST' ? 'RUNNING' : 'AWAITING_APPROVAL' }),
  }));
  const { text, data } = await call('approve_thread', { threadId: uuid(1), status: 'PENDING', comment });
  expect(data.decidedBy).toBe('not-asked');
  expect(text).not.toMatch(/comment|the human's/);
});
