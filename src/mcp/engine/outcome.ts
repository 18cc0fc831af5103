/** Outcome of a call or a read, for the log and the metrics, and who counts it. */
import * as z from 'zod';
import { CancelledError, mayHaveTakenEffect, PlatformError } from '../../platform/client/errors.ts';
import type { ClientObserver } from '../../platform/client/interface.ts';
import { EffectError, Refusal } from '../contract/errors.ts';
import type { WaitingCounts } from '../contract/result.ts';

/**
 * `dry_run`: a write was shown, not sent; `asked`: the human is being asked, and the call is repeated with the reply;
 * `refused`: nothing was sent; `bug`: an error in this program. `detail` distinguishes failures: `http-404`.
 */
export interface Outcome {
  readonly kind: 'ok' | 'dry_run' | 'asked' | 'refused' | 'failed' | 'cancelled' | 'bug';
  readonly detail?: string;
}

/** The call or read that ended. Names come from the catalogue, so their number is bounded. */
export interface Subject {
  readonly kind: 'tool' | 'resource' | 'prompt' | 'list' | 'completion';
  readonly name: string;
}

/** The outcome of an error. */
export function outcomeOf(error: unknown): Outcome {
  if (error instanceof z.ZodError) return { kind: 'refused', detail: 'bad_arguments' };
  if (error instanceof Refusal) return { kind: 'refused', ...(error.kind !== undefined && { detail: error.kind }) };
  if (error instanceof EffectError) return { kind: 'failed', detail: 'no_effect' };
  if (error instanceof CancelledError) return { kind: 'cancelled' };
  if (error instanceof PlatformError) return { kind: 'failed', detail: error.facts.kind };
  return { kind: 'bug' };
}

/** How a write ended, for its second line in the audit log. */
export interface AuditOutcome {
  readonly outcome: 'done' | 'failed' | 'unknown';
  /** Of the response; a 202 is only accepted for later. */
  readonly httpStatus?: number | undefined;
  /** Kind of the failure: `timeout`, `http-404`. */
  readonly failure?: string | undefined;
  /** The target's status afterwards, if the response has one. */
  readonly status?: string | undefined;
  /** Id of the record that the write made. */
  readonly madeId?: string | undefined;
}

/** How a write that failed ended. After a bug in this program that is unknown: the request may have been sent. */
export function auditOutcome(error: unknown): AuditOutcome {
  const { kind, detail } = outcomeOf(error);
  const isUnknown = kind === 'bug' || mayHaveTakenEffect(error);
  const httpStatus = error instanceof PlatformError ? error.facts.status : undefined;
  return { outcome: isUnknown ? 'unknown' : 'failed', httpStatus, failure: kind === 'failed' ? detail : kind };
}

/** Whether the outcome is a success. */
export const isSuccess = ({ kind }: Outcome): boolean => kind === 'ok' || kind === 'dry_run' || kind === 'asked';

/** Counts: the engine reports every tool call and read, the client every request to the platform. */
export interface Observer extends ClientObserver {
  /** A tool call or a read began; `end` settles when it has ended, and never rejects. */
  began?(end: Promise<unknown>): void;
  /** A tool call or a read ended after `ms`. */
  ended(subject: Subject, outcome: Outcome, ms: number): void;
  /** A decision was sent. `consent` and `outcome` are as in the audit log. */
  decided(decision: string, consent: string, outcome: AuditOutcome['outcome']): void;
  waiting(counts: WaitingCounts): void;
}
