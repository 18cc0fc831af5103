/** Reads the threads of a batch, and tells which of them can be decided on as they are. */

import { reasonText } from '../../../mcp/contract/error-text.ts';
import { EffectError, Refusal } from '../../../mcp/contract/errors.ts';
import type { ToolContext } from '../../../mcp/contract/tool.ts';
import { instant } from '../../../mcp/contract/turns.ts';
import { CancelledError, PlatformError } from '../../../platform/client/errors.ts';
import type { Thread } from '../../../platform/parse/records.ts';
import { mapConcurrent } from '../../../present/map-concurrent.ts';
import { currentThread } from '../../threads/current-thread.ts';
import { type DecisionRequest, misfitOf } from '../misfit.ts';

/** One of the requests of a batch; the token is what binds its decision to what was read. */
export interface BatchItem extends DecisionRequest {
  readonly reviewToken: string;
}

/** A request that can be put before the human, with its thread as it was read. */
export interface Decidable {
  readonly item: BatchItem;
  readonly thread: Thread;
}

/** What the requests of a batch were found to be. */
export interface Triage {
  readonly decidable: readonly Decidable[];
  /** Why the others are left out, by thread. */
  readonly leftOut: ReadonlyMap<string, string>;
  /** When the first of them was read, as `instant` counts. */
  readonly asOf: number;
}

/** @throws what is no failure of a single request: a bug, or the end of the call */
export async function triage(items: readonly BatchItem[], context: ToolContext): Promise<Triage> {
  const asOf = instant();
  const leftOut = new Map<string, string>();
  const read = await mapConcurrent(items, context.settings.maxConnections, async (item) => {
    try {
      const { thread } = await currentThread(item.threadId, context);
      const misfit = await misfitOf(item, thread, asOf, context);
      if (misfit?.kind !== 'refused') return [{ item, thread }];
      leftOut.set(item.threadId, misfit.text);
    } catch (error) {
      if (!isExpected(error) || error instanceof CancelledError) throw error;
      leftOut.set(item.threadId, reasonText(error));
    }
    return [];
  });
  return { decidable: read.flat(), leftOut, asOf };
}

/** Errors that belong to one request of a batch, and must not end the others. */
export const isExpected = (error: unknown): boolean =>
  error instanceof Refusal ||
  error instanceof EffectError ||
  error instanceof PlatformError ||
  error instanceof CancelledError;
