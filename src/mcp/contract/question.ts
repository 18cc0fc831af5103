/** What is asked of a human, and what comes back. */

/** One of the answers that the human may choose. */
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
  /** What can be chosen. What the human was not shown whole has no Approve. */
  readonly choices: readonly Choice[];
  /** The choice that the form starts at: the model's proposal, so never what an open field means. */
  readonly initial?: string;
  /** What is answered for a field that comes back open; absent: the human must choose. */
  readonly open?: string;
  /** Absent: it takes no comment. `initial` is what the field starts with. */
  readonly comment?: { readonly title: string; readonly initial?: string | undefined };
}

/** What one page of a question shows, and what can be answered to it. */
export interface Page {
  readonly message: string;
  readonly parts: readonly Part[];
}

/** A question of one or more pages. Only the last page decides; those before it offer {@link READ_ON}. */
export interface Form {
  /** What the answer is about: the target's id. The answer counts for nothing else. */
  readonly subject: string;
  /** Digest of all that is shown. An answer that was given to another digest is refused. */
  readonly digest: string;
  /** Draws a page, from 0. Called only for a page that somebody will see, or has answered. */
  page(index: number): Page | Promise<Page>;
  /** The thread that it is about, in hosts that draw this question by a view, which reads all of it. */
  readonly viewOf?: string | undefined;
}

/**
 * Whose a decision is, in results and in the audit log. `human` was asked by this server; `not-asked`: this server could
 * not ask, and whether the host did is not known here; `card`: pressed in a card; `approvals-off`: asking is switched off.
 */
export type DecidedBy = 'human' | 'not-asked' | 'card' | 'approvals-off';

/** What the human chose for a part. */
export interface PartAnswer {
  readonly choice: string;
  readonly comment?: string | undefined;
}

/** The human answered nothing. */
export type Unanswered = { readonly kind: 'declined' | 'closed' };

/** What came of a form. */
export type FormAnswer =
  | {
      readonly kind: 'answered';
      /** By the name of the part; a part that the form did not have is missing. */
      readonly parts: ReadonlyMap<string, PartAnswer>;
    }
  | Unanswered
  /** Nobody was asked. `why` completes "this server did not ask a human, because ..."; the engine notes it in the result. */
  | { readonly kind: 'nobody'; readonly by: 'approvals-off' | 'not-asked'; readonly why?: string };

/** One plain question of one page. */
export interface Question extends Pick<Form, 'subject' | 'digest'> {
  /** What will happen. A function if it costs calls: only called if a human will see it. */
  readonly message: string | (() => Promise<string>);
  readonly choices: readonly Choice[];
  /** The choice that goes ahead if nobody can be asked. */
  readonly proposed: string;
}

/** What came of a plain question. */
export type Chosen = { readonly kind: 'decided'; readonly by: DecidedBy; readonly choice: string } | Unanswered;

const DECISION = 'decision';

/** Asks one plain question. @throws what {@link Form} asking throws */
export async function choose(
  { ask }: { ask(form: Form): Promise<FormAnswer> },
  { subject, digest, message, choices, proposed }: Question,
): Promise<Chosen> {
  const answer = await ask({
    subject,
    digest,
    page: async () => ({
      message: typeof message === 'string' ? message : await message(),
      parts: [{ name: DECISION, title: 'Your decision', choices }],
    }),
  });
  if (answer.kind === 'nobody') return { kind: 'decided', by: answer.by, choice: proposed };
  if (answer.kind !== 'answered') return answer;
  return { kind: 'decided', by: 'human', choice: answer.parts.get(DECISION)?.choice ?? '' };
}
