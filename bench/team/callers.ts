/**
 * The callers of the team. Each has its own token and connection, calls with pauses, as a person with an assistant does,
 * and decides in one of eight rounds. All answers are recorded.
 */
import { setMaxListeners } from 'node:events';
import { setTimeout as sleep } from 'node:timers/promises';
import { Client } from 'undici';
import { messageOf } from '../../src/basics/errors.ts';
import { presses } from '../../test/support/consent-human.ts';
import { callParams, type Reply, roundOf } from '../../test/support/rounds.ts';

/** A call that is not answered within this time has failed. */
const ANSWER_MS = 60_000;

export const KINDS = ['list', 'read', 'decide'] as const;
export type Kind = (typeof KINDS)[number];

/** A call that got a result. */
export interface Sample {
  readonly caller: number;
  readonly kind: Kind;
  /** The time at which it began (`performance.now()`). */
  readonly at: number;
  readonly ms: number;
}

/** The outcome of a decision as its caller saw it. `refused`: nothing was sent. */
export interface DecisionReport {
  readonly threadId: string;
  readonly status: string;
  readonly answer: 'done' | 'refused' | 'unknown';
}

export interface Callers {
  readonly samples: readonly Sample[];
  readonly reports: readonly DecisionReport[];
  /** Error texts of the calls that failed, among them decisions that were refused. */
  readonly failures: readonly string[];
  /** Stops after the calls in progress. */
  stop(): Promise<void>;
}

interface CallersOptions {
  readonly url: string;
  /** One for each caller. */
  readonly tokens: readonly string[];
  /** Distinguishes the threads of one run from those of another. */
  readonly run: string;
  /** Mean pause of a caller between two calls. */
  readonly pauseMs: number;
}

export function startCallers({ url, tokens, run, pauseMs }: CallersOptions): Callers {
  const samples: Sample[] = [];
  const reports: DecisionReport[] = [];
  const failures: string[] = [];
  const stopping = new AbortController();
  // Every caller adds a listener.
  setMaxListeners(0, stopping.signal);
  const runCaller = async (caller: number, token: string): Promise<void> => {
    const http = new Client(url, { headersTimeout: ANSWER_MS, bodyTimeout: ANSWER_MS });
    const pause = async (): Promise<void> => {
      await sleep(Math.random() * 2 * pauseMs, undefined, { signal: stopping.signal }).catch(() => undefined);
    };
    /** @throws if there is no answer, or an error in place of a result */
    const call = async (kind: Kind, name: string, args: object, reply?: Reply) => {
      const at = performance.now();
      const answered = await callTool(http, token, name, args, reply);
      samples.push({ caller, kind, at, ms: performance.now() - at });
      return answered;
    };
    const decide = async (round: number): Promise<void> => {
      const threadId = `${run}-${caller}-${round}`;
      // Alternates between a human's answer and a reviewToken, and rejects one in four.
      const variant = (round >> 3) + caller;
      const status = variant % 4 === 1 ? 'REJECTED' : 'APPROVED';
      let answer: DecisionReport['answer'] = 'unknown';
      try {
        const { text, isError, isQuestion } =
          variant % 2 === 0 ? await decideByDialog(call, threadId) : await decideByToken(call, threadId, status);
        if (isQuestion) throw new Error(`asked twice: ${text}`);
        answer = isError ? (/Nothing was sent/.test(text) ? 'refused' : 'unknown') : 'done';
        if (isError) failures.push(`decide: ${text.slice(0, 300)}`);
      } catch (error) {
        failures.push(`decide: ${messageOf(error)}`);
      }
      reports.push({ threadId, status, answer });
    };
    await pause();
    for (let round = 0; !stopping.signal.aborted; round++) {
      try {
        if (round % 8 === 1) await decide(round);
        else if (round % 4 === 3) await call('read', 'get_thread', { threadId: `read-${caller}` }).then(refuseError);
        else await call('list', 'list_agent_threads', { agentId: 'agent-1', limit: 20 }).then(refuseError);
      } catch (error) {
        failures.push(messageOf(error));
      }
      await pause();
    }
    await http.close();
  };
  const all = Promise.all(tokens.map((token, caller) => runCaller(caller, token)));
  return {
    samples,
    reports,
    failures,
    async stop() {
      stopping.abort();
      await all;
    },
  };
}

type Call = (kind: Kind, name: string, args: object, reply?: Reply) => Promise<Answered>;

export interface Answered {
  readonly text: string;
  readonly isError: boolean;
  readonly isQuestion: boolean;
  readonly state: string;
  readonly reviewToken: unknown;
}

async function decideByToken(call: Call, threadId: string, status: string): Promise<Answered> {
  const seen = refuseError(await call('read', 'get_thread', { threadId }, { isMute: true }));
  return call('decide', 'approve_thread', { threadId, status, reviewToken: seen.reviewToken }, { isMute: true });
}

async function decideByDialog(call: Call, threadId: string): Promise<Answered> {
  const args = { threadId, status: 'APPROVED' };
  const question = refuseError(await call('read', 'approve_thread', args));
  if (!question.isQuestion) throw new Error(`not asked: ${question.text}`);
  return call('decide', 'approve_thread', args, { state: question.state, answer: presses('Approve refund') });
}

function refuseError(answered: Answered): Answered {
  if (answered.isError) throw new Error(answered.text.slice(0, 300));
  return answered;
}

/** @throws if there is no answer, or another status than 200 */
/** Calls a tool as this caller. @throws if there is no answer, or one that is not about the call */
export async function callTool(
  http: Client,
  token: string,
  name: string,
  args: object,
  reply?: Reply,
): Promise<Answered> {
  const { statusCode, body } = await http.request({
    method: 'POST',
    path: '/mcp',
    headers: headersFor(token, name),
    body: bodyOf(name, args, reply),
  });
  const text = await body.text();
  if (statusCode !== 200) throw new Error(`${statusCode} ${text.slice(0, 300)}`);
  // A call that reported progress is answered with a stream.
  const message = JSON.parse(/^data: (\{.*\})$/m.exec(text)?.[1] ?? text) as {
    readonly result?: { readonly structuredContent?: { readonly reviewToken?: unknown } };
  };
  return { ...roundOf(message), reviewToken: message.result?.structuredContent?.reviewToken };
}

/** The headers of a call in the newest revision of the protocol. */
export const headersFor = (token: string, name: string): Record<string, string> => ({
  authorization: `Bearer ${token}`,
  'content-type': 'application/json',
  accept: 'application/json, text/event-stream',
  'mcp-protocol-version': '2026-07-28',
  'mcp-method': 'tools/call',
  'mcp-name': name,
});

export const bodyOf = (name: string, args: object, reply?: Reply): string =>
  JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'tools/call', params: callParams(name, args, reply) });
