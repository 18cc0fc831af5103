/** The form of decide_approvals: the titles of requests, and the meaning of an empty field. */
import { expect, it } from 'vitest';
import { connectHere } from '../support/clients-here.ts';
import { callAs, itemsFor } from '../support/consent-human.ts';
import { golden } from '../support/golden.ts';
import { OTHER_THREAD, scriptedPlatform, THREAD, waitingThread } from '../support/scripted-platform.ts';

it('a field is titled with the function that is requested, made harmless, and the thread', async () => {
  const calling = (id: string, name: string) => ({
    ...waitingThread(id),
    messages: [{ role: 'assistant', content: '', tool_calls: [{ id: 'c', function: { name, arguments: '{}' } }] }],
  });
  const platform = await scriptedPlatform(
    calling(THREAD, 'create_refund'),
    calling(OTHER_THREAD, '![x](//evil.example)'),
  );
  const titles: string[] = [];
  const client = await connectHere({
    client: 'v2-modern',
    env: platform.env,
    elicit: async ({ requestedSchema }) => {
      const { properties } = requestedSchema as { properties: Record<string, { title: string }> };
      titles.push(...Object.values(properties).map(({ title }) => title));
      return { action: 'decline' };
    },
  });
  const items = await itemsFor(client, [THREAD, OTHER_THREAD]);
  await callAs(client, 'decide_approvals', { items });
  golden(titles.join('\n'));
});

it('a field that comes back empty decides nothing, although it defaults to what the assistant proposes', async () => {
  const platform = await scriptedPlatform(waitingThread(THREAD), waitingThread(OTHER_THREAD));
  const client = await connectHere({
    client: 'v2-modern',
    env: platform.env,
    elicit: async () => ({ action: 'accept', content: { [`decision_${THREAD}`]: 'Approve' } }),
  });
  const items = await itemsFor(client, [THREAD, OTHER_THREAD]);
  const { text } = await callAs(client, 'decide_approvals', { items });
  const sent = platform.requests.filter(({ method }) => method === 'POST').map(({ path }) => path);
  expect(sent).toEqual([`/v1/agents/threads/${THREAD}/approval`]);
  golden(text);
});

it('a request that changed is refused with a call that asks the human about it', async () => {
  const platform = await scriptedPlatform(waitingThread(THREAD), waitingThread(OTHER_THREAD));
  let asked = 0;
  const client = await connectHere({
    client: 'v2-modern',
    env: platform.env,
    elicit: async () => {
      asked++;
      return { action: 'decline' };
    },
  });
  const items = await itemsFor(client, [THREAD, OTHER_THREAD]);
  for (const { messages } of platform.threads.values()) messages.push({ role: 'assistant', content: 'Or 300.00 EUR?' });
  const { text } = await callAs(client, 'decide_approvals', { items });
  expect(asked).toBe(0);
  // A batch can't be asked about without tokens.
  expect(text.match(/Call approve_thread without reviewToken/g)).toHaveLength(2);
  await callAs(client, 'approve_thread', { threadId: THREAD, status: 'APPROVED' });
  expect(asked).toBe(1);
});
