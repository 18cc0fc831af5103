/** Nothing that the platform answered one person reaches another: not by a tool, a resource, a list, a prompt or a completion. */
import { expect, it } from 'vitest';
import { connectPerson, interleave, numberedPlatform } from './interleaved.ts';
import { peopleReplica } from './people.ts';

/** What shows figures, fixed ids and this program's own words alone. */
const WITHOUT_NUMBERS =
  /^(prompt|call check_health|call get_project_costs|read .*\/costs\/|complete .*(threads|threadId|toolId))/;

it('two people who use everything concurrently see nothing of each other', async () => {
  const platform = await numberedPlatform();
  const replica = await peopleReplica(platform, { AGENT_PLATFORM_TOOLSETS: 'all' });
  const people = await Promise.all(['anna', 'bert'].map((name) => connectPerson(replica.url, name)));
  expect(await interleave(people, 2)).toEqual([]);
  for (const { seen, blank, close } of people) {
    expect([...blank].filter((what) => !WITHOUT_NUMBERS.test(what))).toEqual([]);
    expect(seen.size).toBeGreaterThan(50);
    await close();
  }
  await replica.stop();
  await platform.close();
});
