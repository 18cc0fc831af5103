/**
 * Messages between replicas, by Redis pub/sub. Only the replica that asked a question can take its answer, since it has the
 * stream of the call. But the answer is a separate request and may reach any replica, which then hands it over. The same
 * holds for the cancellation of a call. Nothing is stored in Redis.
 */
import { randomUUID } from 'node:crypto';
import { isObject, object } from '../../platform/parse/coerce.ts';
import { parsedJson } from '../../platform/parse/json-text.ts';
import type { Answer, Answered } from '../protocol/client-requests.ts';

/** Redis pub/sub. */
export interface Channels {
  /** @returns the number of subscribers that received it. Rejects if Redis does not answer */
  publish(channel: string, text: string): Promise<number>;
  /** To be called before the connection is opened. A subscription survives reconnections. */
  subscribe(channel: string, listener: (text: string) => void): void;
}

/** How this replica processes messages. */
interface Handlers {
  take(answer: Answer): boolean;
  cancel(call: string): void;
}

interface OtherReplicas {
  /**
   * Hands an answer to the replica of that name. @returns whether it counted; false also if that replica is gone.
   * @throws if Redis or the replica did not reply; the answer may have counted
   */
  deliver(replica: string, answer: Answer): Promise<boolean>;
  /** Cancels a call at whichever replica has it; this one gets the message, too. */
  cancel(call: string): Promise<void>;
}

/** The time limit for the reply of the replica that asked. */
const REPLY_MS = 2_000;
const CANCELLED = 'cancelled';
const channelOf = (replica: string): string => `replica:${replica}`;

/** Joins the other replicas under a unique name. Messages are not authenticated: whoever can write to Redis is trusted. */
export function joinReplicas(name: string, { publish, subscribe }: Channels, handlers: Handlers): OtherReplicas {
  const waiting = new Map<string, (hasCounted: boolean) => void>();
  subscribe(CANCELLED, (call) => handlers.cancel(call));
  subscribe(channelOf(name), (text) => {
    const message = parsedJson(text);
    if (!isObject(message)) return;
    const { from, ref, id, caller, ended, hasCounted } = message;
    if (typeof hasCounted === 'boolean') return waiting.get(String(ref))?.(hasCounted);
    const answer = { id: String(id), caller: String(caller), ended: answeredIn(ended) };
    const reply = { ref, hasCounted: handlers.take(answer) };
    // If the reply is lost, the sender's wait times out.
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
      // It may reject before it is awaited, which must not count as unhandled.
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
  const { kind, result, code } = object(ended);
  return kind === 'answered' ? { kind, result } : { kind: 'failed', code };
}
