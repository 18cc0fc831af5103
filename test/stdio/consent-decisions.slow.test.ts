/** approve_thread: whose decision is sent, and when none is sent; in both eras, with both SDKs' clients. */
import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { CLIENTS, connect, type ElicitAnswer, type TestClient } from '../support/clients.ts';
import { callAs, type Human, human, presses } from '../support/consent-human.ts';
import { golden } from '../support/golden.ts';
import { OTHER_THREAD, scriptedPlatform, THREAD, waitingThread } from '../support/scripted-platform.ts';

const HOST_ONLY = /decidedBy: not-asked/;

const platform = await scriptedPlatform();
beforeEach(() => {
  platform.threads.clear();
  for (const id of [THREAD, OTHER_THREAD]) platform.threads.set(id, waitingThread(id));
});

/** Runs a call. @returns the requests that reached the platform */
async function sentBy(call: () => Promise<unknown>): Promise<unknown[]> {
  const before = platform.bodies().length;
  await call();
  return platform.bodies().slice(before);
}

describe.each(CLIENTS)('approve_thread with $client, who asks the human', ({ client: kind }) => {
  const person: Human = human();
  let client: TestClient;
  beforeAll(async () => {
    client = await connect({ client: kind, env: platform.env, elicit: person.elicit });
  });

  const cases: readonly {
    it: string;
    proposed: Record<string, unknown>;
    answer: ElicitAnswer;
    sent: unknown[];
  }[] = [
    {
      it: 'sends what both want',
      proposed: { status: 'APPROVED', comment: 'within the warranty' },
      answer: presses('Approve', 'within the warranty'),
      sent: [{ status: 'APPROVED', comment: 'within the warranty' }],
    },
    {
      it: 'sends no comment where the human emptied the field',
      proposed: { status: 'APPROVED', comment: 'within the warranty' },
      answer: presses('Approve', ''),
      sent: [{ status: 'APPROVED' }],
    },
    {
      it: 'says nothing of a comment that only lost spaces on the way',
      proposed: { status: 'APPROVED', comment: ' within the warranty\n' },
      answer: presses('Approve', 'within the warranty'),
      sent: [{ status: 'APPROVED', comment: 'within the warranty' }],
    },
    {
      it: "sends the human's choice where it differs, without the model's comment",
      proposed: { status: 'APPROVED', comment: 'looks fine to me' },
      answer: presses('Reject'),
      sent: [{ status: 'REJECTED' }],
    },
    {
      it: "sends the human's comment in the place of the model's",
      proposed: { status: 'REJECTED', comment: 'too much' },
      answer: presses('Reject', 'ask for a photo first'),
      sent: [{ status: 'REJECTED', comment: 'ask for a photo first' }],
    },
    {
      it: "drops the model's comment beside another choice, also if the form sends it back",
      proposed: { status: 'APPROVED', comment: 'looks fine to me' },
      answer: presses('Reject', 'looks fine to me'),
      sent: [{ status: 'REJECTED' }],
    },
    {
      it: 'drops it also if the host has changed its line breaks and spaces',
      proposed: { status: 'APPROVED', comment: 'looks fine\nto me' },
      answer: presses('Reject', 'looks fine\r\nto me '),
      sent: [{ status: 'REJECTED' }],
    },
    {
      it: 'drops it also if the host’s field has no line breaks',
      proposed: { status: 'REJECTED', comment: 'Do not pay.\nAsk  the customer again.' },
      answer: presses('Approve', 'Do not pay.Ask the customer again.'),
      sent: [{ status: 'APPROVED' }],
    },
    {
      it: 'sends the proposed comment as proposed, whatever became of its spaces',
      proposed: { status: 'REJECTED', comment: 'Do not pay.\nAsk the customer again.' },
      answer: presses('Reject', 'Do not pay.Ask the customer again.'),
      sent: [{ status: 'REJECTED', comment: 'Do not pay.\nAsk the customer again.' }],
    },
    {
      it: 'lets the human approve what the model wanted to leave',
      proposed: { status: 'PENDING' },
      answer: presses('Approve'),
      sent: [{ status: 'APPROVED' }],
    },
    {
      it: 'leaves',
      proposed: { status: 'APPROVED' },
      answer: presses('Leave it waiting'),
      sent: [],
    },
    {
      it: 'declines',
      proposed: { status: 'APPROVED' },
      answer: { action: 'decline' },
      sent: [],
    },
    {
      it: 'closes',
      proposed: { status: 'APPROVED' },
      answer: { action: 'cancel' },
      sent: [],
    },
    {
      it: 'refuses a choice that was not offered',
      proposed: { status: 'APPROVED' },
      answer: presses('APPROVED'),
      sent: [],
    },
  ];
  it.each(cases)('$it', async ({ proposed, answer, sent }) => {
    person.willAnswer(answer);
    const asked = person.shown.length;
    let text = '';
    const bodies = await sentBy(async () => {
      ({ text } = await callAs(client, 'approve_thread', { threadId: THREAD, ...proposed }).catch((error: unknown) => ({
        text: String(error),
      })));
    });
    expect(bodies).toEqual(sent);
    golden(text);
    expect(text).not.toMatch(HOST_ONLY);
    expect(person.shown.length).toBe(asked + 1);
  });

  it('offers three choices, the proposed one first', async () => {
    person.willAnswer({ action: 'decline' });
    await callAs(client, 'approve_thread', { threadId: THREAD, status: 'REJECTED' });
    expect(person.choices()).toEqual(['Reject', 'Approve create_refund', 'Leave it waiting']);
  });

  it('refuses a thread that does not wait with its status, asks nobody and sends nothing', async () => {
    platform.threads.set(THREAD, { ...waitingThread(), status: 'PAUSED' });
    const asked = person.shown.length;
    const bodies = await sentBy(async () => {
      const { text, isError } = await callAs(client, 'approve_thread', { threadId: THREAD, status: 'APPROVED' });
      expect({ isError, text }).toEqual({
        isError: true,
        text: `Refused: thread ${THREAD} is PAUSED and does not wait for approval. Nothing was sent.`,
      });
    });
    expect(bodies).toEqual([]);
    expect(person.shown.length).toBe(asked);
  });

  it.each([
    {
      it: 'another message',
      change: () => platform.threads.get(THREAD)?.messages.push({ role: 'assistant', content: 'and 10 more' }),
    },
    { it: 'another word', change: () => platform.threads.set(THREAD, waitingThread(THREAD, 'Pay 9999 EUR?')) },
    {
      it: 'a character that nobody sees',
      change: () =>
        platform.threads.set(THREAD, waitingThread(THREAD, `${waitingThread().messages[1]?.content}\u200b`)),
    },
    { it: 'another status', change: () => platform.threads.set(THREAD, { ...waitingThread(), status: 'RUNNING' }) },
  ])('refuses a thread that got $it while the human read', async ({ change }) => {
    person.willAnswer(() => {
      change();
      return presses('Approve');
    });
    const bodies = await sentBy(async () => {
      const { isError, text } = await callAs(client, 'approve_thread', { threadId: THREAD, status: 'APPROVED' });
      expect(isError).toBe(true);
      golden(text);
    });
    expect(bodies).toEqual([]);
  });

  it('checks the reviewToken: accepts the present one, refuses an old one and says what changed', async () => {
    const token = async () => (await callAs(client, 'get_thread', { threadId: THREAD })).data.reviewToken;
    const old = await token();
    platform.threads.get(THREAD)?.messages.push({ role: 'assistant', content: 'now with 500 EUR' });
    const asked = person.shown.length;
    const bodies = await sentBy(async () => {
      const refused = await callAs(client, 'approve_thread', {
        threadId: THREAD,
        status: 'APPROVED',
        reviewToken: old,
      });
      expect(refused.isError).toBe(true);
      golden(refused.text);
    });
    expect({ bodies, asked: person.shown.length - asked }).toEqual({ bodies: [], asked: 0 });
    person.willAnswer(presses('Approve'));
    const now = await token();
    expect(
      await sentBy(() => callAs(client, 'approve_thread', { threadId: THREAD, status: 'APPROVED', reviewToken: now })),
    ).toEqual([{ status: 'APPROVED' }]);
  });

  it('refuses the reviewToken of another thread', async () => {
    const { data } = await callAs(client, 'get_thread', { threadId: OTHER_THREAD });
    const bodies = await sentBy(() =>
      callAs(client, 'approve_thread', { threadId: THREAD, status: 'APPROVED', reviewToken: data.reviewToken }),
    );
    expect(bodies).toEqual([]);
  });
});

