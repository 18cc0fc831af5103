/** How a handler calls the platform: bound to one tool call, and the only way that handlers are given. */
import type { CallOptions } from '../../platform/client/index.ts';
import type { PlatformRequest } from '../../platform/client/request.ts';
import type { InputOf, OperationSpec } from '../../platform/operations/operation.ts';
import type { AnswerOf } from '../../platform/parse/records.ts';

/** What a call may be given besides its input. */
export interface PlatformCallOptions extends Omit<CallOptions, 'signal' | 'onStatus'> {
  /** For updates: reads the current values. Called in a dry run only, to show the difference field by field. */
  readonly standing?: () => Promise<Readonly<Record<string, unknown>>>;
  /** For decisions: who started the thread, for the audit log. */
  readonly starter?: string | undefined;
  /** For writes: what must be known before they are sent. Shown in a dry run. */
  readonly warnings?: readonly string[];
}

export interface PlatformCalls {
  /**
   * Calls an operation and reads its answer.
   * @throws PlatformError, CancelledError, and DryRun where a write is only shown
   */
  call<O extends OperationSpec>(operation: O, input: InputOf<O>, options?: PlatformCallOptions): Promise<AnswerOf<O>>;
  /**
   * The request that a call would send, in the words that the deployment reads. Sends nothing.
   * @throws PlatformError where it can't be said in them
   */
  plan<O extends OperationSpec>(operation: O, input: InputOf<O>): Promise<PlatformRequest>;
  /** Milliseconds for which the platform has asked for no calls (429); 0 where calls go out at once. */
  heldBackMs(): Promise<number>;
  /**
   * Runs `work` on one of the few connections that are kept for decisions: what it calls waits for nobody else's calls.
   * @throws Refusal if none of them was free in time
   */
  reserve<T>(work: (call: PlatformCalls['call']) => Promise<T>): Promise<T>;
  /** Whether the latest write was answered 202: the platform has accepted it, and may not have carried it out yet. */
  isDeferred(): boolean;
}
