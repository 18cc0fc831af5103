/** The result of deciding on one request. */

import { Refusal } from '../../mcp/contract/errors.ts';
import type { DecidedBy } from '../../mcp/contract/question.ts';
import type { NextStep } from '../../mcp/contract/result.ts';
import { CancelledError, PlatformError } from '../../platform/client/errors.ts';
import type { PlatformRequest } from '../../platform/client/request.ts';
import type { Decision } from '../../platform/operations/schemas.ts';
import type { Thread } from '../../platform/parse/records.ts';
import type { DecisionEffect } from './effect.ts';
import type { Sheet } from './sheet.ts';

/** The result for one item of a decision. */
export type Decided =
  /**
   * Nothing was sent. `open`: the reply contains no choice; `unasked`: it did not fit into the question; `proposed`: the
   * caller asked to leave it waiting; `wordless`: the human's words are missing.
   */
  | {
      readonly kind: 'left';
      readonly why: 'declined' | 'closed' | 'left' | 'open' | 'unasked' | 'proposed' | 'wordless';
      readonly sheet: Sheet;
    }
  /** Nothing was sent: the error says why, and what to do. */
  | { readonly kind: 'refused'; readonly error: Error; readonly sheet?: Sheet }
  /** A dry run of a batch: what would be sent. */
  | { readonly kind: 'planned'; readonly request: PlatformRequest; readonly sheet: Sheet }
  /** It was sent, and its effect is unknown. */
  | ({ readonly kind: 'unknown'; readonly error: PlatformError | CancelledError } & DecisionSent)
  /** It was sent, and the platform refused it. */
  | ({ readonly kind: 'denied'; readonly error: PlatformError } & DecisionSent)
  | (DecisionEffect & DecisionSent);

/** A decision that reached the platform. */
export interface DecisionSent {
  readonly decision: Exclude<Decision, 'PENDING'>;
  readonly by: DecidedBy;
  /** The comment that was sent with it. */
  readonly comment: string | undefined;
  /** The proposed comment was left out, because the human chose otherwise. */
  readonly isCommentDropped: boolean;
  /** The request as the human saw it. */
  readonly sheet: Sheet;
  /** The human chose to start again. */
  readonly redo?: Redone;
}

/** What became of the new thread. */
export type Redone =
  /** The old thread has not ended, as far as is known. */
  | { readonly kind: 'not-tried' }
  /** `fact`: a sentence without its full stop. */
  | { readonly kind: 'started'; readonly thread: Thread; readonly fact: string; readonly notes: readonly string[] }
  | { readonly kind: 'unknown'; readonly error: Error; readonly agentId: string }
  /** With the arguments of the call that starts it. */
  | { readonly kind: 'not-started'; readonly error: Error; readonly arguments: NextStep['arguments'] };

/** Nothing was sent, with the reason. */
export type Refused = Extract<Decided, { kind: 'refused' }>;

/** The result of a step, with expected errors as a refusal. @throws anything else: a bug */
export async function settled<T>(step: () => Promise<T>, sheet?: Sheet): Promise<T | Refused> {
  try {
    return await step();
  } catch (error) {
    if (!isExpected(error)) throw error;
    return { kind: 'refused', error, ...(sheet === undefined ? {} : { sheet }) };
  }
}

/**
 * {@link settled} for many threads: after two timeouts or refusals by the rate limit, the others are refused untried. Nobody waits
 * half an hour for a platform that takes none of them.
 */
export function settledInTurn() {
  let unserved = 0;
  let why = '';
  return async <T extends object>(step: () => Promise<T>, sheet?: Sheet): Promise<T | Refused> => {
    const isTried = unserved < MOST_UNSERVED;
    const result = await settled(isTried ? step : () => Promise.reject(new Refusal(notTried(why))), sheet);
    const { kind, status } = 'error' in result && result.error instanceof PlatformError ? result.error.facts : {};
    if (kind === 'timeout' || status === 429) {
      unserved++;
      why = status === 429 ? "the platform's rate limit was reached" : 'the platform did not answer in time';
    }
    return result;
  };
}

/** One may be about a single thread. */
const MOST_UNSERVED = 2;
const notTried = (why: string): string =>
  `Refused: for others before it ${why}, so this one was not tried. Nothing was sent for it. Decide on it in another call.`;

/** Whether an error is about the request or the platform, and no bug. */
export const isExpected = (error: unknown): error is Refusal | PlatformError | CancelledError =>
  error instanceof Refusal || error instanceof PlatformError || error instanceof CancelledError;
