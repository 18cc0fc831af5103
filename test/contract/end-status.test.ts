/** complete_thread says so if the platform shows a different status from the requested end. */
import { it } from 'vitest';
import { goldenAnswer } from '../support/golden.ts';
import { session, thread, uuid } from '../support/sessions.ts';

it.each([
  { state: 'CANCELLED', shown: 'FAILED' },
  { state: 'COMPLETED', shown: 'FAILED' },
  { state: 'CANCELLED', shown: 'cancelled' },
  { state: 'COMPLETED', shown: 'COMPLETED' },
])('compares the requested end $state with the status $shown that the platform shows', async ({ state, shown }) => {
  let status = 'RUNNING';
  const { call } = await session(({ method }) => {
    if (method === 'POST') status = shown;
    return { json: thread(1, { status }) };
  });
  goldenAnswer(await call('complete_thread', { threadId: uuid(1), state }));
});
