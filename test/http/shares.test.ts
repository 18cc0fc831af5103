/** No caller's subscriptions take what others need, and all of a caller's share can be taken. */
import type { AuthInfo } from '@modelcontextprotocol/server';
import { expect, it } from 'vitest';
import { Shares } from '../../src/mcp/http/subscription-shares.ts';

const user = (subject: string, clientId = 'client-1'): AuthInfo => ({
  token: '',
  clientId,
  scopes: [],
  extra: { issuer: 'https://issuer.example', subject },
});
const uris = (count: number): string[] =>
  Array.from({ length: count }, (_, index) => `agent-platform://threads/${index}`);

it.each([
  { who: 'a user', caller: user('ann'), streams: 16, resources: 20 },
  { who: 'all holders of the static token', caller: undefined, streams: 192, resources: 50 },
])('$who may have $streams streams and $resources resources, and no more', ({ caller, streams, resources }) => {
  const shares = new Shares();
  const ends = Array.from({ length: streams }, () => shares.take(caller, uris(1)));
  expect(() => shares.take(caller, uris(1))).toThrow(`${streams} streams`);
  for (const end of ends) end();
  shares.take(caller, uris(resources));
  expect(() => shares.take(caller, ['agent-platform://approvals/pending'])).toThrow(
    `${resources} subscribed resources`,
  );
});

it('a user has one share, through however many clients', () => {
  const shares = new Shares();
  shares.take(user('ann'), uris(20));
  expect(() => shares.take(user('ann', 'client-2'), ['agent-platform://approvals/pending'])).toThrow('20 subscribed');
  shares.take(user('ben'), uris(20));
});