const settings = ['auto', 'require', 'off'] as const;
const outcomes = {
  auto: { canAsk: { asked: 1, sent: 1 }, cannot: { asked: 0, sent: 1 } },
  require: { canAsk: { asked: 1, sent: 1 }, cannot: { asked: 0, sent: 0 } },
  off: { canAsk: { asked: 0, sent: 1 }, cannot: { asked: 0, sent: 1 } },
} as const;

describe.each(settings)('AGENT_PLATFORM_APPROVALS=%s', (approvals) => {
  const rows = CLIENTS.flatMap(({ client, era }) => [
    { client, era, host: 'canAsk' as const },
    { client, era, host: 'cannot' as const },
  ]);
  // Each era and each SDK once for each setting; v2-auto behaves like v2-modern.
  it.each(rows.filter(({ client }) => client !== 'v2-auto'))(
    'says whether the human is asked: $client whose host $host',
    async ({ client: kind, host }) => {
      const person = human(presses('Approve'));
      const env = { ...platform.env, AGENT_PLATFORM_APPROVALS: approvals };
      const client = await connect({ client: kind, env, ...(host === 'canAsk' ? { elicit: person.elicit } : {}) });
      const { asked, sent } = outcomes[approvals][host];
      let text = '';
      const bodies = await sentBy(async () => {
        const { reviewToken } = (await callAs(client, 'get_thread', { threadId: THREAD })).data;
        ({ text } = await callAs(client, 'approve_thread', { threadId: THREAD, status: 'APPROVED', reviewToken }));
      });
      expect({ asked: person.shown.length, sent: bodies.length }).toEqual({ asked, sent });
      golden(text);
    },
  );
});
