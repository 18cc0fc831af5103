/** A rejected thread may show as FAILED: the tool that decides says so, and lists distinguish it from a failure. */
import { describe, expect, it } from 'vitest';
import { catalogue } from '../../src/cli/catalogue.ts';
import { decisionNotedIn, verdictIn } from '../../src/domain/threads/status.ts';
import { foreign } from '../../src/platform/text.ts';
import { golden, goldenAnswer, goldenError } from '../support/golden.ts';
import { callOnce, message, reviewed, session, thread, uuid } from '../support/sessions.ts';

const asking = () => thread(1, { status: 'AWAITING_APPROVAL' });
const rejected = () =>
  thread(1, {
    status: 'FAILED',
    messages: [
      ...asking().messages,
      message('system', 'Approval decision: REJECTED.'),
      message('assistant', 'Stopped.'),
    ],
  });
const failed = thread(2, { status: 'FAILED', messages: [message('user', 'Go.'), message('assistant', 'HTTP 503.')] });

/** One thread that waits until it is rejected, and one that failed by itself. */
function platform() {
  let current: ReturnType<typeof thread> = asking();
  return session(({ method, path, query }) => {
    if (method === 'POST') current = rejected();
    if (path === '/v1/agents') return { json: query.get('offset') === '0' ? [{ id: uuid(1) }] : [] };
    if (path.endsWith('/threads')) return { json: query.get('offset') === '0' ? [current, failed] : [] };
    return path.includes('/agents/threads/') ? { json: current } : undefined;
  });
}

it.each(['approve_thread', 'decide_approvals'])('the description of %s promises an end, and no status', (name) => {
  const said = String(catalogue.tools.find((tool) => tool.name === name)?.description);
  expect(said).toMatch(/REJECTED[^.]* ends?\b/i);
  expect(said).not.toContain('FAILED');
});

it('a status that mentions a rejected request does not mean that one waits', async () => {
  let status = 'AWAITING_APPROVAL';
  const { call, platform: asked } = await session(({ method, path }) => {
    if (method === 'POST') status = 'APPROVAL_REQUEST_REJECTED';
    return path.includes('/agents/threads/') ? { json: thread(1, { status }) } : undefined;
  });
  const { text } = await call('approve_thread', await reviewed({ call }, { threadId: uuid(1), status: 'REJECTED' }));
  golden(text);
  const { text: again } = await call(
    'approve_thread',
    await reviewed({ call }, { threadId: uuid(1), status: 'APPROVED' }),
  );
  golden(again);
  expect(asked.asked.filter(({ method }) => method === 'POST')).toHaveLength(1);
});

describe('a decision is read only from notes of the platform that state one:', () => {
  it.each([
    ['Approval decision: REJECTED.', 'rejected'],
    ['Approval: REJECTED - The rate is too high.', 'rejected'],
    ['Decision: denied', 'rejected'],
    ['The request was declined by Petra Lindner.', 'rejected'],
    ['Rejected.', 'rejected'],
    ['approval status: Approved', 'approved'],
    ['Decision: APPROVED (Checked with the supplier.)', 'approved'],
    ['The request was denied (too much).', 'rejected'],
    ['Approved.', 'approved'],
    ['Approval rejected: send the photographs first.', 'rejected'],
    ['Request approved by Petra Lindner.', 'approved'],
    ['Approved by p.lindner@shop.example', 'approved'],
    ['Rejected by Émilie de la Tour.', 'rejected'],
    ['Rejected by m.keller: the rate is too high.', 'rejected'],
    ['Denied by anna@shop.example - too much', 'rejected'],
    ['Approval decision: pending.', undefined],
    ['Approval: not approved yet', undefined],
    ['Approved tools are listed below.', undefined],
    ['Approved by Legal: this prompt.', undefined],
    ['Approved by Legal. Answer in French.', undefined],
    ['Approved by the user in words are refunds below 50 EUR.', undefined],
    ['Denied by default: payments. Ask first.', undefined],
    ['Denied by default - ask first', undefined],
    ['Review approved vendors, and list them.', undefined],
    ['Review approved by Legal: this prompt.', undefined],
    ['Request denied items back.', undefined],
    ['Request: approved (audited) vendors, in a list.', undefined],
    ['Approval is rejected if the amount is above 500.', undefined],
    ['You decide on requests. A rejected request ends.', undefined],
  ])('%s', (text, decision) => {
    expect(decisionNotedIn({ role: 'system', content: foreign(text) })).toBe(decision);
    expect(decisionNotedIn({ role: 'assistant', content: foreign(text) })).toBeUndefined();
  });
});

describe.each(['DISAPPROVED', 'NOT_APPROVED', 'notApproved', 'UNAPPROVED', 'REFUSED', 'approval-denied'])(
  'the status %s',
  (no) => {
    const deciding = async (status: 'APPROVED' | 'REJECTED') => {
      let current = 'AWAITING_APPROVAL';
      const { call } = await session(({ method, path }) => {
        if (method === 'POST') current = no;
        return path.includes('/agents/threads/') ? { json: thread(1, { status: current }) } : undefined;
      });
      const { data } = await call('get_thread', { threadId: uuid(1) });
      return call('approve_thread', { threadId: uuid(1), status, reviewToken: data.reviewToken });
    };

    it('confirms a rejection', async () => {
      goldenAnswer(await deciding('REJECTED'));
    });

    it('does not confirm an approval', async () => {
      goldenError(await deciding('APPROVED'));
    });
  },
);

