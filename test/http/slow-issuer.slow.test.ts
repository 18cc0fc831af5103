/** A slow issuer: a caller waits for five seconds, and is then asked to retry. */
import { expect, it } from 'vitest';
import { bearer, startTeam } from './exchanging.ts';
import { peoplePlatform } from './people.ts';
import { post, toolCall } from './support.ts';

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
  expect(took).toBeLessThan(7_500);
  expect(team.as.exchanges).toHaveLength(1);
  expect(team.platform.requests).toEqual([]);
  expect(await (await read()).text()).toContain('AWAITING_APPROVAL');
});
