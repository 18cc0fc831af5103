/** What replicas share about decisions, in Redis. Its client is loaded only where this is set. */
import type { createClient } from '@redis/client';
import { messageOf } from '../../errors.ts';
import { SettingsError } from '../../settings/read.ts';
import type { SharedStore } from '../engine/consent/shared-store.ts';

const PREFIX = 'agent-platform-mcp:';
const CONNECT_MS = 2_000;
/** An answer is not held up for longer by a store that is gone. */
const COMMAND_MS = 2_000;

interface RedisStore extends SharedStore {
  /** From now on the process lives until the store is closed. Until it is connected, what is asked of it fails. */
  open(): void;
  get(key: string): Promise<string | undefined>;
  put(key: string, value: string, ttlMs: number): Promise<void>;
  remove(key: string): Promise<void>;
  /** Keeps a value for `ttlMs` milliseconds where there is none yet. @returns whether there was none */
  putFirst(key: string, value: string, ttlMs: number): Promise<boolean>;
  close(): Promise<void>;
}

/** @throws SettingsError where the client is not installed */
export async function redisStore(url: string, failed: (message: string) => void): Promise<RedisStore> {
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
    const words = messageOf(error);
    // It tries again and again: the same words are said once.
    if (words !== lastWords) failed(`The store of AGENT_PLATFORM_STATE_REDIS_URL: ${words}`);
    lastWords = words;
  });
  client.on('ready', () => {
    lastWords = '';
  });
  const within = <T>(command: Promise<T>): Promise<T> => answered(command, COMMAND_MS);
  const setOnce = async (key: string, value: string, ttlMs: number): Promise<boolean> =>
    (await within(
      client.set(PREFIX + key, value, {
        condition: 'NX',
        expiration: { type: 'PX', value: Math.max(1, ttlMs) },
      }),
    )) === 'OK';
  return {
    open() {
      // Not awaited: it connects by itself, again and again, and until then no answer passes.
      client.connect().catch(() => undefined);
    },
    take: (key, ttlMs) => setOnce(key, '1', ttlMs),
    release: async (key) => {
      await within(client.del(PREFIX + key));
    },
    get: async (key) => (await within(client.get(PREFIX + key))) ?? undefined,
    put: async (key, value, ttlMs) => {
      await within(client.set(PREFIX + key, value, { expiration: { type: 'PX', value: ttlMs } }));
    },
    putFirst: setOnce,
    remove: async (key) => {
      await within(client.del(PREFIX + key));
    },
    close: async () => client.destroy(),
  };
}

/**
 * The client's own time limit ends once a command has been written; a store that hangs takes commands and never
 * answers. What comes too late is not waited for; it may have been carried out.
 */
async function answered<T>(command: Promise<T>, ms: number): Promise<T> {
  let timer: NodeJS.Timeout | undefined;
  const tooLate = new Promise<never>((_resolve, reject) => {
    timer = setTimeout(() => reject(new Error(`no answer within ${ms} ms`)), ms);
  });
  try {
    return await Promise.race([command, tooLate]);
  } finally {
    clearTimeout(timer);
  }
}

async function load(): Promise<typeof createClient> {
  try {
    return (await import('@redis/client')).createClient;
  } catch {
    throw new SettingsError(
      'AGENT_PLATFORM_STATE_REDIS_URL is set, but its client is not installed. Install it alongside this server: npm install @redis/client',
    );
  }
}
