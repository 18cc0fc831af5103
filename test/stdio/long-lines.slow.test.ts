/** Lines as long as a host may send them. */
import { expect, it } from 'vitest';
import { open, startRaw } from '../support/raw-stdio.ts';

it.each(['legacy', 'modern'] as const)('a line of 50 MB is answered like any other in the %s era', async (era) => {
  const server = startRaw({ args: ['--sandbox'] });
  const base = await open(server, era);
  const args = { assistantIdentifier: 'support', message: 'x'.repeat(50 * 1024 * 1024) };
  await server.request('tools/call', { ...base, name: 'send_assistant_message', arguments: args }, 120_000);
  expect((await server.request('tools/list', base)).result).toHaveProperty('tools');
  expect(server.stray).toEqual([]);
  await server.kill();
});
