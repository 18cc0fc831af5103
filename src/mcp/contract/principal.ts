/** Who calls: one value, made once from the inbound authorization, by which everything that is a person's own is told apart. */

/** What a caller may do: look, change, or decide for a human. One does not include another. */
export const RIGHTS = ['read', 'write', 'decide'] as const;
export type Right = (typeof RIGHTS)[number];

export interface Principal {
  /** Who vouches for the subject: the issuer of its token, or the file of tokens; absent where nobody is named. */
  readonly issuer?: string | undefined;
  /** The issuer's name for a person or a service. Absent over stdio and for a token that everybody shares. */
  readonly subject?: string | undefined;
  /** A name or an e-mail for readers. It tells nobody apart: two people may have the same. */
  readonly label?: string | undefined;
  /** The OAuth client, or `http-token` for a holder of a static token. */
  readonly client?: string | undefined;
  /** Whether a human stands behind the subject, as far as the token tells; false for machines and shared tokens. */
  readonly isPerson: boolean;
  readonly rights: ReadonlySet<Right>;
  /** All that the token calls its subject: for comparing with a name that somebody else wrote. */
  readonly names: readonly string[];
  /** Issuer and subject as one text that no other pair of them has. */
  readonly key: string;
}
