/** get_thread with a place before the first message shows nothing, so its next step is to read, not to decide. */
import { expect, it } from 'vitest';
import { golden } from '../support/golden.ts';
import { session, thread, uuid } from '../support/sessions.ts';

it.each(['AWAITING_APPROVAL', 'RUNNING'])(
  'get_thread shows nothing before the first message of a thread that is %s',
  async (status) => {
    const { call } = await session(({ path }) => ({ json: path.includes('/threads/') ? thread(1, { status }) : [] }));
    const { text, data } = await call('get_thread', { threadId: uuid(1), before: 1 });
    golden(text);
    expect(data).toMatchObject({ messages: [], nextStep: { tool: 'get_thread', arguments: { threadId: uuid(1) } } });
    expect(Object.keys(Object(data.nextStep).arguments)).toEqual(['threadId']);
  },
);
