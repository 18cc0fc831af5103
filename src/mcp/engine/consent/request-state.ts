/**
 * The state of a question while it travels through the client: signed, bound to its call, valid for ten minutes, single
 * use. A returned state is untrusted until it has been opened here.
 */

import { createHmac, randomBytes, randomUUID } from 'node:crypto';
import type { ServerContext } from '@modelcontextprotocol/server';
import { digest } from '../../../platform/text.ts';
import { Refusal } from '../../contract/errors.ts';
import type { PartAnswer } from '../../contract/question.ts';
import type { Claims } from '../../contract/tool.ts';
import { type StateCodec, stateCodec } from '../../sdk/state-codec.ts';
import { callerBinding } from '../caller.ts';

/** Time for a human to answer; an older reply may be about a situation that has changed. */
export const TTL_SECONDS = 600;
/** Seconds by which the clocks of two replicas may differ: so much longer does one take the replies to another's questions. */
const CLOCK_SECONDS = 60;
/** No replica takes a reply that is older than this, even if its clock is late. */
const OLDEST_REPLY_SECONDS = TTL_SECONDS + 2 * CLOCK_SECONDS;

/** The content of a state. */
export interface QuestionState {
  readonly tool: string;
  readonly subject: string;
  /** {@link States.keyed} of the question's digest. */
  readonly digest: string;
  /** Page of the question, from 0. */
  readonly page: number;
  /** The replies to earlier pages, by the name of the part. */
  readonly given?: Readonly<Record<string, PartAnswer>>;
  /** Epoch milliseconds of the question: monotonic within the process that asked, and by the clock that replicas share. */
  readonly askedAt: number;
  readonly askedOn: number;
  /** That process. */
  readonly askedBy: string;
  /** The choices that each part offered: they may have changed when the reply arrives. */
  readonly offered: Readonly<Record<string, readonly string[]>>;
  readonly nonce: string;
}

/**
 * Whether this server issued the state for this call, and it is still valid. `age` is the time since the question, by this
 * server's clock; exact only if this process asked it.
 */
export type Verdict =
  | {
      readonly valid: true;
      readonly state: QuestionState;
      readonly age: { readonly ms: number; readonly isExact: boolean };
    }
  | { readonly valid: false; readonly why: 'expired' | 'forged' | 'elsewhere' | 'replayed' | 'unchecked' };

export type States = ReturnType<typeof createStates>;

export interface StateOptions {
  /** At least 32 bytes; the same for all replicas that open each other's states. Random if absent. */
  readonly key?: Uint8Array | undefined;
  /** Records used states; without a shared store, each replica knows only its own. */
  readonly used?: Pick<SharedStore, 'take' | 'ready'>;
  /** The platform's token; undefined if this process has none. */
  platformToken?(): string | undefined;
}