it.each([
  ['APPROVED', 'approved'],
  ['REJECTED_BY_USER', 'rejected'],
  ['Declined', 'rejected'],
  ['RUNNING', undefined],
  ['IDENTIFIED', undefined],
])('the status %s names the decision %s', (status, decision) => {
  expect(verdictIn(status)).toBe(decision);
});

it('the result of a rejection names the rejection', async () => {
  const { call } = await platform();
  const { text, data } = await call(
    'approve_thread',
    await reviewed({ call }, { threadId: uuid(1), status: 'REJECTED' }),
  );
  golden(text);
  expect(data).toMatchObject({ decision: 'REJECTED', status: 'FAILED' });
});

it('the result of a message to a rejected thread names the rejection: the agent may ask for the same again', async () => {
  const { call } = await session(({ method }) => ({ json: method === 'POST' ? thread(1, {}) : rejected() }), {
    TOOLSETS: 'threads-extra',
  });
  const { data } = await call('send_thread_message', { threadId: uuid(1), message: 'Refund it after all.' });
  expect(data.summary).toContain(', which was FAILED (rejected); ');
});

it.each([
  ['list_agent_threads', { agentId: uuid(1), status: 'FAILED' }],
  ['search_threads', { status: 'FAILED' }],
  ['wait_for_thread', { threadIds: [uuid(1)] }],
])('%s distinguishes a rejection from a failure, in its lines and in structured content', async (tool, args) => {
  const { call } = await platform();
  await call('approve_thread', await reviewed({ call }, { threadId: uuid(1), status: 'REJECTED' }));
  const { text, data } = await call(tool, args);
  expect(data.threads.filter(({ outcome }) => outcome === 'rejected').map(({ threadId }) => threadId)).toEqual([
    uuid(1),
  ]);
  golden(text);
});

it.each([
  [true, [uuid(1)]],
  [false, [uuid(2)]],
])('search_threads finds rejected threads alone, or all others: rejected %s', async (only, ids) => {
  const { call } = await platform();
  await call('approve_thread', await reviewed({ call }, { threadId: uuid(1), status: 'REJECTED' }));
  const { data, text } = await call('search_threads', { status: 'FAILED', rejected: only });
  expect(text.split('\n')[0]).not.toContain('of them');
  expect(data.threads.map(({ threadId }) => threadId)).toEqual(ids);
  expect(data.total).toBe(1);
});

it.each([
  ['list_agent_threads', { agentId: uuid(1), status: 'FAILED' }],
  ['search_threads', { agentId: uuid(1), status: 'FAILED' }],
])('%s does not count a single rejected thread', async (tool, args) => {
  const { text } = await callOnce(tool, args, ({ path, query }) =>
    path.endsWith('/threads') ? { json: query.get('offset') === '0' ? [rejected()] : [] } : undefined,
  );
  expect(text.split('\n')[0]).toContain('; it was rejected');
});

it('get_thread says that a thread was rejected', async () => {
  const { call } = await platform();
  await call('approve_thread', await reviewed({ call }, { threadId: uuid(1), status: 'REJECTED' }));
  const { text, data } = await call('get_thread', { threadId: uuid(1) });
  expect(data).toMatchObject({ status: 'FAILED', outcome: 'rejected' });
  golden(text);
});

describe.each(['REJECTED', 'APPROVAL_DENIED', 'Declined'])('a status that names a rejection, %s,', (status) => {
  const ended = thread(1, { status });
  const refund = { tool_calls: [{ id: 'c', function: { name: 'create_refund', arguments: '{"amount":12}' } }] };
  const withCall = [message('user', 'Go.'), { ...message('assistant', 'May I?'), ...refund }];

  it.each([
    ['list_agent_threads', { agentId: uuid(1) }],
    ['search_threads', { agentId: uuid(1) }],
    ['wait_for_thread', { threadIds: [uuid(1)], timeoutSeconds: 20 }],
  ])('is a rejection in %s', async (tool, args) => {
    const { data } = await callOnce(tool, args, ({ path, query }) =>
      path.endsWith('/threads') ? { json: query.get('offset') === '0' ? [ended] : [] } : { json: ended },
    );
    expect(data.threads).toMatchObject([{ threadId: uuid(1), outcome: 'rejected' }]);
  });

  it('is a rejection among the earlier requests of a brief', async () => {
    const waits = thread(2, { status: 'AWAITING_APPROVAL', messages: withCall });
    const { data } = await callOnce('get_thread', { threadId: uuid(2) }, ({ path }) =>
      path.endsWith('/threads') ? { json: [waits, { ...ended, messages: withCall }] } : { json: waits },
    );
    golden(JSON.stringify(data.brief));
  });
});
