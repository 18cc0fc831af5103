/**
 * Asks clients of the protocol up to 2025-11-25 over HTTP: the question is sent on the stream of their call, the reply comes
 * in a separate request (see docs/team-server.md, "Clients of older protocols").
 */
import { randomUUID } from 'node:crypto';
import type { ServerResponse } from 'node:http';
import type { AuthInfo, RequestId } from '@modelcontextprotocol/server';
import { object } from '../../platform/parse/coerce.ts';
import { parsedJson } from '../../platform/parse/json-text.ts';
import { envName } from '../../settings/table.ts';
import { callerBinding, principalOf } from '../engine/caller.ts';
import type { Obstacle } from '../engine/client-capabilities.ts';
import { TTL_SECONDS } from '../engine/consent/request-state.ts';
import type { ClientLink } from '../protocol/ask-older-client.ts';
import { type ClientReply, ClientRequests, clientReplyIn, type Replied } from '../protocol/client-requests.ts';
import { refuse } from './reply.ts';
import type { RequestContext } from './request-context.ts';
import { createSessions } from './sessions.ts';

/** Redis pub/sub, by which replicas send each other messages; nothing of them is stored. */
export interface Channels {
  /** @returns the number of subscribers that received it. Rejects if Redis does not respond */
  publish(channel: string, text: string): Promise<number>;
  /** To be called before the connection is opened. A subscription survives reconnections. */
  subscribe(channel: string, listener: (text: string) => void): void;
}

interface OlderClientsOptions {
  /** From AGENT_PLATFORM_STATE_KEY; undefined: this replica counts as the only one. */
  readonly key: Uint8Array | undefined;
  /** Between the replicas; undefined without Redis. */
  readonly channels: Channels | undefined;
  readonly requestTimeoutMs: number;
  warn(message: string): void;
}

/** Takes these clients' replies, and links calls with the clients to ask. */
export type OlderClients = ReturnType<typeof createOlderClients>;

const SESSION_HEADER = 'mcp-session-id';
/** A reply is a decision, perhaps with a reason. */
const MAX_REPLY_BYTES = 65_536;
/** Time for the result after the question, before the request reaches its limit. */
const MARGIN_MS = 5_000;

const REDIS = envName('stateRedisUrl');
const CLOSED = 'This question is no longer open, or another caller was asked, or with other rights. Nothing was done.';
const ASKED_ELSEWHERE = `This question was asked by another replica, or before a restart, and ${REDIS}, by which replicas hand answers over, is not set. Nothing was done.`;
const NOT_HANDED_OVER = `This answer could not be handed to the replica that asked, because the Redis of ${REDIS} does not answer, so it may not count. The result of the call says what was done.`;
const LOST_REPLIES = `If the human did answer, the answer may have reached another replica, which can hand it over only if ${REDIS} is set.`;

const LOST_SESSION: Obstacle = {
  why: `its session was started by another caller or with a different key: this server was restarted, or a replica has a different ${envName('stateKey')}`,
  fix: 'Connect the host again.',
  isLost: true,
};

const CANCELLED = 'cancelled';
const channelOf = (replica: string): string => `replica:${replica}`;

/**
 * Questions stay in this process: only the replica that asked can take the reply, since it has the stream of the call. But a
 * reply is a separate request and may reach any replica, which hands it over through `channels`; so does the cancellation of a
 * call. Those messages are not authenticated: whoever can write to Redis is trusted.
 */
