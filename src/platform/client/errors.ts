/**
 * What can go wrong between this program and the platform, sorted by who can mend it. Every failure of a call is a
 * {@link PlatformError}; its words for a person are made in one place, `mcp/contract/error-text.ts`.
 */
import type { ForeignText } from '../text.ts';
import type { LimitHit } from './limit.ts';

/**
 * Who can fix it: `settings` the person who configured this server, `caller` the one who made this call, `platform` the
 * people who run the platform, `network` nobody in particular: waiting and trying again helps, `state` nobody: the record is
 * in another state by now, and calling again changes nothing; `repeat` the same, by making it again as it was.
 */
export type Fixer = 'settings' | 'caller' | 'platform' | 'network' | 'state' | 'repeat';

/**
 * What is known of the effect: `none` nothing was done (not sent, or refused), `unknown` the request left and no usable
 * answer came: the platform may have acted on it.
 */
export type Effect = 'none' | 'unknown';

/** All that is known of a failed call. What nobody knows is absent. */
export interface FailureFacts {
  readonly fixer: Fixer;
  /** A stable word for tests, logs and metrics: `timeout`, `refused`, `http-404`, `too-large`, ... */
  readonly kind: string;
  /** What happened, one sentence without the platform's own words. */
  readonly what: string;
  /** What to do next, one sentence. */
  readonly advice: string;
  /** What the advice begins with looking at, where tools show it: the ids of the call, or the state of its thread. */
  readonly checks?: 'ids' | 'state' | undefined;
  /** More advice, where `advice` may be worded again with the names of tools. */
  readonly otherwise?: string;
  readonly effect: Effect;
  /** HTTP status, where an answer came. */
  readonly status?: number;
  /** What the platform said. */
  readonly words?: ForeignText;
  /** The field that the platform complained of. */
  readonly field?: ForeignText;
  /** After how many milliseconds the platform asked to come back. */
  readonly retryAfterMs?: number;
  /** Which limit was hit, where the platform says so. */
  readonly limit?: LimitHit;
  /** How often it was tried. */
  readonly attempts?: number;
  /** What was asked of the platform, in the words of the operations table; absent where nothing was asked yet. */
  readonly operation?: string;
  /** What it was asked about: the ids in the path by their names. */
  readonly target?: Readonly<Record<string, string>>;
  readonly cause?: unknown;
}

/**
 * A call that failed, for any reason but a cancellation. Its message is `facts.what`, without the platform's own words.
 */
export class PlatformError extends Error {
  override readonly name = 'PlatformError';
  readonly facts: FailureFacts;

  constructor(facts: FailureFacts) {
    super(facts.what, { cause: facts.cause });
    this.facts = facts;
  }

  /** The same failure with some facts known better. */
  with(changes: Partial<FailureFacts>): PlatformError {
    return new PlatformError({ ...this.facts, ...changes });
  }
}

/** The call was given up on purpose: the host cancelled it or the process ends. */
export class CancelledError extends Error {
  override readonly name = 'CancelledError';
  /** Whether the request had left when it was given up. */
  readonly effect: Effect;

  constructor(effect: Effect) {
    super('The call was cancelled.');
    this.effect = effect;
  }
}

/** What is known of the effect of a call that failed; `none` for failures of everything but the platform and the network. */
export function effectIn(error: unknown): Effect {
  if (error instanceof PlatformError) return error.facts.effect;
  return error instanceof CancelledError ? error.effect : 'none';
}
