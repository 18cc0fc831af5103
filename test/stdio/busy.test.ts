/** A host that asks for much at once is not kept waiting for the little that it asks for meanwhile. */
import { expect, it } from 'vitest';
import { until } from '../support/clients.ts';
import { json, startDouble, TOKEN } from '../support/platform-double.ts';
import { open, startRaw } from '../support/raw-stdio.ts';

/** As many as connections to the platform: all of them are under way at once. */
const CALLS = 64;

const threads = Array.from({ length: 50 }, (_, at) => ({
  id: `thread-${at}`,
  agentId: 'a1',
  status: 'RUNNING',
  messages: Array.from({ length: 4 }, () => ({ role: 'user', content: 'All work and no play. '.repeat(20) })),
}));

it.each(['legacy', 'modern'] as const)('in the %s era', async (era) => {
  let release: (() => void)[] = [];
  const platform = await startDouble((exchange) => {
    release.push(() => json(200, threads)(exchange));
  });
  const server = startRaw({ env: { AGENT_PLATFORM_BASE_URL: platform.url, AGENT_PLATFORM_TOKEN: TOKEN } });
  try {
    const base = await open(server, era);
    const name = 'list_agent_threads';
    const places: number[] = [];
    for (let round = 0; round < 3; round++) {
      const before = server.messages.length;
      const call = { ...base, name, arguments: { agentId: 'a1', limit: 50 } };
      const calls = Array.from({ length: CALLS }, () => server.request('tools/call', call));
      await until('all have reached the platform', () => release.length === CALLS);
      for (const answer of release) answer();
      release = [];
      // Asked for when the first list is there.
      await Promise.race(calls);
      const small = await server.request('prompts/list', base);
      expect(small.error).toBe(undefined);
      places.push(server.messages.indexOf(small) - before);
      for (const { result } of await Promise.all(calls)) expect(result).toMatchObject({ structuredContent: {} });
    }
    // A busy machine may keep this process from asking in time: then it comes last, as it always did when all were read first.
    expect(Math.min(...places)).toBeLessThan(CALLS);
    expect(server.stray).toEqual([]);
  } finally {
    await server.kill();
    await platform.close();
  }
});
