/** What the human is shown: approvals, deletions and endings, each with what is at stake. */
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { type ClientHere, connectHere } from '../support/client-here.ts';
import { callAs, human, presses } from '../support/consent-human.ts';
import { json } from '../support/platform-double.ts';
import {
  AGENT,
  OTHER_THREAD,
  REQUEST,
  type Scripted,
  SERVER,
  scriptedPlatform,
  THREAD,
  waitingThread,
} from '../support/scripted-platform.ts';

/** A thread that may be ended: it waits for nobody. */
const RUNNING = OTHER_THREAD;

let platform: Scripted;
beforeAll(async () => {
  platform = await scriptedPlatform();
});
beforeEach(() => {
  platform.reset();
  platform.threads.set(RUNNING, { ...waitingThread(RUNNING), status: 'RUNNING' });
});
afterAll(() => platform.close());

const ASKING = [
  { tool: 'approve_thread', args: { threadId: THREAD, status: 'APPROVED' }, yes: 'Approve', no: 'Leave it waiting' },
  { tool: 'delete_agent', args: { agentId: AGENT }, yes: 'Delete', no: 'Keep it' },
  { tool: 'delete_tool', args: { toolServerId: SERVER, toolId: 'find_order' }, yes: 'Delete', no: 'Keep it' },
  {
    tool: 'complete_thread',
    args: { threadId: RUNNING, state: 'CANCELLED' },
    yes: 'End it as CANCELLED',
    no: 'Leave it as it is',
  },
] as const;

