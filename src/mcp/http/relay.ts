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
  remove(key: string): Promise<void>;
  /** @returns whether it was the first time */
  take(key: string, ttlMs: number): Promise<boolean>;
}

/** Between two looks; nobody notices it after a human's answer. A notice would be lost while the store is away. */
const LOOK_MS = 250;
/** Longer than any question is open. */
const KEPT_MS = 660_000;

const digest = (text: string): string => createHash('sha256').update(text).digest('base64url');

/**
 * Looks into the store every 250 ms for each question that is open here. What it is asked for rejects while the store
 * is away.
 */
export function storeRelay(store: Mailbox): Relay {
  const openKey = (id: string): string => `ask:open:${id}`;
  const answerKey = (id: string): string => `ask:answer:${id}`;
  const cancelKey = (call: string): string => `ask:cancel:${digest(call)}`;
  const claim = (id: string): Promise<boolean> => store.take(`ask:${id}`, KEPT_MS);

  return {
    async begin(id, { caller, call }, end) {
      await store.put(openKey(id), digest(caller), KEPT_MS);
      const checkStore = async (): Promise<void> => {
        const [answer, cancelled] = await Promise.all([
          store.get(answerKey(id)),
          call === undefined ? undefined : store.get(cancelKey(call)),
        ]);
        if (cancelled !== undefined) end({ kind: 'cancelled' });
        else if (answer !== undefined) end(endedIn(answer));
      };
      // While the store is away nothing is found; it is looked for again.
      const timer = setInterval(() => void checkStore().catch(() => undefined), LOOK_MS);
      return () => {
        clearInterval(timer);
        const gone = [store.remove(openKey(id)), store.remove(answerKey(id))];
        Promise.all(gone).catch(() => undefined);
      };
    },
    claim,
    async deliver(id, caller, ended) {
      if ((await store.get(openKey(id))) !== digest(caller)) return 'too late';
      if (!(await claim(id))) return 'too late';
      await store.put(answerKey(id), JSON.stringify(ended), KEPT_MS);
      return 'taken';
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
