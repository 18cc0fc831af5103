/** A card that has become stale says so, and what changed. */
import { describe, expect, it } from 'vitest';
import { until } from '../support/clients.ts';
import { OTHER_THREAD, THREAD, waitingThread } from '../support/scripted-platform.ts';
import type { Card } from './host.ts';
import {
  APPROVE,
  BACK,
  card,
  client,
  INBOX,
  opened,
  platform,
  press,
  ready,
  reviewToken,
  thread,
  useCards,
} from './session.ts';

useCards();

const decideElsewhere = async () =>
  client.callTool('decide_from_card', { threadId: THREAD, decision: 'APPROVED', reviewToken: await reviewToken() });

/** Presses Refresh and waits until the request was read again. */
async function refresh(request: Card): Promise<void> {
  const reads = () => request.calls.filter(({ name }) => name === 'read_request_for_card').length;
  const before = reads();
  await press(request, 'Refresh');
  await until('the request is read again', () => reads() > before);
  await new Promise((resolve) => setTimeout(resolve, 300));
}

function add(content: string): void {
  const found = waitingThread(THREAD);
  platform.threads.set(THREAD, { ...found, messages: [...found.messages, { role: 'assistant', content }] });
}

describe('a card for a request that', () => {
  it('has changed says what changed when it is refreshed, shows the new one, and decides on it', async () => {
    const request = await thread();
    await ready(request);
    add('The customer agrees.');
    await press(request, 'Refresh');
    await request.shows(/^Changed\. This request is not what this card read: 1 message was added since then/);
    await request.shows('The customer agrees.');
    await ready(request);
    await press(request, APPROVE);
    await request.shows('Approved.');
    expect(platform.decisions).toHaveLength(1);
  });

  it('has changed says so on a refresh even if only a part of it was read', async () => {
    const long = `May I? ${'step '.repeat(20_000)}the end`;
    platform.threads.set(THREAD, waitingThread(THREAD, long));
    let reads = 0;
    const answer = async (name: string, args: Record<string, unknown>) => {
      if (name !== 'read_request_for_card') return undefined;
      const result = await client.callTool(name, args);
      reads++;
      return result;
    };
    const request = await thread({ answer });
    await ready(request);
    await refresh(request);
    // The token of a part brings the next one, so the card then reads from the beginning. A change before that is not its case.
    await until('the request is read from its beginning, too', () => reads === 3);
    expect(await request.text()).toContain('Show the rest');
    expect(await request.text()).not.toContain('Changed.');
    platform.threads.set(THREAD, waitingThread(THREAD, `Now: ${long}`));
    await press(request, 'Refresh');
    await request.shows(/^Changed\. .* its status or a message changed/);
    expect(await request.frame.locator('blockquote').first().textContent()).toMatch(/^Now: May I\?/);
  });

  it('has changed says what changed when a decision is pressed, and sends nothing', async () => {
    const request = await opened(await card(INBOX));
    add('The customer agrees.');
    await press(request, 'Reject');
    await request.shows(/^Not sent\. This request is not what this card read: 1 message was added since then/);
    await request.shows('The customer agrees.');
    expect(await request.text()).not.toContain('get_thread');
    expect(platform.decisions).toEqual([]);
    await press(request, BACK);
    await until('the list is read again', () => request.calls.some(({ name }) => name === INBOX));
    await request.shows('Approvals (2)');
    const focused = () => request.frame.evaluate(() => document.activeElement?.getAttribute('data-entry'));
    await expect.poll(focused).toBe(THREAD);
  });

  it('was decided elsewhere says so when it is refreshed', async () => {
    const request = await thread();
    await ready(request);
    await decideElsewhere();
    await press(request, 'Refresh');
    await request.shows(/^No longer waiting\. Somebody else decided/);
    await request.shows('Running');
    expect(await request.frame.getByRole('button', { name: /Approve|Reject/ }).count()).toBe(0);
  });

  it('was decided elsewhere says so when a decision is pressed, and sends nothing', async () => {
    const request = await thread();
    await ready(request);
    await decideElsewhere();
    await press(request, 'Reject');
    await request.shows(/^Not sent\. Somebody else decided/);
    expect(platform.decisions).toHaveLength(1);
  });

  it('is still the same reports no change', async () => {
    const request = await thread();
    await ready(request);
    await refresh(request);
    expect(await request.text()).not.toMatch(/Changed|No longer/);
  });

  it('is being read again when a decision is pressed keeps the outcome in view', async () => {
    let reads = 0;
    const answer = async (name: string, args: Record<string, unknown>) => {
      if (name !== 'read_request_for_card' || ++reads !== 2) return undefined;
      const result = await client.callTool(name, args);
      await new Promise((resolve) => setTimeout(resolve, 4_000));
      return result;
    };
    const request = await thread({ answer });
    await ready(request);
    await press(request, 'Refresh');
    await until('the request is read again', () => reads === 2);
    await ready(request);
    await press(request, APPROVE);
    await request.shows('Approved.');
    await new Promise((resolve) => setTimeout(resolve, 4_000));
    expect(await request.text()).toContain('Approved.');
  });

  it('can’t be read to its end when a rejection is pressed is not sent, and keeps the comment', async () => {
    platform.threads.set(THREAD, waitingThread(THREAD, `May I? ${'step '.repeat(20_000)}the end`));
    let reads = 0;
    const answer = (name: string) =>
      name !== 'read_request_for_card' || ++reads === 1
        ? undefined
        : { content: [{ type: 'text', text: 'The platform is away.' }], isError: true };
    const request = await thread({ answer });
    await ready(request);
    await request.frame.getByLabel('Comment').fill('not like this');
    await press(request, 'Reject');
    await request.shows(/Not sent\. The platform is away/);
    expect(platform.decisions).toEqual([]);
  });

  it('can’t be read again after its decision keeps the outcome, and no button, whatever the host changes', async () => {
    let isAway = false;
    const answer = (name: string) => {
      if (name === 'decide_from_card') isAway = true;
      return isAway && name === 'read_request_for_card'
        ? { content: [{ type: 'text', text: 'The platform is away.' }], isError: true }
        : undefined;
    };
    const request = await thread({ answer });
    await ready(request);
    await press(request, APPROVE);
    await request.shows('Approved.');
    await request.page.evaluate(`changeContext({ locale: 'de-DE' })`);
    await new Promise((resolve) => setTimeout(resolve, 300));
    expect(await request.text()).toContain('Approved.');
    expect(await request.frame.getByRole('button', { name: APPROVE }).count()).toBe(0);
  });

  it('was decided in this card is not called decided elsewhere afterwards', async () => {
    const request = await thread();
    await ready(request);
    await press(request, APPROVE);
    await request.shows('Approved.');
    // The conversation grows, and moves the button.
    await until('the conversation is read again', () => request.calls.some(({ name }) => name === 'get_thread'));
    await new Promise((resolve) => setTimeout(resolve, 300));
    await press(request, 'Refresh');
    await request.shows('Thread');
    expect(await request.text()).not.toContain('Somebody else');
  });
});

it('a comment that was typed is kept when the request is read again', async () => {
  const request = await thread({ args: { threadId: OTHER_THREAD } });
  await ready(request);
  await request.frame.getByLabel('Comment').fill('within the limit');
  await refresh(request);
  expect(await request.frame.getByLabel('Comment').inputValue()).toBe('within the limit');
});
