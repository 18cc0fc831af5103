/** Callers that ask the platform at once share this process: none is crowded out by what another asks with. */
import { Pool } from 'undici';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { json, type PlatformDouble, startDouble } from '../support/platform-double.ts';
import { type Replica, startReplica, toolCall } from './support.ts';

const CALLERS = 100;
const COUNTED = 2_000;
const said = (at: number) => ({ role: at % 2 === 0 ? 'user' : 'assistant', content: 'word '.repeat(100) });
const THREAD = { id: 't1', status: 'COMPLETED', messages: Array.from({ length: 20 }, (_, at) => said(at)) };

const HEADERS = { 'content-type': 'application/json', accept: 'application/json, text/event-stream' };

let platform: PlatformDouble;
let replica: Replica;
let pool: Pool;
beforeAll(async () => {
  platform = await startDouble(json(200, THREAD));
  replica = await startReplica({
    env: { AGENT_PLATFORM_BASE_URL: platform.url, AGENT_PLATFORM_TOKEN: 'platform-token-0123456789' },
  });
  pool = new Pool(replica.url, { connections: 2 * CALLERS });
});
afterAll(async () => {
  await pool.destroy();
  await replica.stop();
  await platform.close();
});

it('who calls a tool gets as many answers as who reads the same thread as a resource', async () => {
  const call = toolCall('get_thread', { threadId: 't1' });
  const read = { jsonrpc: '2.0', id: 1, method: 'resources/read', params: { uri: 'agent-platform://threads/t1' } };
  let answered = 0;
  const counts = { called: 0, read: 0 };
  const again = async (of: keyof typeof counts, asked: object): Promise<void> => {
    const message = JSON.stringify(asked);
    while (answered < 2 * COUNTED) {
      const { statusCode, body } = await pool.request({
        method: 'POST',
        path: '/mcp',
        headers: HEADERS,
        body: message,
      });
      expect(statusCode).toBe(200);
      await body.dump();
      // The first half only gets all of them under way.
      if (++answered > COUNTED) counts[of]++;
    }
  };
  await Promise.all(Array.from({ length: CALLERS }, () => [again('called', call), again('read', read)]).flat());
  // Half and half; a third each where the machine has other work. It was a fifth.
  expect(counts.called).toBeGreaterThan(COUNTED / 3);
  expect(counts.read).toBeGreaterThan(COUNTED / 3);
});
