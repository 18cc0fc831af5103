/** The outcome of a decision: the check before it, the thread's status after it, and unknown outcomes. */
import { beforeEach, describe, expect, it } from 'vitest';
import { connectHere } from '../support/clients-here.ts';
import { callAs } from '../support/consent-human.ts';
import { golden, goldenAnswer } from '../support/golden.ts';
import { breakOff, hang, inTurn, json, type Reply, raw, reset } from '../support/platform-double.ts';
import { type Message, OTHER_THREAD, scriptedPlatform, THREAD, waitingThread } from '../support/scripted-platform.ts';

const APPROVAL = /\/approval$/;
const READ = /^\/v1\/agents\/threads\/[^/]+$/;
const thread = (status: string, id = THREAD) => ({ ...waitingThread(id), status });

const platform = await scriptedPlatform();
const { env } = platform;
const clients = {
  v1: await connectHere({ client: 'v1', env }),
  'v2-modern': await connectHere({ client: 'v2-modern', env }),
  /** For an answer that does not come. */
  impatient: await connectHere({ client: 'v1', env: { ...env, AGENT_PLATFORM_TIMEOUT_MS: '5000' } }),
};
beforeEach(() => platform.reset());

/**
 * Clients whose host can't ask, because only the outcome is tested. They decide on one thread repeatedly, each time with
 * its reviewToken.
 */
async function decide(status: string, kind: keyof typeof clients, reader = 'list_pending_approvals') {
  const client = clients[kind];
  const { data } = await callAs(client, reader, reader === 'get_thread' ? { threadId: THREAD } : {});
  const { approvals = [data] } = data;
  const [first] = approvals as readonly { readonly reviewToken: string }[];
  return callAs(client, 'approve_thread', {
    threadId: THREAD,
    status,
    ...(first && { reviewToken: first.reviewToken }),
  });
}

const approvals = (): number => platform.writes().filter((write) => APPROVAL.test(write)).length;

describe('the read before a decision', () => {
  it.each([
    { it: 'a thread that the platform does not know', reply: json(404, { message: 'no' }) },
    { it: 'a read that fails otherwise', reply: json(403, { message: 'no' }) },
    { it: 'an answer about another thread', reply: json(200, thread('AWAITING_APPROVAL', OTHER_THREAD)) },
  ])('refuses $it', async ({ reply }) => {
    platform.rule('GET', READ, reply);
    const { isError, text } = await decide('APPROVED', 'v1');
    expect({ isError, sent: platform.writes() }).toEqual({ isError: true, sent: [] });
    golden(text);
  });
});

interface Case {
  readonly it: string;
  readonly decision: 'APPROVED' | 'REJECTED';
  /** The thread's status afterwards, which the platform also answers with unless `answer` is another one. */
  readonly later?: string;
  readonly answer?: Reply;
  /** Messages since. */
  readonly adds?: Message | readonly Message[];
  readonly isError?: true;
}

const NOTE = (word: string): Message => ({ role: 'system', content: `Approval decision: ${word}.` });
const REFUNDED: Message = { role: 'tool', content: '{"refundId":"r-1"}' };
const asks = (content: string): Message => ({ role: 'assistant', content });
const MAIL = 'And now send_mail to all customers?';
const VOUCHER = 'Then a voucher instead?';
const [acknowledges, runs, waits] = [{ success: true, message: 'ok' }, thread('RUNNING'), thread('AWAITING_APPROVAL')];
const wordOfItsOwn = { threadId: THREAD, state: 'paused_for_approval' };

