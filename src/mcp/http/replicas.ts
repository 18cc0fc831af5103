/**
 * What replicas tell each other, by Redis pub/sub. A question is answered where it was asked: the stream of its call is
 * there. The answer is a request of its own and may reach any replica, which hands it over; and so with the cancellation of
 * a call. Nothing is kept in Redis.
 */
import { randomUUID } from 'node:crypto';
import { isObject } from '../../platform/parse/coerce.ts';
import type { Answer, Answered } from '../protocol/client-requests.ts';

/** Both reject, or count nobody, while Redis does not answer. */
export interface Channels {
  /** @returns how many listened */
  publish(channel: string, text: string): Promise<number>;
  /** Listens from the first connection on, and again after each reconnection. */
  subscribe(channel: string, listener: (text: string) => void): void;
}

/** What a replica does itself; the same as {@link ClientRequests} does where there is only one. */
interface Own {
  take(answer: Answer): boolean;
  cancel(call: string): void;
}

/** The other replicas, as one of them sees them. */
export interface OtherReplicas {
  /**
   * Hands an answer to the replica of that name. @returns whether it counted; false also where that replica is gone.
   * @throws where that can't be known: Redis or the replica did not say
   */
  deliver(replica: string, answer: Answer): Promise<boolean>;
  /** Tells all replicas, this one too, that a client has cancelled a call. */
  cancel(call: string): Promise<void>;
}

/** For the way there and back; a host waits for nothing else meanwhile. */
const REPLY_MS = 2_000;
const CANCELLED = 'cancelled';
const channelOf = (replica: string): string => `replica:${replica}`;

/** Joins the others under a name. Whoever can write to Redis could decide anyway: a sender is not checked. */
export function joinReplicas(name: string, { publish, subscribe }: Channels, own: Own): OtherReplicas {
  const waiting = new Map<string, (hasCounted: boolean) => void>();
  subscribe(CANCELLED, (call) => own.cancel(call));
  subscribe(channelOf(name), (text) => {
    const message: unknown = JSON.parse(text);
    if (!isObject(message)) return;
    const { from, ref, id, caller, ended, hasCounted } = message;
    if (typeof hasCounted === 'boolean') return waiting.get(String(ref))?.(hasCounted);
    const reply = { ref, hasCounted: own.take({ id: String(id), caller: String(caller), ended: answeredIn(ended) }) };
    // A reply that is lost is missed by who waits for it.
    publish(channelOf(String(from)), JSON.stringify(reply)).catch(() => undefined);
  });
  return {
    async deliver(replica, answer) {
      const ref = randomUUID();
      const replied = new Promise<boolean>((resolve, reject) => {
        const timer = setTimeout(() => reject(new Error('the replica that asked did not reply')), REPLY_MS);
        waiting.set(ref, (hasCounted) => {
          clearTimeout(timer);
          resolve(hasCounted);
        });
      });
      // It may be too late before it is awaited.
      replied.catch(() => undefined);
      try {
        const listeners = await publish(channelOf(replica), JSON.stringify({ from: name, ref, ...answer }));
        return listeners > 0 && (await replied);
      } finally {
        waiting.get(ref)?.(false);
        waiting.delete(ref);
      }
    },
    cancel: async (call) => {
      await publish(CANCELLED, call);
    },
  };
}

function answeredIn(ended: unknown): Answered {
  const { kind, result, code } = isObject(ended) ? ended : {};
  return kind === 'answered' ? { kind, result } : { kind: 'failed', code };
}
