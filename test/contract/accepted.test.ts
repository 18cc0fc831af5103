/** A write answered with 202 was accepted, and perhaps not carried out yet: neither done nor ineffective is the truth of it. */
import { expect, it } from 'vitest';
import { ANSWERS, recognise, TOOL_CASES } from '../support/fault-answers.ts';
import { reviewed, session } from '../support/sessions.ts';

/** A platform that answers writes with 202, and carries none of them out. */
async function accepting(body: unknown = { message: 'Accepted.' }) {
  return session(
    (asked) => {
      const found = recognise(asked.method, asked.path);
      if (found === undefined) return undefined;
      if (asked.method !== 'GET') return { status: 202, body };
      return { json: ANSWERS[found.operation](found.params, {}) };
    },
    { TOOLSETS: 'all' },
  );
}

it.each([
  { tool: 'approve_thread', args: { threadId: 'waiting', status: 'APPROVED' } },
  { tool: 'approve_thread', args: { threadId: 'waiting', status: 'REJECTED' } },
  { tool: 'pause_thread', args: { threadId: 'running' } },
  { tool: 'resume_thread', args: { threadId: 'paused' } },
  { tool: 'complete_thread', args: { threadId: 'completing' } },
])('$tool $args: not yet, rather than not at all', async ({ tool, args }) => {
  const { call, platform } = await accepting();
  const { text, isError } = await call(tool, tool === 'approve_thread' ? await reviewed({ call }, args) : args);
  expect(isError).toBe(true);
  expect(text).toMatch(/accepted .* \(202\).*yet.* get_thread/);
  expect(text).not.toMatch(/did NOT|was not/);
  expect(platform.asked.filter(({ method }) => method !== 'GET')).toHaveLength(1);
});

it('decide_approvals counts them as unknown', async () => {
  const { call } = await accepting();
  const threads = ['together-1', 'together-2'];
  const tokens = await Promise.all(threads.map(async (threadId) => (await call('get_thread', { threadId })).data));
  const items = threads.map((threadId, index) => ({
    threadId,
    status: 'APPROVED',
    reviewToken: tokens[index]?.reviewToken,
  }));
  const { text } = await call('decide_approvals', { items });
  expect(text).toMatch(/^Of 2 requests: 2 UNKNOWN/);
  expect(text).not.toContain('did NOT');
});

const DELETIONS = TOOL_CASES.filter(({ write = '' }) => write.startsWith('delete'));
it.each(DELETIONS)('$tool does not say that it is deleted', async ({ tool, args }) => {
  const { call } = await accepting();
  const { text, data, isError } = await call(tool, args);
  expect([isError, data.deleted]).toEqual([false, undefined]);
  expect(text).toMatch(/^The platform accepted the deletion of .* for later \(202\): whether it has been carried out/);
});

it('an update whose answer shows the old values may still take effect', async () => {
  const { call } = await accepting({ id: 'agent-1', name: 'Refunds' });
  const { text, isError } = await call('update_agent', { agentId: 'agent-1', name: 'Other' });
  expect(isError).toBe(true);
  expect(text).toMatch(
    /^The platform accepted the update of agent agent-1 for later \(202\), and it has NOT taken effect yet/,
  );
});

it('send_assistant_message does not pass an acknowledgement for the reply', async () => {
  const { call } = await accepting();
  const { text } = await call('send_assistant_message', { assistantIdentifier: 'support', message: 'Hello.' });
  expect(text).toContain('The platform answered 202: this may acknowledge the message, and be no reply.');
});

it.each([
  {
    tool: 'approve_thread',
    args: { threadId: 'waiting', status: 'APPROVED' },
    says: /^Approval sent: .* could not be seen/,
  },
  {
    tool: 'approve_thread',
    args: { threadId: 'waiting', status: 'REJECTED' },
    says: /^Rejection sent: .* could not be seen/,
  },
  { tool: 'pause_thread', args: { threadId: 'running' }, says: /whether thread running is paused could not be seen/ },
  { tool: 'resume_thread', args: { threadId: 'paused' }, says: /whether thread paused is resumed could not be seen/ },
  {
    tool: 'complete_thread',
    args: { threadId: 'completing' },
    says: /whether thread completing has ended could not be/,
  },
])('$tool $args: accepted with a 204, and nothing can be read afterwards', async ({ tool, args, says }) => {
  let isWritten = false;
  const { call } = await session((asked) => {
    const found = recognise(asked.method, asked.path);
    if (found === undefined || isWritten) return { status: 500 };
    isWritten = asked.method !== 'GET';
    return isWritten ? { status: 204 } : { json: ANSWERS[found.operation](found.params, {}) };
  });
  const { text, data, isError } = await call(tool, tool === 'approve_thread' ? await reviewed({ call }, args) : args);
  expect([isError, data.status]).toEqual([false, 'UNKNOWN']);
  expect(text).toMatch(says);
  expect(text).not.toMatch(/took effect, and|no longer asks|now UNKNOWN/);
});
