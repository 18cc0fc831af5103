/** Two people with exchanged tokens who use everything concurrently, and the token behind each answer that they saw. */
import { expect } from 'vitest';
import { bearer, startTeam } from './exchanging.ts';
import { connectPerson, interleave, numberedPlatform } from './interleaved.ts';

/** What shows figures, fixed ids and this program's own words alone. */
const WITHOUT_NUMBERS =
  /^(prompt|call check_health|call get_project_costs|read .*\/costs\/|complete .*(threads|threadId|toolId))/;

/** Each uses everything this many times. Their tokens are refreshed halfway. @returns the number of calls */
export async function expectNothingCrosses(rounds: number, without?: string): Promise<number> {
  const team = await startTeam((guard) => numberedPlatform(guard));
  const replica = await team.replica({ AGENT_PLATFORM_TOOLSETS: 'all' });
  const people = await Promise.all(
    ['anna', 'bert'].map(async (name) => {
      const signedIn = await team.sign(name);
      const headers: Record<string, string> = bearer(signedIn.accessToken);
      const person = await connectPerson(replica.url, name, without, headers);
      const refresh = async () => void Object.assign(headers, bearer((await signedIn.refresh()) ?? ''));
      return { ...person, name, refresh };
    }),
  );
  const half = Math.max(1, Math.floor(rounds / 2));
  let crossed = await interleave(people, half);
  await Promise.all(people.map(({ refresh }) => refresh()));
  crossed = [...crossed, ...(await interleave(people, rounds - half))];
  expect(crossed).toEqual([]);
  for (const { name, seen, blank, close } of people) {
    expect([...blank].filter((what) => !WITHOUT_NUMBERS.test(what))).toEqual([]);
    expect(seen.size).toBeGreaterThan(50);
    // Everything that they saw was an answer to one of their tokens.
    const strange = [...seen].filter((number) => team.holders.get(Number(number)) !== name);
    expect(strange).toEqual([]);
    await close();
  }
  expect([...team.holders.values()].filter((holder) => holder === undefined)).toEqual([]);
  // A token each, and another after it was refreshed.
  expect(team.as.exchanges).toHaveLength(4);
  team.expectSilence();
  return people.reduce((sum, { things }) => sum + things * rounds, 0);
}
