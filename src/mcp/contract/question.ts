/** Questions to the human, and what they reply. */

/** One of the replies that the human may choose. */
export interface Choice {
  readonly value: string;
  readonly title: string;
}

/** Characters of a comment, the model's or the human's: it is shown and sent whole, or refused. */
export const MAX_COMMENT = 2_000;

/** The choice of a page that is not the last: the engine answers it with the next page. */
export const READ_ON = 'READ_ON';

/** One decision of a form. */
export interface Part {
  /** Names its field: unique among the parts, and the same when the handler runs again. */
  readonly name: string;
  readonly title: string;
  /** The choices. A request that isn't shown whole has no Approve. */
  readonly choices: readonly Choice[];
  /** The preselected choice: the model's proposal, so never the meaning of an empty field. */
  readonly initial?: string;
  /** The reply for an empty field; absent: the human must choose. */
  readonly open?: string;
  /** Absent: no comment field. `initial` is the field's initial text. */
  readonly comment?: { readonly title: string; readonly initial?: string | undefined };
}

/** One page of a question, with its possible replies. */
export interface Page {
  readonly message: string;
  readonly parts: readonly Part[];
}

/** The replies to the pages so far, by the name of the part. */
export type Given = ReadonlyMap<string, PartAnswer>;

/**
 * A question of one or more pages. The replies of all pages together are its result, and nothing is decided before the last
 * one; a page that is only read offers {@link READ_ON}.
 */
export interface Form {
  /** The target's id. The reply is valid for nothing else. */
  readonly subject: string;
  /** Digest of everything shown. A reply to another digest is refused. */
  readonly digest: string;
  /** Draws a page, from 0. Called only for a page that will be shown or was answered. */
  page(index: number, given: Given): Page | Promise<Page>;
  /** Whether another page follows the one that was answered last, besides by {@link READ_ON}. Default: no. */
  goesOn?(index: number, given: Given): boolean;
}

/**
 * Who decided, for results and the audit log. `human`: asked by this server; `not-asked`: this server could not ask, and
 * doesn't know whether the host did; `card`: pressed on a card; `approvals-off`: asking is turned off.
 */
export type DecidedBy = 'human' | 'not-asked' | 'card' | 'approvals-off';

/** The human's choice for a part. */
export interface PartAnswer {
  readonly choice: string;
  readonly comment?: string | undefined;
}

/** The result of a form. */
export type FormReply =
  | {
      readonly kind: 'answered';
      /** By the name of the part; only parts of the form. */
      readonly parts: Given;
    }
  /** The human gave no reply. */
  | { readonly kind: 'declined' | 'closed' }
  /** Nobody was asked. `why` completes "no human was asked: ..."; the engine notes it in the result. */
  | { readonly kind: 'nobody'; readonly by: 'approvals-off' | 'not-asked'; readonly why?: string };
