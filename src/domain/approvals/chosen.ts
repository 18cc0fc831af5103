/** What a caller proposes, and what the human chose: the decision and the comment to send. */

import { Refusal } from '../../mcp/contract/errors.ts';
import { withoutInvisible } from '../../mcp/contract/invisible.ts';
import { MAX_COMMENT, type PartAnswer } from '../../mcp/contract/question.ts';
import type { Decision } from '../../platform/operations/schemas.ts';
import type { DecisionSent } from './effect.ts';
import { wordsIn } from './redo.ts';

/** The decision that the assistant proposes. */
export interface Proposal {
  readonly status: Decision;
  readonly comment: string | undefined;
  /** How the decision is sent if the deployment's dialect differs: ` (sent as action: approved)`. */
  readonly sentAs: string;
}

/** What a caller asks for. */
export interface DecisionItem {
  readonly threadId: string;
  readonly status: Decision;
  readonly comment?: string | undefined;
  readonly reviewToken?: string | undefined;
}

/** A comment as shown and sent: without invisible characters. @throws Refusal if it is too long to be shown */
export function checkedComment(comment: string | undefined): string | undefined {
  const seen = wordsIn(comment);
  if (seen !== undefined && seen.length > MAX_COMMENT) {
    throw new Refusal(
      `Refused: the comment has ${seen.length} characters; at most ${MAX_COMMENT} can be shown to the human who decides. Nothing was sent. Shorten it.`,
    );
  }
  return seen;
}

/**
 * A proposed comment belongs to the proposed choice: if the human chooses otherwise and leaves it unedited, it isn't sent.
 * Blanks don't count, since a field of one line drops line breaks. The human's own is sent as it was seen: text that was pasted
 * may have characters that aren't.
 */
export function chosenDecision(
  { choice, comment }: PartAnswer,
  proposal: Proposal,
): Pick<DecisionSent, 'decision' | 'comment' | 'isCommentDropped'> {
  const decision = choice === 'APPROVED' ? 'APPROVED' : 'REJECTED';
  const solid = (text: string | undefined): string | undefined => checkedComment(text)?.replace(/\s+/g, '');
  const isAsProposed = comment !== undefined && solid(comment) === solid(proposal.comment);
  const isCommentDropped = decision !== proposal.status && isAsProposed;
  return {
    decision,
    comment: isCommentDropped
      ? undefined
      : isAsProposed
        ? proposal.comment
        : withoutInvisible(comment ?? '') || undefined,
    isCommentDropped,
  };
}
