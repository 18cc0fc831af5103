/** Pages over several concatenated lists, for the protocol's list methods. */
import { ProtocolError, ProtocolErrorCode } from '@modelcontextprotocol/server';

/** Entries per page. */
const PAGE = 50;

type Source<T> = () => Promise<readonly T[]>;

/** The page at the cursor. @throws ProtocolError -32602 for a cursor that this server didn't issue */
export async function listPage<T>(
  sources: readonly Source<T>[],
  cursor: string | undefined,
): Promise<{ entries: T[]; nextCursor?: string }> {
  const [first, start] = cursor === undefined ? [0, 0] : parseCursor(cursor, sources.length);
  const entries: T[] = [];
  for (const [index, source] of sources.entries()) {
    if (index < first) continue;
    if (entries.length >= PAGE) return { entries, nextCursor: `${index}.0` };
    const all = await source();
    const from = index === first ? start : 0;
    const to = from + PAGE - entries.length;
    entries.push(...all.slice(from, to));
    if (to < all.length) return { entries, nextCursor: `${index}.${to}` };
  }
  return { entries };
}

function parseCursor(cursor: string, sources: number): [number, number] {
  const [, source = '', offset = ''] = /^(\d{1,3})\.(\d{1,9})$/.exec(cursor) ?? [];
  if (source === '' || Number(source) >= sources) {
    throw new ProtocolError(
      ProtocolErrorCode.InvalidParams,
      'This list did not issue that cursor. Start again without a cursor.',
    );
  }
  return [Number(source), Number(offset)];
}
