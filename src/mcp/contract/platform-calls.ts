/** The platform as handlers call it: bound to one tool call, and their only access. */
import type { CallOptions } from '../../platform/client/index.ts';
import type { PlatformRequest } from '../../platform/client/request.ts';
import type { InputOf, OperationSpec } from '../../platform/operations/operation.ts';
import type { AnswerOf } from '../../platform/parse/records.ts';

/** Options of a call. */
export interface PlatformCallOptions extends Omit<CallOptions, 'signal' | 'onStatus'> {
  /** For updates: reads the current values. Called only in a dry run, to show the differences. */
  readonly current?: () => Promise<Readonly<Record<string, unknown>>>;
  /** For decisions: who started the thread, for the audit log. */
  readonly starter?: string | undefined;
  /** For writes that belong together: the same id for each, for the audit log. */
  readonly group?: string;
  /** For writes: warnings to show in a dry run. */
  readonly warnings?: readonly string[];
}

export interface PlatformCalls {
  /**
   * Calls an operation and reads its answer.
   * @throws PlatformError, CancelledError, and DryRun if a write is only shown
   */
  call<O extends OperationSpec>(operation: O, input: InputOf<O>, options?: PlatformCallOptions): Promise<AnswerOf<O>>;
  /**
   * The request that a call would send, in the deployment's dialect. Sends nothing.
   * @throws PlatformError if the dialect has no equivalent
   */
  plan<O extends OperationSpec>(operation: O, input: InputOf<O>): Promise<PlatformRequest>;
  /** Milliseconds until the rate limit lets calls through (429); 0 if there is no wait. */
  heldBackMs(): Promise<number>;
  /**
   * Runs `work` on one of the connections reserved for decisions: its calls don't wait for other calls.
   * @throws PlatformError if none was free in time
   */
  reserve<T>(work: (call: PlatformCalls['call']) => Promise<T>): Promise<T>;
  /** Whether the latest write was answered with 202: accepted, but perhaps not carried out yet. */
  isDeferred(): boolean;
}
