/** Filters by project and by archival. Their effect is checked on the records, since deployments may ignore them. */
import type { Filter } from '../present/paging.ts';

interface InProject {
  readonly projectId?: string;
}

/** Records of another project don't match; records that name no project do. */
export function inProject<T extends InProject>(projectId: string | undefined): Filter<T> | undefined {
  if (projectId === undefined) return undefined;
  return {
    label: `in project ${projectId}`,
    matches: (item) => item.projectId === undefined || item.projectId === projectId,
  };
}

/** A note if the project filter could not be checked: a deployment that ignores it sends everything. */
export function uncheckedFilterNotes(items: readonly InProject[], projectId: string | undefined): string[] {
  if (projectId === undefined || items.every((item) => item.projectId !== undefined)) return [];
  return [
    'The platform does not say for every record which project it belongs to, so the filter could not be checked.',
  ];
}

interface Archivable {
  readonly archived?: boolean;
}

/**
 * Records that don't say whether they are archived match. For `false` a platform may send both kinds: only `true` is known
 * to be a filter.
 */
export function archivedFilter<T extends Archivable>(wanted: boolean | undefined): Filter<T> | undefined {
  if (wanted === undefined) return undefined;
  return {
    label: wanted ? 'archived' : 'active',
    matches: ({ archived }) => archived === undefined || archived === wanted,
  };
}
