/** The filter by project, which lists of agents, assistants and tool servers take: its effect is checked on their records. */
import type { Filter } from '../present/paging.ts';

interface InProject {
  readonly projectId?: string;
}

/** Records that say that they belong to another project do not match; silent ones do. */
export function inProject<T extends InProject>(projectId: string | undefined): Filter<T> | undefined {
  if (projectId === undefined) return undefined;
  return {
    label: `in project ${projectId}`,
    matches: (item) => item.projectId === undefined || item.projectId === projectId,
  };
}

/** What must be known of a list that was filtered: a deployment that ignores the filter sends everything. */
export function silentNotes(items: readonly InProject[], projectId: string | undefined): string[] {
  if (projectId === undefined || items.every((item) => item.projectId !== undefined)) return [];
  return [
    'The platform does not say for every record which project it belongs to, so the filter could not be checked.',
  ];
}

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
    label: wanted ? 'archived' : 'active',
    matches: ({ archived }) => archived === undefined || archived === wanted,
  };
}
