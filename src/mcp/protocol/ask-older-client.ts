/**
 * Asks clients of the protocol up to 2025-11-25. A tool that needs a human ends with the question, as in 2026-07-28; here
 * the question is sent as a request on the stream of the same call, and the tool runs again with the reply. The SDK does
 * the same, but it shows the model raw validation errors, reports no progress while the human thinks, and doesn't support
 * it over HTTP, where every POST has its own server.
 */
import {
  type CallToolResult,
  type InputRequiredResult,
  isInputRequiredResult,
  type RequestId,
  type Server,
  type ServerContext,
} from '@modelcontextprotocol/server';
import { isObject } from '../../platform/parse/coerce.ts';
import type { ClientFacts } from '../engine/client-capabilities.ts';
import { toErrorResult } from '../engine/render.ts';
import { growing } from '../engine/run-tool.ts';
import { declaresPerRequest } from '../sdk/eras.ts';
import type { ClientRequests, Ended } from './client-requests.ts';

/** An entry's link to the client of one server. */
export interface ClientLink extends ClientFacts {
  readonly requests: Pick<ClientRequests, 'ask'>;
  /** The caller; a constant over stdio. */
  readonly caller: string;
  /** Key of a call of this client, if calls are cancelled by a separate message. */
  callKey?(id: RequestId): string | undefined;
  /** If replies may not reach their question: an explanation for timeouts, with the setting that helps. */
  readonly lostReplies?: string | undefined;
  /** Milliseconds that the human has to answer; 0 if none are left. */
  leftMs(): number;
  /** Logs a question that got no reply. */
  warn(message: string): void;
}

type Result = CallToolResult | InputRequiredResult;
/** `unsent`: the question could not be sent; `no time`: it was not sent, because no time was left for a reply. */
type AskOutcome = Ended | { readonly kind: 'unsent' | 'no time' };

/** Questions of one call, at most: for its pages and after changes. With more, a host answers automatically. */
const MAX_ROUNDS = 50;
/** Interval of progress while waiting for the human. Hosts give up after 60 s without progress, some after 10 s. */
const PROGRESS_MS = 5_000;

/** Runs a tool and asks the client its questions until it ends with a result. */
export async function askOlderClient(
  server: Server,
  context: ServerContext,
  client: ClientLink,
  run: (context: ServerContext) => Promise<Result>,
): Promise<Result> {
  const { mcpReq } = context;
  // Since 2026-07-28, the client asks the human between two calls.
  if (declaresPerRequest(server)) return run(context);
  const grown = growing();
  const notify: typeof mcpReq.notify = (notification, ...options) => {
    const { method, params } = notification;
    if (method !== 'notifications/progress' || params === undefined) return mcpReq.notify(notification, ...options);
    const told = grown(Number(params.progress), params.total === undefined ? undefined : Number(params.total));
    return mcpReq.notify({ method, params: { ...params, ...told } }, ...options);
  };
  let replied: Pick<ServerContext['mcpReq'], 'inputResponses' | 'requestState'> = mcpReq;
  for (let round = 1; ; round++) {
    const result = await run({ ...context, mcpReq: { ...mcpReq, ...replied, notify } });
    if (!isInputRequiredResult(result)) return result;
    if (round > MAX_ROUNDS) return toErrorResult(`The human was asked ${MAX_ROUNDS} times. Nothing was sent.`);
    const replies: Record<string, unknown> = {};
    for (const [key, { method, params }] of Object.entries(result.inputRequests ?? {})) {
      const limitMs = client.leftMs();
      const ended = await askOne(server, { ...mcpReq, notify }, client, { method, params, limitMs });
      const failure = failureOf(ended, limitMs, client.lostReplies);
      if (failure !== undefined) {
        client.warn(`a question in ${mcpReq.id} came to nothing (${ended.kind}); nothing was sent`);
        return toErrorResult(failure);
      }
      // Without any result, it would count as not asked yet.
      replies[key] =
        ended.kind === 'answered' ? (ended.result ?? {}) : { error: ended.kind === 'failed' ? ended.code : '' };
    }
    const state = result.requestState;
    replied = { inputResponses: replies, requestState: <T>() => state as T | undefined };
  }
}

async function askOne(
  server: Server,
  { id, signal, notify, _meta }: ServerContext['mcpReq'],
  { requests, caller, callKey }: ClientLink,
  { method, params, limitMs }: { readonly method: string; readonly params?: unknown; readonly limitMs: number },
): Promise<AskOutcome> {
  const { transport } = server;
  if (transport === undefined) return { kind: 'cancelled' };
  if (limitMs <= 0) return { kind: 'no time' };
  // `mode` is new in 2025-11-25; without it, every revision assumes a form.
  const { mode: _, ...form } = isObject(params) ? params : {};
  const progressToken = _meta?.progressToken;
  const started = performance.now();
  const report = (): void => {
    const progress = (performance.now() - started) / 1_000 + 0.001;
    const message = 'Waiting for the human’s answer';
    if (progressToken !== undefined) {
      notify({ method: 'notifications/progress', params: { progressToken, progress, message } }).catch(() => undefined);
    }
  };
  report();
  const timer = setInterval(report, PROGRESS_MS);
  try {
    const send: Parameters<ClientRequests['ask']>[1] = (message) => transport.send(message, { relatedRequestId: id });
    return await requests.ask({ caller, call: callKey?.(id) }, send, { method, params: form }, { signal, limitMs });
  } catch {
    return { kind: 'unsent' };
  } finally {
    clearInterval(timer);
  }
}

const FAILURES: Partial<Record<AskOutcome['kind'], string>> = {
  unsent: 'The human could not be asked: the question did not get to the host. Nothing was sent. Call again to ask.',
  'no time':
    'The human could not be asked: the call had already taken nearly as long as this server allows (AGENT_PLATFORM_HTTP_REQUEST_TIMEOUT_SECONDS). Nothing was sent. Call again to ask.',
  cancelled: 'The call was cancelled while the human was asked. Nothing was sent.',
  'shut down':
    'This server is shutting down, so the question was withdrawn. Nothing was sent. Call again to ask again.',
};

/** The error text if no reply came; undefined if one did. */
function failureOf({ kind }: AskOutcome, limitMs: number, lostReplies: string | undefined): string | undefined {
  if (kind !== 'timed out') return FAILURES[kind];
  const isShort = limitMs < 60_000;
  const time = isShort ? `${Math.round(limitMs / 1_000)} s` : `${Math.round(limitMs / 60_000)} min`;
  const limit = isShort ? ' No request may take longer here (AGENT_PLATFORM_HTTP_REQUEST_TIMEOUT_SECONDS).' : '';
  const why = `${limit}${lostReplies === undefined ? '' : ` ${lostReplies}`}`;
  return `The human did not answer within ${time}: the question was withdrawn, and nothing was sent.${why} Call again to ask again.`;
}
