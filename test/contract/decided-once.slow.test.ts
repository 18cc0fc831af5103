/**
 * A platform may take a decision for later: the thread goes on waiting for the same, with a mark, a revision or a time
 * written into it. Nobody can decide the other way then; what the thread asks for next can be decided at once.
 */
import { describe, expect, it } from 'vitest';
import { CARDS } from '../support/cards.ts';
import { connectHere } from '../support/clients-here.ts';
import { callAs, human } from '../support/consent-human.ts';
import { golden } from '../support/golden.ts';
import { jsonPlatform, TOKEN } from '../support/platform-double.ts';
import { message, reviewed, session, thread, uuid } from '../support/sessions.ts';

const threadId = uuid(1);
const call = (id: string, amount = 20) => ({
  id,
  type: 'function',
  function: { name: 'create_refund', arguments: JSON.stringify({ amount }) },
});
const asking = (...calls: object[]) => ({ ...message('assistant', 'May I?'), tool_calls: calls });
const WAITING = thread(1, {
  status: 'AWAITING_APPROVAL',
  messages: [message('user', 'Do it.'), asking(call('c1'))],
});
const with_ = (...more: object[]) => ({ ...WAITING, messages: [...WAITING.messages, ...more] });
const BESIDE = { ...WAITING, messages: WAITING.messages.slice(0, 1), tool_calls: [call('c1')] };

/** Decides twice, the second time the other way; the first decision makes the thread `after`. @returns how often it was sent */
async function sentTwice(after: object, { before = WAITING, code = 200 }: { before?: object; code?: number } = {}) {
  let isDecided = false;
  const near = await session(({ method }) => {
    if (method === 'GET') return { json: isDecided ? after : before };
    isDecided = true;
    return { status: code, body: after };
  });
  const decide = async (status: string) => near.call('approve_thread', await reviewed(near, { threadId, status }));
  await decide('APPROVED');
  const { text } = await decide('REJECTED');
  const sent = near.platform.asked.filter(({ method }) => method === 'POST').length;
  return { sent, isRefused: text.startsWith(`Refused: a decision on this request of thread ${threadId} has already`) };
}

describe.each([200, 202])(
  'a decision answered with %i is not followed by its opposite, even if the platform',
  (code) => {
    it.concurrent.each([
      ['changes nothing', WAITING],
      ['increments a revision', { ...WAITING, revision: 2 }],
      ['notes the pending decision', { ...WAITING, pendingDecision: { status: 'APPROVED', at: 'now' } }],
      ['updates a time', { ...WAITING, modified: '2026-11-24T10:00:00Z', updatedAt: '2026-11-24T10:00:00Z' }],
      ['changes to another word for waiting', { ...WAITING, status: 'PENDING_APPROVAL' }],
      ['marks the message', { ...WAITING, messages: [WAITING.messages[0], { ...asking(call('c1')), queued: true }] }],
      ['marks the call', { ...WAITING, messages: [WAITING.messages[0], asking({ ...call('c1'), state: 'approved' })] }],
      [
        'writes the arguments in another way',
        {
          ...WAITING,
          messages: [
            WAITING.messages[0],
            asking({
              ...call('c1'),
              function: { name: 'create_refund', arguments: '{ "note": null, "amount": 20.0 }' },
            }),
          ],
        },
      ],
      ['gives the call another id', { ...WAITING, messages: [WAITING.messages[0], asking(call('c2'))] }],
      ['notes the decision', with_(message('system', 'Approval decision: APPROVED.'))],
      ['lets a user speak', with_(message('user', 'I have approved it.'))],
      ['answers the call', with_({ ...message('tool', 'queued'), tool_call_id: 'c1' })],
    ])('%s', async (_what, after) => {
      expect(await sentTwice(after, { code })).toEqual({ sent: 1, isRefused: true });
    });

    it('adds a result of the decided call after that of another one, in any language', async () => {
      const find = { ...call('c2'), function: { name: 'find_customer', arguments: '{}' } };
      const before = {
        ...WAITING,
        messages: [
          WAITING.messages[0],
          asking(call('c1'), find),
          { ...message('tool', 'Found.'), tool_call_id: 'c2' },
          message('assistant', 'May I?'),
        ],
      };
      const held = { ...message('tool', 'Freigabe erforderlich.'), tool_call_id: 'c1' };
      const after = { ...before, messages: [...before.messages, held] };
      expect(await sentTwice(after, { before, code })).toEqual({ sent: 1, isRefused: true });
    });

    it('marks a thread whose call stands beside its messages', async () => {
      const after = { ...BESIDE, revision: 2 };
      expect(await sentTwice(after, { before: BESIDE, code })).toEqual({ sent: 1, isRefused: true });
    });
  },
);

describe('the next request of a thread is decided at once if it', () => {
  it.concurrent.each([
    ['says something new', with_(message('assistant', 'And may I write to the customer?'))],
    ['makes another call', with_(asking(call('c2', 30)))],
    [
      'makes the same call after a tool’s answer',
      with_({ ...message('tool', 'done'), tool_call_id: 'c1' }, asking(call('c2'))),
    ],
    [
      'makes the same call after a decision',
      with_(message('system', 'Approval decision: APPROVED.'), asking(call('c2'))),
    ],
  ])('%s', async (_what, after) => {
    expect(await sentTwice(after)).toEqual({ sent: 2, isRefused: false });
  });

  it('is the second of two calls', async () => {
    const before = { ...WAITING, messages: [WAITING.messages[0], asking(call('c1'), call('c2', 30))] };
    const after = { ...before, messages: [...before.messages, { ...message('tool', 'done'), tool_call_id: 'c1' }] };
    expect(await sentTwice(after, { before })).toEqual({ sent: 2, isRefused: false });
  });

  it('makes the same call beside its messages after a tool’s answer', async () => {
    const after = { ...BESIDE, messages: [...BESIDE.messages, message('tool', 'done')] };
    expect(await sentTwice(after, { before: BESIDE })).toEqual({ sent: 2, isRefused: false });
  });
});

describe('while a request that was already decided still waits', () => {
  /** Approved by a human, and the platform has answered 202. */
  async function accepted() {
    const platform = await jsonPlatform(({ method, path }) => {
      if (method === 'POST') return { status: 202, body: {} };
      if (path === '/v1/agents') return { json: [{ id: uuid(1), name: 'Refund Agent' }] };
      return { json: path.endsWith('/threads') ? [WAITING] : WAITING };
    });
    const env = { AGENT_PLATFORM_BASE_URL: platform.url, AGENT_PLATFORM_TOKEN: TOKEN };
    const person = human();
    const client = await connectHere({ client: 'v2-modern', env, capabilities: CARDS, elicit: person.elicit });
    await client.callTool('approve_thread', { threadId, status: 'APPROVED' });
    return { client, shown: person.shown };
  }

  it('no tool proposes another decision, and nobody is asked again', async () => {
    const { client, shown } = await accepted();
    const read = await callAs(client, 'get_thread', { threadId });
    const inbox = await callAs(client, 'list_pending_approvals', {});
    const card = await callAs(client, 'read_request_for_card', { threadId });
    const again = await callAs(client, 'approve_thread', { threadId, status: 'REJECTED' });
    expect([read.data.nextStep, inbox.data.nextStep, card.data.reviewToken]).toEqual([undefined, undefined, undefined]);
    expect(inbox.text).not.toContain('reviewToken');
    expect(card.data.cannotDecide).toMatch(/^A decision on this request has already been sent/);
    expect([shown.length, again.isError]).toEqual([1, true]);
    for (const { text } of [read, inbox, again]) golden(text);
  });
});
