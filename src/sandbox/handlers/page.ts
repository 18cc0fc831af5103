/** A page of a list: what `limit` and `offset` cut out. */
export function page<T>(
  items: readonly T[],
  { limit, offset }: { readonly limit: number; readonly offset: number },
): T[] {
  return items.slice(offset, offset + limit);
}
