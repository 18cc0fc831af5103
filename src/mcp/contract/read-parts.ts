/**
 * Which parts of which request were shown, and to whom. A question has room for some thousand characters; what lies beyond can
 * be approved only after it was read.
 */
export interface ReadParts {
  /** Notes that a caller was shown the characters `from` to `to` of a message of the request that the digest names. */
  note(caller: string, digest: string, part: { message: number; from: number; to: number }): void;
  /** The first character of a message that the caller was not shown; undefined where all of its `length` was. */
  firstUnread(caller: string, digest: string, message: number, length: number): number | undefined;
}
