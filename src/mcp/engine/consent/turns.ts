/**
 * Lets decisions on one thread take turns. In this process one waits for the other; replicas wait through the lock of the
 * shared store, which ends by itself where a replica dies, and is confirmed right before a decision is sent.
 */

import { setTimeout as sleep } from 'node:timers/promises';
import { nodeCrypto } from '../../../node-crypto.ts';
import { CancelledError } from '../../../platform/client/errors.ts';
import { digest } from '../../../platform/text.ts';
import { Refusal } from '../../contract/errors.ts';
import { instant, type LastSent, type Turn, type Turns } from '../../contract/turns.ts';
import { Mutex } from './mutex.ts';
import type { SharedStore } from './nonce-store.ts';

/** A dead replica holds up the others no longer than this; a live one extends its lock every third of it. */
const LOCK_MS = 15_000;
/** How long a decision is remembered. */
const KEPT_MS = 24 * 60 * 60_000;
/** Tokens that are remembered of a thread: more than a thread has decisions while one of them is fresh. */
const TOKENS = 20;
const FIRST_POLL_MS = 10;
const LONGEST_POLL_MS = 250;

export interface TurnsOptions {
  readonly store: SharedStore;
  /** The platform's base URL: replicas of several servers may share a store. */
  readonly baseUrl: string;
  /** How long a call waits for its turn. */
  readonly waitMs: number;
}

/** The turns of one process; `of` binds them to a call's cancellation. */
export interface TurnTaker {
  of(signal: AbortSignal): Turns;
}

/** Makes the turns of a process. Its promises reject with CancelledError where the call is cancelled while it waits. */
export function createTurns({ store, baseUrl, waitMs }: TurnsOptions): TurnTaker {
  const mutex = new Mutex();
  let scope: string | undefined;

  // Whether case matters in an id is the platform's business: two spellings wait for each other.
  const keyOf = (id: string): string => {
    scope ??= digest(baseUrl).slice(0, 16);
    return `${scope}:${id.toLowerCase()}`;
  };

  async function lastOf(key: string): Promise<LastSent | undefined> {
    const text = await known(() => store.get(`sent:${key}`));
    return text === undefined ? undefined : (JSON.parse(text) as LastSent);
  }

  async function alone<T>(id: string, signal: AbortSignal, work: (turn: Turn) => Promise<T>): Promise<T> {
    const key = keyOf(id);
    const deadline = Date.now() + waitMs;
    const leave = await cancellable(mutex.enter(key, signal, waitMs));
    if (leave === undefined) throw busy(id);
    try {
      const lock = await holdLock(key, id, signal, deadline);
      try {
        return await takeTurn(key, lock.isOurs, work);
      } finally {
        await lock.release();
      }
    } finally {
      leave();
    }
  }

  async function holdLock(key: string, id: string, signal: AbortSignal, deadline: number) {
    const owner = nodeCrypto().randomUUID();
    const name = `turn:${key}`;
    let pollMs = FIRST_POLL_MS;
    while (!(await known(() => store.lock(name, owner, LOCK_MS)))) {
      if (Date.now() + pollMs > deadline) throw busy(id);
      await cancellable(sleep(pollMs * (0.5 + Math.random()), undefined, { signal }));
      pollMs = Math.min(LONGEST_POLL_MS, pollMs * 2);
    }
    const timer = setInterval(() => {
      // One that fails is seen where it counts: right before sending.
      store.extend(name, owner, LOCK_MS).catch(() => undefined);
    }, LOCK_MS / 3);
    timer.unref();
    return {
      isOurs: () => known(() => store.extend(name, owner, LOCK_MS)),
      release: async () => {
        clearInterval(timer);
        await store.unlock(name, owner).catch(() => undefined);
      },
    };
  }

  async function takeTurn<T>(
    key: string,
    isOurs: () => Promise<boolean>,
    work: (turn: Turn) => Promise<T>,
  ): Promise<T> {
    const name = `sent:${key}`;
    const last = await lastOf(key);
    let noted: LastSent | undefined;
    const note = (sent: LastSent): Promise<void> => store.put(name, JSON.stringify(sent), KEPT_MS);
    const confirm = async (): Promise<void> => {
      if (!(await isOurs())) throw new Refusal(LOST);
    };
    const turn: Turn = {
      last,
      confirm,
      async begin(sent) {
        await confirm();
        const tokens = [...(last?.tokens ?? []), ...(sent.token === undefined ? [] : [sent.token])].slice(-TOKENS);
        const next: LastSent = { ...sent, tokens, at: instant() };
        await known(() => note(next));
        noted = next;
      },
      async undo() {
        noted = undefined;
        // Where it can't be taken back, the call must read again: no harm but the work.
        await (last === undefined ? store.remove(name) : note(last)).catch(() => undefined);
      },
    };
    try {
      return await work(turn);
    } finally {
      // What was seen while it was under way is not seen after it.
      if (noted !== undefined) await note({ ...noted, at: instant() }).catch(() => undefined);
    }
  }

  return { of: (signal) => ({ last: (id) => lastOf(keyOf(id)), alone: (id, work) => alone(id, signal, work) }) };
}

/** The call was cancelled while it waited: nothing was sent. */
const cancellable = <T>(waiting: Promise<T>): Promise<T> =>
  waiting.catch(() => {
    throw new CancelledError('none');
  });

/** Nothing is sent where this can't be known: other replicas may be deciding. */
async function known<T>(ask: () => Promise<T>): Promise<T> {
  try {
    return await ask();
  } catch {
    throw new Refusal(STORE_GONE);
  }
}

const STORE_GONE =
  'Refused: the store of AGENT_PLATFORM_STATE_REDIS_URL does not answer, so whether another replica is deciding can’t be known. Nothing was sent. Whoever runs this server can fix it; call again then.';
const LOST =
  'Refused: this replica was delayed for so long that another one may have decided in the meantime. Nothing was sent. Read the thread again before deciding.';

const busy = (id: string): Refusal =>
  new Refusal(
    `Refused: another decision on thread ${id} is still in progress and did not finish in time. Nothing was sent. Read the thread again before deciding.`,
  );
