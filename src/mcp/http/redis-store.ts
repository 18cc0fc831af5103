/** The store that replicas share in Redis: used answers, and channels. The client is loaded only if the setting is set. */
import type { createClient } from '@redis/client';
import { messageOf } from '../../basics/errors.ts';
import { SettingsError } from '../../settings/read.ts';
import { envName } from '../../settings/table.ts';
import type { SharedStore } from '../engine/consent/shared-store.ts';
import type { Channels } from './replicas.ts';

const PREFIX = 'agent-platform-mcp:';
const CONNECT_MS = 2_000;
/** The time limit of a command. */
const COMMAND_MS = 2_000;

interface RedisStore extends SharedStore, Channels {
  /** Connects, and keeps the process alive until it is closed. Until then commands fail. */
  open(): void;
  close(): Promise<void>;
}

/** @throws SettingsError if the client is not installed */
export async function redisStore(url: string, onError: (message: string) => void): Promise<RedisStore> {
  const make = await load();
  const client = make({
    url,
    // A command that can't be sent now fails now; it is not kept for later.
    disableOfflineQueue: true,
    commandOptions: { timeout: COMMAND_MS },
    socket: { connectTimeout: CONNECT_MS, reconnectStrategy: (tries) => Math.min(100 * 2 ** tries, 5_000) },
  });
  // A subscribed connection can't send other commands.
  const listener = client.duplicate();
  let lastMessage = '';
  client.on('error', (error: unknown) => {
    const message = messageOf(error);
    // The client reconnects forever; the same message is logged once.
    if (message !== lastMessage) onError(`The store of ${envName('stateRedisUrl')}: ${message}`);
    lastMessage = message;
  });
  client.on('ready', () => {
    lastMessage = '';
  });
  // The other connection reports the same outage.
  listener.on('error', () => undefined);
  const subscriptions = new Map<string, (text: string) => void>();
  const listen = async (): Promise<void> => {
    // Only once: after a reconnection the client subscribes again by itself.
    await Promise.all([...subscriptions].map(([channel, onMessage]) => listener.subscribe(channel, onMessage))).catch(
      (error: unknown) => onError(`The channels of ${envName('stateRedisUrl')}: ${messageOf(error)}`),
    );
  };
  return {
    open() {
      // Not awaited: the client keeps trying, and no answer passes until it is connected.
      client.connect().catch(() => undefined);
      listener.connect().then(listen, () => undefined);
    },
    publish: (channel, text) => withTimeout(client.publish(PREFIX + channel, text)),
    subscribe: (channel, onMessage) => {
      subscriptions.set(PREFIX + channel, onMessage);
    },
    take: async (key, ttlMs) => {
      const expiration = { type: 'PX', value: Math.max(1, ttlMs) } as const;
      return (await withTimeout(client.set(PREFIX + key, '1', { condition: 'NX', expiration }))) === 'OK';
    },
    release: async (key) => {
      await withTimeout(client.del(PREFIX + key));
    },
    close: async () => {
      client.destroy();
      listener.destroy();
    },
  };
}

/**
 * Asks the Redis once, for `doctor`.
 * @returns what it does when its memory is full; undefined if it doesn't tell @throws an error that says why it did not answer
 */
export async function askRedis(url: string): Promise<string | undefined> {
  const make = await load();
  const client = make({ url, socket: { connectTimeout: CONNECT_MS, reconnectStrategy: false } });
  // The rejection below says the same.
  client.on('error', () => undefined);
  try {
    await withTimeout(client.connect());
    await withTimeout(client.ping());
    const policy = await withTimeout(client.configGet('maxmemory-policy')).catch(() => undefined);
    return policy?.['maxmemory-policy'];
  } finally {
    if (client.isOpen) client.destroy();
  }
}

/**
 * Rejects if Redis doesn't answer in time; the command may have been carried out. The client's own time limit covers only the
 * writing of a command, but a Redis that hangs accepts commands and never answers.
 */
async function withTimeout<T>(command: Promise<T>): Promise<T> {
  let timer: NodeJS.Timeout | undefined;
  const tooLate = new Promise<never>((_resolve, reject) => {
    timer = setTimeout(() => reject(new Error(`no answer within ${COMMAND_MS} ms`)), COMMAND_MS);
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
      `${envName('stateRedisUrl')} is set, but its client is not installed. Install it alongside this server: npm install @redis/client`,
    );
  }
}
