/**
 * Tools that change the state of a thread without deciding: none changes a thread that waits for a human, and each reports
 * the resulting state.
 */
import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { connect, type TestClient } from '../support/clients.ts';
import { callAs } from '../support/consent-human.ts';
import { golden, goldenAnswer, goldenError } from '../support/golden.ts';
import { json } from '../support/platform-double.ts';
import { scriptedPlatform, THREAD, waitingThread } from '../support/scripted-platform.ts';

const WAITING = [
  'AWAITING_APPROVAL',
  'PAUSED_FOR_APPROVAL',
  'paused_for_approval',
  'waiting-for-approval',
  'PENDING_APPROVAL',
  'awaitingApproval',
  'Awaiting Approval',
  'awaiting.approval',
  'NEEDS_APPROVAL',
  'APPROVAL_REQUIRED',
  'requires_approval',
  'APPROVAL_REQUESTED',
  'HELD_FOR_APPROVAL',
  'ON_HOLD_FOR_APPROVAL',
  'SUSPENDED_FOR_APPROVAL',
  'BLOCKED_ON_APPROVAL',
  'IN_REVIEW',
  'PENDING_REVIEW',
  'AWAITING_HUMAN',
  'WAITING_FOR_CONFIRMATION',
  'awaitingapproval',
  'WAITINGFORAPPROVAL',
  'approvalrequired',
  'HITLApprovalRequired',
  'AWAITING_APPROVER',
  'AWAITING_DECISION',
  'PENDING_AUTHORIZATION',
  'HITL_PENDING',
  'INTERRUPTED_FOR_APPROVAL',
  'awaiting-sign-off',
  'ＡＷＡＩＴＩＮＧ＿ＡＰＰＲＯＶＡＬ',
];
/** Not where, or not as, the specification has it. */
const ELSEWHERE = [
  { status: '', state: 'awaiting_approval' },
  { status: null, state: 'AWAITING_APPROVAL' },
  { status: {}, state: 'AWAITING_APPROVAL' },
  { status: ['AWAITING_APPROVAL'] },
  { status: { name: 'AWAITING_APPROVAL', since: '2026-03-01T09:00:00Z' } },
  { status: '', state: { value: 'awaitingApproval' } },
];
/** One field says that it waits, another that it does not. */
const DISAGREEING = [
  { status: 'PAUSED', state: 'awaiting_approval' },
  { status: 'RUNNING', state: 'PAUSED_FOR_APPROVAL' },
  { status: 'handed_off', state: 'needs-review' },
  { status: 'PAUSED', state: { name: 'AWAITING_APPROVAL' } },
  { status: 'COMPLETED', state: 'AWAITING_APPROVAL' },
];
const MOVES = ['pause_thread', 'resume_thread', 'complete_thread', 'send_thread_message'];

const platform = await scriptedPlatform();
beforeEach(() => platform.reset());
/** The waiting thread is read with these fields. */
const shows = (fields: object = {}): void =>
  platform.rule('GET', /^\/v1\/agents\/threads\/[^/]+$/, json(200, { ...waitingThread(), ...fields }));
const setStatus = (status: string): void => void platform.threads.set(THREAD, { ...waitingThread(), status });