/** States of one server, or of all replicas with the same key and store. */
export function createStates(options: StateOptions = {}) {
  const { used = memoryStore() } = options;
  const self = randomUUID();
  const epoch = (): number => Math.round(performance.timeOrigin + performance.now());
  let created: { readonly key: Uint8Array; readonly codec: StateCodec<QuestionState> } | undefined;
  // Created with the first question, since most sessions ask none: the key and the codec's Web Crypto.
  const signer = (): NonNullable<typeof created> => {
    if (created === undefined) {
      const { key = randomBytes(32) } = options;
      // Over HTTP, a reply is valid only for the authenticated caller who was asked.
      const bind = ({ http }: ServerContext): string => callerBinding(http?.authInfo);
      created = { key, codec: stateCodec({ key, ttlSeconds: TTL_SECONDS + CLOCK_SECONDS, bind }) };
    }
    return created;
  };
  const sealKey = (): Uint8Array => {
    const token = options.key === undefined ? options.platformToken?.() : undefined;
    return token === undefined ? signer().key : createHmac('sha256', token).update('agent-platform-mcp seal').digest();
  };
  const keyed = (digest: string): string =>
    createHmac('sha256', signer().key).update(`question ${digest}`).digest('base64url');
  return {
    /** Whether a reply could be marked used now: asked before the human is. */
    isReady: () =>
      used.ready().then(
        () => true,
        () => false,
      ),
    /**
     * A digest for use in a state. States are signed, not encrypted: from a plain digest, a client could guess its input, say
     * a tool server's weak password among known fields.
     */
    keyed,
    /**
     * A keyed digest in hex: unforgeable without the key, and different for each purpose. Without a key of its own, its key is
     * derived from the platform's token, so that processes with the same settings agree.
     */
    seal: (purpose: string, text: string): string =>
      createHmac('sha256', sealKey())
        .update(JSON.stringify(['seal', purpose, text]))
        .digest('hex'),
    sign: (
      about: Omit<QuestionState, 'nonce' | 'askedAt' | 'askedOn' | 'askedBy'>,
      context: ServerContext,
    ): Promise<string> =>
      signer().codec.sign(
        { ...about, askedAt: epoch(), askedOn: Date.now(), askedBy: self, nonce: randomUUID() },
        context,
      ),
    /** Whether a state, which stays unused, is that of a question with this digest. */
    async isAbout(state: unknown, digest: string, context: ServerContext): Promise<boolean> {
      if (typeof state !== 'string') return false;
      const opened = await signer().codec.open(state, context);
      return opened.isValid && opened.content.digest === keyed(digest);
    },
    /** Opens a state and marks it used: a second opening says `replayed`. */
    async open(state: string, context: ServerContext): Promise<Verdict> {
      const opened = await signer().codec.open(state, context);
      if (!opened.isValid) return { valid: false, why: opened.why };
      const { content } = opened;
      const isExact = content.askedBy === self;
      const ms = isExact ? epoch() - content.askedAt : Date.now() - content.askedOn;
      const age = { ms: Math.max(0, ms), isExact };
      if (age.isExact && age.ms > TTL_SECONDS * 1000) return { valid: false, why: 'expired' };
      try {
        const isFirst = await used.take(`used:${content.nonce}`, OLDEST_REPLY_SECONDS * 1000);
        return isFirst ? { valid: true, state: content, age } : { valid: false, why: 'replayed' };
      } catch {
        // Fail closed: while the store is down, a reply could be used twice.
        return { valid: false, why: 'unchecked' };
      }
    },
  };
}

/** Keys that expire, for used replies and claimed decisions: in memory, or shared by replicas. */
export interface SharedStore {
  /** @throws unless a key can be taken now */
  ready(): Promise<void>;
  /** Only where replicas share it. @throws Refusal while another one signs with another key */
  checkKey?(): Promise<void>;
  /** @returns whether it was free: true for one of several calls at once @throws if the store can't tell; it isn't kept */
  take(key: string, ttlMs: number): Promise<boolean>;
  /** @returns how long somebody still holds the key; 0 if nobody does @throws if the store can't tell */
  leftMs(key: string): Promise<number>;
  /** Releases a key that this process took; if the store doesn't respond, as soon as it does. */
  release(key: string): Promise<void>;
}

/** In the memory of this process. Keys expire, so its size is bounded by the decisions within that time. */
export function memoryStore(): SharedStore {
  // Monotonic: a wall clock that jumps back must not block decisions.
  const expires = new Map<string, number>();
  return {
    ready: async () => undefined,
    async take(key, ttlMs) {
      const now = performance.now();
      for (const [known, until] of expires) if (until <= now) expires.delete(known);
      if (expires.has(key)) return false;
      expires.set(key, now + ttlMs);
      return true;
    },
    leftMs: async (key) => Math.max(0, (expires.get(key) ?? 0) - performance.now()),
    async release(key) {
      expires.delete(key);
    },
  };
}

/** Longer than any reply is taken, so that a reply to a decided request still finds the claim. */
const CLAIM_MS = (OLDEST_REPLY_SECONDS + 60) * 1000;

/** Servers for different platforms may share a store. */
export const storeScope = (baseUrl: string): string => digest(baseUrl).slice(0, 16);

/** Claims ensure that a request is decided once, in this process or another replica. @param baseUrl the platform's */
export function createClaims(store: SharedStore, baseUrl: string): Claims {
  const scope = storeScope(baseUrl);
  return {
    async take(key) {
      try {
        return await store.take(`claim:${scope}:${key}`, CLAIM_MS);
      } catch {
        throw new Refusal(
          'Refused: the store of AGENT_PLATFORM_STATE_REDIS_URL does not answer or can’t be written, so it can’t be known whether another replica is deciding. Nothing was sent. Whoever runs this server can fix it; then call again.',
          'store',
        );
      }
    },
    leftMs: (key) => store.leftMs(`claim:${scope}:${key}`).catch(() => 0),
    release: (key) => store.release(`claim:${scope}:${key}`),
  };
}
