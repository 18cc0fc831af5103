/** Reads something for each of many items, and says which could not be read. */
import { groupBy } from '../basics/maps.ts';
import { reasonText } from '../mcp/contract/error-text.ts';
import { PlatformError } from '../platform/client/errors.ts';
import { mapConcurrent } from './map-concurrent.ts';
import { count, firstOf } from './units.ts';

/** An item for which nothing could be read, and why. */
export interface Unread<T> {
  readonly item: T;
  readonly error: PlatformError;
}

/**
 * Reads something for each item, at most `width` at once; one that can't be read doesn't stop the others, and one for which
 * `read` returns undefined was left out. Failures are in the order of the items.
 * @param progress called after each item that was not left out
 * @throws PlatformError, the first one, if nothing was read
 */
export async function readEach<T, R>(
  items: readonly T[],
  width: number,
  read: (item: T) => Promise<R | undefined>,
  progress?: (done: number, total: number) => void,
): Promise<{ readonly found: R[]; readonly failures: readonly Unread<T>[] }> {
  const errors: PlatformError[] = [];
  let done = 0;
  const results = await mapConcurrent(items, width, async (item, index) => {
    const result = await read(item).catch((error: unknown) => {
      if (!(error instanceof PlatformError)) throw error;
      errors[index] = error;
      return undefined;
    });
    if (result !== undefined || errors[index] !== undefined) progress?.(++done, items.length);
    return result;
  });
  const failures = items.flatMap((item, index) => (errors[index] ? { item, error: errors[index] } : []));
  const found = results.filter((result) => result !== undefined);
  const [first] = failures;
  if (first !== undefined && found.length === 0) throw first.error;
  return { found, failures };
}

/** Unread items that a note names; more would bury the results. */
const NAMED = 10;

/**
 * A note for each kind of failure, with the first one's reason, so that an outage is one line.
 * @param what of each item was read: `The costs of `; default: the item
 */
export const failureNotes = <T>(
  failures: readonly Unread<T>[],
  noun: string,
  label: (item: T) => string,
  what = '',
): string[] =>
  [...groupBy(failures, ({ error }) => error.facts.kind).values()].map((some) => {
    const [error, ...others] = some.map((one) => one.error);
    // What the platform says of one isn't true of the others.
    const isOne = others.every(({ facts }) => facts.platformMessage?.raw === error?.facts.platformMessage?.raw);
    const reason = reasonText(isOne ? error : error?.with({ platformMessage: undefined }));
    return `${what}${count(some.length, noun)} could not be read: ${firstOf(some, NAMED, ({ item }) => label(item))}. ${reason}`;
  });
