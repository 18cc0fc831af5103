/** What a client tells of its work, for those who count. */
import { CancelledError, type PlatformError } from './errors.ts';

/** Called after the fact; must not throw. */
export interface ClientObserver {
  /**
   * One attempt of one request ended.
   * @param outcome `ok`, or the failure's kind: `http-503`, `timeout`, `cancelled`
   */
  attempt(operation: string, outcome: string, ms: number): void;
  /** A call waited because the platform had limited the rate. */
  gateWait(ms: number): void;
  /** An attempt waited for a connection, since others used them all. */
  connectionWait(ms: number): void;
}

/** Runs one attempt, and tells how it ended. */
export async function observed<T extends string | { readonly error: PlatformError }>(
  observer: ClientObserver | undefined,
  operation: string,
  attempt: () => Promise<T>,
): Promise<T> {
  if (observer === undefined) return attempt();
  const started = performance.now();
  const tell = (outcome: string): void => observer.attempt(operation, outcome, performance.now() - started);
  try {
    const result = await attempt();
    tell(typeof result === 'string' ? 'ok' : result.error.facts.kind);
    return result;
  } catch (error) {
    tell(error instanceof CancelledError ? 'cancelled' : 'other');
    throw error;
  }
}
