/**
 * How clients of the protocol up to 2025-11-25 are asked over HTTP: on the stream of their own call, with the answer in a
 * request of its own (see docs/team-server.md, "Clients of older protocols").
 */
import { randomUUID } from 'node:crypto';
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { AuthInfo, RequestId } from '@modelcontextprotocol/server';
import { object } from '../../platform/parse/coerce.ts';
import { envName } from '../../settings/table.ts';
import { callerBinding } from '../engine/caller.ts';
import { CARDS_EXTENSION, type Obstacle } from '../engine/client-capabilities.ts';
import { TTL_SECONDS } from '../engine/consent/request-state.ts';
import type { ClientLink } from '../protocol/ask-older-client.ts';
import { type Answer, answerIn, ClientRequests } from '../protocol/client-requests.ts';
import { currentRequest } from './current-request.ts';
import { type Channels, joinReplicas } from './replicas.ts';
import { refuse } from './reply.ts';
import { createSessions, type SessionAbilities } from './sessions.ts';

interface OlderClientsOptions {
  /** Of AGENT_PLATFORM_STATE_KEY; undefined: this replica is taken for the only one. */
  readonly key: Uint8Array | undefined;
  /** How replicas reach each other; undefined without Redis. */
  readonly channels: Channels | undefined;
  /** The longest time that a request is worked on. */
  readonly requestTimeoutMs: number;
  warn(message: string): void;
}

