/** Who counts: told of every tool call and read by the engine, and of every request to the platform by its client. */
import type { ClientObserver } from '../../platform/client/interface.ts';
import type { AuditOutcome } from './audit.ts';
import type { Outcome, Subject } from './outcome.ts';

export interface Observer extends ClientObserver {
  /** A tool call or a read ended after `ms`. */
  ended(subject: Subject, outcome: Outcome, ms: number): void;
  /** A decision was sent. `consent` says who let it pass, `outcome` is the audit log's. */
  decided(decision: string, consent: string, outcome: AuditOutcome['outcome']): void;
  /** So many threads wait for a decision, in all that there is to see. */
  waiting(count: number): void;
}
