/** Used answers noted in Redis, so that replicas know of each other's. Its client is loaded only where this is set. */
import type { createClient } from '@redis/client';
import { SettingsError } from '../../settings/read.ts';
import type { UsedStore } from '../engine/consent/nonce-store.ts';

const PREFIX = 'agent-platform-mcp:used:';
const CONNECT_MS = 2_000;
/** An answer is not held up for longer by a store that is gone. */
const COMMAND_MS = 2_000;

/** @throws SettingsError where the client is not installed */
export async function redisStore(url: string, failed: (message: string) => void): Promise<Required<UsedStore>> {
  const make = await load();
  const client = make({
    url,
    // A command that can't be sent now fails now; it is not kept for later.
    disableOfflineQueue: true,
    commandOptions: { timeout: COMMAND_MS },
    socket: { connectTimeout: CONNECT_MS, reconnectStrategy: (tries) => Math.min(100 * 2 ** tries, 5_000) },
  });
  let lastWords = '';
  client.on('error', (error: unknown) => {
    const words = error instanceof Error ? error.message || error.name : String(error);
    // It tries again and again: the same words are said once.
    if (words !== lastWords) failed(`The store of AGENT_PLATFORM_STATE_REDIS_URL: ${words}`);
    lastWords = words;
  });
  client.on('ready', () => {
    lastWords = '';
  });
  // Not awaited: it connects by itself, again and again, and until then no answer passes.
  client.connect().catch(() => undefined);
  return {
    take: async (nonce, ttlMs) =>
      (await client.set(PREFIX + nonce, '1', {
        condition: 'NX',
        expiration: { type: 'PX', value: Math.max(1, ttlMs) },
      })) === 'OK',
    close: async () => client.destroy(),
  };
}

async function load(): Promise<typeof createClient> {
  try {
    return (await import('@redis/client')).createClient;
  } catch {
    throw new SettingsError(
      'AGENT_PLATFORM_STATE_REDIS_URL is set, but its client is not installed. Install it beside this server: npm install @redis/client',
    );
  }
}
