/** Pages and the filter that several lists take. */

/** A page of a list: what `limit` and `offset` cut out. */
export function page<T>(
  items: readonly T[],
  { limit, offset }: { readonly limit: number; readonly offset: number },
): T[] {
  return items.slice(offset, offset + limit);
}

/** The records of one project; all where none is asked for. */
export function inProject<T extends { readonly projectId?: string | null }>(
  items: Iterable<T>,
  projectId: string | undefined,
): T[] {
  return [...items].filter((item) => projectId === undefined || item.projectId === projectId);
}
