/** The filter by project, which lists of agents, assistants and tool servers take: its effect is checked on their records. */
import type { Filter } from '../../present/paging.ts';

interface InProject {
  readonly projectId?: string;
}

/** Records that say that they belong to another project do not match; silent ones do. */
export function inProject<T extends InProject>(projectId: string | undefined): Filter<T> | undefined {
  if (projectId === undefined) return undefined;
  return {
    words: `in project ${projectId}`,
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
