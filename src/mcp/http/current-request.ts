/** The current request, for code far below it: the facts for its line in the log, its secrets, and its place among calls. */
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

interface CurrentRequest {
  readonly facts: RequestFacts;
  /** Tokens that it came with or that its calls send; answers to it may repeat them. */
  readonly secrets: Set<string>;
  /** The ends of the calls that it began. A client that leaves doesn't wait for them. */
  readonly ends: Promise<unknown>[];
  /** Runs work that waits for a human; meanwhile other callers may use its place. */
  waitForHuman<T>(work: () => Promise<T>): Promise<T>;
}

export const currentRequest = new AsyncLocalStorage<CurrentRequest>();

/** The secrets of the current request, for masking. */
export const currentSecrets: Iterable<string> = {
  [Symbol.iterator]: () => new Set(currentRequest.getStore()?.secrets).values(),
};

/** The observer, with everything that it observes also noted in the facts of the current request. */
export function withRequestFacts(observer: Observer): Observer {
  const note = (change: (facts: RequestFacts) => void): void => {
    const current = currentRequest.getStore();
    if (current !== undefined) change(current.facts);
  };
  return {
    began(end) {
      observer.began?.(end);
      currentRequest.getStore()?.ends.push(end);
    },
    ended(subject, outcome, ms) {
      observer.ended(subject, outcome, ms);
      // A call that asked an older client runs again with the answer, and so ends twice: the last end counts.
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
        facts.decision = withEntry(facts.decision, decision);
        facts.consent = withEntry(facts.consent, consent);
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

/** Adds to a comma-separated list, unless it is in it: a batch may decide on its threads differently. */
function withEntry(list: string | undefined, entry: string): string {
  return [...new Set([...(list?.split(',') ?? []), entry])].join();
}
