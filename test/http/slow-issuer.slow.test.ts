/** A slow issuer: a caller waits for five seconds, and is then asked to retry; a key that it has replaced is known as soon. */
import { expect, it } from 'vitest';
import { bearer, startTeam } from './exchanging.ts';
import { openReplica } from './here.ts';
import { startIssuer } from './issuer.ts';
import { peoplePlatform } from './people.ts';
import { LIST, post, toolCall } from './support.ts';

it('an exchange that takes longer than 5 s fails for all who wait for it, and the next one works', async () => {
  const team = await startTeam((guard) => peoplePlatform(undefined, guard));
  const replica = await team.replica();
  const threadId = team.platform.add();
  const { accessToken } = await team.sign('lea');
  const read = () => post(replica.url, toolCall('get_thread', { threadId }), bearer(accessToken));
  team.as.break('slow');
  const begun = performance.now();
  const answers = await Promise.all([read(), read(), read()]);
  const took = performance.now() - begun;
  team.as.break(undefined);
  expect(answers.map(({ status, headers }) => [status, headers.get('retry-after')])).toEqual([
    [503, '5'],
    [503, '5'],
    [503, '5'],
  ]);
  expect(took).toBeGreaterThan(4_900);
  expect(took).toBeLessThan(20_000);
  expect(team.as.exchanges).toHaveLength(1);
  expect(team.platform.requests).toEqual([]);
  expect(await (await read()).text()).toContain('AWAITING_APPROVAL');
});

it('a key that the issuer has just replaced is known after the five seconds in which it is not asked again', async () => {
  const resource = 'https://mcp.example/mcp';
  const issuer = await startIssuer(resource);
  const replica = await openReplica({
    args: ['--sandbox', '--oauth-issuer', issuer.url, '--public-url', 'https://mcp.example'],
  });
  const statusOf = async () => (await post(replica.url, LIST, bearer(await issuer.token()))).status;
  expect(await statusOf()).toBe(200);
  await issuer.rotate();
  const begun = performance.now();
  await expect.poll(statusOf).toBe(200);
  expect(performance.now() - begun).toBeLessThan(20_000);
  expect(issuer.asked.filter((path) => path === '/keys')).toHaveLength(2);
});
