/**
 * How decisions about one thing take turns: a decision on a thread runs alone, and sees what was sent before, so that
 * one answer decides once. Within a process always; across replicas if they share a store.
 */
import type { DecidedBy } from './question.ts';

/** A decision that was sent, or may have been. */
export interface Sent {
  /** `APPROVED`, `REJECTED`, `PENDING`, or the state that a thread was ended in. */
  readonly decision: string;
  readonly by: DecidedBy;
  /** Digest of what was decided on. */
  readonly digest: string;
  /** The `reviewToken` that it was sent with. */
  readonly token?: string | undefined;
}

/** The last decision on a thread. Kept for a day. */
export interface LastSent extends Sent {
  /** When its outcome was known, as {@link instant} counts: nothing that was seen before may decide again. */
  readonly at: number;
  /** Tokens that were used for the last decisions. */
  readonly tokens: readonly string[];
}

/** What the caller whose turn it is holds. */
export interface Turn {
  readonly last: LastSent | undefined;
  /** Call this right before sending anything but a decision. @throws Refusal where it is no longer alone */
  confirm(): Promise<void>;
  /** Call this right before the decision is sent. @throws Refusal where it is no longer alone, or that can't be noted */
  begin(sent: Sent): Promise<void>;
  /** The decision did nothing: it never left, or the platform refused it. What was used for it may be used again. */
  undo(): Promise<void>;
}

export interface Turns {
  /** The last decision on that id. @throws Refusal where the shared store does not answer */
  last(id: string): Promise<LastSent | undefined>;
  /**
   * Runs `work` alone for this id. Others wait their turn, up to the time of a call.
   * @throws Refusal where no turn came in time, or the shared store does not answer
   */
  alone<T>(id: string, work: (turn: Turn) => Promise<T>): Promise<T>;
}

/** Now in microseconds since 1970, never going back within a process: two things one after the other differ. */
export const instant = (): number => Math.round((performance.timeOrigin + performance.now()) * 1000);