const APPROVED: readonly Omit<Case, 'decision'>[] = [
  { it: 'moved on', later: 'RUNNING' },
  { it: 'still waits', isError: true },
  { it: 'moves on a moment later', answer: json(200, waits), later: 'RUNNING' },
  { it: 'was rejected instead', later: 'approval_rejected', isError: true },
  { it: 'was rejected instead, in another word', later: 'REJECTED', isError: true },
  { it: 'is not named, but read', answer: json(200, { id: THREAD }), later: 'RUNNING' },
  { it: 'is another one in the answer', answer: json(200, thread('RUNNING', OTHER_THREAD)), isError: true },
  { it: 'is said to have moved on, and waits', answer: json(200, runs), isError: true },
  { it: 'is read where the answer is empty', answer: raw(204, ''), later: 'RUNNING' },
  {
    it: 'is read where the answer only acknowledges, and still waits',
    answer: json(200, acknowledges),
    isError: true,
  },
  { it: 'took the decision and waits for the next one', adds: asks(MAIL) },
  { it: 'notes a rejection where an approval was sent', later: 'FAILED', adds: NOTE('REJECTED'), isError: true },
  {
    it: 'has the decision noted by somebody else than the agent, and asks for the same',
    adds: { role: 'user', content: 'Approved.' },
    isError: true,
  },
  { it: 'took the approval and failed at once', answer: json(200, runs), later: 'FAILED' },
  { it: 'is FAILED at once after an approval, as it would be after a rejection', later: 'FAILED' },
  {
    it: 'is FAILED after an approval, with an answer of the tool',
    later: 'FAILED',
    adds: { role: 'tool', content: 'HTTP 503' },
  },
  { it: 'took the approval and ran into its limit', answer: raw(204, ''), later: 'limit_exceeded' },
  { it: 'took the approval and was done at once', later: 'COMPLETED' },
  { it: 'has a status that nobody knows', later: 'handed_off' },
];
const REJECTED: readonly Omit<Case, 'decision'>[] = [
  { it: 'still waits in a spelling of its own', answer: json(200, wordOfItsOwn), isError: true },
  { it: 'was approved instead', later: 'RUNNING', isError: true },
  {
    it: 'took the rejection and asks for something else, in a spelling of its own',
    later: 'paused_for_approval',
    adds: asks(VOUCHER),
  },
  { it: 'notes the rejection and asks for something else', adds: [NOTE('REJECTED'), asks(VOUCHER)] },
  {
    it: 'got an answer of the tool after a rejection, and asks for something else',
    adds: [REFUNDED, asks(`Refunded. ${MAIL}`)],
  },
  { it: 'notes an approval where a rejection was sent', adds: [NOTE('APPROVED'), asks(MAIL)], isError: true },
  { it: 'is FAILED after a rejection, with an answer of the tool', later: 'FAILED', adds: REFUNDED },
  { it: 'is COMPLETED after a rejection', later: 'COMPLETED' },
  { it: 'is PAUSED after a rejection', later: 'PAUSED' },
  { it: 'is handed_off after a rejection', later: 'handed_off' },
  { it: 'is COMPLETED after a rejection that it notes', later: 'COMPLETED', adds: NOTE('REJECTED') },
  { it: 'is CANCELLED after a rejection', later: 'CANCELLED' },
  { it: 'is APPROVAL_REJECTED after a rejection', later: 'approval_rejected' },
  { it: 'ran into its limit after a rejection', later: 'limit_exceeded' },
];
const TAKEN: readonly Case[] = [
  ...APPROVED.map((one) => ({ ...one, decision: 'APPROVED' as const })),
  ...REJECTED.map((one) => ({ ...one, decision: 'REJECTED' as const })),
];

describe('a result tells what happened if the thread after the decision', () => {
  it.each(TAKEN)('$it', async ({ decision, later, answer, adds, isError = false }) => {
    const current = platform.threads.get(THREAD);
    platform.rule('POST', APPROVAL, (exchange) => {
      if (current !== undefined && later !== undefined) current.status = later;
      if (adds !== undefined) current?.messages.push(...[adds].flat());
      (answer ?? json(200, thread(later ?? 'AWAITING_APPROVAL')))(exchange);
    });
    const result = await decide(decision, 'v2-modern');
    expect({ isError: result.isError, sent: approvals() }).toEqual({ isError, sent: 1 });
    golden(result.text);
  });
});

