/**
 * Sessions of the protocol up to 2025-11-25, for one purpose: a client says in its handshake that it can show questions,
 * and calls tools in other requests. So it is given a session id that says this of it, signed and bound to its caller;
 * nothing is kept, and any replica with the same key can read it. Clients that can't be asked get none.
 */
import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto';
import { isObject } from '../../platform/parse/coerce.ts';
import { canElicit } from '../engine/client-capabilities.ts';

/** What the id of a request's session says; `unreadable`: this server, with this key, did not give it to this caller. */
export type Session = 'none' | 'can be asked' | 'unreadable';

export interface Sessions {
  /** The id for the session that a handshake begins; undefined where the client can't be asked. */
  begin(message: unknown, caller: string): string | undefined;
  read(id: string | undefined, caller: string): Session;
}

/** The protocol wants ids of visible ASCII; ours have 88 characters. */
const FORM = /^[\w-]{22}\.[\w-]{43}$/;

/** @param key at least 32 bytes; the same for all replicas. Absent: one of its own, for as long as the process lives */
export function createSessions(key: Uint8Array = randomBytes(32)): Sessions {
  const sign = (nonce: string, caller: string): string =>
    createHmac('sha256', key)
      .update(JSON.stringify(['session', nonce, caller]))
      .digest('base64url');
  return {
    begin(message, caller) {
      if (!isObject(message) || message.method !== 'initialize' || !isObject(message.params)) return undefined;
      if (!canElicit(message.params.capabilities)) return undefined;
      const nonce = randomBytes(16).toString('base64url');
      return `${nonce}.${sign(nonce, caller)}`;
    },
    read(id, caller) {
      if (id === undefined) return 'none';
      if (!FORM.test(id)) return 'unreadable';
      const [nonce = '', mac = ''] = id.split('.');
      return timingSafeEqual(Buffer.from(mac), Buffer.from(sign(nonce, caller))) ? 'can be asked' : 'unreadable';
    },
  };
}
