/** The basis of all card tests: a browser, a platform on which two threads wait, and a client that draws cards. */
import { afterAll, beforeAll, beforeEach } from 'vitest';
import type { TestClient } from '../support/clients.ts';
import { dataOf } from '../support/data.ts';
import { OTHER_THREAD, type Scripted, scriptedPlatform, THREAD, waitingThread } from '../support/scripted-platform.ts';
import { type Card, type CardHost, type CardOptions, cardClient, startCardHost } from './host.ts';
import { readToTheEnd } from './states.ts';

export const INBOX = 'list_pending_approvals';
/** The button names its action. */
export const APPROVE = 'Approve create_refund';
/** From a request of the inbox. */
export const BACK = 'Back to all approvals';

export let host: CardHost;
export let platform: Scripted;
export let client: TestClient;
/** Cards that are closed before the next test. */
export const open: Card[] = [];

/** Starts everything for the tests of a file. */
export function useCards(): void {
  beforeAll(async () => {
    [host, platform] = await Promise.all([startCardHost(), scriptedPlatform()]);
    client = await cardClient(platform.env);
  });
  beforeEach(async () => {
    for (const card of open.splice(0)) await card.close();
    twoWait();
  });
  afterAll(async () => {
    await host.close();
    await client.close();
    await platform.close();
  });
}

/** Two threads wait. */
export function twoWait(): void {
  platform.reset();
  platform.threads.set(THREAD, { ...waitingThread(THREAD), updatedAt: '2026-03-01T09:00:00.000Z' });
  platform.threads.set(OTHER_THREAD, {
    ...waitingThread(OTHER_THREAD, 'May I send the letter?'),
    updatedAt: '2026-03-02T09:00:00.000Z',
  });
}

/** The card of a tool’s call. */
export async function card(tool: string, options: Omit<CardOptions, 'tool'> = {}): Promise<Card> {
  const opened = await host.open(client, { tool, ...options });
  open.push(opened);
  return opened;
}

/** The card of the thread. */
export const thread = (options: Omit<CardOptions, 'tool'> = {}): Promise<Card> =>
  card('get_thread', { args: { threadId: THREAD }, ...options });

/** Opens a request of the inbox and waits until it can be decided on. */
export async function opened(inbox: Card, index = 0): Promise<Card> {
  await inbox.frame.locator('.open').nth(index).click();
  await readToTheEnd(inbox);
  return inbox;
}
export { readToTheEnd as ready } from './states.ts';
/** Of the request as it is. */
export const reviewToken = async (): Promise<unknown> =>
  dataOf(await client.callTool('read_request_for_card', { threadId: THREAD })).reviewToken;
export const press = ({ frame }: Card, name: string): Promise<void> =>
  frame.getByRole('button', { name, exact: true }).click();
