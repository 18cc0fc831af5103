/** An agent that asks again: the question about its newest request rejects the older ones, too, where the human says so. */
import { describe, expect, it } from 'vitest';
import { type AlikePlatform, alikePlatform, type Refund, refund, waitingFor } from '../support/alike-platform.ts';
import type { ClientKind, ElicitRequest } from '../support/clients.ts';
import { connectHere } from '../support/clients-here.ts';
import { callAs, pressing } from '../support/consent-human.ts';
import { golden } from '../support/golden.ts';
import { uuid } from '../support/sessions.ts';
import { slowDescribe } from '../support/thorough.ts';

/** The same again: tickets would differ. */
const again = (changes: Partial<Refund> = {}): Refund => refund(1, { metadata: { ticket: 'T' }, ...changes });
const THREE = [again(), again(), again()];
const NEWEST = uuid(2);
const LEAVE = 'Leave them waiting';
const REJECT = 'Reject them, too';

interface Field {
  readonly title?: string;
  readonly enum?: readonly string[];
  readonly default?: string;
}
const fieldsOf = ({ requestedSchema }: ElicitRequest): [string, Field][] =>
  Object.entries((requestedSchema as { properties: Record<string, Field> }).properties);

/** Calls a tool; the human fills in each field with the first choice that begins with one of these. */
const askedWith =
  (client: ClientKind) =>
  async (
    refunds: readonly Refund[],
    {
      tool = 'approve_thread',
      args = { threadId: NEWEST, status: 'APPROVED' },
      choose = ['Approve', REJECT],
    }: {
      readonly tool?: string;
      readonly args?: Record<string, unknown>;
      readonly choose?: readonly string[];
    } = {},
    meanwhile: (platform: AlikePlatform) => void = () => undefined,
    instead?: Parameters<typeof alikePlatform>[1],
  ) => {
    const platform = await alikePlatform(refunds, instead);
    const pages: ElicitRequest[] = [];
    const session = await connectHere({
      client,
      env: { AGENT_PLATFORM_BASE_URL: platform.url, AGENT_PLATFORM_TOKEN: 'tok_some-token-for-tests-1' },
      elicit: async (page) => {
        pages.push(page);
        meanwhile(platform);
        return pressing(page, ...choose);
      },
    });
    const { text, isError, data } = await callAs(session, tool, args);
    const sent = platform.sent().map(([id, body]) => [id, (body as { status: string }).status]);
    return { platform, pages, text, isError, data, sent };
  };

const asksAboutNewest = (client: ClientKind) => {
  const asked = askedWith(client);

  it('names the older ones, and rejects them by a field of their own, with the reason', async () => {
    const { pages, text, data, sent, platform } = await asked(THREE);
    golden(pages[0]?.message ?? '');
    golden(text);
    const fields = Object.fromEntries(fieldsOf(pages[0] as ElicitRequest));
    expect(fields.decision_older).toMatchObject({
      title: '2 older requests for the same',
      enum: [LEAVE, REJECT],
      default: LEAVE,
    });
    expect(sent).toEqual([
      [NEWEST, 'APPROVED'],
      [uuid(0), 'REJECTED'],
      [uuid(1), 'REJECTED'],
    ]);
    expect(platform.sent()[1]?.[1]).toEqual({
      status: 'REJECTED',
      comment: `Thread ${NEWEST} asked for the same again.`,
    });
    expect(data.olderRejected).toEqual([uuid(0), uuid(1)]);
  });

  it.each<{ it: string; choose: string[]; sent: string[][] }>([
    { it: 'approves the newest alone', choose: ['Approve', LEAVE], sent: [[NEWEST, 'APPROVED']] },
    {
      it: 'approves the newest alone where the field is left empty',
      choose: ['Approve'],
      sent: [[NEWEST, 'APPROVED']],
    },
    {
      it: 'leaves the newest waiting, and rejects the others',
      choose: ['Leave it', REJECT],
      sent: [
        [uuid(0), 'REJECTED'],
        [uuid(1), 'REJECTED'],
      ],
    },
    {
      it: 'rejects all',
      choose: [REJECT, 'Reject'],
      sent: [NEWEST, uuid(0), uuid(1)].map((id) => [id, 'REJECTED']),
    },
  ])('$it', async ({ choose, sent }) => {
    expect((await asked(THREE, { choose })).sent).toEqual(sent);
  });

  it('rejects no older one of a group shown one by one, unless that is chosen there', async () => {
    const refunds = [...THREE, refund(2, { metadata: { ticket: 'T' } })];
    const platform = await alikePlatform(refunds);
    const env = { AGENT_PLATFORM_BASE_URL: platform.url, AGENT_PLATFORM_TOKEN: 'tok_some-token-for-tests-1' };
    let page = 0;
    const session = await connectHere({
      client,
      env,
      elicit: (form) => pressing(form, ...(page++ === 0 ? ['One by one', REJECT] : ['Approve', LEAVE])),
    });
    const { approvals } = (await callAs(session, 'list_pending_approvals', {})).data;
    const groups = [{ groupToken: approvals[0]?.groupToken, status: 'APPROVED' }];
    await callAs(session, 'decide_approvals', { groups });
    expect(page).toBe(2);
    expect(platform.sent().map(([id]) => id)).toEqual([NEWEST, uuid(3)]);
  });

  it('offers to reject older ones for a group as a whole, but not for a request that the call names by itself', async () => {
    const refunds = [again(), again(), again(), refund(2, { metadata: { ticket: 'T' } })];
    const platform = await alikePlatform(refunds);
    const session = await connectHere({
      client,
      env: { AGENT_PLATFORM_BASE_URL: platform.url, AGENT_PLATFORM_TOKEN: 'tok_some-token-for-tests-1' },
    });
    const { approvals } = (await callAs(session, 'list_pending_approvals', {})).data;
    const { groupToken } = approvals.find((one) => one.groupToken !== undefined) ?? {};
    const groups = [{ groupToken, status: 'APPROVED' }];
    const whole = await asked(refunds, { tool: 'decide_approvals', args: { groups }, choose: ['Approve', REJECT] });
    expect(whole.text).toContain('4 decided');
    expect(whole.sent.filter(([, status]) => status === 'REJECTED').map(([id]) => id)).toEqual([uuid(0), uuid(1)]);
    const items = [{ threadId: uuid(0), status: 'APPROVED', reviewToken: '1-a' }];
    const named = await asked(refunds, {
      tool: 'decide_approvals',
      args: { groups, items },
      choose: ['Approve', 'Reject it, too'],
    });
    expect(named.sent.filter(([, status]) => status === 'REJECTED').map(([id]) => id)).toEqual([uuid(1)]);
  });
};