/** The two ways the HTTP entry meets these clients: as senders of answers, and as someone to ask. */
export interface OlderClients {
  /** Answers a message by itself if it is the answer to a question. @returns whether it did */
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
/** An answer holds a decision, and at most a reason. */
const MAX_ANSWER_BYTES = 65_536;
/** Room for the result after the question, before the request is broken off. */
const MARGIN_MS = 5_000;

const REDIS = envName('stateRedisUrl');
const CLOSED = 'This question is no longer open, or another caller was asked. Nothing was done.';
const ASKED_ELSEWHERE = `This question was asked by another replica, or before a restart, and ${REDIS}, by which replicas hand answers over, is not set. Nothing was done.`;
/** It may have counted all the same. */
const NOT_HANDED_OVER = `This answer could not be handed to the replica that asked, because the Redis of ${REDIS} or that replica does not answer, so it may not count. The result of the call says what was done.`;
const LOST_ANSWERS = `If the human did answer, the answer may have reached another replica, which can hand it over only if ${REDIS} is set.`;

const LOST_SESSION: Obstacle = {
  why: 'its session was started with a different key: this server was restarted, or a replica has a different AGENT_PLATFORM_STATE_KEY',
  fix: 'Connect the host again.',
  isLost: true,
};

/** Questions stay with this process; with `channels`, answers that reach another replica find them. */
export function createOlderClients({ key, channels, requestTimeoutMs, warn }: OlderClientsOptions): OlderClients {
  const sessions = createSessions(key);
  /** In each question's id, so that any replica knows which one asked. */
  const replica = randomUUID();
  const requests = new ClientRequests(`ask-${replica}.`);
  const callMs = Math.max(1_000, requestTimeoutMs - MARGIN_MS);
  /** Calls under way, by which their clients can cancel them. */
  const calls = new Map<string, ServerResponse>();

  function cancelHere(call: string): void {
    // A call that asks ends by itself, once it has withdrawn its question.
    if (!requests.cancel(call)) endUnanswered(calls.get(call));
  }
  const others =
    channels && joinReplicas(replica, channels, { take: (answer) => requests.take(answer), cancel: cancelHere });

  /** Keeps the call that begins, or ends the one that is cancelled; by its session and id, for its caller alone. */
  function track(message: unknown, session: string, caller: string, response: ServerResponse): void {
    const { method, id, params } = object(message);
    if (method === 'tools/call' && isId(id)) {
      const call = callKey(caller, session, id);
      calls.set(call, response);
      response.once('close', () => {
        if (calls.get(call) === response) calls.delete(call);
      });
    }
    const { requestId } = object(params);
    if (method !== 'notifications/cancelled' || !isId(requestId)) return;
    const call = callKey(caller, session, requestId);
    if (others === undefined || calls.has(call)) cancelHere(call);
    else others.cancel(call).catch(() => warn('a cancellation could not be handed to the other replicas'));
  }

  async function deliver(answer: Answer, response: ServerResponse): Promise<void> {
    const asked = /^ask-([\da-f-]{36})\./.exec(answer.id)?.[1];
    try {
      const isElsewhere = asked !== undefined && asked !== replica;
      const hasCounted = isElsewhere && others ? await others.deliver(asked, answer) : requests.take(answer);
      if (hasCounted) {
        response.writeHead(202).end();
        return;
      }
      warn('an answer came for a question that is not open here: nothing was done with it');
      refuse(response, 410, isElsewhere && others === undefined ? ASKED_ELSEWHERE : CLOSED);
    } catch {
      warn('an answer could not be handed to the replica that asked: it may not count');
      refuse(response, 503, NOT_HANDED_OVER);
    }
  }

  return {
    async receive(message, request, response, auth) {
      const caller = callerBinding(auth);
      const begun = sessions.begin(message, caller);
      if (begun !== undefined) response.setHeader(HEADER, begun);
      const session = [request.headers[HEADER]].flat()[0];
      if (session !== undefined) track(message, session, caller, response);
      const answer = answerIn(message, caller);
      if (answer !== undefined) await deliver(answer, response);
      return answer !== undefined;
    },
    link(session, auth) {
      const caller = callerBinding(auth);
      // What the call takes before it asks, and earlier questions of it, are part of the request's time.
      const end = performance.now() + callMs;
      const { held } = currentRequest.getStore() ?? { held: <T>(work: () => Promise<T>) => work() };
      const link = {
        requests: { ask: (...asked: Parameters<ClientRequests['ask']>) => held(() => requests.ask(...asked)) },
        caller,
        callKey: (id: RequestId) => (session === undefined ? undefined : callKey(caller, session, id)),
        lostAnswers: key !== undefined && others === undefined ? LOST_ANSWERS : undefined,
        leftMs: () => Math.max(0, Math.min(TTL_SECONDS * 1_000 - MARGIN_MS, end - performance.now())),
        warn,
      };
      const state = sessions.read(session, caller);
      if (state === 'none') return { ...link, capabilities: {} };
      return state === 'unreadable'
        ? { ...link, obstacle: LOST_SESSION }
        : { ...link, capabilities: capabilitiesOf(state) };
    },
    withdraw() {
      if (others === undefined) requests.close();
    },
  };
}

/** Whether the head of a request is that of an answer, or of a notification: its session says that the client can be asked. */
export function mayBeAnswer({ method, headers }: IncomingMessage): boolean {
  return method === 'POST' && headers[HEADER] !== undefined && Number(headers['content-length']) <= MAX_ANSWER_BYTES;
}

/** Nobody waits for the answer to a call that was cancelled. The end of its stream ends what is under way. */
function endUnanswered(response: ServerResponse | undefined): void {
  if (response?.headersSent === false) response.writeHead(202);
  response?.end();
}

const isId = (id: unknown): id is RequestId => typeof id === 'string' || typeof id === 'number';

/** `1` and `"1"` are two ids. */
const callKey = (caller: string, session: string, id: RequestId): string => JSON.stringify([caller, session, id]);

/** What a session says of the capabilities that the handshake declared. */
const capabilitiesOf = ({ canBeAsked, drawsCards, drawsQuestions }: SessionAbilities) => ({
  ...(canBeAsked ? { elicitation: { form: {} } } : {}),
  ...(drawsCards ? { extensions: { [CARDS_EXTENSION]: drawsQuestions ? { elicitation: {} } : {} } } : {}),
});
