/** Filters by project, by archival and by owner. Their effect is checked on the records, since deployments may ignore them. */
import type { Filter } from '../present/paging.ts';
import { firstOf } from '../present/units.ts';

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

/** Owners that a note names. */
const NAMED = 5;

/** A note if records that were requested for one owner name another: a different id of the same owner, or a different owner. */
export function otherOwnerNotes(
  noun: string,
  requestedOwner: string,
  owners: readonly (string | undefined)[],
): string[] {
  const others = new Set(
    owners.filter((owner = requestedOwner) => owner.toLowerCase() !== requestedOwner.toLowerCase()),
  );
  return others.size === 0 ? [] : [`Some of them name another ${noun} as theirs: ${firstOf([...others], NAMED)}.`];
}
