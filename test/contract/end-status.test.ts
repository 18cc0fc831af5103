/** complete_thread says so where the platform shows a thread by another status than the end that was asked for. */
import { expect, it } from 'vitest';
import { session, thread, uuid } from '../support/sessions.ts';

it.each([
  { state: 'CANCELLED', shown: 'FAILED', note: 'The platform accepted CANCELLED and shows the thread as FAILED.' },
  { state: 'COMPLETED', shown: 'FAILED', note: 'The platform accepted COMPLETED and shows the thread as FAILED.' },
  { state: 'CANCELLED', shown: 'cancelled', note: undefined },
  { state: 'COMPLETED', shown: 'COMPLETED', note: undefined },
])('$state, shown as $shown', async ({ state, shown, note }) => {
  let status = 'RUNNING';
  const { call } = await session(({ method }) => {
    if (method === 'POST') status = shown;
    return { json: thread(1, { status }) };
  });
  const { text, isError } = await call('complete_thread', { threadId: uuid(1), state });
  expect([isError, text.includes(`it is now ${shown}.`)]).toEqual([false, true]);
  if (note === undefined) expect(text).not.toContain('The platform accepted');
  else expect(text).toContain(note);
});
