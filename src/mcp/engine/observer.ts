/** Who counts: told of every tool call and read by the engine, and of every request to the platform by its client. */
import type { ClientObserver } from '../../platform/client/interface.ts';
import type { Outcome, Subject } from './outcome.ts';

export interface Observer extends ClientObserver {
  /** A tool call or a read ended after `ms`. */
  ended(subject: Subject, outcome: Outcome, ms: number): void;
}
