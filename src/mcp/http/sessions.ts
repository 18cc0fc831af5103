/**
 * Sessions of the protocol up to 2025-11-25, for one purpose: a client declares in its handshake that it can show questions
 * or draw cards, and calls tools in later requests. The session id says what it declared, signed and bound to the caller.
 * Nothing is stored, and any replica with the same key can read the id. A client that can do neither gets no session.
 */
import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto';
import { isObject } from '../../platform/parse/coerce.ts';
import { CARDS_EXTENSION, canElicit, drawsCards } from '../engine/client-capabilities.ts';

/** Visible ASCII, as the protocol requires: nonce, signature, and letters for the abilities. */
const SESSION_ID = /^([\w-]{22})\.([\w-]{43})(?:\.(a?c|aq))?$/;

/** By the letters. `a`: can be asked; `c`: draws cards; `q`: draws cards, also for questions. Without letters: can be asked. */
const CAPABILITIES: Readonly<Record<string, object>> = {
  '': { elicitation: { form: {} } },
  c: { extensions: { [CARDS_EXTENSION]: {} } },
  ac: { elicitation: { form: {} }, extensions: { [CARDS_EXTENSION]: {} } },
  aq: { elicitation: { form: {} }, extensions: { [CARDS_EXTENSION]: { elicitation: {} } } },
};

/** @param key at least 32 bytes, the same for all replicas; by default a random one of this process */
export function createSessions(key: Uint8Array = randomBytes(32)) {
  const sign = (nonce: string, caller: string, letters: string): string =>
    createHmac('sha256', key)
      .update(JSON.stringify(['session', nonce, caller, ...(letters === '' ? [] : [letters])]))
      .digest('base64url');
  return {
    /** The id of a new session; undefined for a client that can do neither, and for messages other than a handshake. */
    begin(message: unknown, caller: string): string | undefined {
      if (!isObject(message) || message.method !== 'initialize' || !isObject(message.params)) return undefined;
      const letters = lettersFor(message.params.capabilities);
      if (letters === undefined) return undefined;
      const nonce = randomBytes(16).toString('base64url');
      return [nonce, sign(nonce, caller, letters), ...(letters === '' ? [] : [letters])].join('.');
    },
    /** What the handshake declared: nothing without an id; undefined for an id of another caller or key. */
    read(id: string | undefined, caller: string): object | undefined {
      if (id === undefined) return {};
      const [, nonce, mac, letters = ''] = SESSION_ID.exec(id) ?? [];
      if (nonce === undefined || mac === undefined) return undefined;
      const isGenuine = timingSafeEqual(Buffer.from(mac), Buffer.from(sign(nonce, caller, letters)));
      return isGenuine ? CAPABILITIES[letters] : undefined;
    },
  };
}

function lettersFor(capabilities: unknown): string | undefined {
  const cards = drawsCards(capabilities);
  if (cards === undefined) return canElicit(capabilities) ? '' : undefined;
  if (cards.questions) return 'aq';
  return canElicit(capabilities) ? 'ac' : 'c';
}
