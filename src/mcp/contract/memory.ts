/**
 * Short-lived memory of handlers, shared by all calls of one principal under the same settings, and by no others.
 */
export interface Memory {
  /** The value under a key until it expires. The reader checks its type. */
  get(key: string): unknown;
  /** @param bytes for large values: about how much memory it takes, so that all of them together are bounded */
  set(key: string, value: unknown, ms: number, bytes?: number): void;
}
