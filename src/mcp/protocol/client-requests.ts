/**
 * Requests of this server to clients of the protocol up to 2025-11-25, and the answers to them. The SDK keeps its own
 * for each connection, counts them from 0 (a request whose cancellation the v1 client ignores), and over HTTP makes a
 * server for every POST, so an answer, which is a separate POST, would never find its question. Here one process
 * has one list, and ids that nobody can guess.
 */

import { randomUUID } from 'node:crypto';
import type { JSONRPCMessage, RequestId } from '@modelcontextprotocol/server';
import { isObject } from '../../platform/parse/coerce.ts';

/** How a request ended: with the client's answer, or without one. */
export type Ended =
  | { readonly kind: 'answered'; readonly result: unknown }
  | { readonly kind: 'failed'; readonly code: unknown }
  | { readonly kind: keyof typeof WITHDRAWN };

/** Why a question is withdrawn, as its client is told. */
const WITHDRAWN = {
  cancelled: 'The call was cancelled.',
  'timed out': 'Too late.',
  'shut down': 'This server is shutting down.',
  'store away': 'No answer can be taken now.',
};

/** What became of an answer that came in. */
type Delivery = 'taken' | 'too late' | 'not ours';

/** Who is asked, and in which of their calls. */
interface AskedOf {
  /** Only this caller's answer counts. */
  readonly caller: string;
  /** The client's session and the id of its call, by which it cancels the call; undefined where it can't. */
  readonly call: string | undefined;
}

interface Open extends AskedOf {
  end(how: Ended): void;
}

/** Carries answers and cancellations that reached another replica than the one that asked. */
export interface Relay {
  /** Makes a question known to the others. `end` is called once. @throws where they can't be told */
  begin(id: string, asked: AskedOf, end: (how: Ended) => void): Promise<() => void>;
  /** Takes the right to answer a question. @returns whether no answer had it before, at whichever replica */
  claim(id: string): Promise<boolean>;
  /** An answer for a question of another replica. */
  deliver(id: string, caller: string, ended: Ended): Promise<Delivery>;
  cancel(call: string): Promise<void>;
}

const PREFIX = 'ask-';
/** Calls that were cancelled before they came to ask: remembered, so that nobody is asked for nothing. */
const CANCELLED_KEPT = 1_000;

/** One for a process over HTTP, or for its only connection over stdio: what is open, and which calls were cancelled. */
export class ClientRequests {
  readonly #open = new Map<string, Open>();
  readonly #cancelled = new Set<string>();
  readonly #relay: Relay | undefined;
  #isClosed = false;

  constructor(relay?: Relay) {
    this.#relay = relay;
  }

  /**
   * Asks, and waits for the end; never rejects but where the request can't be sent or made known.
   * @param send sends a request with this id, or a notification
   */
  async ask(
    asked: AskedOf,
    send: (message: JSONRPCMessage) => Promise<void>,
    request: { readonly method: string; readonly params: Record<string, unknown> },
    { signal, limitMs }: { readonly signal: AbortSignal; readonly limitMs: number },
  ): Promise<Ended> {
    if (signal.aborted || (asked.call !== undefined && this.#cancelled.delete(asked.call)))
      return { kind: 'cancelled' };
    if (this.#isClosed) return { kind: 'shut down' };
    const id = PREFIX + randomUUID();
    let end: (how: Ended) => void = () => undefined;
    const ended = new Promise<Ended>((resolve) => {
      end = resolve;
    });
    const onAbort = (): void => end({ kind: 'cancelled' });
    const timer = setTimeout(() => end({ kind: 'timed out' }), limitMs);
    signal.addEventListener('abort', onAbort, { once: true });
    this.#open.set(id, { ...asked, end });
    let stop: () => void = () => undefined;
    try {
      stop = (await this.#relay?.begin(id, asked, end)) ?? stop;
      await send({ jsonrpc: '2.0', id, ...request });
      const how = await ended;
      if (how.kind !== 'answered' && how.kind !== 'failed') {
        const params = { requestId: id, reason: WITHDRAWN[how.kind] };
        // The client's stream may be gone with its call.
        await send({ jsonrpc: '2.0', method: 'notifications/cancelled', params }).catch(() => undefined);
      }
      return how;
    } finally {
      clearTimeout(timer);
      signal.removeEventListener('abort', onAbort);
      this.#open.delete(id);
      stop();
    }
  }

  /** Answers can't come in any more: withdraws what is open, and asks nothing else. */
  close(): void {
    this.#isClosed = true;
    for (const { end } of this.#open.values()) end({ kind: 'shut down' });
  }

  /** Takes an answer in. `caller` is whom it is from. */
  async take(message: unknown, caller: string): Promise<Delivery> {
    const answer = answerIn(message);
    if (answer === undefined) return 'not ours';
    const open = this.#open.get(answer.id);
    if (open === undefined) return (await this.#relay?.deliver(answer.id, caller, answer.ended)) ?? 'too late';
    // Whose question it is nobody else learns.
    if (open.caller !== caller) return 'too late';
    // Another replica may have taken one that has not been looked for yet.
    if (this.#relay !== undefined && !(await this.#claimed(this.#relay, answer.id, open))) return 'too late';
    // Once: anything after that is too late, however soon.
    if (!this.#open.delete(answer.id)) return 'too late';
    open.end(answer.ended);
    return 'taken';
  }

  /**
   * Whether no other answer was first. Where that can't be known the question ends: the human has answered, and hosts send
   * an answer once.
   */
  async #claimed(relay: Relay, id: string, { end }: Open): Promise<boolean> {
    try {
      return await relay.claim(id);
    } catch (error) {
      end({ kind: 'store away' });
      throw error;
    }
  }

  /** Whether a question of that call is open here. */
  isAsking(call: string): boolean {
    return [...this.#open.values()].some((entry) => entry.call === call);
  }

  /** The client has cancelled a call: its questions are withdrawn. */
  async cancel(call: string): Promise<void> {
    const open = [...this.#open.values()].filter((entry) => entry.call === call);
    for (const { end } of open) end({ kind: 'cancelled' });
    if (open.length > 0) return;
    this.#cancelled.add(call);
    const [oldest] = this.#cancelled;
    if (this.#cancelled.size > CANCELLED_KEPT && oldest !== undefined) this.#cancelled.delete(oldest);
    await this.#relay?.cancel(call);
  }
}

/** Whether a message answers a request of this kind, open or not. */
export const isAnswer = (message: unknown): boolean => answerIn(message) !== undefined;

/** The answer in a message: a JSON-RPC response to a request of ours. */
function answerIn(message: unknown): { readonly id: string; readonly ended: Ended } | undefined {
  if (!isObject(message) || 'method' in message) return undefined;
  const { id, result, error } = message;
  if (typeof id !== 'string' || !id.startsWith(PREFIX)) return undefined;
  if (error !== undefined) return { id, ended: { kind: 'failed', code: isObject(error) ? error.code : undefined } };
  return { id, ended: { kind: 'answered', result } };
}

/** A client's call, wherever its cancellation comes in. `1` and `"1"` are two ids. */
export const callKey = (session: string, id: RequestId): string => `${session} ${JSON.stringify(id)}`;