describe.each(['v1', 'v2-modern'] as const)('with %s', (kind) => {
  let client: TestClient;
  beforeAll(async () => {
    const env = { ...platform.env, AGENT_PLATFORM_TOOLSETS: 'default,threads-extra' };
    client = await connect({ client: kind, env });
  });
  const move = (tool: string) =>
    callAs(client, tool, { threadId: THREAD, ...(tool === 'send_thread_message' ? { message: 'go on' } : {}) });

  it.each(MOVES.flatMap((tool) => WAITING.map((status) => ({ tool, status }))))(
    '$tool leaves alone a thread that is $status',
    async ({ tool, status }) => {
      setStatus(status);
      const { isError } = await move(tool);
      expect({ isError, writes: platform.writes() }).toEqual({ isError: true, writes: [] });
    },
  );

  it.each(MOVES.flatMap((tool) => ELSEWHERE.map((fields) => ({ tool, fields }))))(
    '$tool leaves alone a thread whose status comes as $fields',
    async ({ tool, fields }) => {
      shows(fields);
      const { isError } = await move(tool);
      expect({ isError, writes: platform.writes() }).toEqual({ isError: true, writes: [] });
    },
  );

  it.each([...MOVES, 'approve_thread'].flatMap((tool) => DISAGREEING.map((fields) => ({ tool, fields }))))(
    '$tool leaves alone a thread whose fields disagree on whether it waits: $fields',
    async ({ tool, fields }) => {
      shows(fields);
      const args = { threadId: THREAD, status: 'APPROVED' };
      const { isError } = await (tool === 'approve_thread' ? callAs(client, tool, args) : move(tool));
      expect({ isError, writes: platform.writes() }).toEqual({ isError: true, writes: [] });
    },
  );

  it('a thread whose fields disagree is left alone, and the reason is given', async () => {
    shows(DISAGREEING[0]);
    golden(await move('pause_thread'));
    golden(await callAs(client, 'approve_thread', { threadId: THREAD, status: 'APPROVED' }));
  });

  it.each(['RUNNING', 'paused', 'queued', 'success'])(
    'a thread whose other field says %s is moved: nothing says that it waits',
    async (state) => {
      shows({ status: 'PAUSED', state });
      expect(await move('pause_thread')).toMatchObject({ isError: false });
    },
  );

  it.each(['APPROVED', 'APPROVED_PENDING_EXECUTION', 'awaitinginformation', 'PAUSED_BY_USER'])(
    'a thread that is %s can be moved: nobody has to consent',
    async (status) => {
      setStatus(status);
      expect(await move('pause_thread')).toMatchObject({ isError: false });
    },
  );

  it.each([
    ...['AWAITING_APPROVAL', 'RUNNING', 'COMPLETED', 'FAILED'].map((status) => [status, 'an error'] as const),
    ...['PAUSED', 'paused', 'SUSPENDED'].map((status) => [status, 'a success'] as const),
  ])('a pause that ends in %s is %s', async (status, is) => {
    setStatus('RUNNING');
    platform.rule('POST', /\/pause$/, (exchange) => {
      setStatus(status);
      json(200, { threadId: THREAD, state: status })(exchange);
    });
    (is === 'an error' ? goldenError : goldenAnswer)(await move('pause_thread'));
  });

  it('a resumed agent that asks at once counts as resumed, and the next step reads its request', async () => {
    setStatus('PAUSED');
    platform.rule('POST', /\/resume$/, (exchange) => {
      setStatus('AWAITING_APPROVAL');
      json(200, { threadId: THREAD, state: 'AWAITING_APPROVAL' })(exchange);
    });
    const { isError, data } = await move('resume_thread');
    expect([isError, data.nextStep]).toMatchObject([false, { tool: 'get_thread', arguments: { threadId: THREAD } }]);
  });

  it('a resume that leaves the thread paused is an error', async () => {
    setStatus('PAUSED');
    platform.rule('POST', /\/resume$/, json(200, { threadId: THREAD, state: 'PAUSED' }));
    goldenError(await move('resume_thread'));
  });

  it.each(['RUNNING', 'COMPLETED', 'FAILED', 'PAUSED', 'handed_off'])(
    'a message reaches a thread that is %s',
    async (status) => {
      setStatus(status);
      const { isError, text, data } = await move('send_thread_message');
      expect([isError, platform.bodies()]).toEqual([false, [{ message: 'go on' }]]);
      golden(text);
      expect(data).toMatchObject({ status: 'RUNNING', statusBefore: status, nextStep: { tool: 'wait_for_thread' } });
    },
  );

  it('a message that the conversation does not show is not reported as received', async () => {
    setStatus('COMPLETED');
    platform.rule('POST', /\/messages$/, json(200, { success: true }));
    golden(await move('send_thread_message'));
  });

  it.each([404, 405])('a platform that takes no messages (%i) is said to lack them', async (status) => {
    setStatus('COMPLETED');
    platform.rule('POST', /\/messages$/, json(status, { message: 'no such route' }));
    goldenError(await move('send_thread_message'));
  });

  it('a message sent with an approval goes out before or after it, never instead of it', async () => {
    const { reviewToken } = (await callAs(client, 'get_thread', { threadId: THREAD })).data;
    const approve = callAs(client, 'approve_thread', { threadId: THREAD, status: 'APPROVED', reviewToken });
    const messages = Promise.all(Array.from({ length: 5 }, () => move('send_thread_message')));
    await Promise.all([approve, messages]);
    const writes = platform.writes();
    expect(writes.filter((write) => write.endsWith('/approval'))).toHaveLength(1);
    // Messages sent while the thread waited were refused.
    expect(writes[0]).toMatch(/\/approval$/);
  });
});
