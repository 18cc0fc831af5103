/**
 * The state of a question while it travels through the client: signed, bound to its call, good for ten minutes, used
 * once. What comes back is an attacker's until this says otherwise.
 */

import { createHmac, randomBytes, randomUUID } from 'node:crypto';
import type { ServerContext } from '@modelcontextprotocol/server';
import { type StateCodec, stateCodec } from '../../sdk/state-codec.ts';
import { bindingOf } from '../caller.ts';
import { memoryStore, type SharedStore } from './shared-store.ts';

/** A human needs a while; an answer older than this may be about a world that has gone. */
export const TTL_SECONDS = 600;

/** Now in epoch milliseconds, never going back within a process. */
export const monotonicEpoch = (): number => Math.round(performance.timeOrigin + performance.now());

/** What a question was about. */
export interface QuestionState {
  readonly tool: string;
  readonly subject: string;
  /** {@link States.keyed} of the question's digest. */
  readonly digest: string;
  /** Which page of the question it is, from 0. */
  readonly page: number;
  /** {@link monotonicEpoch} at which it was asked. */
  readonly askedAt: number;
  /** The choices that each part offered: they may be others when the answer comes. */
  readonly offered: Readonly<Record<string, readonly string[]>>;
  readonly nonce: string;
}

/** Whether a state is one that this server issued for this call, and still good. */
export type Verdict =
  | { readonly valid: true; readonly state: QuestionState }
  | { readonly valid: false; readonly why: 'expired' | 'forged' | 'elsewhere' | 'replayed' | 'unchecked' };

/** Why a state is not accepted, whatever it was issued with, as the end of a sentence. */
export const UNTRUSTED = {
  forged: 'this server did not sign it',
  replayed: 'it was used before',
  unchecked:
    'whether it was used before can’t be checked, because the store at AGENT_PLATFORM_STATE_REDIS_URL does not answer',
} as const;

export interface States {
  /**
   * A digest as a state holds it. A state is signed, not encrypted: its holder could guess what the plain digest was made
   * of, say a tool server's weak password among known fields.
   */
  keyed(digest: string): string;
  /** A keyed digest, in hex: nobody makes it without the key, and one purpose's is no other's. */
  readonly seal: (purpose: string, text: string) => string;
  sign(about: Omit<QuestionState, 'nonce'>, context: ServerContext): Promise<string>;
  /** Opens a state and marks it used: a second opening says `replayed`. */
  open(state: string, context: ServerContext): Promise<Verdict>;
}

export interface StateOptions {
  /** At least 32 bytes; the same for all replicas that are to open each other's states. Absent: its own. */
  readonly key?: Uint8Array;
  readonly ttlSeconds?: number;
  /** Where used states are noted; replicas without a shared one each know their own only. */
  readonly used?: Pick<SharedStore, 'take'>;
}

/** States of one server, or of all replicas that are given the same key and store. */
export function createStates(options: StateOptions = {}): States {
  const { ttlSeconds = TTL_SECONDS, used = memoryStore() } = options;
  let made: { readonly key: Uint8Array; readonly codec: StateCodec<QuestionState> } | undefined;
  // With the first question, since most sessions never put one: the key, and the Web Crypto that the codec takes.
  const signer = (): NonNullable<typeof made> => {
    if (made === undefined) {
      const { key = randomBytes(32) } = options;
      made = { key, codec: stateCodec({ key, ttlSeconds, bind: boundTo }) };
    }
    return made;
  };
  return {
    keyed: (digest) => createHmac('sha256', signer().key).update(`question ${digest}`).digest('base64url'),
    seal: (purpose, text) =>
      createHmac('sha256', signer().key)
        .update(JSON.stringify(['seal', purpose, text]))
        .digest('hex'),
    sign: (about, context) => signer().codec.sign({ ...about, nonce: randomUUID() }, context),
    async open(state, context) {
      const opened = await signer().codec.open(state, context);
      if (!opened.isValid) return { valid: false, why: opened.why };
      const { content } = opened;
      try {
        const isFirst = await used.take(`used:${content.nonce}`, ttlSeconds * 1000);
        return isFirst ? { valid: true, state: content } : { valid: false, why: 'replayed' };
      } catch {
        // What can't be checked must not pass: a store that is down must not let an answer be used twice.
        return { valid: false, why: 'unchecked' };
      }
    },
  };
}

/** The caller, as the inbound authorization names them: over HTTP an answer counts for its own caller only. */
const boundTo = (context: ServerContext): string => bindingOf(context.http?.authInfo);