const calling = (...ids: string[]): Message => ({
  role: 'assistant',
  content: 'Shall I?',
  tool_calls: ids.map((id) => ({ id, type: 'function', function: { name: `do_${id}`, arguments: '{"n":1}' } })),
});
const answered = (id: string): Message => ({ role: 'tool', tool_call_id: id, content: 'done' });
const pending = (amount: number, more: object = {}) => ({
  tool_calls: [{ function: { name: 'wire', arguments: { amount } }, ...more }],
});
const EARLIER = waitingThread().messages;

/** The content of a waiting thread before and after a decision, if the agent has said nothing new. */
const WORDLESS = [
  { it: 'the next call beside the messages', before: pending(1), after: pending(900), another: true },
  { it: 'the same call beside the messages', before: pending(1), after: pending(1), another: false },
  {
    it: 'the same call beside the messages, which tells how far it is',
    before: pending(1, { state: 'new' }),
    after: pending(1, { state: 'seen' }),
    another: false,
  },
  {
    it: 'the second of two calls of one message, the first one answered',
    before: { messages: [calling('a', 'b')] },
    after: { messages: [calling('a', 'b'), answered('a')] },
    another: true,
  },
  {
    it: 'a call that the decision is noted after',
    before: { messages: [...EARLIER, calling('a')] },
    after: { messages: [...EARLIER, calling('a'), { role: 'system', content: 'Approval decision: APPROVED.' }] },
    another: false,
  },
  {
    it: 'a call that was carried out, while its status lags behind',
    before: { messages: [...EARLIER, calling('b')] },
    after: { messages: [...EARLIER, calling('b'), answered('b')] },
    another: false,
  },
];

describe('a thread that waits after an approval for', () => {
  it.each(WORDLESS)('$it: another request is $another', async ({ before, after, another }) => {
    const asking = thread('AWAITING_APPROVAL');
    const holds = (fields: object): void => void platform.threads.set(THREAD, { ...asking, ...fields });
    holds(before);
    platform.rule('POST', APPROVAL, (exchange) => {
      holds(after);
      json(200, { id: THREAD })(exchange);
    });
    const { isError, text } = await decide('APPROVED', 'v2-modern', 'get_thread');
    expect({ isError, sent: approvals() }).toEqual({ isError: !another, sent: 1 });
    golden(text);
  });

  it('the same call, as only the platform’s answer says, has an unknown outcome', async () => {
    platform.rule('POST', APPROVAL, (exchange) => {
      platform.rule('GET', READ, json(404, {}));
      json(200, platform.threads.get(THREAD))(exchange);
    });
    const { isError, text } = await decide('APPROVED', 'v2-modern');
    expect({ isError, sent: approvals() }).toEqual({ isError: false, sent: 1 });
    golden(text);
  });

  it('the same call for 0.8 s, until the platform applies it, is approved', async () => {
    platform.rule('POST', APPROVAL, (exchange) => {
      setTimeout(() => void platform.threads.set(THREAD, thread('RUNNING')), 800);
      json(200, thread('AWAITING_APPROVAL'))(exchange);
    });
    const { isError } = await decide('APPROVED', 'v2-modern');
    expect({ isError, sent: approvals() }).toEqual({ isError: false, sent: 1 });
  });
});

it("a decision is judged by the response if the thread can't be read afterwards", async () => {
  platform.rule('POST', APPROVAL, (exchange) => {
    platform.rule('GET', READ, json(403, { message: 'no' }));
    json(200, thread('RUNNING'))(exchange);
  });
  goldenAnswer(await decide('APPROVED', 'v2-modern'));
});

