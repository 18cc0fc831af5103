/**
 * Sessions of the protocol up to 2025-11-25, for one purpose: a client declares in its handshake that it can show questions
 * or draw cards, and calls tools in later requests. The session id says what it declared, signed and bound to the caller.
 * Nothing is stored, and any replica with the same key can read the id. A client that can do neither gets no session.
 */
import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto';
import { isObject } from '../../platform/parse/coerce.ts';
import { parsedJson } from '../../platform/parse/json-text.ts';
import { CARDS_EXTENSION, canElicit, drawsCards } from '../engine/client-capabilities.ts';

/** @param key at least 32 bytes, the same for all replicas; by default a random one of this process */
export function createSessions(key: Uint8Array = randomBytes(32)) {
  const idOf = (content: string, caller: string): string => {
    const signed = JSON.stringify(['session', content, caller]);
    return `${content}.${createHmac('sha256', key).update(signed).digest('base64url')}`;
  };
  return {
    /** The id of a new session; undefined for a client that can do neither, and for messages other than a handshake. */
    begin(message: unknown, caller: string): string | undefined {
      if (!isObject(message) || message.method !== 'initialize' || !isObject(message.params)) return undefined;
      const declared = declaredIn(message.params.capabilities);
      if (declared === undefined) return undefined;
      const nonce = randomBytes(16).toString('base64url');
      return idOf(Buffer.from(JSON.stringify({ ...declared, nonce })).toString('base64url'), caller);
    },
    /** What the handshake declared, beside a nonce: nothing without an id; undefined for an id of another caller or key. */
    read(id: string | undefined, caller: string): object | undefined {
      if (id === undefined) return {};
      const [content = ''] = id.split('.');
      const [sent, genuine] = [Buffer.from(id), Buffer.from(idOf(content, caller))];
      // Node's limit of a request's headers bounds the length; only what this server wrote is parsed.
      if (sent.length !== genuine.length || !timingSafeEqual(sent, genuine)) return undefined;
      const declared = parsedJson(Buffer.from(content, 'base64url').toString());
      return isObject(declared) ? declared : undefined;
    },
  };
}

/** The capabilities that matter here, in our own words: what a client writes into them has no bound. */
function declaredIn(capabilities: unknown): object | undefined {
  const hasCards = drawsCards(capabilities);
  const isAskable = canElicit(capabilities);
  if (!hasCards && !isAskable) return undefined;
  return {
    ...(isAskable && { elicitation: { form: {} } }),
    ...(hasCards && { extensions: { [CARDS_EXTENSION]: {} } }),
  };
}
