/** One HTTP request: what is known about it, for whatever serves it, and for code far below. */
import { randomUUID } from 'node:crypto';
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { AuthInfo } from '@modelcontextprotocol/server';
import { type CurrentRequest, currentRequest, type TracedRequest, tracedRequest } from '../../basics/traced.ts';
import type { Caller } from '../engine/caller.ts';
import type { Observer, Outcome } from '../engine/outcome.ts';
import type { Admitted } from './admission.ts';

/** The fields of a request's line in the log; docs/team-server.md says what each means. */
export interface RequestFacts extends Omit<Caller, 'requestId'> {
  /** The method, and the name of the tool or prompt, as the caller wrote them. */
  rpc?: string | undefined;
  name?: string | undefined;
  /** A tool of the catalogue. */
  tool?: string;
  outcome?: Outcome['kind'];
  error?: string | undefined;
  decision?: string;
  consent?: string;
  platformMs?: number;
  connectionMs?: number;
  traceId?: string | undefined;
}

/** A request and its response, from its head to the end of its calls. */
export class RequestContext implements CurrentRequest {
  readonly request: IncomingMessage;
  readonly response: ServerResponse;
  /** The one that a proxy set, so that its log matches ours; otherwise a new one. */
  readonly id: string;
  readonly facts: RequestFacts = {};
  /** Tokens that it came with or that its calls send; responses to it may repeat them. */
  readonly secrets = new Set<string>();
  /** The ends of the calls that it began. A client that leaves doesn't wait for them. */
  readonly ends: Promise<unknown>[] = [];
  /** Undefined until its token has been checked, and if none is required. */
  caller: AuthInfo | undefined;
  /** Its place among the calls in progress, once it has one. */
  place: Admitted | undefined;
  traced: TracedRequest | undefined;

  constructor(request: IncomingMessage, response: ServerResponse) {
    this.request = request;
    this.response = response;
    const proposed = this.header('x-request-id');
    this.id = proposed !== undefined && /^[\w.-]{1,64}$/.test(proposed) ? proposed : randomUUID();
  }

  /** The request that this code runs for; undefined if it runs for none. */
  static current(): RequestContext | undefined {
    const current = currentRequest.getStore();
    return current instanceof RequestContext ? current : undefined;
  }

  /** A header by its name in lower case. */
  header(name: string): string | undefined {
    return [this.request.headers[name]].flat()[0];
  }

  /** Whether it needs no response any more: it has one, or the client has left. */
  get isOver(): boolean {
    return this.response.headersSent || this.response.destroyed;
  }
}

/** The secrets of the current request, for masking. */
export const currentSecrets: Iterable<string> = {
  [Symbol.iterator]: () => new Set(RequestContext.current()?.secrets).values(),
};

/** The observer, with what it observes also noted in the facts of the current request. */
export function withRequestFacts(observer: Observer): Observer {
  const facts = (): RequestFacts => RequestContext.current()?.facts ?? {};
  return {
    ...observer,
    began: (end) => RequestContext.current()?.ends.push(end),
    ended(subject, outcome, ms) {
      observer.ended(subject, outcome, ms);
      // A call that asked an older client runs again with the reply, and so ends twice: the last end counts.
      const traceId = tracedRequest()?.traceId;
      const tool = subject.kind === 'tool' ? { tool: subject.name } : {};
      Object.assign(facts(), { ...tool, outcome: outcome.kind, error: outcome.detail, traceId });
    },
    decided(decision, consent, outcome) {
      observer.decided(decision, consent, outcome);
      const noted = facts();
      noted.decision = withEntry(noted.decision, decision);
      noted.consent = withEntry(noted.consent, consent);
    },
    attempt(operation, outcome, ms) {
      observer.attempt(operation, outcome, ms);
      const noted = facts();
      noted.platformMs = Math.round((noted.platformMs ?? 0) + ms);
    },
    connectionWait(ms) {
      observer.connectionWait(ms);
      const noted = facts();
      noted.connectionMs = Math.round((noted.connectionMs ?? 0) + ms);
    },
  };
}

/** Adds to a comma-separated list, unless it is in it: a batch may decide on its threads differently. */
function withEntry(list: string | undefined, entry: string): string {
  return [...new Set([...(list?.split(',') ?? []), entry])].join();
}