describe('an unknown outcome', () => {
  it.each([
    { it: 'a platform that hangs', answer: hang },
    { it: 'a reset', answer: reset },
    { it: 'an answer that breaks off', answer: breakOff(200, '{"id":', 500) },
    { it: 'a 500', answer: json(500, { message: 'oops' }) },
    { it: 'a 302', answer: raw(302, '', { location: '/done' }) },
    { it: 'a 303', answer: raw(303, '', { location: '/done' }) },
    { it: 'a 307', answer: raw(307, '', { location: '/done' }) },
    { it: 'a 408', answer: json(408, { message: 'took too long' }) },
    { it: 'a 499 of a proxy', answer: raw(499, '') },
    { it: 'a 502 of a proxy', answer: raw(502, '<html><title>Bad Gateway</title></html>') },
    { it: 'an answer cut off', answer: raw(200, '{"success":') },
    { it: 'an answer that is not JSON', answer: raw(200, 'OK') },
  ])('after $it is reported with the call that finds out, and the decision is sent once', async ({ answer }) => {
    platform.rule('POST', APPROVAL, answer);
    const { isError, text } = await decide('APPROVED', answer === hang ? 'impatient' : 'v1');
    expect({ isError, sent: approvals() }).toEqual({ isError: true, sent: 1 });
    golden(text);
    expect(platform.decisions).toEqual([]);
  });

  it('is not claimed after a refusal: a 409 is certain, and the decision is not sent again', async () => {
    platform.rule('POST', APPROVAL, json(409, { message: 'already decided' }));
    const { isError, text } = await decide('APPROVED', 'v2-modern');
    expect({ isError, sent: approvals() }).toEqual({ isError: true, sent: 1 });
    golden(text);
  });

  it('is reported with what is known of earlier attempts', async () => {
    platform.rule('POST', APPROVAL, inTurn(json(429, {}, { 'retry-after': '0' }), json(500, {})));
    golden(await decide('APPROVED', 'v2-modern'));
  });

  it('is not claimed after a 429, which did nothing: the decision is sent again and applied once', async () => {
    const current = platform.threads.get(THREAD);
    const applied: Reply = (exchange) => {
      if (current !== undefined) current.status = 'RUNNING';
      json(200, thread('RUNNING'))(exchange);
    };
    platform.rule('POST', APPROVAL, inTurn(json(429, {}, { 'retry-after': '0' }), applied));
    expect((await decide('APPROVED', 'v2-modern')).isError).toBe(false);
    expect(approvals()).toBe(2);
  });
});

describe('a decision that did nothing', () => {
  it.each([
    { it: 'a 400', reply: json(400, { message: 'no' }) },
    { it: 'a 409', reply: json(409, { message: 'busy' }) },
    { it: 'a 403', reply: json(403, { message: 'no' }) },
    { it: 'a 401', reply: json(401, {}) },
  ])('($it) leaves its reviewToken valid', async ({ reply }) => {
    const client = clients['v2-modern'];
    if (client === undefined) throw new Error('it was not connected');
    const { reviewToken } = (await callAs(client, 'get_thread', { threadId: THREAD })).data;
    const args = { threadId: THREAD, status: 'APPROVED', reviewToken };
    platform.rule('POST', APPROVAL, reply);
    expect((await callAs(client, 'approve_thread', args)).isError).toBe(true);
    platform.rule('POST', APPROVAL, (exchange) => {
      const current = platform.threads.get(THREAD);
      if (current !== undefined) current.status = 'RUNNING';
      json(200, thread('RUNNING'))(exchange);
    });
    expect((await callAs(client, 'approve_thread', args)).isError).toBe(false);
  });

  it('but was sent still counts: the same request is not decided again at once, however often it is read', async () => {
    const client = clients.v1;
    if (client === undefined) throw new Error('it was not connected');
    const approve = async () => {
      const { reviewToken } = (await callAs(client, 'get_thread', { threadId: THREAD })).data;
      return callAs(client, 'approve_thread', { threadId: THREAD, status: 'APPROVED', reviewToken });
    };
    const stays = thread('AWAITING_APPROVAL');
    platform.threads.set(THREAD, stays);
    platform.rule('POST', APPROVAL, json(200, stays));
    expect((await approve()).isError).toBe(true);
    const refused = await approve();
    expect(refused.isError).toBe(true);
    golden(refused.text);
    expect((await approve()).isError).toBe(true);
    expect(approvals()).toBe(1);
  });
});