describe.each(['v2-modern'] as const)('a question about the newest of equal requests (%s)', asksAboutNewest);
slowDescribe.each(['v1'] as const)('a question about the newest of equal requests (%s)', asksAboutNewest);

describe('a question about the newest of equal requests', () => {
  const asked = askedWith('v2-modern');

  it.each<{ it: string; odd: Partial<Refund> }>([
    { it: 'another amount', odd: { amount: 99 } },
    { it: 'another task', odd: { task: 'Please refund 20.5 GBP to Ana María López for order 10501, it broke twice.' } },
    { it: 'other words', odd: { says: ' I asked before.' } },
    {
      it: 'other words of the user later on',
      odd: {
        thread: {
          messages: [
            ...(waitingFor(1, again()).messages as object[]).slice(0, 1),
            { role: 'assistant', content: 'Which month?', timestamp: '2026-11-20T09:00:00.000Z' },
            { role: 'user', content: 'March.', timestamp: '2026-11-20T09:01:00.000Z' },
            ...(waitingFor(1, again()).messages as object[]).slice(1),
          ],
        },
      },
    },
    { it: 'another tenant', odd: { metadata: { ticket: 'T', tenantId: 'south' } } },
  ])('does not take a request for an older one if it has $it', async ({ odd }) => {
    const { pages, sent } = await asked([again(odd), again(odd), again()]);
    expect(fieldsOf(pages[0] as ElicitRequest).map(([name]) => name)).toEqual(['decision', 'comment']);
    expect(sent).toEqual([[NEWEST, 'APPROVED']]);
  });

  it('rejects no older one that asks for something else by the time of the decision, and says so', async () => {
    const { sent, text, data } = await asked(THREE, {}, (platform) => {
      platform.threads.set(uuid(0), waitingFor(0, again({ amount: 7 })));
      platform.threads.set(uuid(1), { ...platform.threads.get(uuid(1)), status: 'COMPLETED' });
    });
    expect(sent).toEqual([[NEWEST, 'APPROVED']]);
    expect(data.olderRejected).toBeUndefined();
    expect(text).toContain('No older request was rejected.');
    expect(text).toContain(
      `Older request ${uuid(0)}: thread ${uuid(0)} no longer asks for the same as thread ${NEWEST}.`,
    );
    expect(text).toContain(`thread ${uuid(1)} is COMPLETED and does not wait for approval.`);
  });

  it.each([
    { it: 'an older one', goes: uuid(0), choose: ['Approve', REJECT], sent: [NEWEST, uuid(1)] },
    { it: 'the newest that is left waiting', goes: NEWEST, choose: ['Leave it', REJECT], sent: [] },
  ])('tells $it that is deleted while the question is open as gone, not as a wrong id', async ({ goes, ...of }) => {
    let isOpen = false;
    const { sent, text } = await asked(
      THREE,
      { choose: of.choose },
      () => {
        isOpen = true;
      },
      ({ path }) => (isOpen && path.includes(`/threads/${goes}`) ? { status: 404, body: {} } : undefined),
    );
    expect(sent.map(([id]) => id)).toEqual(of.sent);
    expect(text).toContain(`Thread ${goes} was there when it was asked about, and is gone now`);
    expect(text).not.toContain('Check the ids');
  });

  const CHANGED: readonly [string, (platform: AlikePlatform) => void][] = [
    ['asks for something else', ({ threads }) => void threads.set(NEWEST, waitingFor(2, again({ amount: 7 })))],
    ['has ended', ({ threads }) => void threads.set(NEWEST, { ...threads.get(NEWEST), status: 'COMPLETED' })],
  ];
  it.each(CHANGED.flatMap(([what, change]) => ['Approve', 'Leave it'].map((choice) => ({ what, change, choice }))))(
    'leaves the older ones alone where the newest $what meanwhile, and says so: $choice',
    async ({ change, choice }) => {
      const { sent, isError, text } = await asked(THREE, { choose: [choice, REJECT] }, change);
      expect([isError, sent]).toEqual([true, []]);
      expect(text).not.toContain('still waits');
    },
  );

  it.each([
    { it: 'is unknown', answer: { status: 502, body: {} } },
    { it: 'was refused', answer: { status: 403, body: { message: 'no' } } },
    { it: 'has no effect', answer: { json: { id: NEWEST, status: 'AWAITING_APPROVAL' } } },
  ])('says that no older one was rejected where the decision on the newest $it', async ({ answer }) => {
    const { sent, isError, text } = await asked(THREE, {}, undefined, ({ method, path }) =>
      method === 'POST' && path.endsWith('/approval') ? answer : undefined,
    );
    expect([isError, sent]).toEqual([true, [[NEWEST, 'APPROVED']]]);
    expect(text).toContain('No older request was rejected.');
  });

  it('does not claim that nothing was sent where only older ones were rejected', async () => {
    const { text, data } = await asked(THREE, { choose: ['Leave it', REJECT] });
    expect(data.olderRejected).toEqual([uuid(0), uuid(1)]);
    golden(text);
  });

  it('asks about an older request by itself, and says that it was asked again', async () => {
    const { pages, sent } = await asked(THREE, { args: { threadId: uuid(0), status: 'REJECTED' }, choose: ['Reject'] });
    expect(pages[0]?.message).toContain(`ASKED AGAIN: thread ${NEWEST}, which is newer, asked for the same`);
    expect(fieldsOf(pages[0] as ElicitRequest).map(([name]) => name)).toEqual(['decision', 'comment']);
    expect(sent).toEqual([[uuid(0), 'REJECTED']]);
  });

  it('looks again at the older ones of all newest together, where they show their rejection a moment later', async () => {
    const refunds = [1, 2, 1, 2].map((n) => refund(n, { metadata: { ticket: 'T' } }));
    const steps: string[] = [];
    const late: Parameters<typeof alikePlatform>[1] = ({ method, path }) => {
      const n = [0, 1].find((older) => path.includes(`/threads/${uuid(older)}`));
      if (n === undefined) return undefined;
      steps.push(`${method} ${n}`);
      const reads = steps.slice(steps.indexOf(`POST ${n}`)).filter((step) => step === `GET ${n}`).length;
      const isShown = steps.includes(`POST ${n}`) && reads > 1;
      return { json: { ...waitingFor(n, refunds[n] ?? again()), ...(isShown && { status: 'FAILED' }) } };
    };
    const platform = await alikePlatform(refunds);
    const env = { AGENT_PLATFORM_BASE_URL: platform.url, AGENT_PLATFORM_TOKEN: 'tok_some-token-for-tests-1' };
    const { approvals } = (await callAs(await connectHere({ client: 'v2-modern', env }), 'list_pending_approvals', {}))
      .data;
    const args = { groups: [{ groupToken: approvals[0]?.groupToken, status: 'APPROVED' }] };
    const { text } = await asked(refunds, { tool: 'decide_approvals', args }, undefined, late);
    expect(text).toContain('4 decided');
    const sent = steps.slice(steps.indexOf('POST 0'), steps.indexOf('POST 1'));
    expect(sent.filter((step) => step === 'GET 0')).toHaveLength(1);
  });
});