describe.each(['v1', 'v2-modern'] as const)('with %s', (kind) => {
  const person = human();
  let client: ClientHere;
  const settings: Partial<Record<string, ClientHere>> = {};
  beforeAll(async () => {
    const env = { ...platform.env, AGENT_PLATFORM_TOOLSETS: 'all' };
    client = await connectHere({ client: kind, env, elicit: person.elicit });
    for (const approvals of ['auto', 'require', 'off']) {
      settings[approvals] = await connectHere({ client: kind, env: { ...env, AGENT_PLATFORM_APPROVALS: approvals } });
    }
  });
  afterAll(async () => {
    for (const one of [client, ...Object.values(settings)]) await one?.close();
  });

  /** What the calls said that went ahead where nobody could be asked, in their order. */
  const unasked: string[] = [];

  /** The message of the dialog that a call opens; the human chooses what comes last: to leave it all as it is. */
  async function shownBy(tool: string, args: Record<string, unknown>): Promise<string> {
    person.willAnswer(() => presses(person.choices().at(-1) ?? ''));
    const before = person.shown.length;
    await callAs(client, tool, args);
    expect(person.shown.length).toBe(before + 1);
    expect(platform.writes()).toEqual([]);
    return person.shown.at(-1) ?? '';
  }

  describe.each(ASKING)('$tool', ({ tool, args, yes, no }) => {
    it.each([
      { it: 'does it when told to', answer: presses(yes), writes: 1 },
      { it: 'keeps it when told to', answer: presses(no), writes: 0 },
      { it: 'sends nothing when declined', answer: { action: 'decline' as const }, writes: 0 },
      { it: 'sends nothing when closed', answer: { action: 'cancel' as const }, writes: 0 },
    ])('$it', async ({ answer, writes }) => {
      person.willAnswer(answer);
      const { isError, text } = await callAs(client, tool, { ...args });
      expect({ isError, writes: platform.writes().length }).toEqual({ isError: false, writes });
      if (writes === 0) expect(text).toMatch(/nothing was (sent|deleted)/i);
    });

    it.each([
      { approvals: 'auto', writes: 1, says: /^(?!Refused)/ },
      { approvals: 'require', writes: 0, says: /^Refused: AGENT_PLATFORM_APPROVALS is require/ },
      { approvals: 'off', writes: 1, says: /^(?!.*did not ask a human)/s },
    ])('where nobody can be asked: $approvals', async ({ approvals, writes, says }) => {
      const asked = settings[approvals];
      if (asked === undefined) throw new Error('it was not connected');
      const { reviewToken } =
        tool === 'approve_thread' ? (await callAs(asked, 'get_thread', { threadId: THREAD })).data : {};
      const { isError, text } = await callAs(asked, tool, { ...args, reviewToken });
      expect({ isError, writes: platform.writes().length }).toEqual({ isError: writes === 0, writes });
      expect(text).toMatch(says);
      if (approvals === 'auto') unasked.push(text);
    });
  });

  it('says in each result that nobody was asked', () => {
    expect(unasked.length).toBeGreaterThan(1);
    expect(unasked.map((text) => text.includes('did not ask a human'))).toEqual(unasked.map(() => true));
  });

  it('shows an approval whole: call, task, what the agent says, what each choice does, proposal, age, cost, ids', async () => {
    const message = await shownBy('approve_thread', { threadId: THREAD, status: 'REJECTED', comment: 'too "much"' });
    expect(message.replace(/Waiting for \d+ d[^;]*;/, 'Waiting for ...;').split('\n')).toEqual([
      'Refund Desk wants to call create_refund with amount 249, currency EUR.',
      'Earlier: create_refund: 1 earlier request, outcome not recorded; amount 249 EUR.',
      'The task: ⟦Handle the return of order 10482.⟧',
      'The agent says: ⟦`I would now call create_refund with [the call above]. Shall I?`⟧',
      'Approve lets it go on. Reject ends the thread as FAILED with your comment as the reason. Closing this sends nothing.',
      'Proposed by the assistant: Reject, with the comment ⟦too "much"⟧. Waiting for ...; cost so far 0.42.',
      `Agent ${AGENT}, thread ${THREAD}.`,
    ]);
    expect(person.choices()).toEqual(['Reject', 'Approve create_refund', 'Leave it waiting']);
  });

  it('shows an approval also where the agents can not be read', async () => {
    platform.rule('GET', /^\/v1\/agents$/, json(403, {}));
    expect(await shownBy('approve_thread', { threadId: THREAD, status: 'APPROVED' })).toContain(
      `Agent ${AGENT} wants to call create_refund`,
    );
  });

  it('shows what is lost with an agent: name, purpose, state, threads', async () => {
    const message = await shownBy('delete_agent', { agentId: AGENT });
    expect(message).toContain(`Delete agent ⟦Refund Desk⟧ (${AGENT})?`);
    for (const part of ['⟦pays back⟧', 'State: enabled', '2 (AWAITING_APPROVAL 1, RUNNING 1)'])
      expect(message).toContain(part);
  });

  it('shows what is lost with a tool: name, tool server, what it calls', async () => {
    const message = await shownBy('delete_tool', { toolServerId: SERVER, toolId: 'find_order' });
    for (const part of ['⟦find_order⟧ (tool-1)', '⟦Shop Tools⟧', 'GET ⟦/orders/{id}⟧', '⟦finds⟧'])
      expect(message).toContain(part);
  });

  it('shows what is ended with a thread: status, messages, cost, what it said last', async () => {
    const message = await shownBy('complete_thread', { threadId: RUNNING, state: 'FAILED' });
    for (const part of [`End thread ${RUNNING} as FAILED?`, 'RUNNING', '2 messages', '0.42', REQUEST])
      expect(message).toContain(part);
  });

  it.each([
    {
      it: 'an agent that got another name',
      tool: 'delete_agent',
      args: { agentId: AGENT },
      yes: 'Delete',
      change: () => platform.rule('GET', /^\/v1\/agents$/, json(200, [{ id: AGENT, name: 'Payroll' }])),
    },
    {
      it: 'a tool that calls another address',
      tool: 'delete_tool',
      args: { toolServerId: SERVER, toolId: 'find_order' },
      yes: 'Delete',
      change: () => platform.rule('GET', /\/tools$/, json(200, [{ ...platform.tools[0], endpoint: '/payroll' }])),
    },
    {
      it: 'a thread that went on',
      tool: 'complete_thread',
      args: { threadId: RUNNING },
      yes: 'End it as COMPLETED',
      change: () =>
        platform.threads.get(RUNNING)?.messages.push({ role: 'assistant', content: 'half way through a payment' }),
    },
  ])('refuses $it while the human read', async ({ tool, args, yes, change }) => {
    person.willAnswer(() => {
      change();
      return presses(yes);
    });
    const { isError, text } = await callAs(client, tool, args);
    expect({ isError, writes: platform.writes() }).toEqual({ isError: true, writes: [] });
    expect(text).toMatch(/has changed since.*Nothing was sent/);
  });

  it('says so where a deletion was answered with no', async () => {
    platform.rule('DELETE', /agents/, json(200, { success: false, message: 'still used' }));
    person.willAnswer(presses('Delete'));
    const { isError, text } = await callAs(client, 'delete_agent', { agentId: AGENT });
    expect(isError).toBe(true);
    expect(text).toMatch(/did not delete .*⟦still used⟧/);
    expect(platform.writes()).toHaveLength(1);
  });
});
