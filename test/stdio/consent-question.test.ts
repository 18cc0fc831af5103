/** The questions to the human about approvals, deletions and ends, each with its consequences. */
import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { ClientKind, TestClient } from '../support/clients.ts';
import { connectHere } from '../support/clients-here.ts';
import { callAs, human, presses, reviewTokenOf } from '../support/consent-human.ts';
import { golden, goldenError } from '../support/golden.ts';
import { json } from '../support/platform-double.ts';
import { AGENT, OTHER_THREAD, SERVER, scriptedPlatform, THREAD, waitingThread } from '../support/scripted-platform.ts';
import { slowDescribe } from '../support/thorough.ts';

/** A thread that may be ended, because it does not wait. */
const RUNNING = OTHER_THREAD;

const platform = await scriptedPlatform();
beforeEach(() => {
  platform.reset();
  platform.threads.set(RUNNING, { ...waitingThread(RUNNING), status: 'RUNNING' });
});

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

const asks = (kind: ClientKind) => {
  const person = human();
  let client: TestClient;
  const connected = (approvals = 'auto'): Promise<TestClient> => {
    const env = { ...platform.env, AGENT_PLATFORM_TOOLSETS: 'all', AGENT_PLATFORM_APPROVALS: approvals };
    return connectHere({ client: kind, env, elicit: person.elicit });
  };
  beforeAll(async () => {
    client = await connected();
  });

  /** The message of the dialog that a call opens; the human presses the last choice, which changes nothing. */
  async function shownBy(tool: string, args: Record<string, unknown>, asking = client): Promise<string> {
    person.willAnswer(() => presses(person.choices().at(-1) ?? ''));
    const before = person.shown.length;
    await callAs(asking, tool, args);
    expect(person.shown.length).toBe(before + 1);
    expect(platform.writes()).toEqual([]);
    return person.shown.at(-1) ?? '';
  }

  describe.each(ASKING)('$tool', ({ tool, args, yes, no }) => {
    it.each([
      { it: 'acts if the human agrees', answer: presses(yes), writes: 1 },
      { it: 'changes nothing if the human says no', answer: presses(no), writes: 0 },
      { it: 'sends nothing if the form is declined', answer: { action: 'decline' as const }, writes: 0 },
      { it: 'sends nothing if the form is closed', answer: { action: 'cancel' as const }, writes: 0 },
    ])('$it', async ({ answer, writes }) => {
      person.willAnswer(answer);
      const { isError, text } = await callAs(client, tool, { ...args });
      expect({ isError, writes: platform.writes().length }).toEqual({ isError: false, writes });
      golden(text);
    });
  });

  it('shows all of an approval: call, task, what the agent says, what each choice does, proposal, age, cost, ids', async () => {
    const message = await shownBy('approve_thread', { threadId: THREAD, status: 'REJECTED', comment: 'too "much"' });
    golden(message);
    expect(person.choices()).toEqual(['Reject', 'Approve create_refund', 'Leave it waiting']);
  });

  it("shows an approval even if the agents can't be read", async () => {
    platform.rule('GET', /^\/v1\/agents$/, json(403, {}));
    // One that has not read the agent before.
    const fresh = await connected();
    golden(await shownBy('approve_thread', { threadId: THREAD, status: 'APPROVED' }, fresh));
  });

  it.each([
    { it: 'an agent', tool: 'delete_agent', args: { agentId: AGENT } },
    { it: 'a tool', tool: 'delete_tool', args: { toolServerId: SERVER, toolId: 'find_order' } },
    { it: 'a thread', tool: 'complete_thread', args: { threadId: RUNNING, state: 'FAILED' } },
  ])('shows what is lost with $it', async ({ tool, args }) => {
    golden(await shownBy(tool, args));
  });

  it('shows the task of a thread in which nothing was said since', async () => {
    const [task] = waitingThread(RUNNING).messages;
    platform.threads.set(RUNNING, { ...waitingThread(RUNNING), status: 'RUNNING', messages: task ? [task] : [] });
    expect(await shownBy('complete_thread', { threadId: RUNNING, state: 'FAILED' })).toContain(
      'Its task: ⟦Handle the return of order 10482.⟧. Nothing was said since.',
    );
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
  ])('refuses $it while the human was reading', async ({ tool, args, yes, change }) => {
    person.willAnswer(() => {
      change();
      return presses(yes);
    });
    const { isError, text } = await callAs(client, tool, args);
    expect({ isError, writes: platform.writes() }).toEqual({ isError: true, writes: [] });
    golden(text);
  });

  it.each([
    ['require', 1],
    ['off', 0],
  ])('asks with approvals %s %i times, and sends what is wanted', async (approvals, times) => {
    const before = person.shown.length;
    person.willAnswer(presses('Approve'));
    const args = { threadId: THREAD, status: 'APPROVED' };
    golden(await callAs(await connected(approvals), 'approve_thread', args));
    expect({ asked: person.shown.length - before, writes: platform.writes().length }).toEqual({
      asked: times,
      writes: 1,
    });
  });

  it('says so if the human answered no to a deletion', async () => {
    platform.rule('DELETE', /agents/, json(200, { success: false, message: 'still used' }));
    person.willAnswer(presses('Delete'));
    goldenError(await callAs(client, 'delete_agent', { agentId: AGENT }));
    expect(platform.writes()).toHaveLength(1);
  });
};

describe.each(['v2-modern'] as const)('with %s', asks);
slowDescribe.each(['v1'] as const)('with %s', asks);

describe.each([
  { approvals: 'auto', writes: 1 },
  { approvals: 'require', writes: 0 },
  { approvals: 'off', writes: 1 },
])('if nobody can be asked: $approvals', ({ approvals, writes }) => {
  let client: TestClient;
  beforeAll(async () => {
    const env = { ...platform.env, AGENT_PLATFORM_TOOLSETS: 'all', AGENT_PLATFORM_APPROVALS: approvals };
    client = await connectHere({ client: 'v2-modern', env });
  });

  it.each(ASKING)('$tool does what the setting says', async ({ tool, args }) => {
    const reviewToken = tool === 'approve_thread' ? await reviewTokenOf(client, THREAD) : undefined;
    const { isError, text } = await callAs(client, tool, { ...args, reviewToken });
    expect({ isError, writes: platform.writes().length }).toEqual({ isError: writes === 0, writes });
    golden(text);
  });
});
