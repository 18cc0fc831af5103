/**
 * A person who comes back to a hundred waiting requests, approves every group, and leaves every single request waiting,
 * approves nearly all good ones and no trap. So does a model where nobody can be asked.
 */
import { expect, it } from 'vitest';
import scenario from '../../src/sandbox/seed/hundred.json' with { type: 'json' };
import { threadId } from '../../src/sandbox/seed/stories.ts';
import { connect, type TestClient } from '../support/clients.ts';
import { callAs, pressing } from '../support/consent-human.ts';

const TRAPS = new Map(scenario.traps.map(({ trap }) => [threadId(trap), trap]));
const ARGS = ['--sandbox', '--sandbox-scenario', 'hundred'];

interface Entry {
  readonly alike?: number;
  readonly groupToken?: string;
  readonly rows?: readonly unknown[];
}
const groupsIn = ({ approvals }: Readonly<Record<string, unknown>>): Entry[] =>
  (approvals as Entry[]).filter(({ alike }) => alike !== undefined);

/** Groups in calls of at most 50 threads. */
function inCalls(groups: readonly Entry[]): Entry[][] {
  const calls: Entry[][] = [];
  let left = 0;
  for (const group of groups) {
    const { alike = 0 } = group;
    if (alike > left) {
      calls.push([]);
      left = 50;
    }
    calls.at(-1)?.push(group);
    left -= alike;
  }
  return calls;
}

/** Approved threads: those that a result of decide_approvals names. */
const approvedIn = (data: Readonly<Record<string, unknown>>): string[] =>
  (data.decisions as { threadId: string; outcome: string; decision: string }[]).flatMap((one) =>
    one.outcome === 'decided' && one.decision === 'APPROVED' ? [one.threadId] : [],
  );

const decideAll = async (client: TestClient, groups: readonly Entry[]): Promise<string[]> => {
  const approved: string[] = [];
  for (const some of inCalls(groups)) {
    const named = some.map(({ groupToken }) => ({ groupToken, status: 'APPROVED' }));
    approved.push(...approvedIn((await callAs(client, 'decide_approvals', { groups: named })).data));
  }
  return approved;
};

const trapsIn = (approved: readonly string[]) => approved.flatMap((id) => TRAPS.get(id) ?? []);

it.each(['v2-modern', 'v1'] as const)('a person answers at most twelve questions (%s)', async (kind) => {
  let [questions, characters] = [0, 0];
  const client = await connect({
    client: kind,
    args: ARGS,
    elicit: (form) => {
      questions++;
      characters += form.message.length;
      return pressing(form, 'Approve all', 'Leave');
    },
  });
  const { data } = await callAs(client, 'list_pending_approvals', {});
  const approved = await decideAll(client, groupsIn(data));
  await client.close();
  expect(trapsIn(approved)).toEqual([]);
  expect(approved.length).toBeGreaterThanOrEqual(80);
  expect(questions).toBeLessThanOrEqual(12);
  expect(characters).toBeLessThanOrEqual(40_000);
});

it('a model needs at most fifteen calls where nobody can be asked', async () => {
  const client = await connect({ client: 'v1', args: ARGS });
  const { data, text } = await callAs(client, 'list_pending_approvals', {});
  expect(text.length).toBeLessThanOrEqual(12_000);
  expect(JSON.stringify(data).length).toBeLessThanOrEqual(12_000);
  let calls = 1;
  const whole: Entry[] = [];
  for (const group of groupsIn(data)) {
    let { groupToken } = group;
    for (let isCut = group.rows?.length === 0; isCut; ) {
      const part = (await callAs(client, 'list_pending_approvals', { groupToken })).data;
      calls++;
      groupToken = String(part.groupToken);
      isCut = (part.nextStep as { tool?: string } | undefined)?.tool === 'list_pending_approvals';
    }
    whole.push({ ...group, ...(groupToken === undefined ? {} : { groupToken }) });
  }
  const approved = await decideAll(client, whole);
  calls += inCalls(whole).length;
  await client.close();
  expect(trapsIn(approved)).toEqual([]);
  expect(approved.length).toBeGreaterThanOrEqual(80);
  expect(calls).toBeLessThanOrEqual(15);
});
