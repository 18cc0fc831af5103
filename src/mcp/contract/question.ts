/** What is asked of a human, and what comes back. */

/** One of the answers that the human may choose. */
export interface Choice {
  readonly value: string;
  readonly title: string;
}

/** Characters of a comment, the model's or the human's: it is shown and sent whole, or refused. */
export const MAX_COMMENT = 2_000;

/** One question: what is shown, and the choices that there are. */
export interface Question {
  /** What the answer is about: the tool and the target's id. The answer holds for nothing else. */
  readonly subject: string;
  /** Digest of what is shown. An answer given to another digest is refused. */
  readonly digest: string;
  /** When what is shown was read, as `instant` of turns.ts counts. It comes back with the answer. */
  readonly asOf?: number;
  /** Shown to the human: what will happen, in full up to a readable length. A function where it costs calls: only asked for when a human will see it. */
  readonly message: string | (() => Promise<string>);
  /** The choices, the one that the model proposes first. Not all need be there: what was not shown whole has no Approve. */
  readonly choices: readonly Choice[];
  /** The thread that it is about, for hosts that draw this question by a view, which reads it. */
  readonly viewOf?: string;
  /** Whether a comment may be added. */
  readonly takesComment?: boolean;
  /**
   * What goes ahead without asking, where asking is off or the host can't ask. The comment is the default of the form's
   * field: what the human leaves there is sent, and an emptied field sends none.
   */
  readonly proposed: { readonly choice: string; readonly comment?: string | undefined };
}

/**
 * Whose a decision is, in results and in the audit log. `human` was asked by this server; `not-asked`: this server could not
 * ask, and whether the host did is not known here; `card`: pressed in a card, with its ticket; `approvals-off`: asking is switched off.
 */
export type DecidedBy = 'human' | 'not-asked' | 'card' | 'approvals-off';

/** What came of a question: the decision that stands, or none. */
export type ConsentAnswer =
  | {
      readonly kind: 'decided';
      readonly by: DecidedBy;
      readonly choice: string;
      readonly comment?: string | undefined;
      /** {@link Question.asOf} of the question that the human answered, or when what the card showed was read. */
      readonly asOf?: number | undefined;
      /** What is to be said of it in the result: why no human was asked. The engine says it. */
      readonly note?: string;
    }
  | { readonly kind: 'declined' | 'closed' };

/** One of several things that one form asks about. */
export interface QuestionPart {
  /** Names its field in the form; unique among the parts, and the same when the handler runs again. */
  readonly name: string;
  /** Title of its field: `2. ⟦create_refund⟧, thread 0d9a...`. */
  readonly title: string;
  /** The choices that it has now: see {@link Question.choices}. */
  readonly choices: readonly Choice[];
  /** All that it can ever have, so that an answer to an earlier showing of it is understood. */
  readonly all: readonly Choice[];
  /** What the form is filled in with, one of the choices: what is left open stays as it is. */
  readonly standing: string;
  /** What goes ahead where nobody is asked. */
  readonly proposed: { readonly choice: string; readonly comment?: string | undefined };
}

/** Several questions in one form: a choice and a comment each. What is shown may differ when the handler runs again. */
export interface FormQuestion extends Pick<Question, 'subject' | 'digest' | 'asOf' | 'message'> {
  readonly parts: readonly QuestionPart[];
}

/** What the human chose for a part. */
export interface PartAnswer {
  readonly choice: string;
  readonly comment?: string | undefined;
}

/** What came of a form: the choice for each part, or none at all. */
export type FormAnswer =
  | {
      readonly kind: 'decided';
      readonly by: DecidedBy;
      /** By the name of the part. A part is missing where it was not in the form that was answered, or was left open. */
      readonly parts: ReadonlyMap<string, PartAnswer>;
      /** Names of the parts that the form had. */
      readonly asked: ReadonlySet<string>;
      readonly asOf?: number | undefined;
      readonly note?: string;
    }
  | { readonly kind: 'declined' | 'closed' };
