/** The authenticated caller: one value, created once from the inbound authorization, that separates callers' data. */

/** Rights of a caller: to read, to change, or to decide for a human. None includes another. */
export const RIGHTS = ['read', 'write', 'decide'] as const;
export type Right = (typeof RIGHTS)[number];

export interface Principal {
  /** The issuer of the token, or the file of tokens; absent if the caller is anonymous. */
  readonly issuer?: string | undefined;
  /** The issuer's id of a person or a service. Absent over stdio and for a shared token. */
  readonly subject?: string | undefined;
  /** A display name or e-mail. Not unique. */
  readonly label?: string | undefined;
  /** The OAuth client, or `http-token` for a static token. */
  readonly client?: string | undefined;
  /** Whether the subject is a human, according to the token; false for machines and shared tokens. */
  readonly isPerson: boolean;
  readonly rights: ReadonlySet<Right>;
  /** All names of the subject in the token, for comparison with names from elsewhere. */
  readonly names: readonly string[];
  /** Unique text for issuer and subject. */
  readonly key: string;
}
