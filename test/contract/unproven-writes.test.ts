/** A write is reported as done only if the platform’s answer or a later read shows it, and errors say what their status says. */
import { describe, expect, it } from 'vitest';
import { answering, json } from '../support/answering.ts';
import { golden, goldenAnswer, goldenError } from '../support/golden.ts';
import type { Told } from '../support/platform-double.ts';
import { callOnce, session, thread, uuid } from '../support/sessions.ts';

describe('a write without evidence of its effect', () => {
  it.each([
    {},
    { deleted: true },
    { status: 'queued' },
    { id: 'eval-1' },
    { id: 'e1', status: 'COMPLETED', score: null },
  ])('claims no score that the response does not show: %j', async (answer) => {
    const { call } = await answering({ evaluateThread: json(answer) });
    expect((await call('evaluate_thread', { threadId: 'ended' })).text.split('\n')[0]).toBe(
      'The platform accepted the request; its answer shows no score of thread ended yet.',
    );
  });

  it('is an error if the evaluation’s answer reports a failure', async () => {
    const { call } = await answering({ evaluateThread: json({ success: false }) });
    goldenError(await call('evaluate_thread', { threadId: 'ended' }));
  });

  it.each([{ success: 'false' }, { success: false, data: { success: true, executionTimeMs: 3 } }])(
    'counts as a failed tool test if the answer reports a failure: %j',
    async (answer) => {
      const { call } = await answering({ testTool: json(answer) });
      const args = { toolServerId: 'server-1', toolId: 'tool-1', parameters: {} };
      const { text, data } = await call('test_tool', args);
      expect(data.success).toBe(false);
      golden(text);
    },
  );

  it.each(['pause_thread', 'resume_thread', 'complete_thread'])(
    'is an error if the thread stays in its unknown state: %s',
    async (tool) => {
      const sleeping = json(thread(1, { status: 'SLEEPING' }));
      goldenError(await callOnce(tool, { threadId: uuid(1) }, sleeping, { APPROVALS: 'off' }));
    },
  );

  /** The thread before and after the only write. */
  const moving = (before: string, after: string) => {
    let status = before;
    return session(
      ({ method }) => {
        if (method === 'POST') status = after;
        return { json: thread(1, { status }) };
      },
      { APPROVALS: 'off' },
    );
  };

  it.each([
    ['pause_thread', 'RUNNING', 'NOT_PAUSED'],
    ['resume_thread', 'PAUSED', 'NOT_RUNNING'],
    ['complete_thread', 'RUNNING', 'NOT_COMPLETED'],
    ['pause_thread', 'PAUSED', 'PAUSED'],
    ['resume_thread', 'RUNNING', 'RUNNING'],
  ])('%s is not confirmed by a move from %s to %s', async (tool, before, after) => {
    const { call } = await moving(before, after);
    goldenAnswer(await call(tool, { threadId: uuid(1) }));
  });

  it('does not describe a thread that was running as still waiting', async () => {
    const { call } = await moving('RUNNING', 'AWAITING_APPROVAL');
    goldenError(await call('complete_thread', { threadId: uuid(1) }));
  });

  it('is an error if a failed thread is resumed and is failed afterwards', async () => {
    goldenError(await callOnce('resume_thread', { threadId: uuid(1) }, json(thread(1, { status: 'FAILED' }))));
  });
});

describe('an error says what its status means, and no more', () => {
  const status = (code: number) => ({ listAgents: (): Told => ({ status: code, body: {} }) });
  it.each([304, 408, 501, 503])('%i', async (code) => {
    const { call } = await answering(status(code));
    golden(await call('list_agents'));
  });

  it('a read refused in the body mentions no effect to check', async () => {
    const { call } = await answering({ listAgents: json({ success: false, error: 'db down' }) });
    golden(await call('list_agents'));
  });

  it('a write refused in the body had a usable answer', async () => {
    const { call } = await answering({ createThread: json({ success: false, error: 'quota' }) });
    golden(await call('create_thread', { agentId: 'agent-1', message: 'Go.' }));
  });

  it('a failed tool test names no list to check: none shows what it did', async () => {
    const { call } = await answering({ testTool: () => ({ status: 500, body: {} }) });
    const args = { toolServerId: 'server-1', toolId: 'tool-1', parameters: {} };
    golden(await call('test_tool', args));
  });
});
