/**
 * Messages between replicas, by Redis pub/sub. A question is answered by the replica that asked it, since that one has the
 * stream of the call. The answer is a request of its own and may reach any replica, which hands it over; the same goes for
 * the cancellation of a call. Nothing is stored in Redis.
 */
import { randomUUID } from 'node:crypto';
import { isObject } from '../../platform/parse/coerce.ts';
import type { Answer, Answered } from '../protocol/client-requests.ts';

/** Pub/sub, as Redis has it. */
export interface Channels {
  /** @returns how many subscribers received it. Rejects while Redis does not answer */
  publish(channel: string, text: string): Promise<number>;
  /** Call it before the connection is opened; it survives reconnections. */
  subscribe(channel: string, listener: (text: string) => void): void;
}

/** What this replica does with messages from the others. */
interface Handlers {
  take(answer: Answer): boolean;
  cancel(call: string): void;
}

/** The other replicas, as one of them sees them. */
export interface OtherReplicas {
  /**
   * Hands an answer to the replica of that name. @returns whether it counted; false also where that replica is gone.
   * @throws if Redis or the replica did not reply, so that it may have counted
   */
  deliver(replica: string, answer: Answer): Promise<boolean>;
  /** Tells all replicas, this one too, that a client has cancelled a call. */
  cancel(call: string): Promise<void>;
}

/** How long the replica that asked has to reply. */
const REPLY_MS = 2_000;
const CANCELLED = 'cancelled';
const channelOf = (replica: string): string => `replica:${replica}`;

/** Joins the others under a unique name. Messages are not authenticated: whoever can write to Redis is trusted. */
export function joinReplicas(name: string, { publish, subscribe }: Channels, own: Handlers): OtherReplicas {
  const waiting = new Map<string, (hasCounted: boolean) => void>();
  subscribe(CANCELLED, (call) => own.cancel(call));
  subscribe(channelOf(name), (text) => {
    const message: unknown = JSON.parse(text);
    if (!isObject(message)) return;
    const { from, ref, id, caller, ended, hasCounted } = message;
    if (typeof hasCounted === 'boolean') return waiting.get(String(ref))?.(hasCounted);
    const reply = { ref, hasCounted: own.take({ id: String(id), caller: String(caller), ended: answeredIn(ended) }) };
    // If it is lost, the sender's wait ends without it.
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
      // It may reject before it is awaited.
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
