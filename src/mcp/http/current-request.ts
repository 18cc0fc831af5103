/** The HTTP request that is being answered, for what happens far below it; over stdio there is none. */
import { AsyncLocalStorage } from 'node:async_hooks';

/** What a request carries beside its arguments. */
export interface CurrentRequest {
  /** Marks the time in which a human is waited for, and the connection with it. */
  held<T>(work: () => Promise<T>): Promise<T>;
}

export const currentRequest = new AsyncLocalStorage<CurrentRequest>();
