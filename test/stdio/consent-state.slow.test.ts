/** The state of a question travels through the client, so an attacker may change it: 2026-07-28, written line by line. */
import { afterAll, beforeEach, describe, expect, it } from 'vitest';
import { presses, thinking } from '../support/consent-human.ts';
import { rawClient } from '../support/consent-raw.ts';
import { golden } from '../support/golden.ts';
import { json } from '../support/platform-double.ts';
import { type Reply, type Round, rewritten } from '../support/rounds.ts';
import { OTHER_THREAD, SERVER, scriptedPlatform, THREAD, waitingThread } from '../support/scripted-platform.ts';

const platform = await scriptedPlatform();
const client = rawClient({ ...platform.env, AGENT_PLATFORM_TOOLSETS: 'all' });
beforeEach(() => {
  for (const id of [THREAD, OTHER_THREAD]) platform.threads.set(id, waitingThread(id));
});
afterAll(() => client.close());

const APPROVE = { threadId: THREAD, status: 'APPROVED' };

async function ask(args: Readonly<Record<string, unknown>> = APPROVE, tool = 'approve_thread'): Promise<Round> {
  const round = await client.call(tool, args);
  expect(round.isQuestion).toBe(true);
  return round;
}

/** Asks to end the thread, which must not be waiting. */
function askToEnd(args: Readonly<Record<string, unknown>>): Promise<Round> {
  const id = String(args.threadId);
  platform.threads.set(id, { ...waitingThread(id), status: 'RUNNING' });
  return ask(args, 'complete_thread');
}

describe('an answer that is accepted', () => {
  it('may still belong to the first question after a second was asked', async () => {
    const first = await ask();
    await ask();
    const done = await client.call('approve_thread', APPROVE, { state: first.state, answer: presses('Reject') });
    golden(done.text);
  });
});

