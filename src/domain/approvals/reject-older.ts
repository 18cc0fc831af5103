/** Rejects older requests for the same with a decision on the newest, each by itself. */
import { Refusal } from '../../mcp/contract/errors.ts';
import type { ToolContext } from '../../mcp/contract/tool.ts';
import { currentThread } from '../threads/current-thread.ts';
import type { DecisionItem } from './chosen.ts';
import { type Decided, settledInTurn } from './effect.ts';
import { olderReason, refuseOther } from './older.ts';
import { isConfirmed } from './outcome.ts';
import { type DecidedItem, readItem } from './read-items.ts';
import { refuseChanged, send } from './send.ts';
import type { Sheet } from './sheet.ts';

/** A decision, and the rejections of older requests for the same that the human chose with it. */
export interface DecidedWithOlder {
  readonly decided: Decided;
  /** Absent if the human did not choose it. */
  readonly older?: readonly DecidedItem[];
}

interface Rejected {
  readonly newest: Sheet;
  /** What was decided on it. */
  readonly decided: Decided | undefined;
  /** The threads that the question named. */
  readonly older: readonly string[];
}

/** Rejects these older requests for the same, unless the decision on the newest did not take effect. */
export async function rejectOlder({ newest, decided, older }: Rejected, context: ToolContext): Promise<DecidedItem[]> {
  const isDecided =
    decided !== undefined && (isConfirmed(decided) || (decided.kind === 'left' && decided.why === 'left'));
  // One that was left is read once more: nothing else tells that it still waits for the same.
  const stillWaits = async (): Promise<void> =>
    refuseChanged(newest, await currentThread(newest.thread.id, context), context);
  let waits: Promise<void> | undefined;
  const results: DecidedItem[] = [];
  const inTurn = settledInTurn();
  for (const threadId of older) {
    const item: DecisionItem = { threadId, status: 'REJECTED', comment: olderReason(newest) };
    const reject = async (): Promise<Decided> => {
      if (!isDecided)
        throw new Refusal(
          `Refused: thread ${newest.thread.id}, which asked for the same again, was not decided. Nothing was sent.`,
        );
      if (decided.kind === 'left') waits ??= stillWaits();
      await waits;
      // By the same rules as the one that was asked about.
      const { sheet } = await readItem(item, context);
      refuseOther(sheet, newest);
      const sending = {
        sheet,
        by: 'human',
        decision: 'REJECTED',
        comment: item.comment,
        isCommentDropped: false,
      } as const;
      return send(sending, context);
    };
    results.push({ item, decided: await inTurn(reject) });
  }
  return results;
}
