/** Reads that a result can do without. */
import { reasonText } from '../mcp/contract/error-text.ts';
import { PlatformError } from '../platform/client/errors.ts';

/** The result of a read; undefined if the platform fails, after `onFailure`. */
export const ifReadable = <T>(read: Promise<T>, onFailure?: (why: string) => void): Promise<T | undefined> =>
  read.catch((error: unknown) => {
    if (!(error instanceof PlatformError)) throw error;
    onFailure?.(reasonText(error));
    return undefined;
  });
