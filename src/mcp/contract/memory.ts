/**
 * What handlers remember between calls for a short time: shared by all calls of one principal under the same settings, never
 * across them.
 */
export interface Memory {
  /** What was set under a key, while it is fresh. The reader checks what it is. */
  get(key: string): unknown;
  set(key: string, value: unknown, ms: number): void;
}
