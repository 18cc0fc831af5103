/** A status that the specification does not name, or none at all, is never taken for a known one. */
import { describe, expect, it } from 'vitest';
import { answering, json } from '../support/answering.ts';
import { golden } from '../support/golden.ts';
import { callOnce, thread, uuid } from '../support/sessions.ts';

describe('an unknown or missing status', () => {
  const asked = { threadId: uuid(1) };
  const of = (status: unknown) => answering({ getThread: json(thread(1, { status })) });

  it.each([
    ['get_thread', asked],
    ['approve_thread', { ...asked, status: 'APPROVED' }],
    ['send_thread_message', { ...asked, message: 'Go.' }],
  ])('is not shown as a state: %s', async (tool, args) => {
    const { call } = await of(undefined);
    golden(await call(tool, args));
  });

  it('does not count as settled', async () => {
    for (const status of [undefined, 'weird']) {
      golden(await callOnce('wait_for_thread', { threadIds: [uuid(1)] }, () => ({ json: thread(1, { status }) })));
    }
  });

  it('is not made up for a new thread', async () => {
    const { call } = await answering({ createThread: json({ threadId: uuid(1) }) });
    const { text } = await call('create_thread', { agentId: 'agent-1', message: 'Go.' });
    expect(text.split('\n')[0]).toBe(
      `Created thread ${uuid(1)} for agent agent-1; the platform gives no status for it.`,
    );
  });

  it.each(['on_hold', 'WAITING', 'NEEDS_INPUT'])('may mean that the thread is waiting: %s', async (status) => {
    const { call } = await of(status);
    const { text } = await call('approve_thread', { ...asked, status: 'APPROVED' });
    expect(text).toBe(
      `Refused: thread ${uuid(1)} is ${status}, which this server does not know, so whether it waits for approval is not known. Nothing was sent. If it does, it can be decided on in the platform itself.`,
    );
  });
});
