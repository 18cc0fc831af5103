/**
 * A cursor for threads: how many messages and which status the caller has seen of each, `id=12:RUNNING,other=3`. Either
 * may be missing.
 */
import { createHash } from 'node:crypto';

/** What a caller has seen of one thread. */
export interface Seen {
  /** Undefined if the platform leaves out the conversation. */
  readonly messages: number | undefined;
  /** As {@link statusWord} writes it; undefined if unknown. */
  readonly status?: string | undefined;
}

/** By the id of the thread. */
export type Cursor = ReadonlyMap<string, Seen>;

/** A status in a cursor: a plain word as it is, other text as a digest, because foreign text must stay marked. */
export const statusWord = (status: string): string =>
  /^[A-Za-z0-9_-]{1,40}$/.test(status) ? status : createHash('sha256').update(status).digest('hex').slice(0, 8);

/** Reads a cursor; undefined for text that is not one. */
export function parseCursor(text: string): Cursor | undefined {
  const seen = new Map<string, Seen>();
  for (const part of text.split(',')) {
    const [, id, messages, status] =
      /^([A-Za-z0-9._~:-]{1,128})=(\d{0,9})(?::([A-Za-z0-9_-]{0,60}))?$/.exec(part) ?? [];
    if (id === undefined || messages === undefined || (messages === '' && !status)) return undefined;
    seen.set(id, { messages: messages === '' ? undefined : Number(messages), status: status || undefined });
  }
  return seen;
}

/** The text that {@link parseCursor} reads; empty if nothing was seen. */
export function formatCursor(seen: Cursor): string {
  return [...seen]
    .map(([id, { messages, status }]) => `${id}=${messages ?? ''}${status ? `:${status}` : ''}`)
    .join(',');
}
