/**
 * How clients of the protocol up to 2025-11-25 are asked over HTTP: on the stream of their own call, with the answer in a
 * request of its own (see docs/team-server.md, "Clients of older protocols").
 */
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { AuthInfo, RequestId } from '@modelcontextprotocol/server';
import { object } from '../../platform/parse/coerce.ts';
import { identityOf } from '../engine/caller.ts';
import { CARDS_EXTENSION, type Obstacle } from '../engine/client-capabilities.ts';
import { TTL_SECONDS } from '../engine/consent/request-state.ts';
import type { ClientLink } from '../protocol/ask-older-client.ts';
import { ClientRequests, callKey, isAnswer } from '../protocol/client-requests.ts';
import { cancelledId } from '../sdk/listen-request.ts';
import { type Mailbox, storeRelay } from './relay.ts';
import { refuse } from './reply.ts';
import { type Able, createSessions, type Session } from './sessions.ts';

interface OlderClientsOptions {
  /** Of AGENT_PLATFORM_STATE_KEY; undefined: this replica is taken for the only one. */
  readonly key: Uint8Array | undefined;
  /** What replicas share; undefined if none is set. */
  readonly store: Mailbox | undefined;
  /** The longest time that a request is worked on. */
  readonly requestTimeoutMs: number;
  warn(message: string): void;
}

/** The two ways the HTTP entry meets these clients: as senders of answers, and as someone to ask. */
export interface OlderClients {
  /** Answers a message by itself where it is the answer to a question. @returns whether it did */
  receive(
    message: unknown,
    request: IncomingMessage,
    response: ServerResponse,
    auth: AuthInfo | undefined,
  ): Promise<boolean>;
  /** How the client of a request that begins now is asked. `session` is its Mcp-Session-Id. */
  link(session: string | undefined, auth: AuthInfo | undefined): ClientLink;
  /** This server takes no more connections: withdraws the questions that no other replica could take an answer to. */
  withdraw(): void;
}

const HEADER = 'mcp-session-id';
/** Room for the result after the question, before the request is broken off. */
const MARGIN_MS = 5_000;

/** It may have taken the answer all the same. */
const STORE_AWAY =
  'The store that replicas share does not answer, so this answer may not count. The result of the call says what was done.';

const LOST: Obstacle = {
  why: 'its session was started with a different key: this server was restarted, or a replica has a different AGENT_PLATFORM_STATE_KEY',
  fix: 'Connect the host again.',
  isLost: true,
};
const NO_STORE: Obstacle = {
  why: 'with its protocol version, the answer might reach another replica: AGENT_PLATFORM_STATE_KEY is set, as for replicas, but AGENT_PLATFORM_STATE_REDIS_URL, which lets them share it, is not',
  fix: 'Whoever configured this server can set it, or unset the key if there is only one process.',
};

/**
 * With a key, as replicas have it, but no store, an answer could not find its question: `link` then names that as the
 * obstacle.
 */
export function createOlderClients({ key, store, requestTimeoutMs, warn }: OlderClientsOptions): OlderClients {
  const sessions = createSessions(key);
  const requests = new ClientRequests(store && storeRelay(store));
  const callMs = Math.max(1_000, requestTimeoutMs - MARGIN_MS);
  /** Of clients with a session: by this a call is cancelled, from a request of its own. */
  const calls = new Map<string, ServerResponse>();
  const keep = (key: string, response: ServerResponse): void => {
    calls.set(key, response);
    response.once('close', () => {
      if (calls.get(key) === response) calls.delete(key);
    });
  };
  const cannotRoute = key !== undefined && store === undefined;

  return {
    async receive(message, request, response, auth) {
      const caller = nameOf(auth);
      const id = sessions.begin(message, caller);
      if (id !== undefined) response.setHeader(HEADER, id);
      const session = [request.headers[HEADER]].flat()[0];
      if (session !== undefined) {
        const { method, id } = object(message);
        const keyOf = (call: RequestId): string => `${caller} ${callKey(session, call)}`;
        if (method === 'tools/call' && (typeof id === 'string' || typeof id === 'number')) keep(keyOf(id), response);
        const cancelled = cancelledId(message);
        if (cancelled !== undefined) {
          const isAsking = requests.isAsking(callKey(session, cancelled));
          if (isAsked(sessions.read(session, caller)))
            await requests.cancel(callKey(session, cancelled)).catch(() => warn('a cancellation reached no store'));
          // A call that asks ends by itself, once it has withdrawn its question.
          if (!isAsking) endUnanswered(calls.get(keyOf(cancelled)));
        }
      }
      if (!isAnswer(message)) return false;
      const delivery = await requests.take(message, caller).catch(() => 'store away' as const);
      if (delivery === 'taken') {
        response.writeHead(202).end();
        return true;
      }
      if (delivery === 'store away') {
        warn('an answer came while the store that replicas share does not answer: it may not count');
        refuse(response, 503, STORE_AWAY);
        return true;
      }
      warn(`an answer came for a question that is not open (${delivery}): nothing was done with it`);
      refuse(response, 410, 'This question is no longer open, or another caller was asked. Nothing was done.');
      return true;
    },
    link(session, auth) {
      const caller = nameOf(auth);
      // What the call takes before it asks, and earlier questions of it, are part of the request's time.
      const end = performance.now() + callMs;
      const leftMs = (): number => Math.max(0, Math.min(TTL_SECONDS * 1_000 - MARGIN_MS, end - performance.now()));
      const base = { requests, caller, session, leftMs, warn };
      const state = sessions.read(session, caller);
      if (state === 'none') return { ...base, capabilities: {} };
      if (state === 'unreadable') return { ...base, obstacle: LOST };
      const capabilities = capabilitiesOf(state);
      return cannotRoute && state.canBeAsked
        ? { ...base, obstacle: NO_STORE, capabilities }
        : { ...base, capabilities };
    },
    withdraw() {
      if (store === undefined) requests.close();
    },
  };
}

/** Whoever cancelled a call waits for no answer to it. The end of its stream ends what is under way. */
function endUnanswered(response: ServerResponse | undefined): void {
  if (response?.headersSent === false) response.writeHead(202);
  response?.end();
}

const isAsked = (session: Session): boolean => typeof session === 'object' && session.canBeAsked;

/** What a session tells of the capabilities that the handshake declared. */
const capabilitiesOf = ({ canBeAsked, drawsCards, drawsQuestions }: Able) => ({
  ...(canBeAsked ? { elicitation: { form: {} } } : {}),
  ...(drawsCards ? { extensions: { [CARDS_EXTENSION]: drawsQuestions ? { elicitation: {} } : {} } } : {}),
});

const nameOf = (auth: AuthInfo | undefined): string => JSON.stringify(identityOf(auth));
