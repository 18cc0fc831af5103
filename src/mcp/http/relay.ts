/**
 * Answers across replicas: a question is open on the replica that has the stream of the call, and the client's answer, a
 * request of its own, may reach any other. It is left in the shared store, where the replica that asked looks for it.
 */
import { createHash } from 'node:crypto';
import { isObject } from '../../platform/parse/coerce.ts';
import type { Ended, Relay } from '../protocol/client-requests.ts';

/** The part of the shared store that is needed. Every method rejects while the store does not answer. */
export interface Mailbox {
  get(key: string): Promise<string | undefined>;
  put(key: string, value: string, ttlMs: number): Promise<void>;
  /** Keeps a value where there is none yet. @returns whether there was none */
  putFirst(key: string, value: string, ttlMs: number): Promise<boolean>;
  remove(key: string): Promise<void>;
}

/** Between two looks; nobody notices it after a human's answer. A notice would be lost while the store is away. */
const LOOK_MS = 250;
/** Longer than any question is open. */
const KEPT_MS = 660_000;
/** A store that comes back sooner withdraws no question; an answer that is given meanwhile is lost, and nobody waits longer for it. */
const AWAY_MS = 10_000;
/** In the place of an answer: the question is over, or the replica that asked has the answer. */
const TAKEN = '';

const digest = (text: string): string => createHash('sha256').update(text).digest('base64url');

/**
 * Looks into the store every 250 ms for each question that is open here. What it is asked for rejects while the store
 * is away. An answer takes its place and is there in one step: a store that fails in between would leave a question that
 * nobody can answer.
 */
export function storeRelay(store: Mailbox): Relay {
  const openKey = (id: string): string => `ask:open:${id}`;
  const answerKey = (id: string): string => `ask:answer:${id}`;
  const cancelKey = (call: string): string => `ask:cancel:${digest(call)}`;

  return {
    async begin(id, { caller, call }, end) {
      const makeKnown = (): Promise<void> => store.put(openKey(id), digest(caller), KEPT_MS);
      await makeKnown();
      let isOver = false;
      let seenAt = performance.now();
      const checkStore = async (): Promise<void> => {
        const [open, answer, cancelled] = await Promise.all([
          store.get(openKey(id)),
          store.get(answerKey(id)),
          call === undefined ? undefined : store.get(cancelKey(call)),
        ]);
        seenAt = performance.now();
        if (cancelled !== undefined) end({ kind: 'cancelled' });
        else if (answer !== undefined && answer !== TAKEN) end(endedIn(answer));
        // A store that was started again may have forgotten it.
        else if (open === undefined && !isOver) await makeKnown();
      };
      const timer = setInterval(() => {
        checkStore().catch(() => {
          if (performance.now() - seenAt > AWAY_MS) end({ kind: 'store away' });
        });
      }, LOOK_MS);
      return () => {
        isOver = true;
        clearInterval(timer);
        const gone = [store.remove(openKey(id)), store.put(answerKey(id), TAKEN, KEPT_MS)];
        Promise.all(gone).catch(() => undefined);
      };
    },
    claim: (id) => store.putFirst(answerKey(id), TAKEN, KEPT_MS),
    async deliver(id, caller, ended) {
      if ((await store.get(openKey(id))) !== digest(caller)) return 'too late';
      return (await store.putFirst(answerKey(id), JSON.stringify(ended), KEPT_MS)) ? 'taken' : 'too late';
    },
    cancel: (call) => store.put(cancelKey(call), '1', KEPT_MS),
  };
}

/** What was left in the store; anyone who can write there could decide anyway. */
function endedIn(text: string): Ended {
  const ended: unknown = JSON.parse(text);
  if (isObject(ended) && ended.kind === 'answered') return { kind: 'answered', result: ended.result };
  return { kind: 'failed', code: isObject(ended) ? ended.code : undefined };
}