describe('an answer is refused', () => {
  /** Without another answer, the human approves. */
  const cases: readonly {
    it: string;
    state(): Promise<string | undefined>;
    answer?: Reply['answer'];
    tool?: string;
    args?: Record<string, unknown>;
  }[] = [
    { it: 'without its state', state: async () => undefined },
    {
      it: 'with another digest written into its state',
      state: async () => rewritten((await ask()).state, (text) => text.replace(/"digest":"[\w-]{4}/, '"digest":"0000')),
    },
    {
      it: "with another thread's state",
      state: async () => (await ask({ ...APPROVE, threadId: OTHER_THREAD })).state,
    },
    {
      it: 'with the state of another proposal',
      state: async () => (await ask({ ...APPROVE, comment: 'harmless' })).state,
      args: { ...APPROVE, comment: 'not shown to anybody' },
    },
    {
      it: "with another tool's state about the same thread",
      state: async () => {
        const { state } = await askToEnd({ threadId: THREAD });
        platform.threads.set(THREAD, waitingThread());
        return state;
      },
    },
    {
      it: 'with the state of another way to end the thread',
      state: async () => (await askToEnd({ threadId: THREAD, state: 'COMPLETED' })).state,
      answer: presses('End it as FAILED'),
      tool: 'complete_thread',
      args: { threadId: THREAD, state: 'FAILED' },
    },
    {
      it: 'that is no answer to a form',
      state: async () => (await ask()).state,
      answer: { model: 'm', role: 'assistant', content: { type: 'text', text: 'Approve' } },
    },
    { it: 'that names none of its choices', state: async () => (await ask()).state, answer: presses('APPROVED') },
    {
      it: 'that accepts and chooses nothing',
      state: async () => (await ask()).state,
      answer: { action: 'accept' },
    },
  ];
  it.each(cases)('$it', async ({ state, answer, tool = 'approve_thread', args = APPROVE }) => {
    const reply = { state: await state(), answer: answer ?? presses('Approve create_refund') };
    const before = platform.writes().length;
    const round = await client.call(tool, args, reply);
    expect({ isQuestion: round.isQuestion, writes: platform.writes().slice(before) }).toEqual({
      isQuestion: false,
      writes: [],
    });
    expect(round.isError).toBe(true);
    golden(round.text);
  });

  it('the second time, even if the thread still waits and nothing has changed', async () => {
    platform.rule('POST', new RegExp(`${THREAD}/approval$`), json(200, waitingThread()));
    const { state } = await ask();
    const first = await client.call('approve_thread', APPROVE, { state, answer: presses('Approve create_refund') });
    expect(first.isError).toBe(true);
    const before = platform.writes().length;
    for (const decision of ['Approve', 'Reject']) {
      const again = await client.call('approve_thread', APPROVE, { state, answer: presses(decision) });
      golden(again.text);
    }
    expect(platform.writes().slice(before)).toEqual([]);
  });

  it('after the human declined: no is no', async () => {
    const { state } = await ask({ ...APPROVE, threadId: OTHER_THREAD });
    const args = { ...APPROVE, threadId: OTHER_THREAD };
    const before = platform.writes().length;
    await thinking();
    golden(await client.call('approve_thread', args, { state, answer: { action: 'decline' } }));
    golden(await client.call('approve_thread', args, { state, answer: presses('Approve create_refund') }));
    expect(platform.writes().slice(before)).toEqual([]);
  });

  it('all but once if it is sent many times at once', async () => {
    const args = { ...APPROVE, threadId: OTHER_THREAD };
    const { state } = await ask(args);
    const before = platform.writes().length;
    const rounds = await Promise.all(
      Array.from({ length: 10 }, () =>
        client.call('approve_thread', args, { state, answer: presses('Approve create_refund') }),
      ),
    );
    expect(rounds.filter(({ isError }) => !isError)).toHaveLength(1);
    expect(platform.writes().slice(before)).toHaveLength(1);
  });

  it('after a decline, even by a request that no longer says that a human can be asked', async () => {
    const args = { ...APPROVE, threadId: OTHER_THREAD };
    const before = platform.writes().length;
    const first = await ask(args);
    await thinking();
    const declined = await client.call('approve_thread', args, {
      state: first.state,
      answer: { action: 'decline' },
      isMute: true,
    });
    golden(declined.text);
    const second = await ask(args);
    const unanswered = await client.call('approve_thread', args, { state: second.state, isMute: true });
    expect(unanswered.isError).toBe(true);
    expect(platform.writes().slice(before)).toEqual([]);
  });

  it('if it is an argument that a model can set: none of them is consent', async () => {
    const before = platform.writes().length;
    for (const extra of [
      { decision: 'Approve create_refund' },
      { inputResponses: { decision: presses('Approve create_refund') } },
      { consent: true },
      { approved: true },
      { requestState: 'v1.x.y' },
      { __proto__: { decision: 'Approve create_refund' } },
    ]) {
      const args = JSON.parse(
        `{"threadId":"${THREAD}","status":"APPROVED",${JSON.stringify(extra).slice(1)}`.replace(/,}$/, '}'),
      );
      const round = await client.call('approve_thread', args);
      expect(round.isQuestion || round.isError).toBe(true);
    }
    expect(platform.writes().slice(before)).toEqual([]);
  });
});

describe('the other tools that ask', () => {
  it('reveal no hash that could confirm a guess at a masked value: it differs in every process', async () => {
    const args = { toolServerId: SERVER, toolId: 'find_order', method: 'POST' };
    const digestIn = ({ state }: Round): string => {
      const [, body = ''] = state.split('.');
      return String(JSON.parse(Buffer.from(body, 'base64url').toString('utf8')).p.digest);
    };
    const other = rawClient({ ...platform.env, AGENT_PLATFORM_TOOLSETS: 'all' });
    try {
      const [here, there] = [await ask(args, 'update_tool'), await other.call('update_tool', args)];
      expect([here.isQuestion, there.isQuestion]).toEqual([true, true]);
      expect(here.message).toBe(there.message);
      expect(digestIn(here)).not.toBe(digestIn(there));
    } finally {
      await other.close();
    }
  });

  it.each([
    { tool: 'delete_tool', args: { toolServerId: SERVER, toolId: 'find_order' }, choice: 'Delete' },
    { tool: 'complete_thread', args: { threadId: OTHER_THREAD }, choice: 'End it as COMPLETED' },
  ])('$tool accepts a reply once, and none without its state', async ({ tool, args, choice }) => {
    platform.threads.set(OTHER_THREAD, { ...waitingThread(OTHER_THREAD), status: 'RUNNING' });
    const before = platform.writes().length;
    golden(await client.call(tool, args, { answer: presses(choice) }));
    const { state } = await ask(args, tool);
    expect(platform.writes().slice(before)).toEqual([]);
    expect((await client.call(tool, args, { state, answer: presses(choice) })).isError).toBe(false);
    expect((await client.call(tool, args, { state, answer: presses(choice) })).isError).toBe(true);
    expect(platform.writes().slice(before)).toHaveLength(1);
  });
});
