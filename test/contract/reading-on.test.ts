/** A long request is read on in any process with the same settings: nothing is stored between the calls. */
import { expect, it } from 'vitest';
import type { InProcess } from '../support/in-process.ts';
import { message, session, thread, uuid } from '../support/sessions.ts';

const LONG = thread(1, {
  status: 'AWAITING_APPROVAL',
  messages: [message('user', 'Sort it out.'), message('assistant', 'and so on '.repeat(2_500))],
});

/** Two servers for one platform; a decision lets the thread go on. */
async function two() {
  let status = 'AWAITING_APPROVAL';
  let sent = 0;
  const first = await session(({ method }) => {
    if (method === 'POST') {
      status = 'RUNNING';
      sent++;
    }
    return { json: { ...LONG, status } };
  });
  const second = await session(() => undefined, { BASE_URL: first.platform.url });
  return { first, second, sent: () => sent };
}
const read = async ({ call }: Pick<InProcess, 'call'>, reviewToken?: unknown) =>
  (await call('get_thread', { threadId: uuid(1), reviewToken })).data.nextStep;

it('a request can be begun at one server, continued at another, and decided at either', async () => {
  const { first, second, sent } = await two();
  let step = await read(first);
  for (const one of [second, first, second]) {
    if (step?.tool === 'get_thread') step = await read(one, step.arguments.reviewToken);
  }
  expect(step?.tool).toBe('approve_thread');
  await second.call('approve_thread', { ...step?.arguments, status: 'APPROVED' });
  expect(sent()).toBe(1);
});
