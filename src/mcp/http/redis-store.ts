/** The store that replicas share in Redis: used replies, claims, and channels. The client is loaded only if the setting is set. */
import { createHmac, randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { messageOf } from '../../basics/errors.ts';
import { SettingsError } from '../../settings/error.ts';
import { envName } from '../../settings/table.ts';
import { Refusal } from '../contract/errors.ts';
import { storeScope } from '../engine/consent/request-state.ts';

const PREFIX = 'agent-platform-mcp:';
const CONNECT_MS = 2_000;
const COMMAND_MS = 2_000;
/** A connection that was cut without notice is replaced: asked this often, and given up after so long a silence. */
const PING_MS = 5_000;
const SILENCE_MS = 10_000;
/** Pause between attempts to release a key, or to subscribe. */
const RETRY_MS = 1_000;
/** Deletes a key if it is its owner's: it may have expired, and be somebody else's by now. */
const RELEASE = "if redis.call('get', KEYS[1]) == ARGV[1] then return redis.call('del', KEYS[1]) end return 0";
/**
 * Notes the key of this replica, and counts the keys of those that are alive: several mean that what one signs, another can't
 * verify. By Redis's clock, since those of replicas may differ.
 */
const NOTE_KEY = `local now = tonumber(redis.call('time')[1])
redis.call('zadd', KEYS[1], now, ARGV[1])
redis.call('zremrangebyscore', KEYS[1], '-inf', now - 30)
redis.call('expire', KEYS[1], 60)
return redis.call('zcard', KEYS[1])`;
const NOTE_MS = 10_000;
/** Whether it can be used is asked by writing: a Redis that is full, or a copy of another one, still responds. */
const READY = [`${PREFIX}ready`, '1', { expiration: { type: 'PX', value: 1_000 } }] as const;

/** Where the replicas of a platform note their keys, and as what this one notes its own. */
export const keyMark = (stateKey: string | undefined, baseUrl: string | undefined) => ({
  notes: `${PREFIX}state-keys:${storeScope(baseUrl ?? '')}`,
  fingerprint: createHmac('sha256', stateKey ?? '')
    .update('agent-platform-mcp fingerprint')
    .digest('hex'),
});

/** A key that this process took. */
interface Held {
  readonly owner: string;
  /** As `performance.now()`. */
  readonly until: number;
}

/** @throws SettingsError if the client is not installed */
export async function redisStore(
  url: string,
  { notes, fingerprint }: ReturnType<typeof keyMark>,
  /** Whether the store can be used, and all replicas sign with one key; without a reason, nothing has changed. */
  onState: (what: 'store' | 'state_key', isGood: boolean, reason?: string) => void,
) {
  const { createClient, ErrorReply } = await load();
  const client = createClient({
    url,
    // A command that can't be sent now fails now; it is not kept for later.
    disableOfflineQueue: true,
    commandOptions: { timeout: COMMAND_MS },
    pingInterval: PING_MS,
    socket: {
      connectTimeout: CONNECT_MS,
      socketTimeout: SILENCE_MS,
      reconnectStrategy: (tries) => Math.min(100 * 2 ** tries, 5_000),
    },
  });
  let isClosed = false;
  let lastMessage = '';
  let isUsable = true;
  let isShared = true;
  onState('store', false);
  onState('state_key', true);
  const report = (error: unknown): void => {
    const message = messageOf(error);
    // The client reconnects forever; the same message is logged once.
    if (message !== lastMessage) onState('store', false, `The store of ${envName('stateRedisUrl')}: ${message}`);
    lastMessage = message;
    isUsable = false;
  };
  client.on('error', report);
  let isSilent = false;
  const responded = (): void => {
    isSilent = false;
    lastMessage = '';
  };
  client.on('ready', () => {
    responded();
    void noteKey();
  });
  // A load balancer sends calls as soon as this server listens, a moment before.
  const connected = new Promise<void>((resolve) => client.once('ready', () => resolve()));
  /** After one without a response, none is sent until that comes or the connection is replaced: anything sent delays that. */
  const command = async <T>(send: () => Promise<T>): Promise<T> => {
    if (isSilent) throw new NoResponse();
    try {
      await withTimeout(connected);
      const sent = send();
      sent.then(responded, (error: unknown) => {
        if (error instanceof ErrorReply) isSilent = false;
      });
      return await withTimeout(sent);
    } catch (error) {
      isSilent ||= error instanceof NoResponse;
      report(error);
      throw error;
    }
  };

  /** @returns false if it runs no scripts, for this user or at all: with any other failure, whatever decides fails, too */
  const noteKey = async (): Promise<boolean> => {
    const noted = command(() => client.eval(NOTE_KEY, { keys: [notes], arguments: [fingerprint] }));
    const keys = await noted.catch((error: unknown) => !/^(?:NOPERM|ERR) /.test(messageOf(error)));
    if (typeof keys === 'boolean') return keys;
    onState('store', true, isUsable ? undefined : 'It can be used again.');
    isUsable = true;
    const hasChanged = isShared !== (keys === 1);
    isShared = keys === 1;
    onState('state_key', isShared, hasChanged ? (isShared ? SAME_KEY : OTHER_KEY) : undefined);
    return true;
  };
  const noting = setInterval(noteKey, NOTE_MS).unref();

  const held = new Map<string, Held>();
  const releaseOnce = (key: string, owner: string): Promise<unknown> =>
    command(() => client.eval(RELEASE, { keys: [PREFIX + key], arguments: [owner] }));
  /**
   * Tries until Redis says that the key is released, or twice that it isn't this owner's: what was sent on a connection that
   * was cut may be carried out after the first.
   */
  const releaseLater = async (key: string, { owner, until }: Held): Promise<void> => {
    for (let denied = 0; denied < 2 && !isClosed && performance.now() < until; ) {
      const released = await releaseOnce(key, owner).catch(() => undefined);
      if (released === 1) return;
      if (released === 0) denied += 1;
      await sleep(RETRY_MS, undefined, { ref: false });
    }
  };

  const subscriptions = new Map<string, (text: string) => void>();
  let isSubscribed = false;
  const listen = async (): Promise<void> => {
    while (!isSubscribed && !isClosed) {
      try {
        for (const [channel, onMessage] of subscriptions) await command(() => client.subscribe(channel, onMessage));
        isSubscribed = true;
      } catch {
        // It is reported.
        await sleep(RETRY_MS);
      }
    }
  };

  return {
    /** Connects, and keeps the process alive until it is closed. Until then commands fail. */
    open(): void {
      // Not awaited: the client keeps trying, and no human’s reply passes until it is connected.
      client.connect().then(listen, () => undefined);
    },
    /** Whether the channels were subscribed to; from then on, the client does so again after each reconnection. */
    isSubscribed: (): boolean => isSubscribed,
    publish: (channel: string, text: string) => command(() => client.publish(PREFIX + channel, text)),
    subscribe: (channel: string, onMessage: (text: string) => void) => {
      subscriptions.set(PREFIX + channel, onMessage);
    },
    ready: async () => {
      await command(() => client.set(...READY));
    },
    checkKey: async () => {
      // Now: the other one may have come a moment ago.
      if (!(await noteKey())) throw new Refusal(UNKNOWN_KEY_REFUSAL, 'store');
      if (!isShared) throw new Refusal(OTHER_KEY_REFUSAL, 'state_key');
    },
    take: async (key: string, ttlMs: number) => {
      const now = performance.now();
      for (const [known, { until }] of held) if (until <= now) held.delete(known);
      const mine = { owner: randomUUID(), until: now + ttlMs };
      const expiration = { type: 'PX', value: Math.max(1, ttlMs) } as const;
      try {
        const reply = await command(() => client.set(PREFIX + key, mine.owner, { condition: 'NX', expiration }));
        if (reply === 'OK') held.set(key, mine);
        return reply === 'OK';
      } catch (error) {
        // It may have been carried out, and then nobody knows of the key.
        if (!(error instanceof ErrorReply)) void releaseLater(key, mine);
        throw error;
      }
    },
    leftMs: async (key: string) => Math.max(0, await command(() => client.pTTL(PREFIX + key))),
    release: async (key: string) => {
      const mine = held.get(key);
      if (mine === undefined) return;
      held.delete(key);
      await releaseOnce(key, mine.owner).catch(() => void releaseLater(key, mine));
    },
    close: async () => {
      isClosed = true;
      clearInterval(noting);
      client.destroy();
    },
  };
}

const OTHER_KEY = `Another replica has a different ${envName('stateKey')} (or _FILE): until all agree, none decides.`;
const OTHER_KEY_REFUSAL = `Refused: another replica uses another ${envName('stateKey')} (or _FILE), so this one can’t tell who started a thread, nor what was shown there. Nothing was sent. Whoever runs these servers can fix it, by giving all of them the same key; call again a minute later.`;
const UNKNOWN_KEY_REFUSAL = `Refused: the Redis of ${envName('stateRedisUrl')} runs no script that compares keys, so it can’t be known whether another replica uses another ${envName('stateKey')}. Nothing was sent. Whoever runs this server can fix it: \`doctor http\` says how. Then call again.`;
const SAME_KEY = 'All replicas use the same key again.';

class NoResponse extends Error {
  constructor() {
    super(`no answer within ${COMMAND_MS} ms`);
  }
}

/** For `doctor`. @returns its policy when memory is full, if it tells, and whether keys differ @throws why it can't be used */
export async function askRedis(url: string, { notes, fingerprint }: ReturnType<typeof keyMark>) {
  const { createClient } = await load();
  const client = createClient({ url, socket: { connectTimeout: CONNECT_MS, reconnectStrategy: false } });
  // The rejection below says the same.
  client.on('error', () => undefined);
  try {
    await withTimeout(client.connect());
    await withTimeout(client.set(...READY));
    const policy = await withTimeout(client.configGet('maxmemory-policy')).catch(() => undefined);
    const keys = await withTimeout(client.zRange(notes, 0, -1));
    // A user of Redis may be allowed some of this only.
    await withTimeout(client.eval(RELEASE, { keys: [READY[0]], arguments: ['somebody else'] }));
    await withTimeout(client.eval(NOTE_KEY, { keys: [`${PREFIX}doctor-keys`], arguments: [fingerprint] }));
    await withTimeout(client.pTTL(READY[0]));
    await withTimeout(client.ping());
    await withTimeout(client.publish(`${PREFIX}doctor`, ''));
    await withTimeout(client.subscribe(`${PREFIX}doctor`, () => undefined));
    return { policy: policy?.['maxmemory-policy'], hasOtherKey: keys.some((key) => key !== fingerprint) };
  } finally {
    if (client.isOpen) client.destroy();
  }
}

/**
 * Rejects if Redis doesn't respond in time; the command may have been carried out. The client's own time limit covers only the
 * writing of a command, but a Redis that hangs accepts commands and never responds.
 */
function withTimeout<T>(command: Promise<T>): Promise<T> {
  const tooLate = sleep(COMMAND_MS, undefined, { ref: false }).then((): never => {
    throw new NoResponse();
  });
  return Promise.race([command, tooLate]);
}

async function load(): Promise<typeof import('@redis/client')> {
  try {
    return await import('@redis/client');
  } catch {
    throw new SettingsError(
      `${envName('stateRedisUrl')} is set, but its client is not installed. Install it alongside this server: npm install @redis/client`,
    );
  }
}
