/** approve_thread: whose decision is sent, and when none is sent; in both eras, with both SDKs' clients. */
import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { CLIENTS, connect, type ElicitAnswer, type TestClient } from '../support/clients.ts';
import { callAs, type Human, human, presses } from '../support/consent-human.ts';
import { golden, goldenError } from '../support/golden.ts';
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

  const [FITS, FINE] = ['within the warranty', 'looks fine to me'];
  const cases: readonly {
    it: string;
    /** What the model proposes, and what the human answers. */
    proposed: [status: string, comment?: string];
    answer: ElicitAnswer;
    sent?: [status: string, comment?: string];
  }[] = [
    {
      it: 'sends what both want',
      proposed: ['APPROVED', FITS],
      answer: presses('Approve', FITS),
      sent: ['APPROVED', FITS],
    },
    {
      it: 'sends no comment where the human emptied the field',
      proposed: ['APPROVED', FITS],
      answer: presses('Approve', ''),
      sent: ['APPROVED'],
    },
    {
      it: 'says nothing of a comment that only lost spaces on the way',
      proposed: ['APPROVED', ` ${FITS}\n`],
      answer: presses('Approve', FITS),
      sent: ['APPROVED', FITS],
    },
    {
      it: "sends the human's choice where it differs, without the model's comment",
      proposed: ['APPROVED', FINE],
      answer: presses('Reject'),
      sent: ['REJECTED'],
    },
    {
      it: "sends the human's comment in the place of the model's",
      proposed: ['REJECTED', 'too much'],
      answer: presses('Reject', 'ask for a photo first'),
      sent: ['REJECTED', 'ask for a photo first'],
    },
    {
      it: 'sends the human’s comment without characters that nobody sees',
      proposed: ['APPROVED'],
      answer: presses('Approve', 'only\u200b once\u202e 👩‍💻'),
      sent: ['APPROVED', 'only once 👩‍💻'],
    },
    {
      it: "drops the model's comment beside another choice, also if the form sends it back",
      proposed: ['APPROVED', FINE],
      answer: presses('Reject', FINE),
      sent: ['REJECTED'],
    },
    {
      it: 'drops it also if the host has changed its line breaks and spaces',
      proposed: ['APPROVED', 'looks fine\nto me'],
      answer: presses('Reject', 'looks fine\r\nto me '),
      sent: ['REJECTED'],
    },
    {
      it: 'drops it also if the host’s field has no line breaks',
      proposed: ['REJECTED', 'Do not pay.\nAsk  the customer again.'],
      answer: presses('Approve', 'Do not pay.Ask the customer again.'),
      sent: ['APPROVED'],
    },
    {
      it: 'sends the proposed comment as proposed, whatever became of its spaces',
      proposed: ['REJECTED', 'Do not pay.\nAsk the customer again.'],
      answer: presses('Reject', 'Do not pay.Ask the customer again.'),
      sent: ['REJECTED', 'Do not pay.\nAsk the customer again.'],
    },
    {
      it: 'lets the human approve what the model wanted to leave',
      proposed: ['PENDING'],
      answer: presses('Approve'),
      sent: ['APPROVED'],
    },
    { it: 'leaves', proposed: ['APPROVED'], answer: presses('Leave it waiting') },
    { it: 'declines', proposed: ['APPROVED'], answer: { action: 'decline' } },
    { it: 'closes', proposed: ['APPROVED'], answer: { action: 'cancel' } },
    { it: 'refuses a choice that was not offered', proposed: ['APPROVED'], answer: presses('APPROVED') },
  ];
  it.each(cases)('$it', async ({ proposed, answer, sent }) => {
    const decision = ([status, comment]: [string, string?]) => ({ status, ...(comment !== undefined && { comment }) });
    person.willAnswer(answer);
    const asked = person.shown.length;
    let text = '';
    const bodies = await sentBy(async () => {
      ({ text } = await callAs(client, 'approve_thread', { threadId: THREAD, ...decision(proposed) }).catch(
        (error: unknown) => ({
          text: String(error),
        }),
      ));
    });
    expect(bodies).toEqual(sent === undefined ? [] : [decision(sent)]);
    golden(text);
    expect(text).not.toMatch(HOST_ONLY);
    expect(person.shown.length).toBe(asked + 1);
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
      goldenError(await callAs(client, 'approve_thread', { threadId: THREAD, status: 'APPROVED' }));
    });
    expect(bodies).toEqual([]);
  });

  it('refuses the reviewToken of another thread', async () => {
    const { data } = await callAs(client, 'get_thread', { threadId: OTHER_THREAD });
    const bodies = await sentBy(() =>
      callAs(client, 'approve_thread', { threadId: THREAD, status: 'APPROVED', reviewToken: data.reviewToken }),
    );
    expect(bodies).toEqual([]);
  });
});
