/** Counts: the engine reports every tool call and read, the client every request to the platform. */
import type { ClientObserver } from '../../platform/client/interface.ts';
import type { WaitingCounts } from '../contract/result.ts';
import type { AuditOutcome } from './audit.ts';
import type { Outcome, Subject } from './outcome.ts';

export interface Observer extends ClientObserver {
  /** A tool call or a read began; `end` settles when it has ended, and never rejects. */
  began?(end: Promise<unknown>): void;
  /** A tool call or a read ended after `ms`. */
  ended(subject: Subject, outcome: Outcome, ms: number): void;
  /** A decision was sent. `consent` and `outcome` are as in the audit log. */
  decided(decision: string, consent: string, outcome: AuditOutcome['outcome']): void;
  waiting(counts: WaitingCounts): void;
}
