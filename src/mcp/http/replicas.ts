/**
 * Messages between replicas, by Redis pub/sub. Only the replica that asked a question can take its reply, since it has the
 * stream of the call. But the reply is a separate request and may reach any replica, which then hands it over. The same
 * holds for the cancellation of a call. Nothing is stored in Redis.
 */
import { object } from '../../platform/parse/coerce.ts';
import { parsedJson } from '../../platform/parse/json-text.ts';
import type { ClientReply, Replied } from '../protocol/client-requests.ts';

/** Redis pub/sub. */
export interface Channels {
  /** @returns the number of subscribers that received it. Rejects if Redis does not respond */
  publish(channel: string, text: string): Promise<number>;
  /** To be called before the connection is opened. A subscription survives reconnections. */
  subscribe(channel: string, listener: (text: string) => void): void;
}

/** How this replica processes messages. */
interface Handlers {
  take(reply: ClientReply): void;
  cancel(call: string): void;
}

interface OtherReplicas {
  /** Hands a reply to the replica of that name. @returns whether that replica has it @throws if Redis does not respond */
  deliver(replica: string, reply: ClientReply): Promise<boolean>;
  /** Cancels a call at whichever replica has it; this one gets the message, too. */
  cancel(call: string): Promise<void>;
}

const CANCELLED = 'cancelled';
const channelOf = (replica: string): string => `replica:${replica}`;

/** Joins the other replicas under a unique name. Messages are not authenticated: whoever can write to Redis is trusted. */
export function joinReplicas(name: string, { publish, subscribe }: Channels, handlers: Handlers): OtherReplicas {
  subscribe(CANCELLED, (call) => handlers.cancel(call));
  subscribe(channelOf(name), (text) => {
    const { id, caller, ended } = object(parsedJson(text));
    handlers.take({ id: String(id), caller: String(caller), ended: repliedIn(ended) });
  });
  return {
    deliver: async (replica, reply) => (await publish(channelOf(replica), JSON.stringify(reply))) > 0,
    cancel: async (call) => {
      await publish(CANCELLED, call);
    },
  };
}

function repliedIn(ended: unknown): Replied {
  const { kind, result, code } = object(ended);
  return kind === 'answered' ? { kind, result } : { kind: 'failed', code };
}
