/**
 * A page of a list that is too large to be read is read again with fewer records. The page says how many it was asked for,
 * as one of a platform that caps its pages does, so that whoever reads the list goes on after them.
 */
import type { OperationSpec } from '../operations/operation.ts';
import { number } from '../parse/coerce.ts';
import type { Page } from '../parse/records.ts';
import { PlatformError } from './errors.ts';
import type { AnyInput } from './request.ts';

/** Each time the page has a quarter of the records: 100, 25, 6, 1. */
const SMALLER = 4;

/** Kinds of failures that fewer records may avoid. */
const TOO_MUCH: ReadonlySet<string> = new Set(['too-large', 'too-many-values']);

/** Whether the list is read in pages. */
export const isPaged = ({ response, query }: OperationSpec): boolean =>
  response.many === true && query !== undefined && 'limit' in query().shape;

/**
 * Reads a list, in a smaller page if it has to be.
 * @throws what `read` throws, if it isn't about the page's size or even a single record is too much
 */
export async function inSmallerPage(
  operation: OperationSpec,
  input: AnyInput,
  read: (input: AnyInput) => Promise<unknown>,
): Promise<unknown> {
  const asked = number(input.query?.limit);
  if (asked === undefined || !isPaged(operation)) return read(input);
  for (let limit = asked; ; limit = Math.max(1, Math.floor(limit / SMALLER))) {
    try {
      const response = await read(limit === asked ? input : { ...input, query: { ...input.query, limit } });
      return limit === asked ? response : withLimit(response as Page<unknown>, limit);
    } catch (error) {
      if (limit <= 1 || !(error instanceof PlatformError && TOO_MUCH.has(error.facts.kind))) throw error;
    }
  }
}

const withLimit = (page: Page<unknown>, limit: number): Page<unknown> => ({
  ...page,
  limit: page.limit !== undefined && page.limit > 0 ? Math.min(page.limit, limit) : limit,
});
