/** A question that the host draws as a card. */
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { CARDS_AND_QUESTIONS, tokenFor } from '../support/cards.ts';
import { connect, type TestClient, until } from '../support/clients.ts';
import { THREAD, waitingThread } from '../support/scripted-platform.ts';
import type { Card } from './host.ts';
import { APPROVE, BACK, host, INBOX, open, opened, platform, press, ready, useCards } from './session.ts';

useCards();

describe('a question that the host draws as a card', () => {
  const QUESTION = 'ui://agent-platform/question.html';
  const CHOICES = [
    { value: 'APPROVED', title: APPROVE },
    { value: 'REJECTED', title: 'Reject' },
    { value: 'LEAVE', title: 'Leave it waiting' },
  ];
  let asking: TestClient;
  beforeAll(async () => {
    asking = await connect({
      client: 'v2-modern',
      env: platform.env,
      capabilities: CARDS_AND_QUESTIONS,
      elicit: () => ({ action: 'cancel' }),
    });
  });
  afterAll(() => asking.close());
  const question = async (meta: object, more: object = {}): Promise<Card> => {
    const opened = await host.open(asking, {
      tool: 'get_thread',
      question: { ...asked(meta), ...more },
      uri: QUESTION,
    });
    open.push(opened);
    return opened;
  };
  const asked = (meta: object) => ({
    message: 'The call:\n│ ⟦create_refund with {"amount":249}⟧\nAsked by agent a-1.',
    requestedSchema: {
      type: 'object',
      properties: {
        decision: { type: 'string', enum: [APPROVE, 'Reject', 'Leave it waiting'] },
        comment: { type: 'string', default: 'as agreed' },
      },
      required: ['decision'],
    },
    _meta: { ui: { resourceUri: QUESTION }, ...meta },
  });

  it('shows the request and answers with the choice that was pressed', async () => {
    const reviewToken = await tokenFor(asking, THREAD);
    const one = await question({ 'agent-platform/request': { threadId: THREAD, reviewToken, choices: CHOICES } });
    await one.shows('Shall I?');
    await ready(one);
    expect(await one.frame.getByLabel('Comment').inputValue()).toBe('as agreed');
    await one.frame.getByLabel('Comment').fill('');
    await press(one, 'Reject');
    await until('the host has the answer', () => one.answers.length > 0);
    expect(one.answers).toEqual([{ action: 'accept', content: { decision: 'Reject', comment: '' } }]);
    expect(one.calls.map(({ name }) => name)).not.toContain('decide_from_card');
    await one.page.evaluate(`changeContext({ locale: 'de-DE' })`);
    await sleep(300);
    expect(await one.frame.getByRole('button').allTextContents()).toEqual([]);
  });

  it('has a button for each choice of this server, and Approve is last', async () => {
    const questions: Record<string, unknown>[] = [];
    const server = await connect({
      client: 'v2-modern',
      env: platform.env,
      capabilities: CARDS_AND_QUESTIONS,
      elicit: (params) => {
        questions.push({ ...params });
        return { action: 'cancel' };
      },
    });
    await server.callTool('approve_thread', { threadId: THREAD, status: 'APPROVED' });
    const one = await host.open(server, { tool: 'get_thread', question: questions[0] ?? {}, uri: QUESTION });
    open.push(one);
    await ready(one);
    expect(await one.frame.locator('.actions button').allTextContents()).toEqual([
      'Leave it waiting',
      'Reject',
      APPROVE,
    ]);
    await press(one, APPROVE);
    await until('the host has the answer', () => one.answers.length > 0);
    expect(one.answers).toEqual([{ action: 'accept', content: { decision: APPROVE, comment: '' } }]);
    await one.close();
    await server.close();
  });

  it('is opened by a press in the inbox of such a host', async () => {
    const inbox = await host.open(asking, { tool: INBOX });
    open.push(inbox);
    await inbox.shows('create_refund');
    await opened(inbox);
    await press(inbox, `${APPROVE}…`);
    await inbox.shows('The assistant was told.');
    expect(await inbox.frame.evaluate(() => document.activeElement?.matches('.banner'))).toBe(true);
    expect(inbox.messages.join()).toContain(THREAD);
    expect(platform.decisions).toEqual([]);
    // Decided in the host's dialog.
    Object.assign(platform.threads.get(THREAD) ?? {}, { status: 'RUNNING' });
    await press(inbox, BACK);
    await inbox.shows('Approvals (1)');
    expect(await inbox.frame.locator('.open').count()).toBe(1);
  });

  it('gives the human a text for the assistant if the host takes no messages from cards', async () => {
    const inbox = await host.open(asking, { tool: INBOX, takesNoMessages: true });
    open.push(inbox);
    await inbox.shows('create_refund');
    await opened(inbox);
    await press(inbox, 'Reject…');
    await inbox.shows(/Tell the assistant:/);
    expect(await inbox.text()).toMatch(new RegExp(`Tell the assistant: .*${THREAD}.*approve_thread.*REJECTED`));
    expect(inbox.messages).toEqual([]);
    expect(platform.decisions).toEqual([]);
  });

  it('offers no approval of a request that has changed', async () => {
    const reviewToken = await tokenFor(asking, THREAD);
    platform.threads.set(THREAD, waitingThread(THREAD, 'May I wipe it?'));
    const one = await question({ 'agent-platform/request': { threadId: THREAD, reviewToken, choices: CHOICES } });
    await one.shows(/its status or a message changed/);
    await one.shows(/Your answer would be refused/);
    await ready(one);
    expect(await one.frame.getByRole('button', { name: /^Approve/ }).isDisabled()).toBe(true);
  });

  it('shows the question’s own text if it can’t read the request', async () => {
    const one = await question({});
    await one.shows('Comment (optional)');
    await one.shows('create_refund with');
    await ready(one);
    await press(one, 'Leave it waiting');
    await until('the host has the answer', () => one.answers.length > 0);
    expect(one.answers).toEqual([
      { action: 'accept', content: { decision: 'Leave it waiting', comment: 'as agreed' } },
    ]);
  });

  it('offers Approve only at the end of its own text, and doesn’t recommend it', async () => {
    const message = `CONTRADICTION: the agent says 64.00 GBP.\n${'line\n'.repeat(200)}The end.`;
    const one = await question({ 'agent-platform/request': { choices: CHOICES } }, { message });
    await one.shows('once you have seen the end');
    const approve = one.frame.getByRole('button', { name: APPROVE });
    expect(await approve.isDisabled()).toBe(true);
    expect(await approve.getAttribute('class')).not.toContain('primary');
    await ready(one);
    await press(one, APPROVE);
    await until('the host has the answer', () => one.answers.length > 0);
    expect(one.answers).toEqual([{ action: 'accept', content: { decision: APPROVE, comment: 'as agreed' } }]);
  });

  it('can still be answered if the request was decided elsewhere, but not with Approve', async () => {
    const reviewToken = await tokenFor(asking, THREAD);
    Object.assign(platform.threads.get(THREAD) ?? {}, { status: 'RUNNING' });
    const one = await question({ 'agent-platform/request': { threadId: THREAD, reviewToken, choices: CHOICES } });
    await one.shows('Somebody else decided');
    expect(await one.text()).not.toContain('This card checks');
    expect(await one.frame.locator('.actions button').allTextContents()).toEqual(['Leave it waiting', 'Reject']);
    await new Promise((resolve) => setTimeout(resolve, 450));
    await press(one, 'Leave it waiting');
    await until('the host has the answer', () => one.answers.length > 0);
    expect(one.answers).toEqual([
      { action: 'accept', content: { decision: 'Leave it waiting', comment: 'as agreed' } },
    ]);
  });
});
