/** Filters by project, tenant, archival, owner and metadata, checked on the records: deployments may ignore them. */
import { isDeepStrictEqual } from 'node:util';
import type { TenantPins } from '../platform/client/tenant-fence.ts';
import type { Json } from '../platform/parse/coerce.ts';
import { jsonText } from '../platform/parse/json-text.ts';
import type { Thread } from '../platform/parse/records.ts';
import { foreign } from '../platform/text.ts';
import { droppedNotes, type Filter } from '../present/paging.ts';
import { firstOf } from '../present/units.ts';

interface InProject {
  readonly projectId?: string;
  /** As it was sent. */
  readonly source?: Json;
}

/** Whether a record may be in the wanted project or folder: in any if it names none, in none if it says null. */
export const mayBeIn = <K extends string>(
  key: K,
  wanted: string,
  item: { readonly [key in K]?: string } & Pick<InProject, 'source'>,
): boolean => (item[key] === undefined ? item.source?.[key] !== null : item[key] === wanted);

/** Records of another project don't match; records that name no project do. */
export function inProject<T extends InProject>(projectId: string | undefined): Filter<T> | undefined {
  if (projectId === undefined) return undefined;
  return {
    label: `in project ${projectId}`,
    matches: (item) => mayBeIn('projectId', projectId, item),
  };
}

/** A note if a filter by project or folder could not be checked: a deployment that ignores it sends everything. */
export function uncheckedFilterNotes<K extends 'projectId' | 'folderId' = 'projectId'>(
  items: readonly { readonly [key in K]?: string }[],
  wanted: string | undefined,
  key: K = 'projectId' as K,
): string[] {
  if (wanted === undefined || items.every((item) => item[key] !== undefined)) return [];
  const place = key === 'folderId' ? 'folder it is in' : 'project it belongs to';
  return [`The platform does not say for every record which ${place}, so the filter could not be checked.`];
}

/** Of a list that is sent whole, the records that may be in a project, and notes on the others and those that don't say. */
export function ofProject<T extends InProject>(
  all: readonly T[],
  projectId: string | undefined,
): { readonly items: T[]; readonly notes: readonly string[] } {
  const filter = inProject<T>(projectId);
  const items = all.filter((item) => filter?.matches(item) ?? true);
  const notes = [...droppedNotes(all.length - items.length, filter), ...uncheckedFilterNotes(items, projectId)];
  return { items, notes };
}

/** Threads of another tenant or subtenant don't match; threads that name none do. */
export function ofTenants(wanted: TenantPins): Filter<Pick<Thread, 'tenants'>> | undefined {
  const keys = (['tenantId', 'subtenantId'] as const).filter((key) => wanted[key] !== undefined);
  if (keys.length === 0) return undefined;
  return {
    label: keys.map((key) => `of ${key} ${wanted[key]}`).join(' and '),
    matches: ({ tenants }) => keys.every((key) => [undefined, '', wanted[key]].includes(tenants?.[key])),
  };
}

/** Records that don't say whether they are archived match. A platform may ignore `false`, and send both kinds. */
export function archivedFilter<T extends { readonly archived?: boolean }>(
  wanted: boolean | undefined,
): Filter<T> | undefined {
  if (wanted === undefined) return undefined;
  return {
    label: wanted ? 'archived' : 'active',
    matches: ({ archived }) => archived === undefined || archived === wanted,
  };
}

/** Owners that a note names. */
const NAMED = 5;

/** A note if records that were requested for one owner name another: a different id of the same owner, or a different owner. */
export function otherOwnerNotes<K extends 'agentId' | 'threadId' | 'assistantIdentifier'>(
  key: K,
  requested: string,
  records: readonly { readonly [key in K]?: string | undefined }[],
): string[] {
  const owners = records.map((record) => record[key] ?? requested);
  const others = new Set(owners.filter((owner) => owner.toLowerCase() !== requested.toLowerCase()));
  const noun = key.replace(/Id(?:entifier)?$/, '');
  const which = owners.every((owner) => others.has(owner)) ? 'All' : 'Some';
  return others.size === 0 ? [] : [`${which} of them name another ${noun} as theirs: ${firstOf([...others], NAMED)}.`];
}

/** Whether every requested field exists and is equal. */
export const hasMetadata = (values: Json, wanted: Json): boolean =>
  Object.entries(wanted).every(([key, value]) => Object.hasOwn(values, key) && isDeepStrictEqual(values[key], value));

/** Keys named, values of each, and characters of a value: enough to correct a filter. */
const KEYS = 12;
const VALUES = 5;
const LENGTH = 40;

/** Collects a bounded number of metadata keys and values, for a filter that found nothing. */
export class SeenMetadata {
  readonly #seen = new Map<string, Set<string>>();

  add(values: Json): void {
    for (const [key, value] of Object.entries(values)) {
      let known = this.#seen.get(key);
      if (known === undefined) {
        if (this.#seen.size >= KEYS) continue;
        known = new Set();
        this.#seen.set(key, known);
      }
      if (known.size <= VALUES) known.add(jsonText(value));
    }
  }

  /** A note for a filter that found nothing. @param records `chats searched` */
  notes(records: string): string[] {
    if (this.#seen.size === 0) return [`None of the ${records} has metadata.`];
    const named = [...this.#seen].map(([key, values]) => {
      const shown = [...values].slice(0, VALUES).map((value) => String(foreign(value).line(LENGTH)));
      return `${foreign(key).line(LENGTH)}: ${shown.join(', ')}${values.size > VALUES ? ', …' : ''}`;
    });
    return [`Metadata of the ${records}: ${named.join('; ')}.`];
  }
}
