/** Cards in front of a platform on which alike requests wait. */
import { afterAll, beforeAll } from 'vitest';
import { type AlikePlatform, alikePlatform, type Refund, refund } from '../support/alike-platform.ts';
import type { TestClient } from '../support/clients.ts';
import { opened } from '../support/opened.ts';
import type { Asked, Told } from '../support/platform-double.ts';
import { type Card, type CardHost, type CardOptions, cardClient, startCardHost } from './host.ts';
import { readToTheEnd } from './states.ts';

export const INBOX = 'list_pending_approvals';

/** A group, with all that is needed to press in it. */
export interface Group {
  readonly platform: AlikePlatform;
  readonly client: TestClient;
  /** Its card. */
  readonly card: Card;
}

let host: CardHost;

/** Starts the browser for the tests of a file. */
export function useGroups(): void {
  beforeAll(async () => {
    host = await startCardHost();
  });
  afterAll(() => host.close());
}

/** This many alike refunds, and others. */
export const refunds = (n: number, ...others: readonly Refund[]): Refund[] => [
  ...Array.from({ length: n }, (_, index) => refund(index)),
  ...others,
];

export interface Setting extends Omit<CardOptions, 'tool'> {
  /** Settings of the server. */
  readonly env?: Readonly<Record<string, string>>;
  /** Other responses of the platform. */
  readonly instead?: (asked: Asked) => Told;
  /** Instead of one that only draws cards. */
  readonly connect?: (env: Readonly<Record<string, string>>) => Promise<TestClient>;
}

/** The inbox of these requests. */
export async function inboxOf(waiting: readonly Refund[], setting: Setting = {}): Promise<Group> {
  const { env, instead, connect = cardClient, ...options } = setting;
  const platform = await alikePlatform(waiting, instead);
  const client = await connect({
    AGENT_PLATFORM_BASE_URL: platform.url,
    AGENT_PLATFORM_TOKEN: 'tok_some-token-for-tests-1',
    AGENT_PLATFORM_LOG_LEVEL: 'silent',
    ...env,
  });
  const card = await host.open(client, { tool: INBOX, ...options });
  opened.push(card.close);
  await card.frame.locator('.open').first().waitFor();
  return { platform, client, card };
}

/** The group in the inbox of these requests, read to its end. */
export async function groupOf(waiting: readonly Refund[], setting: Setting = {}): Promise<Group> {
  const group = await inboxOf(waiting, setting);
  await openGroup(group.card);
  return group;
}

export async function openGroup(card: Card): Promise<void> {
  await card.frame
    .getByRole('button', { name: /alike requests/ })
    .first()
    .click();
  await card.frame.getByRole('table').waitFor();
  await readToTheEnd(card);
}

/** Clicks a button, by its name or how that begins. */
export const click = ({ frame }: Card, name: string | RegExp): Promise<void> =>
  frame.getByRole('button', { name }).first().click();
