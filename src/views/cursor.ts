/** What a caller has seen of some threads: `id=12,other=3`, the numbers of messages. */
export type Cursor = ReadonlyMap<string, number>;

/** Reads a cursor; undefined for text that is none. */
export function parseCursor(text: string): Cursor | undefined {
  const seen = new Map<string, number>();
  for (const part of text.split(',')) {
    const [, id, count] = /^([A-Za-z0-9._~:-]{1,128})=(\d{1,9})$/.exec(part) ?? [];
    if (id === undefined || count === undefined) return undefined;
    seen.set(id, Number(count));
  }
  return seen;
}

export function formatCursor(seen: Cursor): string {
  return [...seen].map(([id, count]) => `${id}=${count}`).join(',');
}
