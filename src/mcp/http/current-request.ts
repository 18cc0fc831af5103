/** The request that is being answered, for what happens far below it: what its line in the log says, and its place. */
import { AsyncLocalStorage } from 'node:async_hooks';
import { tracedRequest } from '../../basics/traced.ts';
import type { Observer } from '../engine/observer.ts';
import type { Outcome } from '../engine/outcome.ts';

/** The fields of a request's line in the log; docs/team-server.md says what each means. */
export interface RequestFacts {
  issuer?: string | undefined;
  subject?: string | undefined;
  client?: string | undefined;
  label?: string | undefined;
  identity?: string | undefined;
  /** The method, and the tool or prompt, as the caller wrote them. */
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

/** What a request carries beside its arguments. */
export interface CurrentRequest {
  readonly facts: RequestFacts;
  /** Tokens that it was sent with, or that it sends: what answers it may repeat them. */
  readonly secrets: Set<string>;
  /** Marks the time in which a human is waited for, and the connection with it. */
  held<T>(work: () => Promise<T>): Promise<T>;
}

export const currentRequest = new AsyncLocalStorage<CurrentRequest>();

/** The secrets of the request that is being answered, for masking. */
export const currentSecrets: Iterable<string> = {
  [Symbol.iterator]: () => new Set(currentRequest.getStore()?.secrets).values(),
};

/** Notes in the facts of the current request what an observer is told. */
export function noting(observer: Observer): Observer {
  const note = (change: (facts: RequestFacts) => void): void => {
    const current = currentRequest.getStore();
    if (current !== undefined) change(current.facts);
  };
  return {
    ended(subject, outcome, ms) {
      observer.ended(subject, outcome, ms);
      // A call that asked an older client runs again with the answer: the last end counts.
      note((facts) => {
        if (subject.kind === 'tool') facts.tool = subject.name;
        facts.outcome = outcome.kind;
        facts.error = outcome.detail;
        facts.traceId = tracedRequest.getStore()?.traceId;
      });
    },
    decided(decision, consent, outcome) {
      observer.decided(decision, consent, outcome);
      note((facts) => {
        facts.decision = listed(facts.decision, decision);
        facts.consent = listed(facts.consent, consent);
      });
    },
    waiting: (count) => observer.waiting(count),
    attempt(operation, outcome, ms) {
      observer.attempt(operation, outcome, ms);
      note((facts) => {
        facts.platformMs = Math.round((facts.platformMs ?? 0) + ms);
      });
    },
    gateWait: (ms) => observer.gateWait(ms),
    connectionWait(ms) {
      observer.connectionWait(ms);
      note((facts) => {
        facts.connectionMs = Math.round((facts.connectionMs ?? 0) + ms);
      });
    },
  };
}

/** A batch decides on several threads, perhaps not all in one way: each word once. */
function listed(before: string | undefined, one: string): string {
  return [...new Set([...(before?.split(',') ?? []), one])].join();
}
