/**
 * The state of a question while it travels through the client: signed, bound to its call, good for ten minutes, used
 * once. What comes back is an attacker's until this says otherwise (design.md, section 5, rule 7).
 */
import { randomBytes, randomUUID } from 'node:crypto';
import { createRequestStateCodec, type ServerContext } from '@modelcontextprotocol/server';

/** A human needs a while; an answer older than this may be about a world that has gone. */
export const TTL_SECONDS = 600;

/** What a question was about. */
export interface Sealed {
  readonly tool: string;
  readonly subject: string;
  readonly digest: string;
  readonly nonce: string;
}

export type Verdict =
  | { readonly valid: true; readonly state: Sealed }
  | { readonly valid: false; readonly why: 'expired' | 'forged' | 'replayed' };

export interface Seal {
  seal(about: Omit<Sealed, 'nonce'>, context: ServerContext): Promise<string>;
  /** Opens a state and marks it used: a second opening says `replayed`. */
  open(state: string, context: ServerContext): Promise<Verdict>;
}

/**
 * A seal with a key of its own, for one process. Nonces are kept until their state has expired, so the memory of them is
 * bounded by how many questions are answered in ten minutes.
 */
export function createSeal(key: Uint8Array = randomBytes(32), ttlSeconds = TTL_SECONDS): Seal {
  const codec = createRequestStateCodec<Sealed>({ key, ttlSeconds });
  const used = new Map<string, number>();
  return {
    seal: (about, context) => codec.mint({ ...about, nonce: randomUUID() }, context),
    async open(state, context) {
      let content: Sealed;
      try {
        content = await codec.verify(state, context);
      } catch (error) {
        return { valid: false, why: error instanceof Error && error.message === 'expired' ? 'expired' : 'forged' };
      }
      const now = Date.now();
      for (const [nonce, until] of used) if (until < now) used.delete(nonce);
      if (used.has(content.nonce)) return { valid: false, why: 'replayed' };
      used.set(content.nonce, now + ttlSeconds * 1000);
      return { valid: true, state: content };
    },
  };
}
