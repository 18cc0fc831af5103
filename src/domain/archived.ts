/** The filter by whether a record is archived, which lists of agents and projects take: its effect is checked on their records. */
import type { Filter } from '../present/paging.ts';

interface Archivable {
  readonly archived?: boolean;
}

/**
 * Records that do not say whether they are archived match. Where `false` is asked for, a platform may send both: only `true`
 * is known to be a separate filter.
 */
export function archivedFilter<T extends Archivable>(wanted: boolean | undefined): Filter<T> | undefined {
  if (wanted === undefined) return undefined;
  return {
    words: wanted ? 'archived' : 'active',
    matches: ({ archived }) => archived === undefined || archived === wanted,
  };
}
