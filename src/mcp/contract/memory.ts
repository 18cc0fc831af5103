/**
 * Short-lived memory of handlers, shared by all calls of one principal under the same settings, and by no others.
 */
export interface Memory {
  /** The value under a key until it expires. The reader checks its type. */
  get(key: string): unknown;
  set(key: string, value: unknown, ms: number): void;
}