export function createOlderClients({ key, channels, requestTimeoutMs, warn }: OlderClientsOptions) {
  const sessions = createSessions(key);
  /** Part of each question's id, so that any replica knows which one asked. */
  const replica = randomUUID();
  const requests = new ClientRequests(`ask-${replica}.`);
  const callMs = Math.max(1_000, requestTimeoutMs - MARGIN_MS);
  /** Calls in progress, for their clients to cancel. */
  const calls = new Map<string, ServerResponse>();

  function takeHere(reply: ClientReply): boolean {
    const isTaken = requests.take(reply);
    if (!isTaken) warn('an answer came for a question that is not open here: nothing was done with it');
    return isTaken;
  }

  function cancelHere(call: string): void {
    // A call that asks ends by itself, once it has withdrawn its question.
    if (!requests.cancel(call)) endWithoutResponse(calls.get(call));
  }
  channels?.subscribe(CANCELLED, cancelHere);
  channels?.subscribe(channelOf(replica), (text) => {
    const { id, caller, ended } = object(parsedJson(text));
    takeHere({ id: String(id), caller: String(caller), ended: repliedIn(ended) });
  });

  /** Remembers a call that begins, and ends one that is cancelled; a caller can end only calls of its own session. */
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
    if (channels === undefined || calls.has(call)) cancelHere(call);
    else
      channels.publish(CANCELLED, call).catch(() => warn('a cancellation could not be handed to the other replicas'));
  }

  async function deliver(reply: ClientReply, response: ServerResponse): Promise<void> {
    const asker = /^ask-([\da-f-]{36})\./.exec(reply.id)?.[1];
    try {
      const isElsewhere = asker !== undefined && asker !== replica;
      const isTaken =
        isElsewhere && channels
          ? (await channels.publish(channelOf(asker), JSON.stringify(reply))) > 0
          : takeHere(reply);
      if (isTaken) response.writeHead(202).end();
      else refuse(response, 410, isElsewhere && channels === undefined ? ASKED_ELSEWHERE : CLOSED);
    } catch {
      warn('an answer could not be handed to the replica that asked: it may not count');
      refuse(response, 503, NOT_HANDED_OVER);
    }
  }

  return {
    /** Processes a message if it is the reply to a question. @returns whether it was, and so the request has its response */
    async receive(message: unknown, context: RequestContext): Promise<boolean> {
      const { response, caller: auth } = context;
      const caller = callerBinding(auth);
      const newSession = sessions.begin(message, caller);
      if (newSession !== undefined) response.setHeader(SESSION_HEADER, newSession);
      const session = context.header(SESSION_HEADER);
      if (session !== undefined) track(message, session, caller, response);
      const reply = clientReplyIn(message, replierOf(auth));
      if (reply !== undefined) await deliver(reply, response);
      return reply !== undefined;
    },
    /** How to ask the client of a request that begins now. */
    link(context: RequestContext): ClientLink {
      const { caller: auth, place } = context;
      const caller = callerBinding(auth);
      const session = context.header(SESSION_HEADER);
      // The call's time before the question, with its earlier questions, counts towards the request's limit.
      const end = performance.now() + callMs;
      const capabilities = sessions.read(session, caller);
      return {
        requests: {
          ask: (...args: Parameters<ClientRequests['ask']>) =>
            place === undefined ? requests.ask(...args) : place.waitForHuman(() => requests.ask(...args)),
        },
        caller: replierOf(auth),
        callKey: (id: RequestId) => (session === undefined ? undefined : callKey(caller, session, id)),
        lostReplies: key !== undefined && channels === undefined ? LOST_REPLIES : undefined,
        leftMs: () => Math.max(0, Math.min(TTL_SECONDS * 1_000 - MARGIN_MS, end - performance.now())),
        warn,
        ...(capabilities === undefined ? { obstacle: LOST_SESSION } : { capabilities }),
      };
    },
    /** For a server that accepts no more connections: withdraws its questions, unless other replicas can take the replies. */
    withdraw(): void {
      if (channels === undefined) requests.close();
    },
  };
}

function repliedIn(ended: unknown): Replied {
  const { kind, result, code } = object(ended);
  return kind === 'answered' ? { kind, result } : { kind: 'failed', code };
}

/** Whether a request can be a reply, by its head. Only clients that can be asked or draw cards have a session. */
export function mayBeReply({ request: { method, headers } }: RequestContext): boolean {
  return (
    method === 'POST' && headers[SESSION_HEADER] !== undefined && Number(headers['content-length']) <= MAX_REPLY_BYTES
  );
}

/** Ends the stream of a cancelled call, which aborts the call; nobody waits for its result. */
function endWithoutResponse(response: ServerResponse | undefined): void {
  if (response?.headersSent === false) response.writeHead(202);
  response?.end();
}

/** The caller with their rights: a reply counts only with those of the call, so a withdrawn right decides nothing. */
const replierOf = (auth: AuthInfo | undefined): string =>
  JSON.stringify([callerBinding(auth), ...[...principalOf(auth).rights].sort()]);

const isId = (id: unknown): id is RequestId => typeof id === 'string' || typeof id === 'number';

/** As JSON, since `1` and `"1"` are different ids. */
const callKey = (caller: string, session: string, id: RequestId): string => JSON.stringify([caller, session, id]);
