/** Misuse of a card's tools for groups: other tokens, other settings, and many presses at once. Nothing is sent unseen or twice. */
import { expect, it } from 'vitest';
import { type AlikePlatform, alikePlatform, refund } from '../support/alike-platform.ts';
import { CARDS } from '../support/cards.ts';
import { type ConnectOptions, connect, type TestClient, textOf } from '../support/clients.ts';
import { dataOf } from '../support/data.ts';
import { uuid } from '../support/ids.ts';

const READ = 'read_request_for_card';

async function setUp(n: number, env: Record<string, string> = {}, person: Pick<ConnectOptions, 'elicit'> = {}) {
  const platform: AlikePlatform = await alikePlatform(Array.from({ length: n }, (_, index) => refund(index)));
  const client: TestClient = await connect({
    client: 'v2-modern',
    env: { AGENT_PLATFORM_BASE_URL: platform.url, AGENT_PLATFORM_TOKEN: 'tok_some-token-for-tests-1', ...env },
    capabilities: CARDS,
    ...person,
  });
  const { approvals } = dataOf(await client.callTool('list_pending_approvals'));
  const listed = approvals[0]?.groupToken ?? '';
  const read = async (groupToken = listed) => dataOf(await client.callTool(READ, { groupToken }));
  const press = (groupToken: unknown, decision = 'APPROVED') =>
    client.callTool('decide_from_card', { groupToken, decision });
  return { platform, client, listed, read, press };
}

it('a press needs the card’s own token, which no other tool accepts', async () => {
  const { platform, client, listed, read, press } = await setUp(5);
  const { groupToken } = await read();
  for (const token of [
    listed,
    `card-${listed}`,
    String(groupToken).replace(/-[0-9a-f]{24}-/, `-${'0'.repeat(24)}-`),
    'x',
  ])
    expect((await press(token)).isError, token).toBe(true);
  const groups = [{ groupToken, status: 'APPROVED' }];
  expect((await client.callTool('decide_approvals', { groups })).isError).toBe(true);
  expect((await client.callTool('list_pending_approvals', { groupToken })).isError).toBe(true);
  const both = { threadId: uuid(0), reviewToken: 'x', groupToken, decision: 'APPROVED' };
  expect((await client.callTool('decide_from_card', both)).isError).toBe(true);
  expect(platform.sent()).toEqual([]);
  const pressed = await press(groupToken);
  expect(pressed.isError).not.toBe(true);
  // A press is a human's.
  expect(textOf(pressed)).not.toContain('No human was asked');
  expect(platform.sent()).toHaveLength(5);
});

it('a group that can’t be decided in a card says why, and not to decide one by one', async () => {
  const { read } = await setUp(2, { AGENT_PLATFORM_READ_ONLY: 'true' });
  expect((await read()).cannotDecide).toContain('don’t allow decisions here');
});

it('a stale token sends nothing, and reading with it returns the group as it is now, with a new token', async () => {
  const { platform, read, press } = await setUp(5);
  const { groupToken } = await read();
  platform.threads.set(uuid(2), { ...platform.threads.get(uuid(2)), note: 'new' });
  const refused = await press(groupToken);
  expect([refused.isError, dataOf(refused).sent]).toEqual([true, false]);
  const now = await read(String(groupToken));
  expect(now.changed).toContain('These are not the requests that this card read');
  expect(now.rows).toHaveLength(4);
  expect(platform.sent()).toEqual([]);
  await press(now.groupToken);
  expect(platform.sent().map(([id]) => id)).toEqual([0, 1, 3, 4].map(uuid));
});

it('presses at the same moment decide on each request once', async () => {
  const { platform, read, press } = await setUp(6);
  const tokens = [await read(), await read()].map(({ groupToken }) => groupToken);
  await Promise.all(Array.from({ length: 6 }, (_, n) => press(tokens[n % 2], n % 2 === 0 ? 'APPROVED' : 'REJECTED')));
  expect(
    platform
      .sent()
      .map(([id]) => id)
      .sort(),
  ).toEqual([0, 1, 2, 3, 4, 5].map(uuid));
});

it.each([
  { it: 'that asks nobody', person: {} },
  { it: 'that asks the human', person: { elicit: () => ({ action: 'cancel' as const }) } },
])(
  'a press on a group is refused in a host $it where decide_approvals is excluded, and the card says so',
  async ({ person }) => {
    const { read: readAllowed } = await setUp(3);
    const { groupToken } = await readAllowed();
    const { platform, read, press } = await setUp(3, { AGENT_PLATFORM_EXCLUDE_TOOLS: 'decide_approvals' }, person);
    const shown = await read();
    expect(shown.asksInstead).toBeUndefined();
    expect(shown.groupToken).toBeUndefined();
    expect(shown.cannotDecide).toContain('Decide one by one.');
    expect(textOf(await press(groupToken))).toContain('Give threadId.');
    expect(platform.sent()).toEqual([]);
  },
);

it('a press on a group sends nothing under APPROVALS=require', async () => {
  const { platform, listed, read, press } = await setUp(3, { AGENT_PLATFORM_APPROVALS: 'require' });
  expect((await read()).groupToken).toBeUndefined();
  expect((await press(`card-${listed}`)).isError).toBe(true);
  expect(platform.sent()).toEqual([]);
});
